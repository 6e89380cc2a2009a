public import WeirTree

extension Scenario {
  /// A kind of thing that apps create, change and destroy, and what is counted of it.
  public struct Resource: Hashable, Sendable {
    /// What it is called; a context names a thing of it by the same word.
    public var kind: String
    /// The place where its things lie, as a path with gaps: `/rooms/$room/messages/@`.
    public var template: String
    /// The numbers that say how many there are.
    public var counters: [Counter]

    /// Makes a kind.
    public init(kind: String, template: String, counters: [Counter] = []) {
      self.kind = kind
      self.template = template
      self.counters = counters
    }

    /// A number beside another thing that says how many things of the kind belong to it.
    public struct Counter: Hashable, Sendable {
      /// What the number is called below its owner.
      public var name: String
      /// The kind of the owner.
      public var owner: String
      /// How it is kept right.
      public var means: CounterUpdate
      /// Which things count.
      public var filter: Filter

      /// Makes a counter.
      public init(
        name: String, owner: String, means: CounterUpdate = .increment, filter: Filter = .everything
      ) {
        self.name = name
        self.owner = owner
        self.means = means
        self.filter = filter
      }
    }
  }

  /// A thing that a screen knows, by the name of its kind.
  public struct Surrounding: Hashable, Sendable {
    /// The kind.
    public var kind: String
    /// Its key; `{n}` stands for the number of the client in its group.
    public var key: String

    /// Names a thing.
    public init(kind: String, key: String) {
      self.kind = kind
      self.key = key
    }
  }
}
