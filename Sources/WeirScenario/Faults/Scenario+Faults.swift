// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario {
  /// Something that goes wrong on purpose: what, when, and to whom.
  ///
  ///     { fault: loss, chance: 30%, direction: up, share: 50%, from: 10s, until: 40s }
  ///
  /// All faults are over when the last work is, so that the world can come to rest.
  package struct Fault: Hashable, Sendable {
    /// Its name, after which its chance is called; the kind's name unless the file gives one.
    package var name: String
    /// The thing that goes wrong, and how badly.
    package var effect: Effect
    /// The time at which it strikes.
    package var timing: Timing
    /// The way of a link that suffers; only faults of links look at it.
    package var direction: Direction
    /// An index into ``Scenario/clients``: whose clients may be hit; nil: all.
    package var group: Int?
    /// The share of them that is hit each time, rounded up.
    package var share: Ratio

    /// Makes a fault; what is left out is as a scenario leaves it out.
    package init(
      name: String, _ effect: Effect, _ timing: Timing, direction: Direction = .both,
      group: Int? = nil, share: Ratio = .one
    ) {
      self.name = name
      self.effect = effect
      self.timing = timing
      self.direction = direction
      self.group = group
      self.share = share
    }

    /// The kind of fault, by its word.
    package var kind: Kind { effect.kind }
  }
}

extension Scenario.Fault {
  /// A way of a link.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    /// To the backend and back.
    case both
    /// To the backend.
    case up
    /// To the client.
    case down
  }

  /// The time at which a fault strikes, and how long it lasts.
  package enum Timing: Hashable, Sendable {
    /// Once.
    case once(at: Interval, lasts: Distribution)
    /// Again and again; the first distribution is from the end of one to the start of the next.
    ///
    /// Without `until` it goes on until the work is over.
    case again(every: Distribution, lasts: Distribution, from: Interval, until: Interval?)
    /// All the time from one moment to another one, or until the work is over.
    case span(from: Interval, until: Interval?)
  }

  /// The part of the world that suffers.
  package enum Family: Hashable, Sendable {
    /// The links of clients.
    case links
    /// The clients themselves.
    case clients
    /// The backend, and so everybody.
    case server
    /// The ways of clients to the service at which they keep files.
    case files
  }

  /// The kinds of faults, by the words of the format.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Messages are under way longer.
    case slowLink = "slow-link"
    /// Transmissions are lost.
    case loss
    /// Datagrams arrive twice.
    case duplicate
    /// Datagrams are held back, so that later ones overtake them.
    case reorder
    /// Messages wait in the middle of the link, and then all arrive at once.
    case clog
    /// Nothing gets through: a stream sends it when the fault is over, a datagram is lost.
    case partition
    /// Connections break, and clients connect anew.
    case disconnect
    /// The app is in the background: it hears nothing and does nothing, and then catches up.
    case background
    /// The app is killed, and started again.
    case kill
    /// The client's clock goes wrong.
    case clock
    /// The client loses what it has cached.
    case cacheLoss = "cache-loss"
    /// The data that the client has cached or saved is damaged.
    case cacheCorruption = "cache-corruption"
    /// The server goes down: what was committed stays, all else is lost.
    case crash
    /// The server takes longer.
    case slowServer = "slow-server"
    /// The server turns requests away.
    case overload
    /// The server takes only so many requests of a session.
    case throttle
    /// The server takes only so much of a session.
    case quota
    /// A list may not be read for a while.
    case revoke
    /// The server refuses writes.
    case reject
    /// The copies from which clients read are behind.
    case staleReplica = "stale-replica"
    /// Writers hear later that their writes are done.
    case lateAnswers = "late-answers"
    /// Writers do not hear that their writes are done.
    case lostAnswers = "lost-answers"
    /// Writers hear that their writes are done before they hear the data.
    case earlyAnswers = "early-answers"
    /// Files move slowly.
    case slowFiles = "slow-files"
    /// No file moves.
    case stalledFiles = "stalled-files"
    /// Transfers of files break off in the middle.
    case cutFiles = "cut-files"

    /// The part of the world that suffers.
    package var family: Family {
      switch self {
      case .slowLink, .loss, .duplicate, .reorder, .clog, .partition, .disconnect: .links
      case .background, .kill, .clock, .cacheLoss, .cacheCorruption: .clients
      case .slowFiles, .stalledFiles, .cutFiles: .files
      default: .server
      }
    }

    /// `true` if every promise of a correct client holds under it.
    ///
    /// A client that hears that a write is done before the data is there shows the data of before for a while; no
    /// client can mend that. A swarm that names no kinds leaves these out.
    package var isBearable: Bool { self != .staleReplica && self != .earlyAnswers }

    /// `true` if it happens at a moment, and has no length.
    package var isMomentary: Bool {
      switch self {
      case .disconnect, .cacheLoss, .cacheCorruption: true
      default: false
      }
    }
  }

  /// The thing that goes wrong, and how badly.
  package enum Effect: Hashable, Sendable {
    /// Delays are multiplied, and something is added to each.
    case slowLink(Scenario.Factor, delay: Distribution)
    /// A transmission is lost with this chance, beside what the link loses anyway.
    case loss(Ratio)
    /// A datagram arrives twice with this chance.
    case duplicate(Ratio)
    /// A datagram is held back with this chance, for so long.
    case reorder(Ratio, by: Distribution)
    /// Messages wait for the end of the fault.
    case clog
    /// Nothing gets through.
    case partition
    /// Connections break.
    case disconnect
    /// The app is in the background.
    case background
    /// The app is killed; whether its unanswered writes survive, or nil: as the group says.
    case kill(isPersistent: Bool?)
    /// The clock is so far ahead, or behind where that is negative.
    case clock(ahead: Interval)
    /// The clock gains this share of the time that passes.
    case drift(Ratio)
    /// The cache is gone.
    case cacheLoss
    /// The cache is damaged.
    case cacheCorruption
    /// The server is down.
    case crash
    /// The server takes so many times as long.
    case slowServer(Scenario.Factor)
    /// A request is turned away with this chance.
    case overload(Ratio)
    /// A session may make so many requests.
    case throttle(Scenario.Rate)
    /// A session may make so many writes, and write so many bytes, while the fault lasts.
    case quota(writes: Int?, bytes: Int?)
    /// This list may not be read.
    case revoke(String)
    /// A write is refused with this chance.
    case reject(Ratio)
    /// The copies are so far behind.
    case staleReplica(Interval)
    /// An answer comes later with this chance, by so much.
    case lateAnswers(Ratio, by: Distribution)
    /// An answer is lost with this chance.
    case lostAnswers(Ratio)
    /// Answers come before the data.
    case earlyAnswers
    /// All that is asked of the service for files takes so many times as long.
    case slowFiles(Scenario.Factor)
    /// No file moves.
    case stalledFiles
    /// A transfer that begins breaks off in the middle with this chance.
    case cutFiles(Ratio)

    /// The kind of fault, by its word.
    package var kind: Kind {
      switch self {
      case .slowLink: .slowLink
      case .loss: .loss
      case .duplicate: .duplicate
      case .reorder: .reorder
      case .clog: .clog
      case .partition: .partition
      case .disconnect: .disconnect
      case .background: .background
      case .kill: .kill
      case .clock, .drift: .clock
      case .cacheLoss: .cacheLoss
      case .cacheCorruption: .cacheCorruption
      case .crash: .crash
      case .slowServer: .slowServer
      case .overload: .overload
      case .throttle: .throttle
      case .quota: .quota
      case .revoke: .revoke
      case .reject: .reject
      case .staleReplica: .staleReplica
      case .lateAnswers: .lateAnswers
      case .lostAnswers: .lostAnswers
      case .earlyAnswers: .earlyAnswers
      case .slowFiles: .slowFiles
      case .stalledFiles: .stalledFiles
      case .cutFiles: .cutFiles
      }
    }
  }
}

extension Scenario {
  /// A number of times as long as something takes, exact to a thousandth.
  package struct Factor: Hashable, Sendable {
    /// Thousandths.
    package var thousandths: Int64
    /// Makes a factor.
    package init(thousandths: Int64) { self.thousandths = thousandths }
    /// As long as ever.
    package static let one = Factor(thousandths: 1_000)
  }

  /// Faults that each seed draws for itself.
  package struct Swarm: Hashable, Sendable {
    /// The kinds that may be drawn.
    package var kinds: [Fault.Kind]
    /// The number of faults that are drawn at most.
    package var most: Int

    /// Makes a swarm.
    package init(kinds: [Fault.Kind], most: Int = 6) {
      self.kinds = kinds
      self.most = most
    }
  }

  /// The order in which messages are delivered that arrive at one instant.
  package enum Schedule: Hashable, Sendable {
    /// As they were sent.
    case inOrder
    /// By random priorities of the clients, which change so many times in a run.
    case priorities(changes: Int)
  }
}
