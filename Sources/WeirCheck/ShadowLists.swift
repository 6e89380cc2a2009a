import WeirCore
import WeirTrace
import WeirTree

/// The lists as the trace tells them: what each client shows, and what the server holds.
///
/// Checkers keep it from steps alone, so that a mistake of a client, a stream or a backend cannot
/// hide itself here.
struct ShadowLists: Sendable {
  /// A list of one client.
  struct Shown: Sendable {
    var list: UInt32 = Step.nowhere
    var window: UInt64 = 0
    var rows: [Row] = []
    var publishedAt = Instant.zero
    var isLoaded = false
  }

  /// By client.
  var shown: [Shown] = []
  /// By list: the stamp of each row at the server.
  var server: [SortedMap<Key, UInt64>] = []
  /// By list: when a row was last committed.
  var committedAt: [Instant] = []
  /// By list: the most rows that it ever had.
  var mostRows: [Int] = []
  /// By client: the list that it opened, even if it no longer shows it.
  private var homes: [UInt32] = []
  /// By list: who shows it.
  var viewers: [[UInt32]] = []

  mutating func open(_ step: Step) {
    while shown.count <= Int(step.client) {
      shown.append(Shown())
      homes.append(Step.nowhere)
    }
    grow(to: step.list)
    shown[Int(step.client)] = Shown(list: step.list, window: step.x)
    if homes[Int(step.client)] != step.list {
      homes[Int(step.client)] = step.list
      viewers[Int(step.list)].append(step.client)
    }
  }

  /// Who may not read a list owes nothing any more.
  mutating func cancel(_ step: Step) {
    shown[Int(step.client)].list = Step.nowhere
  }

  /// An app is no more, and with it what it showed.
  mutating func close(_ step: Step) {
    guard Int(step.client) < shown.count else { return }
    shown[Int(step.client)] = Shown()
  }

  /// Takes in a commit and returns the stamp that the row had before, 0 for none.
  mutating func commit(_ step: Step) -> UInt64 {
    grow(to: step.list)
    let list = Int(step.list)
    committedAt[list] = step.at
    if step.x == 0 { return server[list].remove(step.key) ?? 0 }
    let old = server[list].set(step.x, for: step.key) ?? 0
    mostRows[list] = max(mostRows[list], server[list].count)
    return old
  }

  mutating func publish(_ step: Step, _ rows: [Row]) {
    let client = Int(step.client)
    shown[client].rows = rows
    shown[client].publishedAt = step.at
    shown[client].isLoaded = true
  }

  private mutating func grow(to list: UInt32) {
    while server.count <= Int(list) {
      server.append(SortedMap())
      committedAt.append(.zero)
      mostRows.append(0)
      viewers.append([])
    }
  }
}
