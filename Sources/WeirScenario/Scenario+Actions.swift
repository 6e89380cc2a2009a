// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension Scenario.Work {
  /// A thing that can be done: a name in a file, and in its verb all else that there is to say of it.
  ///
  ///     Scenario.Work.Action("heart", .own, "Puts a heart on a row.", on: .shownRow).name  // "heart"
  ///
  /// The actions that everybody can do stand in `standard`. A family of stacks brings its own, which are known by the
  /// table that a scenario is read with (`Schema.actions`).
  public struct Action: Hashable, Sendable {
    /// All that there is to say of it.
    package let verb: Verb

    /// The name by which files call it.
    public var name: String { verb.name }

    /// `true` if both are the same action: no two have one number.
    public static func == (a: Action, b: Action) -> Bool { a.verb.number == b.verb.number }

    /// Feeds the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(verb.number) }
  }

  /// The description of an action.
  ///
  /// It never changes, and all who hold an action share it.
  public final class Verb: Sendable {
    /// The consequence of an action that a family of stacks brings.
    public enum Effect: Sendable {
      /// The server is asked to change a row.
      case write
      /// The server is asked for rows.
      case look
      /// Nobody is asked: it is over at once.
      case own
    }

    /// Whatever an action of a stack is done to.
    public enum Subject: Sendable {
      /// Nothing that people see.
      case nothing
      /// A row that is not there yet.
      case newRow
      /// One of the rows that the client shows, at random; where it shows none, nobody acts.
      case shownRow
      /// The row under the client's own name, be it there or not.
      case ownRow
    }

    /// The consequence of an action.
    fileprivate enum Consequence {
      case write, look, own
      /// The resources of the app are asked to change a thing.
      case operation
      /// Whoever does it is away for a while.
      case absence

      init(_ effect: Effect) {
        self =
          switch effect {
          case .write: .write
          case .look: .look
          case .own: .own
          }
      }
    }

    /// The name by which files call it.
    package let name: String
    /// The number by which steps call it; it never changes.
    package let number: UInt64
    /// A sentence that says what it does.
    package let about: String
    /// A share that is not unusual.
    let example: String
    /// The keys of an entry that it looks at, and others do not.
    let companions: [String]
    /// `true` if only some stacks know it, each of which says so.
    package let isOfStack: Bool
    /// The thing that it is done to, if it is an action of a stack.
    package let subject: Subject
    /// `true` if random scenarios may have it; false of one about which something is promised that other actions break.
    let isDrawn: Bool
    /// `true` if it asks the service for files for something, so that faults of files can hit it.
    let movesFiles: Bool
    private let effect: Consequence

    fileprivate init(
      _ name: String, _ number: UInt64, _ effect: Consequence, _ about: String, _ example: String,
      isOfStack: Bool, on subject: Subject, isDrawn: Bool = true, movesFiles: Bool = false,
      with companions: [String]
    ) {
      self.name = name
      self.number = number
      self.effect = effect
      self.about = about
      self.example = example
      self.isOfStack = isOfStack
      self.subject = subject
      self.isDrawn = isDrawn
      self.movesFiles = movesFiles
      self.companions = companions
    }

    /// `true` if the server is asked to change something.
    package var isWrite: Bool { effect == .write || effect == .operation }
    /// `true` if it is the app's resources that are asked for it.
    package var isOfResources: Bool { effect == .operation }
    /// `true` if whoever does it is away for a while.
    package var takesAway: Bool { effect == .absence }
    /// `true` if it is over at once, for nobody is asked.
    package var asksNobody: Bool { effect == .own }
    /// `true` if the values of an entry are written by it.
    package var takesValues: Bool { companions.contains("values") }
  }
}

extension Scenario.Work.Action {
  /// Makes an action of a family of stacks; steps call it by a number that follows from the name alone, so that no
  /// other family changes it.
  ///
  /// - Parameters:
  ///   - name: The name by which files call it, such as `nudge`.
  ///   - effect: What it asks of whom; an action that asks nobody is over at once, and of every other one the stack
  ///     says when it is over.
  ///   - about: What it does, in a sentence.
  ///   - example: A share that is not unusual.
  ///   - subject: The thing that it is done to.
  ///   - isDrawn: `true` if random scenarios may have it.
  ///   - movesFiles: `true` if the stack asks the service for files for something, so that a swarm may draw faults of files.
  public init(
    _ name: String, _ effect: Scenario.Work.Verb.Effect, _ about: String, example: String = "10%",
    on subject: Scenario.Work.Verb.Subject = .nothing, isDrawn: Bool = true,
    movesFiles: Bool = false
  ) {
    var digest = Digest()
    digest.absorb(name)
    let number = 1 << 31 | digest.word & 0x7FFF_FFFF
    verb = .init(
      name, number, .init(effect), about, example, isOfStack: true, on: subject, isDrawn: isDrawn,
      movesFiles: movesFiles, with: [])
  }

  private init(
    _ name: String, _ number: UInt64, _ effect: Scenario.Work.Verb.Consequence, _ about: String,
    _ example: String, isOfStack: Bool = false, on subject: Scenario.Work.Verb.Subject = .nothing,
    with companions: [String] = []
  ) {
    verb = .init(
      name, number, effect, about, example, isOfStack: isOfStack, on: subject, with: companions)
  }

  /// Appends a new child under a push id.
  package static let post = Self(
    "post", 1, .write, "Appends a new child under a push id.", "90%")
  /// Overwrites a field of a row that the client sees.
  package static let edit = Self(
    "edit", 2, .write, "Overwrites a field of a row that the client sees.", "8%")
  /// Replaces a row that the client sees.
  package static let replace = Self(
    "replace", 3, .write, "Replaces a row that the client sees.", "1%")
  /// Removes a row that the client sees.
  package static let remove = Self(
    "remove", 4, .write, "Removes a row that the client sees.", "1%")
  /// Puts a draft into the list: a row that this app alone has, and that a kill takes away.
  package static let draft = Self(
    "draft", 18, .own,
    "Puts a draft into the list: a row that this app alone has, and that a kill takes away.", "5%",
    isOfStack: true)
  /// Posts the oldest draft, which makes room for the post.
  package static let send = Self(
    "send", 19, .write, "Posts the oldest draft, which makes room for the post.", "5%",
    isOfStack: true)
  /// Takes out a row that the client sees and puts it back under a new key, in one write.
  package static let move = Self(
    "move", 17, .write,
    "Takes out a row that the client sees and puts it back under a new key, in one write.", "1%")
  /// Adds one to a field of a row that the client sees, by a server value.
  package static let count = Self(
    "count", 5, .write, "Adds one to a field of a row that the client sees, by a server value.",
    "5%")
  /// Adds one to a field of a row that the client sees, by a transaction.
  package static let transact = Self(
    "transact", 6, .write, "Adds one to a field of a row that the client sees, by a transaction.",
    "5%")
  /// Goes offline, and comes back after `away`.
  package static let leave = Self(
    "leave", 7, .absence, "Goes offline, and comes back after `away`.", "1%", with: ["away"])
  /// The app is killed, and started again after `away`.
  package static let restart = Self(
    "restart", 8, .absence, "The app is killed, and started again after `away`.", "1%",
    with: ["away"])
  /// Closes the list, and opens it again after `away`.
  package static let reopen = Self(
    "reopen", 16, .absence, "Closes the list, and opens it again after `away`.", "5%",
    with: ["away"])
  /// Loads more rows of the list.
  package static let page = Self(
    "page", 9, .look, "Loads more rows of the list.", "5%", isOfStack: true, with: ["page"])
  /// Takes the condition of `where` away, or puts it back.
  package static let filter = Self(
    "filter", 10, .own, "Takes the condition of `where` away, or puts it back.", "2%",
    isOfStack: true)
  /// Sets a field of a row that the client sees to some value.
  package static let assign = Self(
    "assign", 11, .write, "Sets a field of a row that the client sees to some value.", "20%",
    with: ["field", "values"])
  /// Creates a thing of `kind`, with `field` if there are `values`.
  package static let create = Self(
    "create", 12, .operation, "Creates a thing of `kind`, with `field` if there are `values`.",
    "50%", isOfStack: true, on: .newRow, with: ["field", "values"])
  /// Updates a thing of `kind` that the client sees, and `field` if there are `values`.
  package static let update = Self(
    "update", 13, .operation,
    "Updates a thing of `kind` that the client sees, and `field` if there are `values`.", "20%",
    isOfStack: true, on: .shownRow, with: ["field", "values"])
  /// Destroys a thing of `kind` that the client sees.
  package static let destroy = Self(
    "destroy", 14, .operation, "Destroys a thing of `kind` that the client sees.", "20%",
    isOfStack: true, on: .shownRow)
  /// Creates a thing of `kind` under the client's own name, or destroys it if it is there.
  package static let toggle = Self(
    "toggle", 15, .operation,
    "Creates a thing of `kind` under the client's own name, or destroys it if it is there.", "10%",
    isOfStack: true, on: .ownRow, with: ["field", "values"])

  /// The actions of people whatever their stack is, and those of stacks that show lists, in the order of the format.
  package static let standard: [Self] = [
    post, edit, replace, remove, draft, send, move, count, transact, leave, restart, reopen, page,
    filter, assign, create, update, destroy, toggle,
  ]
}

extension Schema {
  /// The action called `name`.
  package func action(_ name: String) -> Scenario.Work.Action? {
    actions.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The keys of an entry that only some actions look at, with those actions.
  var companions: [(key: String, of: [Scenario.Work.Action])] {
    ["away", "page", "field", "values"].map { key in
      (key, actions.filter { $0.verb.companions.contains(key) })
    }
  }
}
