// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

/// A phone with a list of callbacks that is told things by hand.
struct CallbackRig {
  private var stack: CallbackStack?
  private var said: [String] = []
  /// The last publication.
  private(set) var update = StackUpdate()

  init(_ list: @Sendable (CallbackPhone) -> any CallbackList) {
    let screen = Screen(QueryBuilder(Path("rooms/lobby")).descending().limited(to: 3))
    stack = CallbackStack(
      StackContext(
        screen: screen, batching: .none, number: 4, group: "phones", run: StackRun(seed: 7),
        chance: RandomStream(seed: 7, "rig")), list)
  }

  /// The keys of the rows that are shown.
  var shown: [String] {
    guard let stack else { return [] }
    return (0..<stack.rowCount(in: 0)).map { "\(stack.row(at: Place(Int32($0))).key)" }
  }

  mutating func open(at seconds: Int64 = 0) { tell { $0.open(at: .after(seconds), into: &$1) } }
  mutating func close() { tell { $0.close(into: &$1) } }
  mutating func wake(at seconds: Int64) { tell { $0.wake(at: .after(seconds), into: &$1) } }

  /// The app is killed.
  mutating func kill() { stack = nil }

  mutating func lose(_ tag: UInt32, _ refusal: Message.Refusal, at seconds: Int64 = 9) {
    tell { $0.lose(tag, refusal, at: .after(seconds), into: &$1) }
  }

  mutating func settle(_ tag: UInt32, _ answer: Message.Answer, at seconds: Int64 = 9) {
    tell { $0.answer(.settled(tag: tag, answer), at: .after(seconds), into: &$1) }
  }

  mutating func loadPage(_ call: UInt32, of rows: Int) {
    tell { $0.perform(.loadPage(call: call, rows: rows), at: .after(9), into: &$1) }
  }

  /// Tells events, and that their batch is complete.
  mutating func hear(
    _ kind: DataEvent.Kind = .added, _ names: String..., tag: UInt32 = 1, at seconds: Int64 = 1
  ) {
    for name in names { hearEvent(kind, name, tag: tag, at: seconds) }
    hearEvent(.value, "-", tag: tag, at: seconds)
  }

  /// Tells one event.
  mutating func hearEvent(
    _ kind: DataEvent.Kind, _ name: String, tag: UInt32 = 1, at seconds: Int64 = 1
  ) {
    let event = DataEvent(kind, Key(name), .text("\(name) \(seconds)"))
    tell { $0.receive(event, from: tag, at: .after(seconds), into: &$1) }
  }

  /// The wishes of the list since the last time.
  mutating func take() -> [String] {
    defer { said = [] }
    return said
  }

  private mutating func tell(_ body: (inout CallbackStack, inout [StackWish]) -> Void) {
    guard var stack else { return }
    var wishes: [StackWish] = []
    body(&stack, &wishes)
    said += wishes.map { words(for: $0, &stack) }
    self.stack = stack
  }

  private mutating func words(for wish: StackWish, _ stack: inout CallbackStack) -> String {
    switch wish {
    case .listen(let tag, let path, let query):
      return "listen \(tag) \(path)\(query.showsEverything ? "" : " \(query.limit)")"
    case .unlisten(let tag): return "unlisten \(tag)"
    case .wake(let moment): return "wake \(moment)"
    case .write(let tag, let write, _, _): return "write \(tag) \(write.path)"
    case .tell(let news): return Self.words(for: news)
    case .publish:
      update = StackUpdate()
      stack.publish(into: &update)
      let keys = (0..<stack.rowCount(in: 0)).map { "\(stack.row(at: Place(Int32($0))).key)" }
      return
        (["show \(keys.joined(separator: ","))"] + (update.isFirst ? ["first"] : [])
        + update.news.map(Self.words)).joined(separator: " ")
    default: return "something else"
    }
  }

  private static func words(for news: StackNews) -> String {
    switch news {
    case .loaded(let refusal): "loaded\(refusal.map { " \($0)" } ?? "")"
    case .lost(let refusal): "lost \(refusal)"
    case .paged(let call, let new, let hasMore):
      "page \(call): \(new)\(hasMore ? " and more" : "")"
    case .pageFailed(let call, let error): "page \(call) failed: \(error)"
    }
  }
}

extension Instant {
  /// The moment so many seconds after the start.
  static func after(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }
}

/// A row that a test shows.
func row(_ name: String, _ stamp: UInt64 = 1) -> Row { Row(key: Key(name), stamp: stamp) }

/// The calls that a list of a test has heard, in order.
final class CallLog: Sendable {
  private let words = Mutex<[String]>([])

  func note(_ word: String) { words.withLock { $0.append(word) } }

  /// The notes since the last time.
  func take() -> [String] {
    words.withLock { words in
      defer { words = [] }
      return words
    }
  }
}

/// Things that a test keeps of what it gave to a phone, all on one thread.
final class Kept<Value>: @unchecked Sendable {
  var values: [Value] = []
}
