// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirRun
import WeirSweep
import WeirTestSupport

@Suite struct ShardFileTests {
  static let description = SweepDescription(
    build: "0.1.0-ab", words: ["sweep", "--seeds=1..9", "--", "a.yaml"],
    items: [.init(name: "a", about: "About it.", file: "a.yaml", fingerprint: 7)])

  static func result(_ seed: UInt64) -> SeedResult {
    var result = SeedResult(
      scenario: 0, seed: seed, verdict: seed % 4 == 0 ? .missed : .pass, words: "w\(seed)\n")
    result.digest = "d\(seed)"
    return result
  }

  /// Writes the shard `index` of `count` with these seeds.
  @discardableResult
  static func write(
    _ index: Int, of count: Int, _ seeds: [UInt64], in folder: String,
    _ description: SweepDescription = description
  ) throws -> String {
    let shard = try #require(Shard(index, of: count))
    let path = "\(folder)/\(shard.fileName)"
    let file = try ShardWriter(at: path, shard, of: description)
    for seed in seeds {
      try file.append(result(seed), isFailure: SweepAim.anything.isFailure(result(seed)))
    }
    try file.commit()
    return path
  }

  /// Reads a file to its end; nil where a fault says not to believe it.
  private static func results(_ path: String) throws -> Result<[SeedResult], ShardFile.Fault> {
    var results: [SeedResult] = []
    switch try ShardFile.opening(path) {
    case .failure(let fault): return .failure(fault)
    case .success(let file):
      let fault = try file.read(isFailure: SweepAim.anything.isFailure) { result in
        results.append(result)
        return true
      }
      return fault.map { .failure($0) } ?? .success(results)
    }
  }

  @Test func `what was written reads back, with the shard and the sweep`() throws {
    try withTemporaryFolder { folder in
      let path = try Self.write(1, of: 3, [4, 5, 6], in: folder)
      let file = try ShardFile.opening(path).get()
      #expect(file.shard == Shard(1, of: 3) && file.runCount == 3)
      #expect(file.description == Self.description)
      #expect(try Self.results(path) == .success([4, 5, 6].map(Self.result)))
      let empty = try Self.write(2, of: 3, [], in: folder)
      #expect(try Self.results(empty) == .success([]))
    }
  }

  @Test func `a file that is cut off at any byte is not believed`() throws {
    try withTemporaryFolder { folder in
      let path = try Self.write(1, of: 3, [4, 5, 6], in: folder)
      let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
      #expect(bytes.count > 300)
      for length in bytes.indices {
        try WholeFile.write(bytes.prefix(length), to: path)
        #expect(try Self.results(path) == .failure(.torn), "the first \(length) bytes")
      }
    }
  }

  @Test func `a file in which any byte was changed is not believed`() throws {
    try withTemporaryFolder { folder in
      let path = try Self.write(1, of: 3, [4, 5, 6], in: folder)
      let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 1
        try WholeFile.write(changed, to: path)
        #expect(throws: ShardFile.Fault.self, "byte \(place)") { try Self.results(path).get() }
      }
    }
  }

  @Test func `lines that are whole but lost, doubled, exchanged or added are noticed`() throws {
    try withTemporaryFolder { folder in
      let path = try Self.write(1, of: 3, [4, 5, 6], in: folder)
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map(String.init)
      #expect(lines.count == 7)
      let orders = [
        [0, 1, 2, 3, 5, 6], [0, 1, 2, 3, 4, 4, 5, 6], [0, 1, 2, 4, 3, 5, 6],
        [0, 1, 2, 3, 4, 5, 6, 6], [0, 2, 1, 3, 4, 5, 6], [0, 1, 2, 3, 4, 4, 6],
      ]
      for order in orders {
        let text = order.map { lines[$0] + "\n" }.joined()
        try WholeFile.write(text, to: path)
        #expect(throws: ShardFile.Fault.self, "lines \(order)") { try Self.results(path).get() }
      }
    }
  }

  @Test func `another kind of file is told from one that is cut off, and from another version`()
    throws
  {
    try withTemporaryFolder { folder in
      let kinds: [(String, ShardFile.Fault)] = [
        ("hello", .foreign), ("a,b\n1,2\n", .foreign), ("weir-sh", .torn), ("", .torn),
        ("weir-shard 2\n", .otherFormat("weir-shard 2")),
        ("weir-shard 1\nshard 1\n", .damaged(line: 2)),
      ]
      for (text, fault) in kinds {
        try WholeFile.write(text, to: "\(folder)/a.weir")
        let found = try Self.results("\(folder)/a.weir")
        #expect(found == .failure(fault), "\(text)")
      }
    }
  }

  @Test func `a file that is not there is a missing file`() {
    #expect(throws: FileFailure.self) { try ShardFile.opening("/nowhere/a.weir") }
  }
}
