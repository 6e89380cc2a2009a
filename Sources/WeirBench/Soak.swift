// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario

/// A long run: what each write leaves behind.
enum Soak {
  /// What people do in it.
  enum Habit: String {
    /// They take back what they write.
    case takeBack = "take-back"
    /// All that they write stays at the server.
    case leave = "leave"
  }

  /// The number of writes that people mean in a minute, all but a few of which are committed.
  private static let writesInMinute = 3000.0

  /// The bytes of the measurements that a write leaves behind: it waits three times, and nine others wait for each that is a
  /// post.
  static func bytesOfSamples(_ habit: Habit) -> Double {
    Double(MemoryLayout<UInt32>.size) * (3 + 9 * (habit == .leave ? 1 : 0.5))
  }

  /// Bytes of memory for each write between two lengths of a run: what a process with the longer one holds at its peak
  /// over one with the shorter one, before anybody sums up.
  static func bytesForEachWrite(_ habit: Habit, from few: Int, to many: Int) -> Double {
    func peak(_ minutes: Int) -> Int {
      ProcessBench.Child("/proc/self/exe", ["soak", habit.rawValue, "\(minutes)"]).peakBytes
    }
    return Double(peak(many) - peak(few)) / (Double(many - few) * writesInMinute)
  }

  /// Lets ten rooms of ten people write for so many minutes: the work of the other process.
  static func run(_ habit: Habit, minutes: Int) {
    let acts = habit == .leave ? "post" : "{ post: 50%, remove: 50% }"
    let text = """
      weir: 1
      about: Rooms of ten people who write.
      settle: 10s
      network: { delay: { exponential: 40ms, at-least: 5ms } }
      clients: [ { name: people, count: 100, list: "rooms/{1..10}", pick: in-turn, newest: 50 } ]
      workload:
        - { name: write, clients: people, each: client, does: \(acts),
            every: { exponential: 2s }, for: \(minutes)min }
      """
    do throws(Problems) {
      var world = try World(Scenario(text: Array(text.utf8), named: "soak"), seed: 1)
      while world.advance(by: 100_000) {}
      consume(UInt64(minutes))
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }
}
