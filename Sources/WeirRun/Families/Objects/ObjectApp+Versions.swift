// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirObjects
import WeirTree

// Apps of two versions, which sign the same rows.
extension ObjectApp {
  /// Signs a row as an app that knows it as this kind; `false` if there is nothing to wait for.
  mutating func sign<Kind: SignedRow>(
    _ kind: Kind.Type, _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let key = anyKey()
    let (row, text) = (place(key), nextText())
    return commit(Work(journey: journey, key: key, begun: now), into: &wishes) {
      store, id throws(TransactionFault) in
      try store.require(.something, at: row, in: id)
      let object = store.open(kind, at: row)
      defer { store.forget(object) }
      Kind.sign(&store[object], text)
      try store.save(object, .edits, in: id)
    }
  }
}
