// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The files of an app's objects: it brings them to a service, writes which object has them, fetches them, and takes away what
/// no object has.
///
///     var files = ObjectFiles(notedAs: Key("phone7"), .memory(bytes: 8_000_000))
///     let photo = StoredFile(Key("f7"), size: 400_000, stamp: 31)
///     let id = files.upload(photo, to: Profile.photo, of: Path("people/ann"), replacing: [], into: &wishes)
///     // .write: the note __fls/phone7/new/f7 is there
///     // .upload … .progress(id, 50_000) …
///     // .read: is people/ann still there?
///     // .write, if people/ann is still there: people/ann/photo/f7 is, and the files before are noted, at one instant
///     // .ended(id, nil)
///     // .download from its end: is f7 still there?
///     // .write: the note is gone
///
/// It is a value and a machine, as ``ObjectStore`` is one.
///
/// - A file is noted in the tree before it is brought to the service, and the note stays until the write by which an object
///   has the file is answered. The files that it replaces are noted by that write. So whatever breaks off, and whenever the
///   app is killed, a file that no object has is noted, and ``recover(into:)`` takes it away.
/// - A write whose answer was lost is sent again, and by then somebody else may have replaced the file and taken it away. So
///   the app looks for the file once more after the answer, and takes it out of the object if it is not at the service.
/// - That write is carried out only if the object is still there, and ``delete(_:in:of:)`` only if the object has just the
///   files that it notes. So whichever of the two comes first, no file is left behind.
/// - What goes wrong before that write or with it ends the transfer, and the file is taken away.
/// - A file is fetched once at a time, however many ask for it; one that the app keeps is not fetched.
/// - A transfer that breaks off waits, and goes on where it was. What is told of its progress never goes back.
public struct ObjectFiles: Sendable {
  /// Something under way that somebody waits for.
  struct Transfer: Sendable {
    enum Stage: Sendable {
      /// It is noted that the file may come to be at the service.
      case noting
      /// It moves.
      case moving
      /// It is there, and waits for the transaction that gives it to its object.
      case brought
      /// It waits for somebody to go on.
      case waiting
      /// The object is looked for.
      case checking
      /// The object gets the file.
      case writing
    }

    /// The object that gets the file; nil: it is fetched.
    var home: Home?
    let file: StoredFile
    var stage: Stage
    /// The bytes that need not be sent again, and the most that were told of.
    var moved = 0
    var told = 0
    var isPaused = false
    var isCancelled = false
    /// The tag of what is asked of the service or the server.
    var tag: UInt32 = 0
  }

  /// The place that gets a file, and the files there that go for it.
  struct Home: Sendable {
    let object: Path
    let field: Path
    let old: [Key]
    /// `true` if a transaction of the store gives it the file.
    var isOfTransaction = false
  }

  /// A noted file, whose note is to go once the service and the tree agree on it.
  struct Loose: Sendable {
    enum State: Sendable {
      /// Nobody knows whether its object has it.
      case unknown
      /// Its object has it, which is to be so only if it is at the service.
      case had(FileFacts)
      /// It is to be taken away.
      case unwanted

      var isUnwanted: Bool { if case .unwanted = self { true } else { false } }
    }

    /// The place that has the file, or would have it.
    let field: Path
    var state: State
    /// The tag of what is asked; nil: it is to be asked again.
    var tag: UInt32?
  }

  /// Something that is asked, by its tag.
  enum Asked: Sendable {
    case transfer(Int)
    case loose(Key)
    case notes
  }

  /// The place of the notes of this app: the files that it brings, and those that it takes away.
  public let notes: Path
  var transfers: [Int: Transfer] = [:]
  var loose = SortedMap<Key, Loose>()
  /// Only looked up in.
  var asked: [UInt32: Asked] = [:]
  /// `true` if the notes could not be read when what was left was to be taken away.
  var isRecoveryLeft = false
  var memory: FileMemory
  private var lastNumber = 0
  private var lastTag: UInt32 = 0

  /// Makes the files of an app, which notes under a name of its own what it is about to bring; no other app may have that name,
  /// and the app has the same one when it starts again.
  public init(notedAs name: Key, _ policy: FileCachePolicy = .none) {
    notes = Path([Reserved.files, name])
    memory = FileMemory(policy)
  }

  /// The number of transfers that are not over, and of files whose notes are still to go.
  public var unfinished: Int { transfers.count + loose.count }

  /// The place of the note of a file that is brought to the service.
  func newNote(_ name: Key) -> Path { notes.appending(Reserved.newFiles).appending(name) }

  /// The place of the note of a file that is taken away from its object.
  func oldNote(_ name: Key) -> Path { notes.appending(Reserved.oldFiles).appending(name) }

  mutating func nextTag(for asked: Asked) -> UInt32 {
    lastTag += 1
    self.asked[lastTag] = asked
    return lastTag
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

extension ObjectFiles {
  /// Brings a file to the service, and then to a field of an object, where it takes the place of others.
  public mutating func upload<Kind>(
    _ file: StoredFile, to field: FileField<Kind>, of object: Path, replacing old: [StoredFile],
    into wishes: inout [FileWish]
  ) -> FileTransferID {
    let home = Home(
      object: object.appending(field.home), field: object.appending(field.path),
      old: old.map(\.name))
    let id = FileTransferID(number: nextNumber())
    begin(file, to: home, id.number, into: &wishes)
    return id
  }

  /// Brings a file to the service, and lets a transaction give it to a field of an object, where it takes the place of others.
  ///
  ///     let post = store.open(Post.self, at: Path("posts/p1"))
  ///     let transaction = store.begin()
  ///     try store.save(post, in: transaction)
  ///     _ = try files.upload(photo, to: Post.photo, of: Path("posts/p1"), in: transaction, of: &store, into: &tasks)
  ///     try store.commit(transaction, into: &wishes)
  ///     // .brought(id, nil) among the tasks: store.take(id, nil, into: &wishes), and the post is written with its photo
  ///     // .filed(id, nil) among the wishes: files.end(id, nil, into: &tasks), and the note of the photo goes
  ///
  /// It begins to move at once, and the transaction is written when it is there. The object has to be there then, unless the
  /// transaction saves it as a whole. A file that does not arrive ends the transaction, and a transaction that is not written
  /// takes the file away.
  public mutating func upload<Kind>(
    _ file: StoredFile, to field: FileField<Kind>, of object: Path,
    replacing old: [StoredFile] = [],
    in id: TransactionID, of store: inout ObjectStore, into wishes: inout [FileWish]
  ) throws(TransactionFault) -> FileTransferID {
    let home = Home(
      object: object.appending(field.home), field: object.appending(field.path),
      old: old.map(\.name), isOfTransaction: true)
    let transfer = FileTransferID(number: nextNumber())
    let parts = parts(file, home)
    try store.change(id) {
      $0.files.append(
        .init(transfer: transfer, object: home.object, outermost: object, parts: parts))
    }
    begin(file, to: home, transfer.number, into: &wishes)
    return transfer
  }

  private mutating func begin(
    _ file: StoredFile, to home: Home, _ number: Int, into wishes: inout [FileWish]
  ) {
    var transfer = Transfer(home: home, file: file, stage: .noting)
    transfer.tag = nextTag(for: .transfer(number))
    transfers[number] = transfer
    let note = Write.Part(newNote(file.name), .text(home.field.text))
    wishes.append(.write(tag: transfer.tag, .merge(.root, [note]), if: []))
  }

  /// Fetches a file; one that is being fetched is not fetched twice, but goes on if it waits.
  public mutating func download(
    _ file: StoredFile, into wishes: inout [FileWish]
  ) -> FileTransferID {
    let same = transfers.keys.sorted().first {
      transfers[$0]?.home == nil && transfers[$0]?.file == file
    }
    if let same {
      resume(FileTransferID(number: same), into: &wishes)
      return FileTransferID(number: same)
    }
    let number = nextNumber()
    if memory.has(file) {
      wishes.append(.ended(FileTransferID(number: number), nil))
    } else {
      transfers[number] = Transfer(file: file, stage: .waiting)
      move(number, into: &wishes)
    }
    return FileTransferID(number: number)
  }

  /// Lets a transfer wait; false if it is over, or so far that there is nothing to wait for.
  @discardableResult
  public mutating func pause(_ id: FileTransferID, into wishes: inout [FileWish]) -> Bool {
    guard let transfer = transfers[id.number], !transfer.isCancelled else { return false }
    switch transfer.stage {
    case .noting: transfers[id.number]?.isPaused = true
    case .moving:
      giveUp(id.number, into: &wishes)
      transfers[id.number]?.stage = .waiting
    case .waiting: return true
    case .brought, .checking, .writing: return false
    }
    wishes.append(.paused(id, nil))
    return true
  }

  /// Goes on with a transfer that waits.
  public mutating func resume(_ id: FileTransferID, into wishes: inout [FileWish]) {
    transfers[id.number]?.isPaused = false
    if transfers[id.number]?.stage == .waiting { move(id.number, into: &wishes) }
  }

  /// Gives a transfer up; false if it is over, if its object is just getting the file, or if that waits for a transaction.
  @discardableResult
  public mutating func cancel(_ id: FileTransferID, into wishes: inout [FileWish]) -> Bool {
    guard let transfer = transfers[id.number], !transfer.isCancelled else { return false }
    switch transfer.stage {
    case .noting: transfers[id.number]?.isCancelled = true
    case .moving:
      giveUp(id.number, into: &wishes)
      end(id.number, .cancelled, into: &wishes)
    case .waiting: end(id.number, .cancelled, into: &wishes)
    case .brought, .checking, .writing: return false
    }
    return true
  }

  /// Takes away what is noted, belongs to no transfer, and no object has, such as what this app brought before it was killed.
  ///
  /// Ask for it when no write of before can still come to the server: one that comes after it lets an object have a file
  /// that is not there.
  public mutating func recover(into wishes: inout [FileWish]) {
    wishes.append(.read(tag: nextTag(for: .notes), notes))
  }

  /// Asks again for what could not be asked when there was no connection, or when the notes could not be read.
  public mutating func tidy(into wishes: inout [FileWish]) {
    if isRecoveryLeft {
      isRecoveryLeft = false
      recover(into: &wishes)
    }
    for (name, file) in loose where file.tag == nil { ask(of: name, into: &wishes) }
  }

  /// Lets a transaction take files away from a field of an object, and note them; ``recover(into:)`` takes them away from the
  /// service when that is done.
  ///
  ///     let transaction = store.begin()
  ///     try files.remove(ann.files(of: Profile.photo), from: Profile.photo, of: place, in: transaction, of: &store)
  ///     try store.commit(transaction, into: &wishes)
  ///     // .ended: files.recover(into: &tasks)
  ///
  /// One that has gone already does no harm. Who puts another file in the place of these hands them over to
  /// ``upload(_:to:of:replacing:into:)`` instead.
  public func remove<Kind>(
    _ old: [StoredFile], from field: FileField<Kind>, of object: Path, in id: TransactionID,
    of store: inout ObjectStore
  ) throws(TransactionFault) {
    let parts = removal(of: old.map(\.name), from: object.appending(field.path))
    try store.change(id) { transaction throws(TransactionFault) in
      for part in parts { try transaction.writes.set(part.node, at: part.path) }
    }
  }

  /// Deletes an object as ``ObjectStore/delete(_:withLinks:in:)`` does, and notes its files; ``recover(into:)`` takes them away when that
  /// is done.
  ///
  /// The server turns it away if the object has got or lost a file since it was read, and the store reads it again then.
  public func delete<Kind>(
    _ handle: ObjectHandle<Kind>, in id: TransactionID, of store: inout ObjectStore
  ) throws(TransactionFault) {
    try release(in: id, of: &store)
    try store.delete(handle, in: id)
  }

  /// Lets a transaction note the files of all that it deletes from now on, such as an element of ``Values``, as
  /// ``delete(_:in:of:)`` notes those of one object.
  ///
  ///     try files.release(in: transaction, of: &store)
  ///     try people.remove(at: 0, in: transaction, of: &store)
  public func release(in id: TransactionID, of store: inout ObjectStore) throws(TransactionFault) {
    try store.change(id) { [notes] in $0.notes = notes.appending(Reserved.oldFiles) }
  }
}
