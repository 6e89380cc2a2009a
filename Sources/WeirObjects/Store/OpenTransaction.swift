// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// A transaction that is not over.
struct OpenTransaction: Sendable {
  /// A check whose reads are under way.
  struct Reading: Sendable {
    let check: Check
    /// The nodes that were read so far, by the places of the paths.
    var found: [Node?]
  }

  /// A file that it gives to an object, once that is at the service.
  struct File: Sendable {
    let transfer: FileTransferID
    /// The object that gets it, which may be a nested one.
    let object: Path
    /// The object that is kept as a whole and holds that one, or is it.
    let outermost: Path
    /// The new value of the object's field, and the notes of the files before.
    let parts: [Write.Part]
    var state = State.coming

    enum State: Sendable, Hashable {
      case coming, there
      case failed(FileFault)
    }
  }

  var stage = ObjectStore.Stage.open
  /// The instant until which it is to be written; nil: it has time.
  var deadline: Instant?
  var writes = WriteSet()
  /// The demands under which it is written.
  var demands: [WriteDemand] = []
  /// The writes and checks with which it was committed, to begin again; nil: it demands nothing.
  var origin: (writes: WriteSet, checks: [Check])?
  /// The number of times it was turned away, as a place was not what was read of it any more.
  var refusals = 0
  /// The checks to be made before it is written.
  var checks: [Check] = []
  var readings: [Reading] = []
  /// The objects that it saves, each with the number of that save.
  var saves: [(object: Int, save: Int)] = []
  /// The places of those that it saves as a whole.
  var wholes: [Path] = []
  /// The files that it gives to objects.
  var files: [File] = []
  /// The place at which the files are noted of objects that it deletes; nil: nobody takes them away.
  var notes: Path?
  /// The objects that it removes.
  var removals: [Int] = []

  /// Adds what gives the files to their objects, which have to be there unless they are saved as a whole at the same instant.
  ///
  /// A nested one that is written at that instant comes to be with it, and then the one around it has to be there.
  mutating func addFiles() throws(TransactionFault) {
    let places = files.map { file in
      file.object != file.outermost && writes.hasValue(below: file.object)
        ? file.outermost : file.object
    }
    for (file, place) in zip(files, places) {
      if !wholes.contains(place) { checks.append(.exists(place)) }
      for part in file.parts { try writes.set(part.node, at: part.path) }
    }
  }

  /// Notes the files of an object that it deletes; refused if there may be some, and nobody takes them away.
  mutating func release<Kind: ObjectKind>(
    _ kind: Kind.Type, at place: Path
  ) throws(TransactionFault) {
    let fields = Kind.fields.paths(of: .files)
    if fields.isEmpty { return }
    guard let notes else { throw .unreleased(place) }
    checks.append(.release(place, fields, to: notes))
  }
}
