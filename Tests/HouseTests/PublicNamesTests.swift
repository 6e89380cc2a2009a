// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Names of the harness that are promises to people outside of this package.
struct PublicNamesTests {
  /// The number of public declarations that each room of the harness may have; a room that is not here, none.
  ///
  /// A stack of one's own, a scenario that is run in code, tests, asynchronous code, the program's entry, tables of SQLite. And,
  /// in WeirTrace and WeirKernel, what is compiled into those that call it: the compiler does that with public names alone, and
  /// without it a run takes a third more instructions.
  static let most = [
    "WeirTrace": 112, "WeirKernel": 25, "WeirScenario": 45, "WeirCheck": 43, "WeirMetrics": 24,
    "WeirRun": 101,
    "WeirMutants": 1, "WeirReport": 17, "WeirSQLite": 78, "WeirAsync": 17, "WeirTesting": 9,
    "WeirCommand": 16,
  ]

  @Test func `what nobody outside of the package needs is no public name`() throws {
    let apps = try Repository.roomsForApps()
    for room in try Repository.rooms().keys.sorted() where !apps.contains(room) {
      let count = try Repository.swiftFiles(in: "Sources/\(room)")
        .map { publicNames(in: SourceCode(try Repository.text(of: $0))) }.reduce(0, +)
      #expect(
        count == Self.most[room, default: 0],
        "public names of \(room); make one `package` unless people outside need it, and say here if they do"
      )
    }
  }

  @Test(arguments: [
    ("public struct A { public var b = 1 }", 2), ("@inlinable public init() {}", 1),
    ("public import WeirCore", 0), ("@_exported public import WeirCore", 0),
    ("package func a() {}", 0), ("// public func a() {}", 0),
  ])
  func `a public declaration counts, an import does not`(text: String, count: Int) {
    #expect(publicNames(in: SourceCode(text)) == count)
  }

  private func publicNames(in code: SourceCode) -> Int {
    let words = code.tokens.map(\.text)
    return words.indices.filter { place in
      words[place] == "public" && words.dropFirst(place + 1).first != "import"
    }.count
  }
}
