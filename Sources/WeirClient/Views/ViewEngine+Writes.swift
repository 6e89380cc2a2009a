// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// The user's writes.
extension ViewEngine {
  /// Takes in a write of the user; it is shown at once if it is visible, and stays pending until it
  /// is answered.
  ///
  /// Later writes have higher numbers. Server values in it were filled in already.
  public mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish]
  ) {
    invariant(
      lastWrite.map { $0 < id } ?? true, "write \(id) came after write \(lastWrite ?? 0)")
    lastWrite = id
    writes.append(Pending(id: id, write: write, isVisible: isVisible))
    guard isVisible else { return }
    let data = IncomingData(write)
    findConcerned(by: data)
    for place in concerned.indices {
      let view = concerned[place]
      let before = views[view].standing
      views[view].lay(data, of: id, into: &changes)
      views[view].tell(&changes, since: before, into: &wishes)
    }
  }

  /// Records that the server has carried the write out: it is no longer pending.
  ///
  /// If the server has not said what it holds, what was written stays visible.
  /// - Returns: `true` if the write was pending.
  @discardableResult
  public mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    settle(id, isKept: true, into: &wishes)
  }

  /// Records that the server has turned the write away: all is as if it had never been made.
  /// - Returns: `true` if the write was pending.
  @discardableResult
  public mutating func revert(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    settle(id, isKept: false, into: &wishes)
  }

  private mutating func settle(
    _ id: UInt32, isKept: Bool, into wishes: inout [Wish]
  ) -> Bool {
    guard let place = writes.firstIndex(where: { $0.id == id }) else { return false }
    let pending = writes.remove(at: place)
    guard pending.isVisible else { return true }
    findConcerned(by: IncomingData(pending.write))
    for place in concerned.indices {
      let view = concerned[place]
      let before = views[view].standing
      views[view].lift(id, isKept: isKept, into: &changes)
      views[view].tell(&changes, since: before, into: &wishes)
    }
    return true
  }
}
