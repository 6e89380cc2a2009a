// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation

/// Lines of Swift without comments and indentation, for to hold articles against the tests that run what they show.
public struct CodeLines {
  /// The lines, in order.
  public private(set) var all: [String] = []
  /// The same ones, to be looked up.
  public var known: Set<String> { Set(all) }

  /// All lines of the Swift files below a folder.
  public init(below folder: String) throws {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".swift") {
      for line in try Self.lines(of: "\(folder)/\(file)") { add(line) }
    }
  }

  /// The lines of the Swift blocks of an article, but for imports.
  public init(inArticle path: String) throws {
    var isCode = false
    for line in try Self.lines(of: path) {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode, !line.hasPrefix("import ") {
        add(line)
      }
    }
  }

  private mutating func add(_ line: Substring) {
    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    let bare = code.split(separator: " ").joined(separator: " ")
    if !bare.isEmpty { all.append(bare) }
  }

  private static func lines(of path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }
}
