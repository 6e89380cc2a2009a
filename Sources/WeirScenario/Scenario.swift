public import WeirCore
public import WeirRules
public import WeirTree

/// What a scenario file says, checked: every number has a unit, every reference a target.
///
/// A scenario is a plain value. It knows of no file, clock or random number; WeirRun makes
/// a world of it.
public struct Scenario: Hashable, Sendable {
  /// The file's name without folder and ending, or `stdin`.
  public var name: String
  /// One sentence for the person who reads the report.
  public var about: String
  /// The seed that is used when the command line gives none.
  public var seed: UInt64
  /// What starts before this moment is not measured.
  public var warmUp: Interval
  /// How long after the last work the world may take to come to rest.
  public var settle: Interval
  /// `true` if the oracle runs beside every client.
  public var hasOracle: Bool
  /// The backend.
  public var server: Server
  /// The links, by name; the first is what `network:` says.
  public var networks: [Network]
  /// The kinds of things that apps create, change and destroy.
  public var resources: [Resource] = []
  /// Who takes part.
  public var clients: [ClientGroup]
  /// What they do, and when.
  public var workload: [Work]
  /// What goes wrong on purpose, as it was written.
  public var faults: [Fault] = []
  /// What each seed draws beside that.
  public var swarm: Swarm?
  /// How messages that arrive at one instant are put in order.
  public var schedule: Schedule = .inOrder
  /// How likely a machine does at a point what it may do, but seldom does.
  public var buggify: Ratio = .zero
  /// What must be true at the end.
  public var expectations: [Expectation]
  /// What a gate allows; it is no part of the fingerprint.
  public var gate = Gate()
  /// A fingerprint of everything above but the name, as it was understood.
  ///
  /// Comments, order of keys, formatting and defaults that were written out do not change it.
  public var fingerprint: UInt64
  /// Where all of this came from.
  public var provenance: Provenance

  /// Makes a scenario from parts that are known to be sound; `Scenario(text:named:)` checks them.
  public init(
    name: String, about: String, seed: UInt64 = 1, warmUp: Interval = .zero,
    settle: Interval = .seconds(30), hasOracle: Bool = false, server: Server = Server(),
    networks: [Network] = [Network(name: "default")], clients: [ClientGroup], workload: [Work],
    expectations: [Expectation] = [], fingerprint: UInt64 = 0, provenance: Provenance = Provenance()
  ) {
    self.name = name
    self.about = about
    self.seed = seed
    self.warmUp = warmUp
    self.settle = settle
    self.hasOracle = hasOracle
    self.server = server
    self.networks = networks
    self.clients = clients
    self.workload = workload
    self.expectations = expectations
    self.fingerprint = fingerprint
    self.provenance = provenance
  }

  /// The backend: what it holds and how much it can do at once.
  public struct Server: Hashable, Sendable {
    /// The tree at the start.
    public var tree: Node
    /// The number of requests that are served at once; nil: any number.
    public var servers: Int?
    /// How long one request takes a server.
    public var service: Distribution
    /// The number of requests that may wait before new ones are answered with *overloaded*; nil: any number.
    public var queue: Int?
    /// What a writer hears first.
    public var answers: Answers
    /// The time for which a client may be silent before its session ends.
    public var sessionTimeout: Interval
    /// When the server is down.
    public var crashes: [Crash]
    /// Who may read and write what; nil: everybody everything.
    public var rules: Rules?
    /// Rules that come into force later.
    public var laterRules: [LaterRules]
    /// The number of requests that a session may make; nil: any number.
    public var pace: Rate?
    /// How many copies of the tree clients read from.
    public var replicas: Int
    /// How far all copies but the first one are behind.
    public var lag: Interval
    /// What is wrong with the server on purpose; nil: nothing.
    public var mutant: String?

    /// Rules that come into force in the middle of a run.
    public struct LaterRules: Hashable, Sendable {
      /// When.
      public var at: Interval
      /// Who may read and write what from then on.
      public var rules: Rules

      /// Makes rules for later.
      public init(at: Interval, rules: Rules) {
        self.at = at
        self.rules = rules
      }
    }

    /// What a writer hears first.
    public enum Answers: String, Hashable, Sendable, CaseIterable {
      /// The data that its write changed, then the answer: the right order.
      case afterData = "after-data"
      /// The answer, then the data.
      case beforeData = "before-data"
    }

    /// A time in which the server is down.
    public struct Crash: Hashable, Sendable {
      /// When it goes down.
      public var at: Interval
      /// How long it is down.
      public var lasts: Interval

      /// Makes a crash.
      public init(at: Interval, lasts: Interval) {
        self.at = at
        self.lasts = lasts
      }
    }

    /// Makes a backend.
    public init(
      tree: Node = .null, servers: Int? = nil, service: Distribution = .constant(.zero),
      queue: Int? = nil, answers: Answers = .afterData, sessionTimeout: Interval = .seconds(60),
      crashes: [Crash] = [], rules: Rules? = nil, laterRules: [LaterRules] = [],
      pace: Rate? = nil, replicas: Int = 1, lag: Interval = .zero
    ) {
      self.tree = tree
      self.servers = servers
      self.service = service
      self.queue = queue
      self.answers = answers
      self.sessionTimeout = sessionTimeout
      self.crashes = crashes
      self.rules = rules
      self.laterRules = laterRules
      self.pace = pace
      self.replicas = replicas
      self.lag = lag
    }
  }

  /// One kind of link between a client and the backend.
  ///
  /// Each direction draws on its own.
  public struct Network: Hashable, Sendable {
    /// What a link promises.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
      /// Reliable and ordered: loss shows as delay, and nothing overtakes.
      case stream
      /// Messages that may be lost, doubled or overtaken.
      case datagram

      /// The time for which a healthy client may be silent on it.
      public var silence: Interval { self == .stream ? .seconds(45) : .seconds(1) }
    }
    /// Its name; `default` for the top-level `network:`.
    public var name: String
    /// What it promises.
    public var transport: Transport
    /// One-way delay of a message.
    public var delay: Distribution
    /// The time for which the path of a stream keeps the delay that it has; zero: every message draws its own.
    public var steady: Interval
    /// How likely a transmission is lost.
    public var loss: Ratio
    /// The time for which a stream waits before it sends a lost message again (it doubles each time).
    public var retransmit: Interval
    /// How likely a datagram arrives twice.
    public var duplicate: Ratio
    /// How likely a datagram is held back so that later ones overtake it.
    public var reorder: Ratio
    /// The time for which a datagram is held back then.
    public var reorderBy: Distribution
    /// When the link is down.
    public var outage: Outage?

    /// Makes a kind of link; what is left out is as a scenario leaves it out.
    public init(
      name: String, transport: Transport = .stream, delay: Distribution = .constant(.zero),
      steady: Interval = .seconds(1), loss: Ratio = .zero,
      retransmit: Interval = .milliseconds(200), duplicate: Ratio = .zero,
      reorder: Ratio = .zero, reorderBy: Distribution = .constant(.milliseconds(50)),
      outage: Outage? = nil
    ) {
      self.name = name
      self.transport = transport
      self.delay = delay
      self.steady = steady
      self.loss = loss
      self.retransmit = retransmit
      self.duplicate = duplicate
      self.reorder = reorder
      self.reorderBy = reorderBy
      self.outage = outage
    }
  }

  /// When a link goes down, and for how long.
  ///
  /// A stream holds what is sent meanwhile, a datagram is lost.
  public struct Outage: Hashable, Sendable {
    /// From the end of one outage to the start of the next.
    public var every: Distribution
    /// How long it lasts.
    public var lasts: Distribution

    /// Makes a habit of going down.
    public init(
      every: Distribution, lasts: Distribution
    ) {
      self.every = every
      self.lasts = lasts
    }
  }

  /// Clients of one kind.
  public struct ClientGroup: Hashable, Sendable {
    /// The stack that clients run: a family, what its options say, and what is wrong with it on purpose.
    ///
    /// Which families there are, the table says with which a scenario is read.
    public struct Stack: Hashable, Sendable {
      /// An option of a family that was given, or that counts because it was not.
      public struct Option: Hashable, Sendable {
        /// The name of its key.
        public var name: String
        /// Its value in canonical words.
        public var words: String

        /// Makes an option.
        public init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }
      }

      /// The name of the family; nil: the family that ``mutant`` belongs to.
      public var family: String?
      /// The options of the family, in the order of its keys.
      public var options: [Option]
      /// The name of what is wrong on purpose; nil: nothing.
      public var mutant: String?

      /// Makes a choice.
      public init(family: String?, options: [Option] = [], mutant: String? = nil) {
        self.family = family
        self.options = options
        self.mutant = mutant
      }

      /// List streams, after StreamBaseKit.
      public static let streams = Stack(family: "streams")

      /// A stack that is wrong on purpose, by the name of what is wrong.
      public static func mutant(_ name: String) -> Stack { Stack(family: nil, mutant: name) }
    }
    /// Which end of the list a window shows.
    public enum Window: Hashable, Sendable {
      /// The whole list.
      case all
      /// The last so many of the order, the last one first.
      case newest(Int)
      /// The first so many of the order.
      case oldest(Int)
    }
    /// Its name, for workloads and reports.
    public var name: String
    /// How many.
    public var count: Int
    /// What they run.
    public var stack: Stack
    /// The paths of the lists that they may open, `/`-separated.
    public var lists: [String]
    /// Which of ``lists`` each client opens.
    public var pick: Popularity
    /// What part of the list they show.
    public var window: Window
    /// The time for which nothing must have come before a stream publishes what it gathered.
    public var batchWait: Interval
    /// How long after the first change a stream publishes at the latest.
    public var batchAtMost: Interval
    /// An index into ``Scenario/networks``.
    public var network: Int
    /// Who they are to the rules; `{n}` stands for the number in the group.
    public var auth: String?
    /// How far their clocks are ahead of the server's.
    public var clockAhead: Interval
    /// The lists in which each keeps a row while it is connected.
    public var presence: [String]
    /// `true` if unanswered writes survive when the app is killed.
    public var isPersistent: Bool
    /// In what the views of the clients are like those of an official client: the name of a quirk, `all` or `none`.
    public var quirks: String
    /// What their lists show of the server's data, beside ``window``.
    public var look: Look
    /// The things that their screens know; empty: their apps keep no resources.
    public var context: [Surrounding] = []
    /// Over how long they open their apps, one after the other at even distances.
    public var arrive = Interval.zero

    /// Makes a group.
    public init(
      name: String = "clients", count: Int = 1, stack: Stack = .streams, lists: [String],
      pick: Popularity = .inTurn, window: Window = .all, batchWait: Interval = .milliseconds(100),
      batchAtMost: Interval = .milliseconds(500), network: Int = 0, auth: String? = nil,
      clockAhead: Interval = .zero, presence: [String] = [], isPersistent: Bool = false,
      quirks: String = "none"
    ) {
      // A window that shows the end of the order starts with it.
      if case .newest = window { look = Look(isDescending: true) } else { look = Look() }
      self.name = name
      self.count = count
      self.stack = stack
      self.lists = lists
      self.pick = pick
      self.window = window
      self.batchWait = batchWait
      self.batchAtMost = batchAtMost
      self.network = network
      self.auth = auth
      self.clockAhead = clockAhead
      self.presence = presence
      self.isPersistent = isPersistent
      self.quirks = quirks
    }
  }

  /// How choices spread over places 1, 2, 3 ….
  public enum Popularity: Hashable, Sendable {
    /// All alike.
    case uniform
    /// The nth place is chosen in proportion to 1/nˢ.
    case zipf(Double)
    /// One after the other.
    case inTurn
  }

  /// What simulated people do, and when.
  public struct Work: Hashable, Sendable {
    /// An action and its share.
    public struct Share: Hashable, Sendable {
      /// What is done.
      public var action: Action
      /// How often, against the sum of all shares.
      public var weight: Ratio

      /// Makes a share.
      public init(
        action: Action, weight: Ratio
      ) {
        self.action = action
        self.weight = weight
      }
    }
    /// What sets the pace.
    public enum Pace: Hashable, Sendable {
      /// Each client acts again and again, at random distances, whether or not it was answered.
      case every(Distribution)
      /// Each client acts, waits for the answer, thinks, and acts again (a closed loop).
      case think(Distribution)
      /// People arrive as they please (an open system), and a client is chosen for each.
      case arrivals(Arrivals)
    }
    /// Its name in reports; the action's name unless the file gives one.
    public var name: String
    /// An index into ``Scenario/clients``.
    public var group: Int
    /// What is done, by share; the shares add up to one.
    public var does: [Share]
    /// When.
    public var pace: Pace
    /// Which client of the group acts, for arrivals.
    public var who: Popularity
    /// When it starts.
    public var from: Interval
    /// How long it goes on.
    public var lasts: Interval
    /// How long who leaves, closes the list or is killed stays away.
    public var away: Distribution
    /// The number of rows that more a page loads.
    public var page: Int
    /// The field that is assigned to: names with `/` between them.
    public var field: String
    /// What is assigned, one of these at random; none: a random number below 100.
    public var values: [Node]
    /// The kind of what is created, updated, destroyed or toggled.
    public var kind: String?
    /// How many of these the app's own hook forbids.
    public var veto: Ratio = .zero

    /// Makes a piece of work.
    public init(
      name: String, group: Int = 0, does: [Share], pace: Pace, who: Popularity = .uniform,
      from: Interval = .zero, lasts: Interval, away: Distribution = .constant(.seconds(5)),
      page: Int = 20, field: String = "score", values: [Node] = []
    ) {
      self.name = name
      self.group = group
      self.does = does
      self.pace = pace
      self.who = who
      self.from = from
      self.lasts = lasts
      self.away = away
      self.page = page
      self.field = field
      self.values = values
    }
  }

  /// A number of things in a second, exact to a millionth.
  public struct Rate: Hashable, Sendable {
    /// Millionths of a thing in a second.
    public var millionths: Int64
    /// Makes a rate.
    public init(millionths: Int64) { self.millionths = millionths }
  }

  /// When people arrive.
  public enum Arrivals: Hashable, Sendable {
    /// At even distances.
    case constant(Rate)
    /// At random, with a rate (a Poisson process).
    case poisson(Rate)
    /// At random, with a rate that changes stage by stage.
    case stages(from: Rate, [Stage])
    /// So many at one instant, again and again.
    case bursts(of: Int, every: Distribution)
  }

  /// A piece of a load curve.
  public struct Stage: Hashable, Sendable {
    /// The rate at its end.
    public var rate: Rate
    /// How long it is.
    public var lasts: Interval
    /// `true` if the rate slides from the last stage's to this one, or jumps there at once and holds.
    public var slides: Bool

    /// Makes a stage.
    public init(
      rate: Rate, lasts: Interval, slides: Bool
    ) {
      self.rate = rate
      self.lasts = lasts
      self.slides = slides
    }
  }

  /// What must be true at the end of a run.
  public struct Expectation: Hashable, Sendable {
    /// What is looked at.
    public enum Subject: Hashable, Sendable {
      /// A checker must hold.
      case checker(String)
      /// A checker must find its promise broken: what it watches is wrong on purpose.
      case broken(String)
      /// Views must equal the server's data again within a time after the last write.
      case convergeWithin(Interval)
      /// A statistic of a metric must satisfy a comparison.
      case metric(String, Metric.Statistic, Comparison)
    }
    /// What is looked at.
    public var subject: Subject
    /// The place where it was written.
    public var mark: Mark

    /// Makes an expectation.
    public init(
      subject: Subject, mark: Mark
    ) {
      self.subject = subject
      self.mark = mark
    }
  }

  /// What a number is held against.
  ///
  /// Times are in nanoseconds, ratios are plain numbers.
  public enum Comparison: Hashable, Sendable {
    /// Strictly smaller.
    case under(Double)
    /// Not larger.
    case atMost(Double)
    /// Strictly larger.
    case over(Double)
    /// Not smaller.
    case atLeast(Double)
    /// Not outside.
    case between(Double, Double)
    /// Inside the 95 % interval of the mean.
    case near(Double)
  }
}
