// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirTree

/// The transfers of files of one phone.
///
///     transfers.ask(.upload(key, content, from: 0), tag: 1, isConnected: true, at: now, into: &wishes)  // .wake(due)
///     transfers.wake(at: due, with: &service, into: &wishes)  // .answer(tag: 1, .moved(…)), .wake(later)
///     transfers.breakOff(into: &wishes)                       // .answer(tag: 1, .failed(.interrupted, at: …))
///
/// Each goes at a rate of its own, in a few parts, as long as the client has a connection.
public struct FileTransfers: Sendable {
  /// The manners of the way to the service, as a family states them.
  public struct Rules: Hashable, Sendable {
    /// The time until the first byte moves.
    public var delay = Distribution.constant(.milliseconds(50))
    /// The bytes that move in a second.
    public var rate = 1_000_000
    /// The chance that a transfer breaks off, at any of its parts.
    public var failures = Ratio.zero

    /// Makes the rules of a way that is quick and never breaks.
    public init() {}
  }

  /// The state of the way to the service, which faults make worse.
  public struct Conditions: Hashable, Sendable {
    /// The time that everything takes, in thousandths of what it takes otherwise.
    public var slowness: Int64 = 1_000
    /// `true` if nothing moves.
    public var isStalled = false
    /// The chance with which a transfer that begins now breaks off in the middle.
    public var cuts = Ratio.zero

    /// Makes a way on which everything is as its rules say.
    public init() {}
  }

  /// A wish of the transfers.
  public enum Wish: Sendable {
    /// Wake them then.
    case wake(Instant)
    /// Tell the stack.
    case answer(tag: UInt32, FileRequest, FileAnswer)
  }

  /// The most parts in which a file moves, after each of which the app is told how far it is.
  public static let parts = 8

  private struct Transfer: Sendable {
    var tag: UInt32
    var request: FileRequest
    /// The moment at which it moves on; nil: nothing moves.
    var due: Instant?
    /// The time that was left when the way changed, as if it were not slow.
    var left = Interval.zero
    /// The content, once somebody has looked.
    var content: FileContent?
    /// The bytes that have come over.
    var moved: Int
    /// The byte at which it began.
    var from: Int
    /// The number of parts that have come over.
    var partsMoved = 0
    /// The number of parts after which it breaks off.
    var breaksAfter: Int?

    /// `true` if nothing is left to move.
    var isThrough: Bool { moved >= content?.size ?? 0 }

    /// The bytes of the next part.
    var part: Int { min((content?.size ?? 0) - moved, wholePart) }

    /// The number of parts that are left.
    var partsLeft: Int { ((content?.size ?? 0) - moved + wholePart - 1) / wholePart }

    /// The bytes of each part but the last one.
    private var wholePart: Int {
      max(1, ((content?.size ?? 0) + FileTransfers.parts - 1) / FileTransfers.parts)
    }
  }

  private let rules: Rules
  private let delay: QuantileTable
  private var chance: RandomStream
  /// The chance of what breaks off as the conditions are bad, apart from that of all else.
  private var cutChance: RandomStream
  private var conditions = Conditions()
  private var transfers: [Transfer] = []

  /// Makes a way on which nothing moves; `cuts` says what breaks off when the conditions are bad.
  public init(_ rules: Rules, delay: QuantileTable, chance: RandomStream, cuts: RandomStream) {
    invariant(rules.rate > 0, "a way to the files moves nothing")
    self.rules = rules
    self.delay = delay
    self.chance = chance
    cutChance = cuts
  }

  /// `true` if nothing moves.
  public var isIdle: Bool { transfers.isEmpty }

  /// Takes a request up.
  public mutating func ask(
    _ request: FileRequest, tag: UInt32, isConnected: Bool, at now: Instant,
    into wishes: inout [Wish]
  ) {
    if request == .cancel { return transfers.removeAll { $0.tag == tag } }
    let from =
      switch request {
      case .upload(_, _, let from), .download(_, _, let from): from
      case .remove, .cancel: 0
      }
    guard isConnected else {
      return wishes.append(.answer(tag: tag, request, .failed(.offline, at: from)))
    }
    let pause = delay.draw(&chance)
    let breaksAfter = chance.chance(rules.failures) ? chance.index(below: Self.parts) : nil
    var transfer = Transfer(
      tag: tag, request: request, moved: from, from: from, breaksAfter: breaksAfter)
    wait(pause, &transfer, at: now, into: &wishes)
    transfers.append(transfer)
  }

  /// Changes the conditions: what moves goes on in the new ones with what is left of it.
  public mutating func set(
    _ conditions: Conditions, at now: Instant, into wishes: inout [Wish]
  ) {
    let old = self.conditions
    self.conditions = conditions
    if old.slowness == conditions.slowness, old.isStalled == conditions.isStalled { return }
    for place in transfers.indices {
      // In the background a transfer may be late.
      let left =
        transfers[place].due.map { Self.times($0 > now ? $0 - now : .zero, 1_000, old.slowness) }
        ?? transfers[place].left
      var transfer = transfers[place]
      wait(left, &transfer, at: now, into: &wishes)
      transfers[place] = transfer
    }
  }

  /// Lets a transfer wait for so long, or for longer if the conditions are bad.
  private func wait(
    _ time: Interval, _ transfer: inout Transfer, at now: Instant, into wishes: inout [Wish]
  ) {
    transfer.left = time
    transfer.due = conditions.isStalled ? nil : now + Self.times(time, conditions.slowness, 1_000)
    if let due = transfer.due { wishes.append(.wake(due)) }
  }

  /// A fraction of a time.
  private static func times(_ time: Interval, _ factor: Int64, _ divisor: Int64) -> Interval {
    Interval(nanoseconds: Int64(Int128(time.nanoseconds) * Int128(factor) / Int128(divisor)))
  }

  /// Moves on what is due.
  public mutating func wake(
    at now: Instant, with service: inout FileService, into wishes: inout [Wish]
  ) {
    var going: [Transfer] = []
    for var transfer in transfers {
      guard let due = transfer.due, due <= now else {
        going.append(transfer)
        continue
      }
      let answer = transfer.content == nil ? begin(&transfer, service) : nil
      switch answer ?? move(&transfer, with: &service) {
      case .moved(let bytes):
        wait(time(of: transfer.part), &transfer, at: now, into: &wishes)
        if bytes > transfer.from {
          wishes.append(.answer(tag: transfer.tag, transfer.request, .moved(bytes)))
        }
        going.append(transfer)
      case let end: wishes.append(.answer(tag: transfer.tag, transfer.request, end))
      }
    }
    transfers = going
  }

  /// The connection is gone, and all transfers break off.
  public mutating func breakOff(into wishes: inout [Wish]) {
    for transfer in transfers {
      wishes.append(
        .answer(tag: transfer.tag, transfer.request, .failed(.interrupted, at: transfer.moved)))
    }
    transfers.removeAll()
  }

  /// The app is killed, and nothing is answered any more; what came over of an upload stays at the service.
  public mutating func kill() { transfers.removeAll() }

  /// Looks for what is to move; returns the reason if it cannot.
  private mutating func begin(
    _ transfer: inout Transfer, _ service: FileService
  ) -> FileAnswer? {
    switch transfer.request {
    case .upload(let key, let content, let from):
      let begun = service.bytesBegun(of: key, content)
      if from > begun { return .failed(.missing, at: begun) }
      transfer.content = content
    case .download(let key, let wanted, let from):
      guard let there = service.files[key] else { return .failed(.missing, at: 0) }
      if from > there.size || wanted.map({ $0 != there }) == true {
        return .failed(.replaced, at: 0)
      }
      transfer.content = there
    case .remove, .cancel: transfer.content = nil
    }
    if transfer.content == nil || transfer.isThrough { return nil }
    if transfer.partsLeft > 1, !conditions.cuts.isZero, cutChance.chance(conditions.cuts) {
      let cut = 1 + cutChance.index(below: transfer.partsLeft - 1)
      transfer.breaksAfter = min(cut, transfer.breaksAfter ?? cut)
    }
    return .moved(transfer.moved)
  }

  /// Moves the next part.
  private func move(_ transfer: inout Transfer, with service: inout FileService) -> FileAnswer {
    guard let content = transfer.content else {
      guard case .remove(let key) = transfer.request, let gone = service.remove(key) else {
        return .failed(.missing, at: 0)
      }
      return .done(gone)
    }
    if transfer.breaksAfter == transfer.partsMoved {
      return .failed(.interrupted, at: transfer.moved)
    }
    transfer.moved += transfer.part
    transfer.partsMoved += 1
    switch transfer.request {
    case .upload(let key, _, _): service.take(key, content, transfer.moved)
    case .download(let key, _, _):
      if service.files[key] != content { return .failed(.replaced, at: 0) }
    case .remove, .cancel: break
    }
    return transfer.isThrough ? .done(content) : .moved(transfer.moved)
  }

  /// The time that so many bytes take.
  private func time(of bytes: Int) -> Interval {
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: rules.rate)
    return .seconds(Int64(whole))
      + Interval(nanoseconds: Int64(rest) * 1_000_000_000 / Int64(rules.rate))
  }
}
