// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirObjects
import WeirTree

/// An app with objects and files over one tree: what the one machine has for the other one is handed over at once.
struct PostBench {
  var files = FileBench.withAnn()
  var objects = ObjectBench()

  var tree: Node {
    get { files.tree }
    set { files.tree = newValue }
  }

  static let ann = FileBench.ann
  static let photo = StoredFile(Key("f1"), size: 100, stamp: 31)

  /// The things that are asked and not answered.
  enum Asked: CaseIterable {
    case request, fileWrite, fileRead, read, write
  }

  func isWaiting(for asked: Asked) -> Bool {
    switch asked {
    case .request: !files.requests.isEmpty
    case .fileWrite: !files.writes.isEmpty
    case .fileRead: !files.reads.isEmpty
    case .read: !objects.reads.isEmpty
    case .write: !objects.writes.isEmpty
    }
  }

  var waiting: [Asked] { Asked.allCases.filter(isWaiting) }

  /// Sorts what both want, and hands over what one has for the other.
  mutating func relay() {
    files.take()
    objects.take()
    while !files.brought.isEmpty || !objects.filed.isEmpty {
      for (id, fault) in files.brought { objects.store.take(id, fault, into: &objects.wishes) }
      for (id, fault) in objects.filed { files.files.end(id, fault, into: &files.wishes) }
      (files.brought, objects.filed) = ([], [])
      files.take()
      objects.take()
    }
  }

  /// Answers the oldest of what is asked.
  mutating func answer(_ asked: Asked, bytes: Int = .max) {
    objects.tree = tree
    switch asked {
    case .request: files.move(bytes)
    case .fileWrite: files.answerWrite()
    case .fileRead: files.answerRead()
    case .read: objects.answerRead()
    case .write:
      objects.answerWrite()
      tree = objects.tree
    }
    relay()
  }

  /// Answers all that is asked, the first kind first.
  mutating func drain() {
    relay()
    while let asked = waiting.first { answer(asked) }
  }

  /// Begins to bring a photo for an object in a transaction.
  mutating func upload(
    _ photo: StoredFile = photo, of place: Path = ann, replacing old: [StoredFile] = [],
    in id: TransactionID
  ) throws -> FileTransferID {
    let transfer = try files.files.upload(
      photo, to: Portrait.photo, of: place, replacing: old, in: id, of: &objects.store,
      into: &files.wishes)
    relay()
    return transfer
  }

  mutating func commit(_ id: TransactionID) throws {
    try objects.store.commit(id, into: &objects.wishes)
    relay()
  }

  /// The app is killed, starts again, and takes away what was left.
  mutating func restart() {
    let (tree, server) = (self.tree, files.server)
    self = PostBench()
    (files.tree, files.server) = (tree, server)
    files.files.recover(into: &files.wishes)
    drain()
    files.files.tidy(into: &files.wishes)
    drain()
  }

  /// The names of the photos that objects have, and of the files that are at the service.
  var names: (had: [Key], stored: [Key]) {
    let people = tree[Key("people")].children
    let had = people.flatMap { $0.value[Key("photo")].children.map(\.key) }
    return (had.sorted(), files.server.files.map(\.key))
  }

  /// `true` if each file belongs to an object, each object's file is there, and nothing is noted.
  var isTidy: Bool { names.had == names.stored && tree[Key("__fls")].isNull }
}
