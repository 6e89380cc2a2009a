// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

/// A kind of step as people and programs are told of it: the fields of its words, its row of a message's journey, and
/// what to say of it.
///
///     let format = StepFormat.of(step.kind)
///     format.words(StepTelling(step, names))  // "shows its list: +3"
///
/// Whatever shows steps — `weir follow`, `trace.jsonl`, the pages — reads it from here, and none knows a kind of its own.
package struct StepFormat: Sendable {
  /// The part of the project that does what a step tells, as the table of a message's journey calls it.
  package enum Doer: String, Sendable, CaseIterable {
    /// People.
    case people = "WeirWorkload"
    /// A stack, whichever it is.
    case stack = "a stack"
    /// The client below the stack.
    case client = "WeirClient"
    /// The network.
    case network = "WeirNetwork"
    /// The queue of events.
    case kernel = "WeirKernel"
    /// The server.
    case backend = "WeirBackend"
    /// The list view.
    case view = "WeirLists"
    /// Nobody: the run notes it.
    case run = "WeirTrace"
  }

  /// A row of the journey's table, and whose it is.
  package struct Row: Hashable, Sendable {
    /// Its number.
    package var number: Int
    /// The part that does it.
    package var doer: Doer

    init(_ number: Int, _ doer: Doer) { (self.number, self.doer) = (number, doer) }
  }

  /// The kind of step.
  package let kind: Step.Kind
  /// A sentence that says what such a step means.
  package let about: String
  /// The fields of its words.
  package let fields: [StepField]
  /// `true` if it is the server's, whichever client it concerns.
  package let isServers: Bool
  /// The fields of steps that mean something else by their words, and which those are.
  let otherwise: (isMeant: @Sendable (Step) -> Bool, fields: [StepField])?
  private let row: @Sendable (StepTelling) -> Row
  private let say: (@Sendable (StepTelling) -> String)?
  private let caption: (@Sendable (StepTelling) -> String?)?

  init(
    _ kind: Step.Kind, _ row: Int, _ doer: Doer, _ about: String, _ fields: [StepField] = [],
    otherwise: (isMeant: @Sendable (Step) -> Bool, fields: [StepField])? = nil,
    isServers: Bool = false,
    row place: (@Sendable (StepTelling) -> Row)? = nil,
    says say: (@Sendable (StepTelling) -> String)? = nil,
    captioned caption: (@Sendable (StepTelling) -> String?)? = nil
  ) {
    self.kind = kind
    self.about = about
    self.fields = fields
    self.otherwise = otherwise
    self.isServers = isServers
    let usual = Row(row, doer)
    self.row = place ?? { _ in usual }
    self.say = say
    self.caption = caption
  }

  /// The format of a kind.
  package static func of(_ kind: Step.Kind) -> StepFormat { all[Int(kind.rawValue)] }

  /// The fields of a step, those of its note among them if it is one.
  package func fields(of step: Step, _ names: StepNames) -> [StepField] {
    if let otherwise, otherwise.isMeant(step) { return otherwise.fields }
    if kind == .noted, let note = names.note(of: step) { return fields + note.fields }
    return fields
  }

  /// The fields of the steps that mean something else.
  package var otherFields: [StepField] { otherwise?.fields ?? [] }

  /// The row of the journey's table in which a step stands.
  package func row(of telling: StepTelling) -> Row { row(telling) }

  /// A step in a few words, from the side of whoever it happened to.
  package func words(_ telling: StepTelling) -> String {
    say?(telling) ?? "\(kind)\(telling.key)"
  }

  /// A step in words that fit beside a lane of a picture; nil for what a picture need not show.
  package func caption(_ telling: StepTelling) -> String? { caption?(telling) }
}

/// A step that is to be told, and the names of what it means by numbers.
package struct StepTelling: Sendable {
  /// The step.
  package var step: Step
  /// The names that it uses.
  package var names: StepNames
  /// `true` if it is a message that the server sends.
  package var isFromBackend: Bool

  /// Makes what is needed to tell of a step.
  package init(_ step: Step, _ names: StepNames = StepNames(), isFromBackend: Bool = false) {
    self.step = step
    self.names = names
    self.isFromBackend = isFromBackend
  }

  /// ` 'KEY'`, or nothing for a step about no row.
  var key: String { step.key == Step.noKey ? "" : " '\(step.key)'" }

  /// The last letters of the key: push ids begin alike.
  package var shortKey: String {
    let name = step.key.description
    return name.count <= 8 ? name : "…" + name.suffix(6)
  }
}

/// The names of what steps of a run mean by numbers.
package struct StepNames: Sendable {
  /// The paths of the lists.
  package var lists: [String]
  /// The names of what people do.
  package var actions: [UInt64: String]
  /// The names of the points at which machines may misbehave.
  package var points: [String]
  /// The notes of the families of stacks.
  package var notes: [StepNote]
  /// The surfaces of apps that have several.
  package var surfaces: SurfaceNumbers

  /// Makes the names.
  package init(
    lists: [String] = [], actions: [UInt64: String] = [:], points: [String] = [],
    notes: [StepNote] = [], surfaces: SurfaceNumbers = SurfaceNumbers()
  ) {
    self.lists = lists
    self.actions = actions
    self.points = points
    self.notes = notes
    self.surfaces = surfaces
  }

  /// The note that a step is; nil: it is none, or none of these.
  func note(of step: Step) -> StepNote? {
    step.kind == .noted ? note(step[Step.Noted.note]) : nil
  }

  /// The note of a number.
  func note(_ number: UInt64) -> StepNote? { notes.first { UInt64($0.number) == number } }

  /// The path of a list.
  package func list(_ number: UInt32) -> String {
    Int(number) < lists.count ? lists[Int(number)] : "a list"
  }

  /// Returns the name of what somebody wants to do.
  package func action(_ number: UInt64) -> String { actions[number] ?? "do \(number)" }
}
