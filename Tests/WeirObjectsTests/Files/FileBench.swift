// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirObjects
import WeirTree

/// A service for files: those that are whole, and the beginnings of others.
struct FileServer {
  var files = SortedMap<Key, StoredFile>()
  var begun = SortedMap<Key, Int>()
}

/// An object with a photo.
enum Portrait: ObjectKind {
  static let name = Field<Portrait, String>("name", .text)
  static let photo = FileField<Portrait>("photo")
  static let fields = Fields<Portrait> {
    name
    photo
  }
}

/// An object with a nested one that has a photo.
enum Resident: ObjectKind {
  static let name = Field<Resident, String>("name", .text)
  static let home = Nested<Resident, House>("home")
  static let photo = home(House.photo)
  static let fields = Fields<Resident> {
    name
    home
  }
}

enum House: ObjectKind {
  static let street = Field<House, String>("street", .text, .required)
  static let photo = FileField<House>("photo")
  static let fields = Fields<House> {
    street
    photo
  }
}

/// The files of an app over a service and a tree, which do what they are asked when the test says so.
struct FileBench {
  /// Something that the service was asked for, and how far it is.
  struct Request {
    var tag: UInt32
    var name: Key
    /// The file to be brought; nil: it is fetched or taken away.
    var upload: StoredFile?
    var download: StoredFile?
    var at = 0
  }

  var files: ObjectFiles
  var server = FileServer()
  var tree = Node.null
  var wishes: [FileWish] = []
  var requests: [Request] = []
  var writes: [(tag: UInt32, write: Write, demands: [WriteDemand])] = []
  var reads: [(tag: UInt32, path: Path)] = []
  /// The files that wait for their transactions, or will never be there for them.
  var brought: [(id: FileTransferID, fault: FileFault?)] = []
  /// The news of the files, in words.
  var news: [String] = []
  /// By the numbers of transfers: the bytes that were told of last; only looked up in.
  var bytesTold: [Int: Int] = [:]
  /// Everything that must not be.
  var faults: [String] = []
  /// The numbers of transfers that wait, and of those that have ended.
  var (paused, ended): (SortedMap<Int, Bool>, SortedMap<Int, Bool>) = (SortedMap(), SortedMap())

  /// The transfers that were told of and are not over.
  var ids: [FileTransferID] = []

  init(_ name: String = "phone", _ policy: FileCachePolicy = .none) {
    files = ObjectFiles(notedAs: Key(name), policy)
  }

  /// The place of the object in the tree.
  static let ann = Path("people/ann")

  /// Makes the files of an app over a tree in which the object has no photo.
  static func withAnn() -> Self {
    var bench = Self()
    bench.tree.set(.text("Ann"), at: ann.appending(Key("name")))
    return bench
  }

  /// Makes the same, where the object lives in a house that has no photo.
  static func withHouse() -> Self {
    var bench = withAnn()
    bench.tree.set(.text("Church Lane"), at: ann.appending(Path("home/street")))
    return bench
  }

  /// The photos that an app reads.
  static func photos(_ tree: Node) -> [StoredFile] { photos(of: Portrait.photo, tree) }

  /// The photos of a field that an app reads.
  static func photos<Kind>(of field: FileField<Kind>, _ tree: Node) -> [StoredFile] {
    var object = Object<Kind>(at: ann)
    object.hear(tree[ann])
    return object.files(of: field)
  }

  /// The photos that the object has.
  var photos: [StoredFile] { Self.photos(tree) }

  var isWaiting: Bool { !requests.isEmpty || !writes.isEmpty || !reads.isEmpty }

  /// Sorts what the files want.
  mutating func take() {
    for wish in wishes {
      switch wish {
      case .upload(let tag, let file, let from):
        requests.append(Request(tag: tag, name: file.name, upload: file, at: from))
      case .download(let tag, let file, let from):
        requests.append(Request(tag: tag, name: file.name, download: file, at: from))
      case .remove(let tag, let name): requests.append(Request(tag: tag, name: name))
      case .giveUp(let tag):
        if !requests.contains(where: { $0.tag == tag }) { faults.append("gave up nothing") }
        requests.removeAll { $0.tag == tag }
      case .write(let tag, let write, let demands): writes.append((tag, write, demands))
      case .read(let tag, let path): reads.append((tag, path))
      case .progress(let id, let bytes):
        if bytes <= bytesTold[id.number] ?? 0 {
          faults.append("\(id.number) went back to \(bytes)")
        }
        bytesTold[id.number] = bytes
        news.append("progress \(bytes)")
      case .paused(let id, let fault):
        paused.set(true, for: id.number)
        news.append("paused" + (fault.map { ": \($0)" } ?? ""))
      case .ended(let id, let fault):
        if ended.set(true, for: id.number) != nil { faults.append("\(id.number) ended twice") }
        paused.remove(id.number)
        ids.removeAll { $0 == id }
        news.append("ended" + (fault.map { ": \($0)" } ?? ""))
      case .brought(let id, let fault): brought.append((id, fault))
      case .untidy: news.append("untidy")
      case .drop(let names): news.append("dropped \(names)")
      }
    }
    wishes = []
  }

  mutating func pause(_ id: FileTransferID) -> Bool {
    defer { take() }
    return files.pause(id, into: &wishes)
  }

  mutating func resume(_ id: FileTransferID) {
    files.resume(id, into: &wishes)
    take()
  }

  mutating func cancel(_ id: FileTransferID) -> Bool {
    defer { take() }
    return files.cancel(id, into: &wishes)
  }

  mutating func download(_ file: StoredFile) -> FileTransferID {
    defer { take() }
    return files.download(file, into: &wishes)
  }

  /// Lets so many bytes of a request come over, the first one unless the test says otherwise.
  mutating func move(_ bytes: Int = .max, of place: Int = 0) {
    var request = requests.remove(at: place)
    let reply: FileReply
    if let file = request.upload {
      let there = server.begun[request.name] ?? 0
      if request.at > there {
        reply = .failed(.missing, at: there)
      } else {
        request.at = min(file.size, bytes == .max ? file.size : request.at + bytes)
        reply = request.at == file.size ? .done : .moved(request.at)
        if reply == .done {
          server.begun.remove(request.name)
          server.files.set(file, for: request.name)
        } else {
          server.begun.set(request.at, for: request.name)
        }
      }
    } else if let file = request.download {
      let there = server.files[request.name]
      request.at = min(file.size, bytes == .max ? file.size : request.at + bytes)
      if there == file {
        reply = request.at == file.size ? .done : .moved(request.at)
      } else {
        reply = .failed(there == nil ? .missing : .replaced, at: 0)
      }
    } else {
      reply = server.files.remove(request.name) == nil ? .failed(.missing, at: 0) : .done
    }
    if case .moved = reply { requests.insert(request, at: place) }
    files.take(reply, from: request.tag, into: &wishes)
    take()
  }

  /// Breaks a request off.
  mutating func fail(_ fault: FileFault, _ place: Int = 0) {
    let request = requests.remove(at: place)
    files.take(.failed(fault, at: request.at), from: request.tag, into: &wishes)
    take()
  }

  /// Does the oldest writes, whose answers get lost: they will be sent again.
  mutating func applyWrites(_ count: Int) {
    for (_, write, demands) in writes.prefix(count)
    where WriteGuard.demands(demands).holds(for: write, on: tree) {
      write.apply(to: &tree)
    }
  }

  mutating func answerWrite(_ answer: Message.Answer = .committed) {
    let (tag, write, demands) = writes.removeFirst()
    let isMet = WriteGuard.demands(demands).holds(for: write, on: tree)
    let answer = isMet ? answer : .stale
    if answer == .committed { write.apply(to: &tree) }
    files.settle(tag, answer, into: &wishes)
    take()
  }

  mutating func answerRead(_ refusal: Message.Refusal? = nil) {
    let (tag, path) = reads.removeFirst()
    let found: Result<Node, ReadRefusal> =
      refusal.map { .failure(ReadRefusal($0)) } ?? .success(tree[path])
    files.take(found, of: tag, into: &wishes)
    take()
  }

  /// Does all that is asked until nothing is.
  mutating func drain() {
    take()
    while isWaiting {
      while !requests.isEmpty { move() }
      while !writes.isEmpty { answerWrite() }
      while !reads.isEmpty { answerRead() }
    }
  }

  /// Returns what was told since the last call.
  mutating func told() -> [String] {
    defer { news = [] }
    return news
  }
}
