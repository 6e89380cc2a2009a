// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
package import WeirClient
package import WeirCore
package import WeirDiff
package import WeirRun
package import WeirTree

/// The stack of one phone whose list is written with `async` and `await`.
///
/// Each thing that it is told resumes what waits for it; then all that can run at that moment runs, and what the list asked
/// for meanwhile are the wishes.
package struct AsyncStack: ClientStack {
  private let app: App
  private var isLoaded = false
  private var shown: [Row] = []
  /// The events of a batch that is not complete.
  private var events: [DataEvent] = []
  private var workspace = DiffWorkspace()

  package init(_ context: StackContext, _ makeList: @escaping @Sendable () async -> any AsyncList) {
    app = App(context, makeList)
  }

  package mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    guard app.open(at: now, into: &wishes) else { return }
    isLoaded = false
    events = []
  }

  package mutating func close(into wishes: inout [StackWish]) {
    events = []
    app.close(into: &wishes)
  }

  package mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if event.kind != .value { return events.append(event) }
    let batch = events
    events.removeAll(keepingCapacity: true)
    app.tell(at: now, into: &wishes) { $0.hear(batch, from: tag) }
  }

  package mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    events = []
    let (isFirst, hasTold) = (!isLoaded, app.hasLost)
    isLoaded = true
    app.hasLost = true
    app.tell(at: now, into: &wishes) { phone in
      // Of several listens the first that goes is told.
      guard phone.lose(tag, refusal), !hasTold else { return }
      phone.tell(isFirst ? .loaded(refusal) : .lost(refusal))
    }
  }

  package mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    // Nothing else is asked for.
    guard case .settled(let tag, let answer) = answer else { return }
    app.tell(at: now, into: &wishes) { $0.settle(tag, answer) }
  }

  package mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    // No scenario lets people do anything else with it.
    guard case .loadPage(let call, let rows) = command else { return }
    app.loadPage(call, rows, at: now, into: &wishes)
  }

  package mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    app.tell(at: now, into: &wishes) { _ in }
  }

  package mutating func publish(into update: inout StackUpdate) {
    guard let next = app.takeEdition() else { return }
    diff(from: shown, to: next, into: &update.changes, workspace: &workspace)
    update.isFirst = !isLoaded
    if !isLoaded { update.news.append(.loaded(nil)) }
    isLoaded = true
    shown = next
  }

  package var sectionCount: Int { 1 }
  package func rowCount(in section: Int) -> Int { shown.count }
  package func row(at place: Place) -> Row { shown[Int(place.row)] }
}

extension AsyncStack {
  /// An app with its tasks, which goes on while copies of its stack are made.
  private final class App: @unchecked Sendable {
    // Touched by the thread alone that runs the world of phones.
    private let context: StackContext
    private let makeList: @Sendable () async -> any AsyncList
    private let world: TaskWorld
    private var list: Task<any AsyncList, Never>?
    private var phone: Phone?
    private var life: Task<Void, Never>?
    private var pages: [Task<Void, Never>] = []
    private var alarm: Instant?
    private var hasFailed = false
    var hasLost = false

    init(_ context: StackContext, _ makeList: @escaping @Sendable () async -> any AsyncList) {
      self.context = context
      self.makeList = makeList
      var chance = context.chance
      world = TaskWorld(seed: chance.next(), order: .shuffled)
    }

    /// An app that is killed is gone: what it still does leads nowhere.
    deinit {
      _ = world.perform(at: world.now) { endLife() }
    }

    /// Starts a life; `false`: one is under way, and lost nothing.
    func open(at now: Instant, into wishes: inout [StackWish]) -> Bool {
      if phone != nil {
        if !hasLost { return false }
        close(into: &wishes)
      }
      hasLost = false
      let phone = Phone(context.screen, firstTag: nextTag)
      self.phone = phone
      act(at: now, into: &wishes) {
        let list = list ?? Task { [makeList] in await makeList() }
        self.list = list
        life = Task {
          do {
            try await list.value.live(on: phone)
          } catch {
            // It says what it has to say by what it shows.
          }
        }
      }
      return true
    }

    private var nextTag: UInt32 = 1

    func close(into wishes: inout [StackWish]) {
      guard let phone else { return }
      act(at: world.now, into: &wishes) { endLife() }
      phone.takeWishes(into: &wishes)
      nextTag = phone.nextTag
      self.phone = nil
      life = nil
      pages = []
    }

    private func endLife() {
      phone?.end()
      life?.cancel()
      for page in pages { page.cancel() }
    }

    func tell(at now: Instant, into wishes: inout [StackWish], _ body: (Phone) -> Void) {
      act(at: now, into: &wishes) { if let phone { body(phone) } }
    }

    func loadPage(_ call: UInt32, _ rows: Int, at now: Instant, into wishes: inout [StackWish]) {
      tell(at: now, into: &wishes) { phone in
        guard let list else { return }
        phone.beginPage(call)
        pages.append(
          Task {
            do {
              let page = try await list.value.loadPage(of: rows, on: phone)
              phone.endPage(call, .paged(call: call, new: page.new, hasMore: page.hasMore))
            } catch let error as ListenRefused {
              phone.endPage(call, .pageFailed(call: call, .refused(error.refusal)))
            } catch {
              phone.endPage(call, .pageFailed(call: call, .cancelled))
            }
          })
      }
    }

    func takeEdition() -> [Row]? { phone?.takeEdition() }

    /// Does something at a moment, runs all that can run then, and says what the app wants.
    private func act(at now: Instant, into wishes: inout [StackWish], _ body: () -> Void) {
      if hasFailed { return }
      let hasEnd = world.perform(at: now, body)
      phone?.takeWishes(into: &wishes)
      if let name = world.wayOut {
        fail("it left virtual time: \(name) was called", .leftTime, into: &wishes)
      } else if !hasEnd {
        fail(
          "it has no end: \(TaskWorld.mostJobs) jobs ran with time standing still", .hasNoEnd,
          into: &wishes)
      }
      if let moment = world.nextMoment, moment != alarm {
        alarm = moment
        wishes.append(.wake(moment))
      }
    }

    private func fail(
      _ words: String, _ kind: AsyncNotes.Kind, into wishes: inout [StackWish]
    ) {
      hasFailed = true
      wishes.append(.failed(words, AsyncNotes.failed(kind)))
    }
  }
}
