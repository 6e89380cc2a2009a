// SPDX-License-Identifier: Apache-2.0
extension String {
  /// Returns the text with the scalars for which `table` has words replaced by these; for all
  /// others it says nil.
  ///
  ///     "a<b".replacingScalars { $0 == "<" ? "&lt;" : nil }  // "a&lt;b"
  ///
  /// Scalar by scalar: a mark with an accent on it is one character, but still a mark.
  package func replacingScalars(_ table: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let words = table(scalar) {
        result += words
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
