// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

import WeirCommand

/// `weir new`.
struct NewTests {
  private static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The file by which a folder is known for Weir's.
  private static let weir = ["../weir/Package.swift": ""]

  /// The text of a file of ours.
  private func ours(_ path: String) throws -> String {
    try String(contentsOf: Self.top.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the package that it writes is the one that our own tests build and run`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial(["new", "\(folder)/my-weir", "--weir", "../weir"], files: Self.weir)
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
      #expect(!trial.printed.contains("CI"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/my-weir/.github"))
    }
  }

  @Test func `an address makes another dependency than a path`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial("new", "\(folder)/a", "--weir", "https://example.com/weir.git")
      #expect(trial.printed.contains("and a job for CI"))
      let job = try String(
        contentsOfFile: "\(folder)/a/.github/workflows/weir.yml", encoding: .utf8)
      #expect(job.contains("swift run -c release a sweep --seeds 1..200 Scenarios/chat.yaml"))
      let manifest = try String(contentsOfFile: "\(folder)/a/Package.swift", encoding: .utf8)
      #expect(
        manifest.contains(#".package(url: "https://example.com/weir.git", branch: "main")"#))
      _ = Trial("new", "\(folder)/b", "--weir", "https://example.com/weir-fork.git")
      let fork = try String(contentsOfFile: "\(folder)/b/Package.swift", encoding: .utf8)
      #expect(fork.contains(#".product(name: "WeirKit", package: "weir-fork")"#))
    }
  }

  @Test func `nothing is written over`() {
    let trial = Trial(
      ["new", "my-weir", "--weir", "../weir"],
      files: Self.weir.merging(["my-weir/Scenarios/chat.yaml": "mine"]) { $1 })
    #expect(trial.code == .cannotCreate)
    #expect(trial.said.contains("'my-weir/Scenarios/chat.yaml' is there already"))
    #expect(!FileManager.default.fileExists(atPath: "my-weir"))
  }

  @Test func `a program that was moved away must be told where Weir is`() {
    let trial = Trial(["new", "my-weir"], program: "/usr/bin/weir")
    #expect(trial.code == .usage && trial.said.contains("--weir PATH"))
  }

  @Test(arguments: ["7up", "my weir", "", "a/.b"])
  func `a name that no package can have is refused`(name: String) {
    let trial = Trial(["new", name, "--weir", "../weir"], files: Self.weir)
    #expect(trial.code == .usage)
    #expect(trial.said.contains(name.isEmpty ? "an empty word" : "a package cannot be called"))
  }

  @Test(arguments: ["Stacks", "weir", "WeirKit", "WeirTesting", "Weir"])
  func `a name that something has on which the package depends is refused`(name: String) {
    let trial = Trial(["new", name, "--weir", "../weir"], files: Self.weir)
    #expect(trial.code == .usage)
    #expect(trial.said.contains("'\(name)' is the name of something that the package depends on"))
  }

  @Test func `a folder in which no package lies is refused, and nothing is written`() {
    let trial = Trial("new", "my-weir", "--weir", "/nonexistent")
    #expect(trial.code == .usage)
    #expect(trial.said.contains("there is no package in '/nonexistent'"))
    #expect(!FileManager.default.fileExists(atPath: "my-weir"))
  }
}
