// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

// Events that wait until it is known whether the list of another phone has taken the same in.
//
// The lists of many phones go through the same states, one after the other. The first of them that goes on from some rows
// makes the next ones; all others that have heard the same take these over. What each of them is told, when it publishes and
// what it says then is its own.
extension ListStream {
  /// The rows, changed where they lie if no other list has them; what waits is taken in first.
  var loaded: LoadedRows {
    @inline(__always) _read { yield version.rows }
    @inline(__always) _modify {
      if waiting.isWaiting { takeIn() }
      makeOwn()
      yield &version.rows
    }
  }

  /// `true` if an event of a listen is to wait.
  @inline(__always)
  mutating func waits(for tag: UInt32) -> Bool {
    if waiting.isWaiting { return tag == window.tag }
    guard let kin = version.kin, kin.pays, isLoaded, !isPaging, tag == window.tag,
      version.rows.isPlain(of: tag)
    else { return false }
    return version.hasSuccessors || !isKnownUniquelyReferenced(&version)
  }

  /// Lets an event wait, unless it changes nothing.
  mutating func wait(for event: DataEvent) {
    let isHeld = waiting.holds(event.key) ?? version.holds(event.key)
    var kind = event.kind
    switch kind {
    case .added:
      if isHeld { kind = .changed } else { window.count += 1 }
    case .removed:
      if !isHeld { return }
      window.count -= 1
    default: if !isHeld { return }
    }
    waiting.add(kind, event.key, kind == .removed ? .null : event.node)
    // To look for a key among very many would take long, and hardly anybody hears so many in the same batch.
    if waiting.heard.count == WaitingEvents.most { takeIn() }
  }

  /// Makes the rows those of this list alone.
  @inline(__always)
  mutating func makeOwn() {
    if isKnownUniquelyReferenced(&version) {
      if version.hasSuccessors { version.forgetSuccessors() }
    } else {
      version = RowsVersion(version.rows, version.kin)
    }
  }

  /// Takes in what waits, and no longer asks whether others have done so.
  mutating func takeIn() {
    if waiting.isWaiting { takeInToPublish() }
    waiting.forget()
  }

  /// Takes in what waits for a publication, which others may take over if they come to the same.
  mutating func takeInToPublish() {
    guard waiting.isWaiting else { return }
    // A list that has its rows alone works for nobody else.
    if isKnownUniquelyReferenced(&version) {
      waiting.takeIn(on: nil)
    } else {
      waiting.takeIn(on: version)
    }
    makeOwn()
    for event in waiting.heard {
      switch event.kind {
      case .removed: version.rows.release(event.key, by: window.tag)
      default: version.rows.hold(event.key, event.node, by: window.tag)
      }
    }
  }

  /// Marks the publication that was drafted as out of date.
  @inline(__always)
  mutating func discardDraft() {
    draft.discard()
    if !waiting.isWaiting, !waiting.heard.isEmpty { waiting.forget() }
  }

  /// Returns what another list did that went on from the same rows and heard what waits here; nil if none did.
  mutating func foresee() -> RowsStep? {
    guard waiting.isWaiting else { return nil }
    if let known = waiting.foreseen { return known }
    waiting.foreseen = version.step(by: waiting.heard, count: shownCount)
    return waiting.foreseen
  }

  /// Goes over to rows to which another list has come.
  mutating func goOn(to after: RowsVersion) {
    after.kin?.noteTaken()
    version = after
    waiting.forget()
  }

  /// Lets others take over what this list has published, and takes over what one of them has if it is the same.
  mutating func share(_ changes: ChangeSet) {
    guard let kin = version.kin, kin.pays else { return waiting.forget() }
    version = kin.shared(version, after: waiting.before)
    if let before = waiting.before {
      kin.noteMade()
      before.remember(waiting.heard, count: version.rows.shown.count, changes, after: version)
    }
    waiting.forget()
  }
}
