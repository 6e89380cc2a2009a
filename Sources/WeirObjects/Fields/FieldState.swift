// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The state of a field: what the tree is known to have, and what the app has written over it.
///
/// The app's own value is shown first; what it has not saved yet is an edit. News from elsewhere never take an edit away:
/// if they differ from what the edit was made over, both stay, which is a conflict, until somebody decides.
///
///     state.write(.text("Ann"))
///     state.hear(.text("Eve"))
///     state.isConflict          // true: the edit was made over nothing
///     state.decide(.theirs)     // shows "Eve"
public struct FieldState: Sendable, Hashable {
  /// Where the value that is shown comes from.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// Nobody has said anything of it.
    case unknown
    /// It is what the tree was heard to have.
    case remote
    /// It is an edit that is not saved.
    case edited
    /// It is an edit, and the tree has something else than what that was made over.
    case conflict
    /// It was saved, and nobody has answered yet.
    case saving
    /// It is the last that could be read: what the tree has is not what the field should be.
    case broken
  }

  /// The side that is right in a conflict.
  public enum Decision: Sendable, Hashable, CaseIterable {
    /// The edit stays, and is no conflict any more.
    case mine
    /// The edit goes.
    case theirs
  }

  /// A value that was sent with a save.
  private struct Sent: Sendable, Hashable {
    var save: Int
    var node: Node
    /// The value that the edit was made over; nil: it was no edit.
    var base: Node?
    /// `true` if something was heard after it was sent.
    var isOld = false
  }

  /// The things that few fields have at a time.
  private struct Pending: Sendable, Hashable {
    var edit: Node?
    var fault: CodingFault?
    /// The value that was shown when the edit was begun.
    var base = Node.null
    /// The values that were saved and not answered, in the order in which it was sent.
    var sent: [Sent] = []

    static let nothing = Pending()
  }

  /// The value that the tree is known to have; nil: nothing was heard that the app can read.
  public private(set) var known: Node?
  /// One, or none if it would be nothing, so that a field which only shows what was heard is small.
  private var kept: [Pending] = []

  private var pending: Pending {
    get { kept.first ?? .nothing }
    set { kept = newValue == .nothing ? [] : [newValue] }
  }

  /// The value that the app wrote and has not saved; ``WeirTree/Node/null`` takes one away; nil: there is no edit.
  public private(set) var edit: Node? {
    get { kept.first?.edit }
    set { if newValue != edit { pending.edit = newValue } }
  }

  /// The fault of that which the tree has; nil: there is none.
  public private(set) var fault: CodingFault? {
    get { kept.first?.fault }
    set { if newValue != fault { pending.fault = newValue } }
  }

  private var base: Node {
    get { pending.base }
    set { if newValue != base { pending.base = newValue } }
  }

  private var sent: [Sent] {
    get { kept.first?.sent ?? [] }
    set { pending.sent = newValue }
  }

  /// Makes the state of a field of which nothing is known.
  public init() {}

  /// The value without the edit.
  private var settled: Node? { sent.last?.node ?? known }

  /// The node that is shown; ``WeirTree/Node/null`` if there is none.
  public var shown: Node { edit ?? settled ?? .null }

  /// Where it comes from.
  public var phase: Phase {
    if isConflict { return .conflict }
    if edit != nil { return .edited }
    if !sent.isEmpty { return .saving }
    if fault != nil { return .broken }
    return known == nil ? .unknown : .remote
  }

  /// `true` if there is something to save.
  public var hasEdit: Bool { edit != nil }

  /// `true` if the tree has something else than both the edit and what that was made over.
  public var isConflict: Bool {
    guard let edit else { return false }
    let theirs = settled ?? .null
    return theirs != base && theirs != edit
  }

  /// Takes an edit; to write what is shown is an edit, too.
  public mutating func write(_ node: Node) {
    if edit == nil { base = settled ?? .null }
    edit = node
  }

  /// Takes in what the tree has; an edit that is just that is none any more.
  public mutating func hear(_ node: Node) {
    (known, fault) = (node, nil)
    for place in sent.indices { sent[place].isOld = true }
    dropKnownEdit()
  }

  /// Takes in that the tree has something that is not what the field should be.
  public mutating func hear(_ fault: CodingFault) {
    self.fault = fault
    for place in sent.indices { sent[place].isOld = true }
  }

  /// Drops the edit.
  public mutating func revert() { (edit, base) = (nil, .null) }

  /// Ends a conflict.
  public mutating func decide(_ decision: Decision) {
    switch decision {
    case .mine: base = settled ?? .null
    case .theirs: revert()
    }
  }

  /// Takes in that the value that is shown was sent with a save.
  mutating func send(in save: Int) {
    sent.append(Sent(save: save, node: shown, base: edit == nil ? nil : base))
    revert()
  }

  /// Takes in that a save is answered, one way or the other; `written` is what it wrote if that is not what was sent.
  ///
  /// What was turned away is an edit again, unless a newer edit or save is there: then that one was made over what there
  /// was before.
  mutating func end(_ save: Int, isDone: Bool, as written: Node? = nil) {
    guard let place = sent.firstIndex(where: { $0.save == save }) else { return }
    let ended = sent.remove(at: place)
    if isDone {
      if !ended.isOld { (known, fault) = (written ?? ended.node, nil) }
      dropKnownEdit()
    } else if let before = ended.base {
      if place < sent.count {
        if sent[place].base != nil { sent[place].base = before }
      } else if edit == nil {
        (edit, base) = (ended.node, before)
      } else {
        base = before
      }
      // The tree may seem to have just that, by the echo of what was turned away: then news of what it has are to come.
    }
  }

  private mutating func dropKnownEdit() {
    if edit == known, sent.isEmpty { revert() }
  }
}
