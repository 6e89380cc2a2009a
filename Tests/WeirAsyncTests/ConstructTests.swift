// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization
import Testing
import WeirAsync
import WeirCore

/// Every way in which Swift lets code be concurrent runs the same way with a seed.
///
/// The number of seeds and a file for what they gave come from the environment: `.ci/prove-tasks` compares three processes.
struct ConstructTests {
  private static let seeds = UInt64(variable("WEIR_TASK_SEEDS") ?? "") ?? 50

  /// What a construct notes down with a seed, and how it ran.
  private func outcome(_ construct: Construct, _ seed: UInt64) -> String {
    let journal = Journal()
    let world = TaskWorld(seed: seed, order: .shuffled)
    let end = world.run {
      do { try await construct.body(journal) } catch { journal.note("threw \(error)") }
    }
    #expect(end == .over)
    #expect(world.wayOut == nil)
    return "\(world.digest) \(world.now) \(journal.text)"
  }

  @Test func `with a seed it runs the same way each time`() throws {
    var report = ""
    for construct in constructs {
      var all = Digest()
      for seed in 1...Self.seeds {
        let first = outcome(construct, seed)
        #expect(first == outcome(construct, seed), "\(construct.name), seed \(seed)")
        all.absorb(first)
      }
      report += "\(construct.name): \(all.word)\n"
    }
    if let path = Self.variable("WEIR_TASK_DIGESTS") { try #require(Self.write(report, to: path)) }
  }

  @Test func `time is exact, and the order of what waits for other moments never changes`() {
    let sleepers = constructs.first { $0.name == "sleep for" }
    #expect(sleepers != nil)
    for seed in 1...20 as ClosedRange<UInt64> {
      let words = sleepers.map { outcome($0, seed).split(separator: " ").dropFirst(2) }
      #expect(
        words?.joined(separator: " ")
          == "1 1.0 seconds 1 1.0 seconds 2 2.0 seconds 3 3.0 seconds")
    }
  }

  @Test(arguments: [
    "tasks", "a group", "yields", "an actor that is entered again", "random numbers",
  ])
  func `other seeds run other ways`(_ name: String) throws {
    let construct = try #require(constructs.first { $0.name == name })
    #expect(Set((1...30).map { outcome(construct, $0) }).count > 5)
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private static func write(_ text: String, to path: String) -> Bool {
    guard let file = unsafe fopen(path, "w") else { return false }
    defer { unsafe fclose(file) }
    return unsafe fputs(text, file) >= 0
  }
}
