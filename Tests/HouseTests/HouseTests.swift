// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@Suite struct HouseTests {
  @Test func `no source breaks a rule of the house`() throws {
    for path in Repository.swiftFiles(in: "Sources") {
      let code = SourceCode(try Repository.text(of: path))
      for finding in rules.flatMap({ $0.findings(in: code, at: path) }) {
        Issue.record(Comment(rawValue: finding))
      }
    }
  }

  @Test func `every room imports only what the table of rooms lets it know`() throws {
    let rooms = try Repository.rooms()
    for path in Repository.swiftFiles(in: "Sources") {
      let code = SourceCode(try Repository.text(of: path))
      for finding in Imports.findings(in: code, at: path, rooms: rooms) {
        Issue.record(Comment(rawValue: finding))
      }
    }
  }

  @Test func `the table of rooms is read whole, and names no room before its time`() throws {
    let rooms = try Repository.rooms()
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.top)/Sources")
    let known = Set(rooms.keys).union([
      "weir", "WeirBench", "GatePlugin", "CGSL", "CYAML", "CSQLite", "CAllocations", "CVirtualTime",
      "CCores", "CFloors", "Licenses",
    ])
    #expect(Set(folders.filter { !$0.hasPrefix(".") }) == known)
    #expect(rooms["WeirCore"] == [])
    for (room, lower) in rooms {
      for name in lower where name.hasPrefix("Weir") {
        #expect(rooms[name]?.contains(room) == false, "\(room) and \(name) know each other")
      }
    }
  }

  @Test func `nothing stands at the top but what belongs there`() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "Scenarios", "Reports", "README.md"]
    let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.top)
    #expect(entries.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
  }

  /// Articles name files as `WeirRun/World/World.swift`.
  @Test func `every source that an article names is there`() throws {
    let folder = "Sources/WeirKit/WeirKit.docc"
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: "\(Repository.top)/\(folder)")
    var count = 0
    for article in articles where article.hasSuffix(".md") {
      for word in try Repository.text(of: "\(folder)/\(article)").split(separator: "`")
      where word.hasPrefix("Weir") && word.contains("/") && word.hasSuffix(".swift") {
        count += 1
        #expect(
          FileManager.default.fileExists(atPath: "\(Repository.top)/Sources/\(word)"),
          "\(article) names \(word)")
      }
    }
    #expect(count > 10)
  }
}
