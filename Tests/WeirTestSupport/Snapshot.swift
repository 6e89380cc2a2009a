// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation
public import Testing

/// Expects `text` to be the content of a file beside the test.
///
///     expectSnapshot(helpText(of: "run"), named: "help-run.txt")
///     // compares with .expected/help-run.txt in the folder of this source file
///
/// `WEIR_RECORD=1 swift test` writes the files again; then read the diff. The folder is hidden so
/// that the build does not take its files for sources.
public func expectSnapshot(
  _ text: String, named name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent(".expected")
  let path = folder.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["WEIR_RECORD"] == "1" {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    } catch {
      Issue.record("cannot record \(path.path): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let data = try? Data(contentsOf: path) else {
    Issue.record(
      "no expected text \(name): record it with WEIR_RECORD=1 swift test, and read it",
      sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: data, as: UTF8.self)
  if Array(expected.utf8) != Array(text.utf8) {
    Issue.record(
      """
      \(name) differs from what is expected: \(firstDifference(expected, text))
      if the new text is right: WEIR_RECORD=1 swift test, then read the diff
      """, sourceLocation: sourceLocation)
  }
}

/// The first line in which two texts differ, with both readings.
func firstDifference(_ expected: String, _ found: String) -> String {
  let a = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let b = found.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(a, b).prefix { $0 == $1 }.count
  let wanted = line < a.count ? "'\(a[line])'" : "the end"
  let got = line < b.count ? "'\(b[line])'" : "the end"
  return "line \(line + 1) should be \(wanted) but is \(got)"
}
