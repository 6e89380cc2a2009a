// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation

/// The code in doc comments and articles, and which lines of it no test runs.
public struct DocumentedCode {
  /// Lines of code, without comments and with single spaces.
  public private(set) var lines: [String] = []

  /// The code in the doc comments of all sources below a folder of the package.
  public init(in folder: String, of package: String) throws {
    let root = URL(fileURLWithPath: "\(package)/\(folder)").resolvingSymlinksInPath().path + "/"
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".swift") {
      for line in try Self.lines(of: root + file) {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("///     ") else { continue }
        add(String(words.dropFirst(8)))
      }
    }
  }

  /// The code in an article.
  public init(inArticle article: String, of package: String) throws {
    for line in try Self.lines(of: "\(package)/\(article)") where line.hasPrefix("    ") {
      add(line)
    }
  }

  /// The lines that do not stand in a file.
  public func missing(in path: String) throws -> [String] {
    let known = Set(try Self.lines(of: path).map(Self.bare))
    return lines.filter { !known.contains($0) }
  }

  private mutating func add(_ line: String) {
    let line = Self.bare(line)
    if !line.isEmpty { lines.append(line) }
  }

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  private static func bare(_ line: String) -> String {
    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
    return code.split(separator: " ").joined(separator: " ")
  }
}
