// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Rules {
  /// The reason, in the words of a scenario file, why `key` cannot be a key of the tree; nil if it can.
  package static func fault(inKey key: String) -> Problem? {
    if key.isEmpty {
      return Problem(message: "an empty key in the tree", remedy: "give the child a name")
    }
    if key.utf8.count > 768 {
      return Problem(
        message: "a key of \(key.utf8.count) bytes in the tree",
        remedy: "shorten it to at most 768 bytes")
    }
    for scalar in key.unicodeScalars {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      if isControl || ".#$[]/".unicodeScalars.contains(scalar) {
        return Problem(
          message: "the key '\(shortened(key))' contains '\(shortened(String(scalar)))'",
          remedy: "use no . # $ [ ] / and no control characters in keys of the tree")
      }
    }
    return nil
  }
}
