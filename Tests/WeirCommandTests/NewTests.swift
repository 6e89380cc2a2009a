// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

import WeirCommand

/// `weir new`.
struct NewTests {
  private static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file of ours.
  private func ours(_ path: String) throws -> String {
    try String(contentsOf: Self.top.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the package that it writes is the one that our own tests build and run`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial("new", "\(folder)/my-weir", "--weir", "../weir")
      #expect(trial.code == .pass, "\(trial.said)")
      #expect(trial.printed.contains("swift run -c release my-weir run Scenarios/chat.yaml"))
      func theirs(_ path: String) throws -> String {
        try String(contentsOfFile: "\(folder)/my-weir/\(path)", encoding: .utf8)
      }
      #expect(
        try theirs("Sources/Stacks/ChatList.swift") == ours("Tests/OwnWeir/Stacks/ChatList.swift"))
      #expect(try theirs("Sources/my-weir/Main.swift") == ours("Tests/OwnWeir/Program/Main.swift"))
      #expect(
        try theirs("Tests/StacksTests/ChatListTests.swift")
          == ours("Tests/WeirTestingTests/ChatListTests.swift")
          .replacingOccurrences(of: "Tests/OwnWeir/", with: ""))
      let manifest = try theirs("Package.swift")
      #expect(manifest.contains(#"dependencies: [.package(name: "weir", path: "../weir")],"#))
      #expect(manifest.contains(#"name: "my-weir","#))
      #expect(try theirs("Scenarios/chat.yaml") == ours("Tests/OwnWeir/Scenarios/chat.yaml"))
    }
  }

  @Test func `an address makes another dependency than a path`() throws {
    try withTemporaryFolder { folder in
      _ = Trial("new", "\(folder)/a", "--weir", "https://example.com/weir.git")
      let manifest = try String(contentsOfFile: "\(folder)/a/Package.swift", encoding: .utf8)
      #expect(
        manifest.contains(#".package(url: "https://example.com/weir.git", branch: "main")"#))
    }
  }

  @Test func `nothing is written over`() {
    let trial = Trial(
      ["new", "my-weir", "--weir", "../weir"], files: ["my-weir/Scenarios/chat.yaml": "mine"])
    #expect(trial.code == .cannotCreate)
    #expect(trial.said.contains("'my-weir/Scenarios/chat.yaml' is there already"))
    #expect(!FileManager.default.fileExists(atPath: "my-weir"))
  }

  @Test func `a program that was moved away must be told where Weir is`() {
    let trial = Trial(["new", "my-weir"], program: "/usr/bin/weir")
    #expect(trial.code == .usage && trial.said.contains("--weir PATH"))
  }

  @Test(arguments: ["7up", "my weir", "", "Stacks", "a/.b"])
  func `a name that no package can have is refused`(name: String) {
    let trial = Trial("new", name, "--weir", "../weir")
    #expect(trial.code == .usage)
    #expect(trial.said.contains("remedy"))
  }
}
