// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario
import WeirTestSupport

/// Files that lie outside of the folder of the scenario that names them.
@Suite struct OutsideTests {
  /// What is said about a scenario in the folder `d`.
  private static func words(
    _ text: String, _ files: [String: String], allowed: Bool = false,
    named file: String = "d/f.yaml"
  ) -> String {
    do throws(Problems) {
      _ = try Scenario(
        text: Array(text.utf8), named: file, in: schema,
        loader: loader(files, allowsOutside: allowed))
      return "no problem"
    } catch {
      return error.description
    }
  }

  @Test(arguments: ["../b.yaml", "/b.yaml", "x/../../b.yaml", "../../d/f.yaml"])
  func `a file elsewhere is not extended unless that is allowed`(name: String) {
    let path = name.hasPrefix("/") ? name : "d/\(name)"
    let files = [path: least]
    #expect(
      Self.words("extends: \(name)\n" + least, files) == """
        d/f.yaml:1:10: error: '\(path)' lies outside of the scenario's folder
          remedy: move it there, or allow such files with --allow-outside if you trust the scenario
        """)
    #expect(Self.words("extends: \(name)\n", files, allowed: true) == "no problem")
  }

  @Test(arguments: [
    ("f.yaml", "b.yaml"), ("f.yaml", "x/b.yaml"), ("d/f.yaml", "x/../b.yaml"),
    ("../f.yaml", "b.yaml"), ("/d/f.yaml", "b.yaml"), ("/f.yaml", "b.yaml"), ("-", "b.yaml"),
    ("d/f.yaml", "..b.yaml"),
  ])
  func `a file in the folder or below it may be extended`(file: String, name: String) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    #expect(
      Self.words("extends: \(name)\n", [folder + name: least], named: file) == "no problem")
  }

  @Test(arguments: [("f.yaml", "../b.yaml"), ("../f.yaml", "../b.yaml"), ("-", "../b.yaml")])
  func `above the folder in which one stands is outside, too`(file: String, name: String) {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    #expect(
      Self.words("extends: \(name)\n", [folder + name: least], named: file)
        .contains("lies outside of the scenario's folder"))
  }

  @Test func `measured values lie in the folder, too`() {
    let text = least + "network: { delay: { empirical: ../a.csv, unit: ms } }\n"
    let files = ["d/../a.csv": "rtt\n1.5\n"]
    #expect(Self.words(text, files).contains("'d/../a.csv' lies outside of the scenario's folder"))
    #expect(Self.words(text, files, allowed: true) == "no problem")
  }

  @Test(arguments: [
    "root-key: secret\n", "about: 'secret\n", "seed: secret\n", "secret\n", "- secret\n",
  ])
  func `words of a file elsewhere are never repeated`(content: String) {
    let words = Self.words(
      "extends: ../b.yaml\n" + least, ["d/../b.yaml": content], allowed: true)
    #expect(words.contains("error: "))
    #expect(!words.contains("secret") && !words.contains("root-key"))
  }

  @Test(arguments: ["secret\n1\n", "a,secret\n1,2\n", "a\nsecret\n", "a\n1\n\"secret\n"])
  func `nor are those of a table elsewhere`(content: String) {
    let words = Self.words(
      least + "network: { delay: { empirical: ../a.csv, unit: ms, column: b } }\n",
      ["d/../a.csv": content], allowed: true)
    #expect(words.contains("error: ") && !words.contains("secret"))
  }

  @Test(arguments: ["just words\n", "[1, 2]\n"])
  func `what has no keys cannot be extended`(content: String) {
    #expect(
      Self.words("extends: b.yaml\n" + least, ["d/b.yaml": content]).contains(
        "d/f.yaml:1:10: error: 'd/b.yaml' is not a scenario"))
  }

  @Test func `links are followed before it is decided where a file lies`() throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      try manager.createDirectory(atPath: "\(folder)/d", withIntermediateDirectories: true)
      try Data(least.utf8).write(to: URL(fileURLWithPath: "\(folder)/b.yaml"))
      try Data("extends: link.yaml\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/d/f.yaml"))
      try manager.createSymbolicLink(
        atPath: "\(folder)/d/link.yaml", withDestinationPath: "\(folder)/b.yaml")
      try manager.createSymbolicLink(
        atPath: "\(folder)/e", withDestinationPath: "\(folder)/d")
      var problem = ""
      do throws(Problems) {
        _ = try Scenario(reading: "\(folder)/d/f.yaml", in: schema, loader: .files)
      } catch {
        problem = error.description
      }
      #expect(problem.contains("link.yaml' lies outside of the scenario's folder"))
      // A folder that is itself reached through a link is a folder like any other.
      try manager.removeItem(atPath: "\(folder)/d/link.yaml")
      try Data(least.utf8).write(to: URL(fileURLWithPath: "\(folder)/d/link.yaml"))
      _ = try Scenario(reading: "\(folder)/e/f.yaml", in: schema, loader: .files)
      _ = try Scenario(reading: "\(folder)/./d/../e/f.yaml", in: schema, loader: .files)
    }
  }
}
