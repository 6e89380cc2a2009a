extension Scenario.Work {
  /// One thing that can be done: its name in a file, and in ``verb`` all else that there is to say of it.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// What each does its ``verb`` says.
    case post, edit, replace, remove, draft, send, move,
      count, transact, leave, restart, reopen, page, filter,
      assign, create, update, destroy, toggle
  }

  /// What there is to say of an action.
  public struct Verb: Sendable {
    /// What becomes of an action.
    enum Effect: Sendable {
      /// The server is asked to change a row, or the resources of the app are.
      case write, operation
      /// Whoever does it is away for a while.
      case absence
      /// The server is asked for rows.
      case look
      /// Nobody is asked: it is over at once.
      case own
    }

    /// The number by which steps call it; it never changes.
    public let number: UInt64
    /// What it does, in a sentence.
    public let about: String
    /// A share that is not unusual.
    let example: String
    /// The keys of an entry that it looks at, and others do not.
    let companions: [String]
    private let effect: Effect

    init(
      _ number: UInt64, _ effect: Effect, _ about: String, _ example: String,
      with companions: [String] = []
    ) {
      self.number = number
      self.effect = effect
      self.about = about
      self.example = example
      self.companions = companions
    }

    /// `true` if the server is asked to change something.
    public var isWrite: Bool { effect == .write || effect == .operation }
    /// `true` if it is the app's resources that are asked for it.
    public var isOfResources: Bool { effect == .operation }
    /// `true` if whoever does it is away for a while.
    public var takesAway: Bool { effect == .absence }
    /// `true` if it is over at once, for nobody is asked.
    public var asksNobody: Bool { effect == .own }
  }
}

extension Scenario.Work.Action {
  /// What there is to say of the action.
  public var verb: Scenario.Work.Verb {
    switch self {
    case .post:
      .init(
        1, .write, "Appends a new child under a push id.",
        "90%")
    case .edit:
      .init(
        2, .write, "Overwrites a field of a row that the client sees.",
        "8%")
    case .replace:
      .init(
        3, .write, "Replaces a row that the client sees.",
        "1%")
    case .remove:
      .init(
        4, .write, "Removes a row that the client sees.",
        "1%")
    case .draft:
      .init(
        18, .own,
        "Puts a draft into the list: a row that this app alone has, and that a kill takes away.",
        "5%")
    case .send:
      .init(
        19, .write, "Posts the oldest draft, which makes room for the post.",
        "5%")
    case .move:
      .init(
        17, .write,
        "Takes out a row that the client sees and puts it back under a new key, in one write.",
        "1%")
    case .count:
      .init(
        5, .write, "Adds one to a field of a row that the client sees, by a server value.",
        "5%")
    case .transact:
      .init(
        6, .write, "Adds one to a field of a row that the client sees, by a transaction.",
        "5%")
    case .leave:
      .init(
        7, .absence, "Goes offline, and comes back after `away`.",
        "1%", with: ["away"])
    case .restart:
      .init(
        8, .absence, "The app is killed, and started again after `away`.",
        "1%", with: ["away"])
    case .reopen:
      .init(
        16, .absence, "Closes the list, and opens it again after `away`.",
        "5%", with: ["away"])
    case .page:
      .init(
        9, .look, "Loads more rows of the list.",
        "5%", with: ["page"])
    case .filter:
      .init(
        10, .own, "Takes the condition of `where` away, or puts it back.",
        "2%")
    case .assign:
      .init(
        11, .write, "Sets a field of a row that the client sees to some value.",
        "20%", with: ["field", "values"])
    case .create:
      .init(
        12, .operation, "Creates a thing of `kind`, with `field` if there are `values`.",
        "50%", with: ["field", "values"])
    case .update:
      .init(
        13, .operation,
        "Updates a thing of `kind` that the client sees, and `field` if there are `values`.",
        "20%", with: ["field", "values"])
    case .destroy:
      .init(
        14, .operation, "Destroys a thing of `kind` that the client sees.",
        "20%")
    case .toggle:
      .init(
        15, .operation,
        "Creates a thing of `kind` under the client's own name, or destroys it if it is there.",
        "10%", with: ["field", "values"])
    }
  }

  /// The keys of an entry that only some actions look at, with those actions.
  static let companions: [(key: String, of: [Self])] = ["away", "page", "field", "values"].map {
    key in
    (key, allCases.filter { $0.verb.companions.contains(key) })
  }
}
