public import WeirCore

extension Backend {
  /// How a backend is built and what it allows.
  public struct Options: Sendable {
    /// The number of requests that are served at once; nil: any number.
    public var servers: Int?
    /// The time for which a request is served.
    public var service: QuantileTable
    /// The number of requests that may wait; nil: any number.
    public var queue: Int?
    /// A session that is silent for longer is over; nil: it never is.
    public var sessionTimeout: Interval?
    /// `true` if a writer is answered before its own listeners are told what it wrote.
    ///
    /// That is wrong, and clients must bear it: what they show may flicker.
    public var answersBeforeData = false
    /// The number of requests that a session may make in a while; nil: any number.
    public var pace: Pace?
    /// How much a session may write; nil: any amount.
    public var quota: Quota?
    /// How many copies of the tree serve listens; client *c* listens to copy *c* mod `replicas`.
    public var replicas = 1
    /// How far all copies but the first one are behind.
    public var lag = Interval.zero
    /// Who may read and write what; nil: everybody everything.
    public var permissions: Permissions?
    /// `true` if a ``Hardship`` may put the copies behind; half of the clients then listen to a copy even where
    /// `replicas` is 1.
    public var mayFallBehind = false
    /// The seed of what is drawn in a ``Hardship``.
    public var seed: UInt64 = 0
    /// How likely the backend misbehaves at each visit of an ``Antic`` that is live.
    public var mischief = Ratio.zero

    /// Makes options; without more words any number is served at once.
    public init(servers: Int? = nil, service: QuantileTable, queue: Int? = nil) {
      self.servers = servers
      self.service = service
      self.queue = queue
    }
  }

  /// How much a session may write before it is closed.
  public struct Quota: Hashable, Sendable {
    /// The bytes of keys and leaves that it may write.
    public var bytes: Int
    /// The time for which the client is to stay away then.
    public var wait: Interval

    /// Makes a quota.
    public init(bytes: Int, wait: Interval) {
      self.bytes = bytes
      self.wait = wait
    }
  }
}
