// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirKernel
import WeirNetwork
import WeirScenario
import WeirStatistics
import WeirTrace
import WeirTree

/// The stores and the ways to files that the apps of a group have, ready to be made.
struct PlannedServices: Sendable {
  private let rules: Catalogue.Services
  private let reading: QuantileTable
  private let writing: QuantileTable
  private let delay: QuantileTable

  init(_ rules: Catalogue.Services) throws(Problems) {
    self.rules = rules
    reading = try QuantileTable(rules.store.reading)
    writing = try QuantileTable(rules.store.writing)
    delay = try QuantileTable(rules.files.delay)
  }

  /// The manners in which they ask for pages.
  var fetches: PageFetches.Rules { rules.fetches }

  /// `true` if they are as every family has them that says nothing, and most stacks never ask.
  private var isUsual: Bool {
    rules.store == LocalStore.Rules() && rules.files == FileTransfers.Rules()
  }

  /// Adds what is drawn from to a digest.
  func absorb(into digest: inout Digest) {
    if isUsual { return }
    for table in [reading, writing, delay] { table.absorb(into: &digest) }
  }

  func makeStore(seed: UInt64, group: String, number: Int) -> LocalStore {
    LocalStore(
      rules.store, reading: reading, writing: writing,
      chance: RandomStream(seed: seed, "store", of: group, number))
  }

  func makeTransfers(seed: UInt64, group: String, number: Int) -> FileTransfers {
    FileTransfers(
      rules.files, delay: delay, chance: RandomStream(seed: seed, "files", of: group, number),
      cuts: RandomStream(seed: seed, "files cut", of: group, number))
  }
}

// The store of an app.
extension World {
  /// A stack asks its store for something.
  mutating func askStore(_ request: StoreRequest, _ tag: UInt32, _ client: Int) {
    if stores[client] == nil {
      let group = devices[client].group
      stores[client] = plan.stacks[group].services.makeStore(
        seed: seed, group: scenario.clients[group].name, number: devices[client].number)
    }
    guard let due = stores[client]?.ask(request, tag: tag, at: now) else { return }
    queue.post(WorldEvent.code(WorldEvent.store, 0, UInt32(client)), at: due)
  }

  /// The store of an app does what is due; what is due while the app is in the background waits for it.
  mutating func wakeStore(of client: Int) {
    guard isAwake(client), stores[client]?.isIdle == false else { return }
    var answers: [(tag: UInt32, request: StoreRequest, answer: StoreAnswer)] = []
    stores[client]?.wake(at: now, into: &answers)
    for (tag, request, answer) in answers {
      let stamp: UInt64
      switch (request, answer) {
      case (_, .failed): stamp = 0
      case (.save(_, let node), _), (.load, .value(let node)): stamp = node.fingerprint
      case (.load, .saved): invariantBroken("a store says that it saved what was to be loaded")
      }
      record(
        Step(
          at: now, .stored, client: UInt32(client), list: devices[client].list,
          key: request.key ?? Step.noKey, x: stamp,
          y: Step.Stored.isSave.holding(request.isSave)
            | Step.Stored.isFailure.holding(answer == .failed)
            | Step.Stored.tag.holding(UInt64(tag))))
      tell(.stored(tag: tag, answer), to: client)
    }
  }
}

// The files of an app.
extension World {
  /// A stack wants a file moved.
  mutating func askForFile(_ request: FileRequest, _ tag: UInt32, _ client: Int) {
    if transfers[client] == nil {
      let group = devices[client].group
      transfers[client] = plan.stacks[group].services.makeTransfers(
        seed: seed, group: scenario.clients[group].name, number: devices[client].number)
    }
    var wishes: [FileTransfers.Wish] = []
    // The first one may be asked for when a fault has hit the way long ago.
    let conditions = fileConditions(of: client)
    transfers[client]?.set(conditions, at: now, into: &wishes)
    let isConnected = devices[client].client.isConnected
    transfers[client]?.ask(
      request, tag: tag, isConnected: isConnected, at: now, into: &wishes)
    carryOut(wishes, client)
  }

  /// The files of an app move on; while it is in the background they rest.
  mutating func wakeFiles(of client: Int) {
    guard isAwake(client), transfers[client]?.isIdle == false else { return }
    var wishes: [FileTransfers.Wish] = []
    transfers[client]?.wake(at: now, with: &fileService, into: &wishes)
    carryOut(wishes, client)
  }

  /// The connection of a client is gone, and its files with it.
  mutating func breakFilesOff(of client: Int) {
    guard transfers[client]?.isIdle == false else { return }
    var wishes: [FileTransfers.Wish] = []
    transfers[client]?.breakOff(into: &wishes)
    carryOut(wishes, client)
  }

  /// The way of a client to its files gets better or worse.
  mutating func setFileConditions(of client: Int) {
    guard transfers[client]?.isIdle == false else { return }
    var wishes: [FileTransfers.Wish] = []
    let conditions = fileConditions(of: client)
    transfers[client]?.set(conditions, at: now, into: &wishes)
    carryOut(wishes, client)
  }

  /// The way of a client to its files as all faults that hit it now will have it; of several of a kind the worst counts.
  private func fileConditions(of client: Int) -> FileTransfers.Conditions {
    var conditions = FileTransfers.Conditions()
    for fault in plan.faults.indices where plan.faults[fault].kind.family == .files {
      guard faultPlan.isActive(fault), faultPlan.victims(of: fault).contains(UInt32(client)) else {
        continue
      }
      switch plan.faults[fault].effect {
      case .slowFiles(let factor):
        let now = conditions.slowness
        conditions.slowness = now == 1_000 ? factor.thousandths : max(now, factor.thousandths)
      case .stalledFiles: conditions.isStalled = true
      case .cutFiles(let chance): conditions.cuts = max(conditions.cuts, chance)
      default: break
      }
    }
    return conditions
  }

  private mutating func carryOut(_ wishes: [FileTransfers.Wish], _ client: Int) {
    for wish in wishes {
      switch wish {
      case .wake(let due):
        queue.post(WorldEvent.code(WorldEvent.file, 0, UInt32(client)), at: due)
      case .answer(let tag, let request, let answer):
        record(
          Step(
            at: now, .transferred, client: UInt32(client), list: devices[client].list,
            key: request.key ?? Step.noKey, x: UInt64(answer.bytes),
            y: Step.Transferred.verb.holding(request.verb)
              | Step.Transferred.end.holding(answer.end)
              | Step.Transferred.tag.holding(UInt64(tag))))
        tell(.transferred(tag: tag, answer), to: client)
      }
    }
  }

  /// An app is killed: its store keeps what it has, and what was under way is done or not.
  mutating func killServices(of client: Int) {
    transfers[client]?.kill()
    fetches[client]?.kill()
    guard stores[client]?.isIdle == false else { return }
    var chance = RandomStream(
      seed: seed, "store killed",
      of: "\(scenario.clients[devices[client].group].name) life \(devices[client].life)",
      devices[client].number)
    stores[client]?.kill(&chance)
  }
}

extension StoreRequest {
  /// `true` if it changes what stands there.
  fileprivate var isSave: Bool { if case .save = self { true } else { false } }
}

extension FileRequest {
  /// The file that it is about; nil: one that was asked for under the same tag.
  fileprivate var key: Key? {
    switch self {
    case .upload(let key, _, _), .download(let key, _, _), .remove(let key): key
    case .cancel: nil
    }
  }

  /// The number by which steps say what is wanted.
  fileprivate var verb: UInt64 {
    switch self {
    case .upload: 0
    case .download: 1
    case .remove, .cancel: 2
    }
  }
}

extension FileAnswer {
  /// The number of bytes that have come over.
  fileprivate var bytes: Int {
    switch self {
    case .moved(let bytes), .failed(_, let bytes): bytes
    case .done(let content): content.size
    }
  }

  /// The number by which steps say how it ended.
  fileprivate var end: UInt64 {
    switch self {
    case .moved: 0
    case .done: 1
    case .failed(.offline, _): 2
    case .failed(.interrupted, _): 3
    case .failed(.missing, _): 4
    case .failed(.replaced, _): 5
    }
  }
}
