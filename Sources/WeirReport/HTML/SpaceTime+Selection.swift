// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree
import WeirScenario

extension SpaceTime {
  /// The part of the last steps that concerns the client whose promise broke.
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
    private let names: StepNames
    /// The journey on which to look for the cause, 0 for none.
    private let journey: UInt32
    private var journeys: Set<UInt32> = []
    private var authors: [UInt32: UInt32] = [:]
    private var others: [UInt32] = []

    init(_ failure: RunTimeline.Failure, _ names: StepNames) {
      self.names = names
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

    /// Chooses the journeys whose messages the client had to do with lately, and the clients that
    /// began them.
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
      let isOwn = names.surfaces.home(of: step.client) == client && client != Step.nobody
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
          add(step, order, .server, "commits " + StepTelling(step).shortKey)
        }
      case .crashed: add(step, order, .server, caption(step) ?? "")
      case .wrote, .touched, .skipped:
        if isOwn || isOfAuthor(step), let words = caption(step) {
          add(step, order, lane(of: step.client), words)
        }
      default:
        if isOwn, let words = caption(step) { add(step, order, subject, words) }
      }
    }

    private func caption(_ step: Step) -> String? {
      let caption = StepFormat.of(step.kind).caption(StepTelling(step, names))
      guard let surface = names.surfaces.name(of: step.client) else { return caption }
      return caption.map { "\(surface) \($0)" }
    }

    private mutating func add(_ step: Step, _ order: Int, _ lane: Lane, _ words: String) {
      let name = lane == .others && !words.isEmpty ? "\(step.client) " : ""
      events.append(
        Event(
          at: step.at, order: order, lane: lane, words: name + words,
          isOfJourney: isOfJourney(step)))
    }

    private func isOfJourney(_ step: Step) -> Bool { journey != 0 && step.journey == journey }
  }
}
