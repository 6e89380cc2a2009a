// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization
import Testing
import WeirAsync
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

/// What a phone wants, and shows, when it is told things by hand.
struct AsyncStackTests {
  /// A phone that is told things by hand.
  private struct Rig {
    var stack: any ClientStack
    private var said: [String] = []
    var update = StackUpdate()

    init(_ list: @escaping @Sendable () async -> any AsyncList) {
      let screen = Screen(QueryBuilder(Path("rooms/lobby")).descending().limited(to: 3))
      stack = AsyncStack(StackContext(screen: screen, batching: .none), list)
    }

    mutating func open(at seconds: Int64 = 0) {
      tell { $0.open(at: Instant(nanoseconds: seconds * 1_000_000_000), into: &$1) }
    }

    mutating func close() { tell { $0.close(into: &$1) } }

    mutating func wake(at nanoseconds: Int64) {
      tell { $0.wake(at: Instant(nanoseconds: nanoseconds), into: &$1) }
    }

    /// Tells the stack something, and carries out what it wants as far as that can be done here.
    mutating func tell(_ body: (inout any ClientStack, inout [StackWish]) -> Void) {
      var wishes: [StackWish] = []
      body(&stack, &wishes)
      said += wishes.map { words(for: $0) }
    }

    /// What the stack wanted since the last time.
    mutating func take() -> [String] {
      defer { said = [] }
      return said
    }

    mutating func hear(
      _ kind: DataEvent.Kind, _ name: String, _ text: String, tag: UInt32 = 1, at seconds: Int64 = 1
    ) {
      let key = Key(name)
      let now = Instant(nanoseconds: seconds * 1_000_000_000)
      tell { $0.receive(DataEvent(kind, key, .text(text)), from: tag, at: now, into: &$1) }
      tell { $0.receive(DataEvent(.value, key, Node([])), from: tag, at: now, into: &$1) }
    }

    private mutating func words(for wish: StackWish) -> String {
      switch wish {
      case .listen(let tag, let path, _): return "listen \(tag) \(path)"
      case .unlisten(let tag): return "unlisten \(tag)"
      case .wake(let moment): return "wake \(moment)"
      case .write(let tag, _, _, _): return "write \(tag)"
      case .tell(let news): return "tell \(news)"
      case .failed(let words, _): return "failed: \(words)"
      case .publish:
        update = StackUpdate()
        stack.publish(into: &update)
        var rows: [[Row]] = []
        stack.rows(into: &rows)
        let keys = rows.joined().map { "\($0.key)" }.joined(separator: ",")
        return "show \(keys)\(update.isFirst ? " first" : "")"
      default: return "something else"
      }
    }
  }

  @Test func `a list listens, shows what it hears, and stops listening when it is closed`() {
    var rig = Rig { ChatController() }
    rig.open()
    #expect(rig.take() == ["listen 1 /rooms/lobby"])
    rig.hear(.added, "a", "one")
    #expect(rig.take() == ["show a first"])
    #expect(rig.update.news == [.loaded(nil)])
    rig.hear(.added, "b", "two")
    #expect(rig.take() == ["show b,a"])
    #expect(rig.update.changes.inserts.count == 1)
    rig.close()
    #expect(rig.take() == ["unlisten 1"])
    #expect(rig.stack.rowCount(in: 0) == 2)
  }

  @Test func `the same rows once more are not told, but for the first time in a life they are`() {
    var rig = Rig {
      ScriptedList { phone in
        for _ in 0..<3 { phone.show([]) }
        for _ in 0..<2 { phone.show([Row(key: Key("a"), stamp: 1)]) }
        phone.show([])
      }
    }
    rig.open()
    #expect(rig.take() == ["show  first", "show a", "show "])
    rig.close()
    rig.open(at: 1)
    #expect(rig.take().first == "show  first")
  }

  @Test func `a list lives twice, with a phone each, and the first one leads nowhere`() {
    let phones = Mutex<[Phone]>([])
    var rig = Rig {
      ScriptedList { phone in
        phones.withLock { $0.append(phone) }
        for try await batch in phone.listen() {
          phone.show(batch.map { Row(key: $0.key, stamp: $0.node.fingerprint) })
        }
      }
    }
    rig.open()
    rig.hear(.added, "a", "one")
    rig.close()
    #expect(rig.take() == ["listen 1 /rooms/lobby", "show a first", "unlisten 1"])
    rig.open(at: 5)
    phones.withLock { $0[0] }.show([])
    rig.hear(.added, "b", "two", tag: 1, at: 6)
    #expect(rig.take() == ["listen 2 /rooms/lobby"])
    rig.hear(.added, "c", "three", tag: 2, at: 7)
    #expect(rig.take() == ["show c first"])
    #expect(phones.withLock { $0.count } == 2)
  }

  @Test func `opening an open list changes nothing, and closing a closed one neither`() {
    var rig = Rig { ChatController() }
    rig.close()
    rig.open()
    rig.open()
    #expect(rig.take() == ["listen 1 /rooms/lobby"])
    rig.close()
    rig.close()
    #expect(rig.take() == ["unlisten 1"])
  }

  @Test func `a refusal ends the stream with its reason, is told, and opening begins anew`() {
    let reasons = Mutex<[Message.Refusal]>([])
    var rig = Rig {
      ScriptedList { phone in
        do {
          for try await _ in phone.listen() { phone.show([]) }
        } catch let error as ListenRefused {
          reasons.withLock { $0.append(error.refusal) }
        }
      }
    }
    rig.open()
    rig.tell { $0.lose(1, .forbidden, at: .zero, into: &$1) }
    #expect(
      rig.take() == [
        "listen 1 /rooms/lobby", "tell loaded(Optional(WeirTree.Message.Refusal.forbidden))",
      ])
    rig.open()
    #expect(rig.take() == ["listen 2 /rooms/lobby"])
    rig.hear(.added, "a", "one", tag: 2)
    rig.tell { $0.lose(2, .overloaded, at: Instant(nanoseconds: 9), into: &$1) }
    #expect(rig.take() == ["show  first", "tell lost(WeirTree.Message.Refusal.overloaded)"])
    #expect(reasons.withLock { $0 } == [.forbidden, .overloaded])
  }

  @Test func `a sleep is a wake, and what waits is not forgotten by others that come earlier`() {
    var rig = Rig {
      ScriptedList { phone in
        async let long: Void = Task.sleep(for: .seconds(10))
        try await Task.sleep(for: .seconds(3))
        phone.show([])
        try await long
        phone.show([Row(key: Key("z"), stamp: 1)])
      }
    }
    rig.open()
    #expect(rig.take() == ["wake 3s"])
    rig.wake(at: 1)
    #expect(rig.take() == [])
    rig.wake(at: 3_000_000_000)
    #expect(rig.take() == ["show  first", "wake 10s"])
    rig.wake(at: 10_000_000_000)
    #expect(rig.take() == ["show z"])
  }

  @Test func `a write brings its answer, or none when the list is closed before`() {
    let answers = Mutex<[Message.Answer?]>([])
    var rig = Rig {
      ScriptedList { phone in
        for key in [Key("a"), Key("b")] {
          let answer = await phone.write(
            .set(phone.screen.sources[0].path.appending(key), .text("x")))
          answers.withLock { $0.append(answer) }
        }
        let late = await phone.write(.set(phone.screen.sources[0].path, .text("x")))
        answers.withLock { $0.append(late) }
      }
    }
    rig.open()
    #expect(rig.take() == ["write 1"])
    rig.tell { $0.answer(.settled(tag: 1, .committed), at: .zero, into: &$1) }
    #expect(rig.take() == ["write 2"])
    rig.close()
    #expect(rig.take() == [])
    #expect(answers.withLock { $0 } == [.committed, nil, nil])
  }

  @Test func `a page is told with what came of it, and a page that fails, too`() {
    var rig = Rig {
      ScriptedList { phone in
        for try await _ in phone.listen() {}
      } page: { count, phone in
        if count == 1 { throw ListenRefused(.forbidden) }
        if count == 2 { throw CancellationError() }
        try await Task.sleep(for: .seconds(1))
        phone.show([Row(key: Key("p"), stamp: 1)])
        return LoadedPage(new: 1, hasMore: true)
      }
    }
    rig.open()
    _ = rig.take()
    for (call, rows) in [(7, 5), (8, 1), (9, 2)] as [(UInt32, Int)] {
      rig.tell { $0.perform(.loadPage(call: call, rows: rows), at: .zero, into: &$1) }
    }
    let told = rig.take()
    #expect(told.contains { $0.contains("pageFailed(call: 8") && $0.contains("forbidden") })
    #expect(told.contains { $0.contains("pageFailed(call: 9") && $0.contains("cancelled") })
    rig.wake(at: 1_000_000_000)
    #expect(rig.take() == ["show p first", "tell paged(call: 7, new: 1, hasMore: true)"])
  }

  @Test func `a page that is under way when the list is closed fails as cancelled, once`() {
    var rig = Rig {
      ScriptedList { _ in
      } page: { count, _ in
        try? await Task.sleep(for: .seconds(1))
        return LoadedPage(new: count, hasMore: false)
      }
    }
    rig.open()
    for call: UInt32 in 7...8 {
      rig.tell { $0.perform(.loadPage(call: call, rows: 5), at: .zero, into: &$1) }
    }
    #expect(rig.take() == ["wake 1s"])
    rig.close()
    #expect(
      rig.take() == [
        "tell pageFailed(call: 7, WeirClient.StackNews.PageError.cancelled)",
        "tell pageFailed(call: 8, WeirClient.StackNews.PageError.cancelled)",
      ])
    rig.open(at: 2)
    rig.wake(at: 3_000_000_000)
    #expect(rig.take() == [])
  }

  @Test func `of two listens that are taken away the first is told, in each life`() {
    var rig = Rig {
      ScriptedList { phone in
        async let other: Void = {
          for try await _ in phone.listen(to: Path("rooms/other")) { phone.show([]) }
        }()
        do { for try await _ in phone.listen() { phone.show([]) } } catch {}
        try await other
      }
    }
    rig.open()
    rig.hear(.added, "a", "one", tag: 1)
    _ = rig.take()
    for tag: UInt32 in 1...2 { rig.tell { $0.lose(tag, .forbidden, at: .zero, into: &$1) } }
    #expect(rig.take() == ["tell lost(WeirTree.Message.Refusal.forbidden)"])
    rig.open(at: 1)
    _ = rig.take()
    for tag: UInt32 in 3...4 { rig.tell { $0.lose(tag, .forbidden, at: .zero, into: &$1) } }
    #expect(rig.take() == ["tell loaded(Optional(WeirTree.Message.Refusal.forbidden))"])
  }

  @Test func `a list that nobody walks through any longer is unlistened`() {
    var rig = Rig {
      ScriptedList { phone in
        for try await _ in phone.listen() { break }
        for try await _ in phone.listen(to: Path("rooms/other")) {}
      }
    }
    rig.open()
    rig.hear(.added, "a", "one")
    let told = rig.take()
    #expect(told.first == "listen 1 /rooms/lobby")
    #expect(Set(told.dropFirst()) == ["unlisten 1", "listen 2 /rooms/other"])
  }

  @Test func `a list that starts a thread, or has no end, ends the run with the reason`() {
    var rig = Rig {
      ScriptedList { _ in usleep(1) }
    }
    rig.open()
    #expect(rig.take() == ["failed: it left virtual time: usleep was called"])
    rig.wake(at: 1)
    #expect(rig.take() == [])
    var endless = Rig {
      ScriptedList { _ in while !Task.isCancelled { await Task.yield() } }
    }
    endless.open()
    #expect(
      endless.take() == ["failed: it has no end: 1000000 jobs ran with time standing still"])
  }

  @Test func `an app that is killed ends its tasks`() {
    let isEnded = Mutex(false)
    do {
      var rig = Rig {
        ScriptedList { phone in
          do { try await Task.sleep(for: .seconds(100)) } catch {
            phone.show([])
            isEnded.withLock { $0 = true }
          }
        }
      }
      rig.open()
    }
    #expect(isEnded.withLock { $0 })
  }
}
