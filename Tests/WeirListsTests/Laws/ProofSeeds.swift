// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The seeds from which the long tests of this room make what they try, and their number.
enum ProofSeeds {
  /// Few where the tests run slowly, more where they run fast, or those that `.ci/prove-diff` asks for.
  static func seeds(debug: UInt64, release: UInt64, of all: UInt64 = 1) -> Range<UInt64> {
    if let wanted { return wanted.first..<(wanted.first + max(1, wanted.count / all)) }
    #if DEBUG
      return 0..<debug
    #else
      return 0..<release
    #endif
  }

  private static let wanted: (first: UInt64, count: UInt64)? = {
    let text = ProcessInfo.processInfo.environment["WEIR_DIFF_PAIRS"] ?? ""
    let words = text.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? (words[0], words[1]) : nil
  }()
}
