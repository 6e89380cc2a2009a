// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario {
  /// One kind of link between a client and the backend.
  ///
  /// Each direction draws on its own.
  package struct Network: Hashable, Sendable {
    /// The promise of a link.
    package enum Transport: String, Hashable, Sendable, CaseIterable {
      /// Reliable and ordered: loss shows as delay, and nothing overtakes.
      case stream
      /// Messages that may be lost, doubled or overtaken.
      case datagram

      /// The time for which a healthy client may be silent on it.
      package var silence: Interval { self == .stream ? .seconds(45) : .seconds(1) }
    }
    /// Its name; `default` for the top-level `network:`.
    package var name: String
    /// The promise of the link.
    package var transport: Transport
    /// One-way delay of a message.
    package var delay: Distribution
    /// The time for which the path of a stream keeps the delay that it has; zero: every message draws its own.
    package var steady = Interval.seconds(1)
    /// The chance that a transmission is lost.
    package var loss: Ratio
    /// The time for which a stream waits before it sends a lost message again (it doubles each time).
    package var retransmit: Interval
    /// The chance that a datagram arrives twice.
    package var duplicate = Ratio.zero
    /// The chance that a datagram is held back so that later ones overtake it.
    package var reorder = Ratio.zero
    /// The time for which a datagram is held back then.
    package var reorderBy = Distribution.constant(.milliseconds(50))
    /// The times at which the link is down.
    package var outage: Outage?

    /// Makes a kind of link; what is left out is as a scenario leaves it out.
    package init(
      name: String, transport: Transport = .stream, delay: Distribution = .constant(.zero),
      loss: Ratio = .zero, retransmit: Interval = .milliseconds(200)
    ) {
      self.name = name
      self.transport = transport
      self.delay = delay
      self.loss = loss
      self.retransmit = retransmit
    }
  }

  /// The times at which a link goes down, and for how long.
  ///
  /// A stream holds what is sent meanwhile, a datagram is lost.
  package struct Outage: Hashable, Sendable {
    /// From the end of one outage to the start of the next.
    package var every: Distribution
    /// Its length.
    package var lasts: Distribution

    /// Makes a habit of going down.
    package init(every: Distribution, lasts: Distribution) {
      self.every = every
      self.lasts = lasts
    }
  }
}

extension Scenario.Network: KeyedSection {
  static let section = SectionHead(
    .network, "network",
    "A link between a client and the backend; each direction draws on its own.")

  static let unread = Self(name: "default")

  static let keys: [FormatKey] = [
    FormatKey(
      "delay", \.delay, .distribution,
      "How long a message is under way, in one direction: half of a round trip.",
      example: "{ exponential: 40ms, at-least: 5ms }"
    ).unless("round-trip"),
    FormatKey(
      "round-trip", optional: \.roundTrip, .distribution,
      "The delay there and back, instead of delay; each direction draws on its own and takes half.",
      example: "80ms"),
    FormatKey(
      "steady", \.steady, .duration,
      "How long the path of a stream keeps a delay before it draws another one; with 0s every message draws its own, and waits for all that were sent before it.",
      example: "0s"),
    FormatKey(
      "transport", \.transport, .word,
      "What the link promises: a stream is reliable and ordered, datagrams are neither.",
      example: "datagram"),
    FormatKey("loss", \.loss, .share, "How likely a transmission is lost.", example: "1%"),
    FormatKey(
      "retransmit", \.retransmit, .positiveDuration,
      "How long a stream waits before it sends a lost message again; it doubles each time.",
      example: "300ms"),
    FormatKey(
      "duplicate", \.duplicate, .share, "How likely a datagram arrives twice.", example: "0.5%"),
    FormatKey(
      "reorder", \.reorder, .share,
      "How likely a datagram is held back so that later ones overtake it.", example: "2%"),
    FormatKey(
      "reorder-by", \.reorderBy, .distribution, "How long a datagram is held back then.",
      example: "{ uniform: [10ms, 80ms] }"),
    FormatKey(
      "outage", optional: \.outage, .section,
      "When the link is down: a stream holds what is sent meanwhile, a datagram is lost.",
      example: "{ every: { exponential: 45s }, for: 3s }"),
  ]

  /// The delay there and back, from which the one of each direction follows.
  private var roundTrip: Distribution? {
    get { nil }
    set { if let newValue { delay = newValue.halved } }
  }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    if fields.has("delay"), fields.has("round-trip") {
      _ = decoder.one(of: ["delay", "round-trip"], in: fields)
    }
    if transport == .stream {
      hides("duplicate", duplicate, "a stream hides duplicates", fields, &decoder)
      hides("reorder", reorder, "a stream keeps the order", fields, &decoder)
    } else if let entry = fields.entry("steady") {
      decoder.complain(
        entry.keyMark, "'steady' on datagrams",
        "every datagram draws its own delay; leave it out, or use transport: stream")
    }
    if transport == .stream, loss == .one {
      decoder.complain(
        fields.entry("loss")?.value.mark, "a stream that loses everything never delivers",
        "write less than 100%, or use transport: datagram")
    }
    decoder.networks.append(self)
  }

  private func hides(
    _ key: String, _ share: Ratio, _ reason: String, _ fields: Decoder.Fields,
    _ decoder: inout Decoder
  ) {
    guard let entry = fields.entry(key), !share.isZero else { return }
    decoder.complain(
      entry.keyMark, "'\(key)' on a stream", "\(reason); use transport: datagram")
  }
}

extension Scenario.Outage: KeyedSection {
  static let section = SectionHead(
    .outage, "network.outage", "When a link goes down, and for how long.")

  static let unread = Self(every: .constant(.zero), lasts: .constant(.zero))

  static let keys: [FormatKey] = [
    FormatKey(
      "every", required: \.every, .positiveDistribution,
      "From the end of one outage to the start of the next.", example: "{ exponential: 45s }"),
    FormatKey(
      "for", required: \.lasts, .distribution, "How long an outage lasts.",
      example: "{ uniform: [1s, 8s] }"),
  ]
}
