// SPDX-License-Identifier: GPL-3.0-or-later
import ForeignLists
import Synchronization
import Testing
import WeirTesting

/// List adapters of other libraries, through the public door alone: what their users reported is found, and nothing else.
struct ForeignListTests {
  /// An adapter with the first seed that finds its bug, and how.
  struct Adapter: Sendable, CustomTestStringConvertible {
    var name: String
    var seed: UInt64
    var words: String

    var testDescription: String { name }
    var file: String { "Tests/ForeignLists/Scenarios/\(name).yaml" }
  }

  static let adapters = [
    Adapter(name: "fui-array", seed: 3, words: "converge broken"),
    Adapter(name: "fui-reversed", seed: 1, words: "lists broken"),
    Adapter(name: "android-pages", seed: 1, words: "read-your-writes broken"),
    Adapter(name: "angularfire", seed: 1, words: "monotonic-writes broken"),
    Adapter(name: "polymerfire", seed: 1, words: "converge broken"),
    Adapter(name: "flutter-pagination", seed: 1, words: "converge broken"),
  ]

  @Test(arguments: adapters)
  func `the bug of a public issue is found within three seeds`(_ adapter: Adapter) throws {
    let told = Mutex<[String]>([])
    try withKnownIssue {
      try expectPromises(adapter.file, seeds: 1...3, catalogue: .foreign, program: "ForeignWeir")
    } matching: { issue in
      told.withLock { $0.append("\(issue.comments)") }
      return true
    }
    let first = told.withLock { $0.first } ?? ""
    #expect(first.contains("seed \(adapter.seed): \(adapter.words)"), "\(first)")
  }

  @Test(arguments: adapters)
  func `its mended twin keeps every promise on the same seeds`(_ adapter: Adapter) throws {
    try expectPromises(
      adapter.file, seeds: 1...10, catalogue: .foreign,
      settings: ["clients.0.stack=\(adapter.name)-mended"], program: "ForeignWeir")
  }
}
