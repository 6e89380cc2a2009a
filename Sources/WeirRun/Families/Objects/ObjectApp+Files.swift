// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTree

// The photos of rows: they are brought to the service for files, go on when they broke off, and what a killed app has left there
// is taken away.
extension ObjectApp {
  /// The transfers of an app, and who waits for them.
  struct Carrying: Sendable {
    var files: ObjectFiles
    /// By the numbers of transfers: the journeys of who waits; only looked up in.
    var journeys: [Int: UInt32] = [:]
    /// The transfers that broke off.
    var broken: [FileTransferID] = []
    /// The moment at which they go on.
    var resumeDue: Instant?
    /// The moment at which what an earlier life has left is taken away.
    var recoverDue: Instant?
    var photos = 0
    /// The number of transactions that take files away and are not answered.
    var releases = 0

    init(notedAs name: Key) { files = ObjectFiles(notedAs: name) }
  }

  /// The bit that tells the tags of files from those of objects.
  static var ofFile: UInt32 { 1 << 30 }

  /// The time after which writes of an earlier life of the app come no more.
  private static var grace: Interval { .seconds(5) }

  /// The app starts: what its earlier lives have left is taken away in a while.
  mutating func planRecovery(at now: Instant, into wishes: inout [StackWish]) {
    carrying.recoverDue = now + Self.grace
    wishes.append(.wake(now + Self.grace))
  }

  /// Does what is due for the files.
  mutating func wakeFiles(at now: Instant, into wishes: inout [StackWish]) {
    var tasks: [FileWish] = []
    if let due = carrying.resumeDue, due <= now {
      let broken = carrying.broken
      (carrying.resumeDue, carrying.broken) = (nil, [])
      for id in broken { carrying.files.resume(id, into: &tasks) }
      carrying.files.tidy(into: &tasks)
    }
    // The notes of what is being taken away are not true before that is answered.
    if let due = carrying.recoverDue, due <= now, carrying.releases == 0 {
      carrying.recoverDue = nil
      carrying.files.recover(into: &tasks)
    }
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Gives the row in the form a photo; `false` if there is none.
  mutating func addPhoto(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    guard let form, heard[form.key] != nil else { return false }
    let photo = nextPhoto(at: now)
    var tasks: [FileWish] = []
    let id = carrying.files.upload(
      photo, to: ListedObject.photo, of: place(form.key), replacing: photosInForm, into: &tasks)
    carrying.journeys[id.number] = journey
    carryOut(tasks, at: now, into: &wishes)
    return true
  }

  /// Takes the photos of the row in the form away; `false` if there are none.
  mutating func dropPhoto(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let photos = photosInForm
    guard let form, !photos.isEmpty else { return false }
    let (row, files) = (place(form.key), carrying.files)
    let work = Work(journey: journey, key: form.key, begun: now, releases: true)
    carrying.releases += 1
    return commit(work, into: &wishes) { store, id throws(TransactionFault) in
      try files.remove(photos, from: ListedObject.photo, of: row, in: id, of: &store)
    }
  }

  /// The photos that the row in the form has, as it was heard.
  var photosInForm: [StoredFile] {
    guard let form, let row = heard[form.key] else { return [] }
    var object = Object<ListedObject>(at: place(form.key))
    object.hear(row)
    return object.files(of: ListedObject.photo)
  }

  /// A photo that nobody brought before.
  mutating func nextPhoto(at now: Instant) -> StoredFile {
    carrying.photos += 1
    let time = String(now.nanoseconds / 1_000_000)
    let name =
      String(repeating: "0", count: max(0, 9 - time.count)) + time
      + "-\(carrying.files.notes.lastKey ?? Key("photo"))-\(carrying.photos)"
    return StoredFile(
      Key(name), size: 20_000 + chance.index(below: 400_000), stamp: chance.below(1 << 40))
  }

  /// Nobody waits any more for the photos that are under way.
  mutating func leaveFiles(into wishes: inout [StackWish]) {
    for number in carrying.journeys.keys.sorted() {
      if let journey = carrying.journeys[number] { wishes.append(.over(journey: journey)) }
    }
    carrying.journeys = [:]
  }

  /// Takes in an answer that is for the files.
  mutating func answerFiles(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    var tasks: [FileWish] = []
    let mask = Self.ofFile - 1
    switch answer {
    case .found(let tag, let node, _):
      carrying.files.take(.success(node), of: tag & mask, into: &tasks)
    case .refused(let tag, let refusal):
      carrying.files.take(.failure(ReadRefusal(refusal)), of: tag & mask, into: &tasks)
    case .settled(let tag, let answer):
      carrying.files.settle(tag & mask, answer, into: &tasks)
    case .transferred(let tag, let answer):
      carrying.files.take(FileReply(answer), from: tag & mask, into: &tasks)
    case .ended, .fetched, .stored: return
    }
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Takes in that the transaction of a file has ended.
  mutating func endFile(
    _ id: FileTransferID, _ fault: FileFault?, at now: Instant, into wishes: inout [StackWish]
  ) {
    var tasks: [FileWish] = []
    carrying.files.end(id, fault, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Carries out what the files want to have done and told.
  mutating func carryOut(
    _ tasks: [FileWish], at now: Instant, into wishes: inout [StackWish]
  ) {
    func own(_ tag: UInt32) -> UInt32 { tag | Self.own | Self.ofFile }
    for task in tasks {
      switch task {
      case .upload(let tag, let file, let from):
        let content = FileContent(size: file.size, stamp: file.stamp)
        wishes.append(.transfer(tag: own(tag), .upload(file.name, content, from: from)))
      case .download(let tag, let file, let from):
        let content = FileContent(size: file.size, stamp: file.stamp)
        wishes.append(.transfer(tag: own(tag), .download(file.name, content, from: from)))
      case .remove(let tag, let name):
        wishes.append(.transfer(tag: own(tag), .remove(name)))
      case .giveUp(let tag): wishes.append(.transfer(tag: own(tag), .cancel))
      case .write(let tag, let write, let demands):
        wishes.append(Self.write(own(tag) | era, write, demands, journey: 0))
      case .read(let tag, let path): wishes.append(.read(tag: own(tag), path))
      case .paused(let id, _):
        carrying.broken.append(id)
        planResuming(at: now, into: &wishes)
      case .untidy: planResuming(at: now, into: &wishes)
      case .ended(let id, _):
        guard let journey = carrying.journeys.removeValue(forKey: id.number) else { continue }
        wishes.append(.over(journey: journey))
      case .brought(let id, let fault):
        var objectTasks: [ObjectWish] = []
        store.take(id, fault, into: &objectTasks)
        carryOut(objectTasks, at: now, into: &wishes)
      case .progress, .drop: break
      }
    }
  }

  /// Sets the clock at which the app tries again what broke off.
  private mutating func planResuming(at now: Instant, into wishes: inout [StackWish]) {
    if carrying.resumeDue != nil { return }
    carrying.resumeDue = now + .seconds(1)
    wishes.append(.wake(now + .seconds(1)))
  }
}

extension FileReply {
  /// The answer of the simulated service, as the files of an app take it.
  fileprivate init(_ answer: FileAnswer) {
    switch answer {
    case .moved(let bytes): self = .moved(bytes)
    case .done: self = .done
    case .failed(let error, let bytes):
      let fault: FileFault =
        switch error {
        case .offline: .offline
        case .interrupted: .interrupted
        case .missing: .missing
        case .replaced: .replaced
        }
      self = .failed(fault, at: bytes)
    }
  }
}
