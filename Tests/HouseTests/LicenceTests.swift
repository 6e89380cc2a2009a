// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// What apps may link, and under which terms each file stands.
struct LicenceTests {
  @Test func `rooms that apps link need no library, and nothing that only Linux has`() throws {
    let rooms = try Repository.rooms()
    let apps = try Repository.roomsForApps()
    #expect(apps.contains("WeirCore") && apps.contains("WeirStreams"))
    for room in apps {
      #expect(Set(rooms[room] ?? ["nothing"]).subtracting(apps) == [], "what \(room) needs")
    }
    // Standard libraries that come with Swift on every system.
    let everywhere: Set = ["Synchronization"]
    for path in Repository.swiftFiles(in: "Sources") {
      guard apps.contains(path.components(separatedBy: "/")[1]) else { continue }
      let code = SourceCode(try Repository.text(of: path))
      for (name, line) in Imports.names(in: code) where !apps.contains(name) {
        #expect(everywhere.contains(name), "\(path):\(line)")
      }
    }
  }

  @Test func `each file says its licence, that of apps for what they link`() throws {
    let apps = try Repository.roomsForApps()
    var count = 0
    for path in Repository.swiftFiles(in: "Sources") + Repository.swiftFiles(in: "Tests") {
      // A package that `weir new` writes belongs to whoever asked for it.
      if path.hasPrefix("Tests/OwnWeir/") || path.hasSuffix("/ChatListTests.swift") { continue }
      let room = path.components(separatedBy: "/")[1]
      let isOfApps = path.hasPrefix("Sources/") && apps.contains(room)
      let licence = isOfApps ? "Apache-2.0" : "GPL-3.0-or-later"
      let line = try Repository.text(of: path).prefix { $0 != "\n" }
      #expect(line == "// SPDX-License-Identifier: \(licence)", "\(path)")
      count += 1
    }
    #expect(count > 500)
  }

  @Test(arguments: [("Apache-2.0", "Apache License"), ("GPL-3.0", "GNU GENERAL PUBLIC LICENSE")])
  func `the text of each licence lies beside the sources`(_ name: String, _ title: String) throws {
    let text = try Repository.text(of: "Sources/Licenses/\(name).txt")
    #expect(text.contains(title) && text.count > 10_000)
  }

  @Test func `the table of the README names each room that apps link`() throws {
    let text = try Repository.text(of: "README.md")
    let row = text.components(separatedBy: "\n").first { $0.hasPrefix("| Apache-2.0 |") } ?? ""
    let named = Set(row.matches(of: /Weir\w+/).map { String($0.0) })
    #expect(named.subtracting(["WeirStacks"]) == (try Repository.roomsForApps()))
  }
}
