// SPDX-License-Identifier: Apache-2.0

/// The beginning of `text`, fit to be quoted in a sentence: no line breaks, not too long.
package func shortened(_ text: String, to most: Int = 60) -> String {
  var words = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == most { return words + "…" }
    words.unicodeScalars.append(CleanText.isHidden(scalar) ? "·" : scalar)
    count += 1
  }
  return words
}
