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
    var due: Instant
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
    var part: Int {
      let size = content?.size ?? 0
      return min(size - moved, max(1, (size + FileTransfers.parts - 1) / FileTransfers.parts))
    }
  }

  private let rules: Rules
  private let delay: QuantileTable
  private var chance: RandomStream
  private var transfers: [Transfer] = []

  /// Makes a way on which nothing moves.
  public init(_ rules: Rules, delay: QuantileTable, chance: RandomStream) {
    invariant(rules.rate > 0, "a way to the files moves nothing")
    self.rules = rules
    self.delay = delay
    self.chance = chance
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
    let due = now + delay.draw(&chance)
    let breaksAfter = chance.chance(rules.failures) ? chance.index(below: Self.parts) : nil
    transfers.append(
      Transfer(
        tag: tag, request: request, due: due, moved: from, from: from, breaksAfter: breaksAfter))
    wishes.append(.wake(due))
  }

  /// Moves on what is due.
  public mutating func wake(
    at now: Instant, with service: inout FileService, into wishes: inout [Wish]
  ) {
    var going: [Transfer] = []
    for var transfer in transfers {
      guard transfer.due <= now else {
        going.append(transfer)
        continue
      }
      let answer = transfer.content == nil ? begin(&transfer, service) : nil
      switch answer ?? move(&transfer, with: &service) {
      case .moved(let bytes):
        transfer.due = now + time(of: transfer.part)
        wishes.append(.wake(transfer.due))
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
  private func begin(_ transfer: inout Transfer, _ service: FileService) -> FileAnswer? {
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
    return transfer.content == nil || transfer.isThrough ? nil : .moved(transfer.moved)
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
