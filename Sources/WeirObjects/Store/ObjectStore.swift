// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The objects of an app: it listens to them, saves them in transactions, and keeps both ends of their relations.
///
///     var store = ObjectStore()
///     let ann = store.open(Profile.self, at: Path("people/ann"))
///     store.listen(to: ann, into: &wishes)              // .listen(tag: 1, /people/ann)
///     store[ann][Profile.name] = "Ann"
///     let transaction = store.begin()
///     try store.save(ann, in: transaction)
///     store.commit(transaction, into: &wishes)          // .write(tag: 2, …), and later .ended(transaction, nil)
///
/// The store is one value. What it wants done goes out as wishes, and what comes of them is handed to it; a backend that
/// nobody can listen to is one whose objects are loaded and not listened to.
///
/// - Everything in a transaction is written at one instant, or nothing is.
/// - What was sent and turned away is an edit again: nothing that somebody typed is lost.
/// - Each transaction that was committed ends once, and each load.
/// - Objects that are closed leave nothing behind.
public struct ObjectStore: Sendable {
  var objects: [Int: OpenObject] = [:]
  var listens: [Path: PlaceListen] = [:]
  /// The places of the listens; only looked up in.
  var places: [UInt32: Path] = [:]
  /// The objects that wait for reads, and the checks of transactions that do; only looked up in.
  var reads: [UInt32: Read] = [:]
  var transactions: [Int: OpenTransaction] = [:]
  /// The reads that somebody does not wait for beyond an instant, by their tags.
  var deadlines = SortedMap<UInt32, Instant>()
  /// The transactions that were written, by the tags of their writes; only looked up in.
  var writes: [UInt32: Int] = [:]
  var memory: ObjectMemory
  private var lastNumber = 0
  private var lastTag: UInt32 = 0

  /// Something that was read for somebody.
  enum Read: Sendable {
    case load(Int)
    case check(transaction: Int, reading: Int, place: Int)
  }

  /// Makes a store without objects, which keeps what it hears by this rule.
  public init(_ cache: ObjectCachePolicy = .none) { memory = ObjectMemory(cache) }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func nextTag() -> UInt32 {
    lastTag += 1
    return lastTag
  }
}

extension ObjectStore {
  /// The counts of what the store keeps, so that a test can see that nothing is left behind.
  public struct Kept: Hashable, Sendable {
    /// The objects that are open.
    public var objects: Int
    /// The places that are listened to.
    public var listens: Int
    /// The reads that are not answered.
    public var reads: Int
    /// The transactions that are not over.
    public var transactions: Int

    /// `true` if nothing is kept.
    public var isEmpty: Bool { objects + listens + reads + transactions == 0 }
  }

  /// The counts of all that is kept.
  public var kept: Kept {
    Kept(
      objects: objects.count, listens: listens.count, reads: reads.count,
      transactions: transactions.count)
  }

  /// Opens an object of a kind, of which nothing is known.
  public mutating func open<Kind: ObjectKind>(
    _ kind: Kind.Type, at place: Path? = nil
  ) -> ObjectHandle<Kind> {
    let number = nextNumber()
    objects[number] = OpenObject(object: Object<Kind>(at: place))
    return ObjectHandle(id: ObjectID(number: number))
  }

  /// Closes an object, whose handle must not be used any more; a save under way goes on.
  ///
  /// Its loads end without a word.
  public mutating func close(_ id: ObjectID, into wishes: inout [ObjectWish]) {
    let open = self[id]
    if open.listeners > 0 { leave(id, into: &wishes) }
    objects[id.number] = nil
    for (tag, read) in reads.sorted(by: { $0.key < $1.key }) {
      if case .load(id.number) = read { forgetRead(tag) }
    }
  }

  /// The object of a handle.
  public subscript<Kind>(handle: ObjectHandle<Kind>) -> Object<Kind> {
    get {
      guard let object = self[handle.id].object as? Object<Kind> else {
        invariantBroken("object \(handle.id.number) is of another kind")
      }
      return object
    }
    _modify {
      var object = self[handle]
      // The object is in one place only while it is changed, so that nothing of it is copied.
      objects[handle.id.number]?.object = NoObject()
      defer { objects[handle.id.number]?.object = object }
      yield &object
    }
  }

  subscript(id: ObjectID) -> OpenObject {
    get {
      guard let open = objects[id.number] else {
        invariantBroken("object \(id.number) was closed or never opened")
      }
      return open
    }
    set { objects[id.number] = newValue }
  }

  // MARK: Listening and loading

  /// Listens to an object; who listens twice has to stop twice.
  ///
  /// Objects with one place share a listen, and each keeps its own edits. What the store has kept of the place is shown until
  /// it is heard. An object without a place is listened to as soon as it is saved at one.
  public mutating func listen<Kind>(
    to handle: ObjectHandle<Kind>, into wishes: inout [ObjectWish]
  ) {
    self[handle.id].listeners += 1
    if self[handle.id].listeners == 1 { beginListening(handle.id.number, into: &wishes) }
  }

  /// Listens to the place of an object that somebody listens to, if it has one and is not listened to yet.
  mutating func beginListening(_ number: Int, into wishes: inout [ObjectWish]) {
    guard let open = objects[number], open.listeners > 0, let place = open.object.place else {
      return
    }
    if let listen = listens[place] {
      if listen.objects.contains(number) { return }
      listens[place]?.objects.append(number)
      if let node = listen.shown { hear(node, number, into: &wishes) }
    } else {
      let tag = nextTag()
      listens[place] = PlaceListen(tag: tag, objects: [number])
      places[tag] = place
      wishes.append(.listen(tag: tag, place))
      lookUp(place, tag, into: &wishes)
    }
  }

  /// Stops to listen to an object, which keeps what it shows.
  public mutating func stop<Kind>(_ handle: ObjectHandle<Kind>, into wishes: inout [ObjectWish]) {
    let id = handle.id
    invariant(self[id].listeners > 0, "object \(id.number) is not listened to")
    self[id].listeners -= 1
    if self[id].listeners == 0 { leave(id, into: &wishes) }
  }

  private mutating func leave(_ id: ObjectID, into wishes: inout [ObjectWish]) {
    guard let place = self[id].object.place, let listen = listens[place] else { return }
    listens[place]?.objects.removeAll { $0 == id.number }
    if listens[place]?.objects.isEmpty == false { return }
    forget(listen, at: place)
    wishes.append(.unlisten(tag: listen.tag))
  }

  private mutating func forget(_ listen: PlaceListen, at place: Path) {
    listens[place] = nil
    places[listen.tag] = nil
  }

  /// Takes in an event of a listen; objects hear of it when the batch is complete.
  public mutating func hear(
    _ event: DataEvent, from tag: UInt32, into wishes: inout [ObjectWish]
  ) {
    guard let place = places[tag] else { return }
    switch event.kind {
    case .removed: listens[place]?.node.set(.null, at: event.key)
    case .added, .changed: listens[place]?.node.set(event.node, at: event.key)
    case .moved: return
    case .value:
      listens[place]?.hasValue = true
      guard let listen = listens[place] else { return }
      keep(listen.node, at: place, into: &wishes)
      for number in listen.objects { hear(listen.node, number, into: &wishes) }
    }
  }

  mutating func hear(_ node: Node, _ number: Int, into wishes: inout [ObjectWish]) {
    guard objects[number] != nil else { return }
    objects[number]?.object.hear(node)
    wishes.append(.changed(ObjectID(number: number)))
  }

  /// Takes in that a place may not be listened to any more.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [ObjectWish]
  ) {
    guard let place = places[tag], let listen = listens[place] else { return }
    forget(listen, at: place)
    keep(.null, at: place, into: &wishes)
    for number in listen.objects {
      objects[number]?.listeners = 0
      wishes.append(.lost(ObjectID(number: number), refusal))
    }
  }
}

/// The reason for which something could not be read.
public struct ReadRefusal: Error, Hashable, Sendable {
  /// The reason that the server gave.
  public let refusal: Message.Refusal

  /// Takes the reason.
  public init(_ refusal: Message.Refusal) { self.refusal = refusal }
}
