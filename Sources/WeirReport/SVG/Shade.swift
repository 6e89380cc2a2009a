// SPDX-License-Identifier: GPL-3.0-or-later

/// The colours of a page, by what they stand for.
///
/// Each has one value for light and one for dark surroundings, far enough from the paper to be read and told from
/// the others without seeing colours: lines differ in their dashes, too.
package struct Shade: Hashable, Sendable {
  /// Its name in the style sheet.
  package let name: String
  /// On white paper.
  package let light: UInt32
  /// On dark paper.
  package let dark: UInt32

  /// The paper.
  package static let paper = Shade(name: "paper", light: 0xFFFFFF, dark: 0x0D1117)
  /// Paper that is set apart.
  package static let panel = Shade(name: "panel", light: 0xF4F6F8, dark: 0x161B22)
  /// Words.
  package static let words = Shade(name: "words", light: 0x1F2328, dark: 0xE6EDF3)
  /// Words that matter less.
  package static let quiet = Shade(name: "quiet", light: 0x57606A, dark: 0x9DA7B3)
  /// Lines of tables and grids; they carry no meaning.
  package static let grid = Shade(name: "grid", light: 0xD0D7DE, dark: 0x30363D)
  /// The first line of a plot.
  package static let first = Shade(name: "first", light: 0x0550AE, dark: 0x79C0FF)
  /// The second one.
  package static let second = Shade(name: "second", light: 0x953800, dark: 0xFFA657)
  /// The third one.
  package static let third = Shade(name: "third", light: 0x116329, dark: 0x56D364)
  /// The fourth one.
  package static let fourth = Shade(name: "fourth", light: 0x6639BA, dark: 0xD2A8FF)
  /// The shade of success.
  package static let good = Shade(name: "good", light: 0x116329, dark: 0x56D364)
  /// The shade of a broken promise.
  package static let bad = Shade(name: "bad", light: 0xB3121D, dark: 0xFF8182)
  /// The shade of doubt.
  package static let doubt = Shade(name: "doubt", light: 0x7A4E00, dark: 0xE3B341)

  /// All of them.
  package static let all = [
    paper, panel, words, quiet, grid, first, second, third, fourth, good, bad, doubt,
  ]
  /// Those of lines, in turn.
  package static let lines = [first, second, third, fourth]

  /// A sign that stands for a verdict of this colour.
  package var sign: String {
    switch self {
    case .good: "✔"
    case .bad: "✘"
    default: "?"
    }
  }

  /// Returns the style sheet's lines that define all of them.
  package static func definitions(dark: Bool) -> String {
    all.map { "--\($0.name):\(hex(dark ? $0.dark : $0.light));" }.joined()
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
