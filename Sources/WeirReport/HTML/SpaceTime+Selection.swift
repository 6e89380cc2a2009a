import WeirCore
import WeirTrace
import WeirTree
import WeirScenario

extension SpaceTime {
  /// What of the last steps concerns the client whose promise broke.
  struct Selection {
    /// Something that happened in a lane.
    struct Event {
      var at: Instant
      var order: Int
      var lane: Lane
      var words: String
      var isOfJourney: Bool
    }

    /// A message that arrived.
    struct Message {
      var sentAt: Instant
      var at: Instant
      var order: Int
      var sender: Lane
      var receiver: Lane
      var isOfJourney: Bool
    }

    private(set) var lanes: [Lane] = []
    private(set) var events: [Event] = []
    private(set) var messages: [Message] = []
    /// The lane of the client.
    private(set) var subject = Lane.server
    private let client: UInt32
    /// The journey on which to look for the cause, 0 for none.
    private let journey: UInt32
    private var journeys: Set<UInt32> = []
    private var authors: [UInt32: UInt32] = [:]
    private var others: [UInt32] = []

    init(_ failure: Chronicle.Failure) {
      let steps = failure.steps
      journey = failure.journey
      if journey != 0 { journeys.insert(journey) }
      client =
        failure.client
        ?? steps.last { $0.at == failure.at && $0.client != Step.nobody }?.client
        ?? steps.last { $0.client != Step.nobody }?.client ?? Step.nobody
      if client != Step.nobody { subject = .client(client) }
      choose(steps)
      lanes = (others.count <= 2 ? others.map { .client($0) } : [.others]) + [.server]
      if client != Step.nobody { lanes.append(subject) }
      for (order, step) in steps.enumerated() { take(step, order) }
    }

    /// The journeys whose messages the client had to do with lately, and who began them.
    private mutating func choose(_ steps: [Step]) {
      var own = 0
      for step in steps.reversed() where step.client == client && step.journey != 0 {
        journeys.insert(step.journey)
        own += 1
        if own >= 64 { break }
      }
      for step in steps where step.kind == .meant || step.kind == .wrote {
        if journeys.contains(step.journey) { authors[step.journey] = step.client }
      }
      for step in steps where step.client != client && isOfAuthor(step) {
        if !others.contains(step.client) { others.append(step.client) }
      }
    }

    private func isOfAuthor(_ step: Step) -> Bool {
      step.client != Step.nobody && authors[step.journey] == step.client
    }

    private func lane(of number: UInt32) -> Lane {
      number == client ? subject : others.count <= 2 ? .client(number) : .others
    }

    private mutating func take(_ step: Step, _ order: Int) {
      let isOwn = step.client == client && client != Step.nobody
      switch step.kind {
      case .arrived:
        let toServer = step.y == 0
        guard isOwn || toServer && isOfAuthor(step) else { return }
        let end = lane(of: step.client)
        messages.append(
          Message(
            sentAt: Instant(nanoseconds: Int64(bitPattern: step.x)), at: step.at, order: order,
            sender: toServer ? end : .server, receiver: toServer ? .server : end,
            isOfJourney: isOfJourney(step)))
        // The row at which the arrow ends.
        add(step, order, toServer ? .server : end, "")
      case .committed:
        if journeys.contains(step.journey) {
          add(step, order, .server, "commits " + Self.short(step))
        }
      case .crashed: add(step, order, .server, step.x == 0 ? "goes down" : "is up")
      case .wrote, .touched, .skipped:
        if isOwn || isOfAuthor(step), let words = Self.words(step) {
          add(step, order, lane(of: step.client), words)
        }
      default:
        if isOwn, let words = Self.words(step) { add(step, order, subject, words) }
      }
    }

    private mutating func add(_ step: Step, _ order: Int, _ lane: Lane, _ words: String) {
      let name = lane == .others && !words.isEmpty ? "\(step.client) " : ""
      events.append(
        Event(
          at: step.at, order: order, lane: lane, words: name + words,
          isOfJourney: isOfJourney(step)))
    }

    private func isOfJourney(_ step: Step) -> Bool { journey != 0 && step.journey == journey }

    /// What a client did, in words that fit beside a lane; nil for what a picture need not show.
    private static func words(_ step: Step) -> String? {
      switch step.kind {
      case .wrote: (step.x == 0 ? "removes " : "writes ") + short(step)
      case .skipped: "has nothing to act on"
      case .heard: (step.x == 0 ? "loses " : "hears ") + short(step)
      case .published: "shows its list"
      case .faulted: "LV-\(step.x) crash"
      case .answered: step.x == 0 ? "has its answer" : "is refused"
      case .linked: step.x == 1 ? "is connected" : "is cut off"
      case .killed: "app is killed"
      case .opened: "opens its list"
      case .closed: "closes its list"
      case .lost: "says: lost"
      case .resent: "asks again"
      case .resynced: "asks anew"
      case .cancelled: "is forbidden"
      case .touched: "changes " + short(step)
      case .ended: step.x == 0 ? "transaction done" : "transaction fails"
      case .completed: "has all at first"
      case .loaded: "says: loaded"
      case .listened: "listens"
      case .unlistened: "listens no more"
      case .asked: "wants a page"
      case .paged: "has its page"
      case .pageFailed: "gets no page"
      case .jumped: "rows jump"
      case .operated: "operates"
      case .sent: step.x == .max ? "a message is lost" : nil
      default: nil
      }
    }

    /// The last letters of a key: push ids begin alike.
    private static func short(_ step: Step) -> String {
      let name = step.key.description
      return name.count <= 8 ? name : "…" + name.suffix(6)
    }
  }
}
