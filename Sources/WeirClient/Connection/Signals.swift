// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The data that the client tells about itself below `.info`: `connected` and `serverTimeOffset`.
///
/// Only the client itself can write there. A listener to something that is not yet known hears
/// nothing, not even that it is null.
struct Signals: Sendable {
  /// The registrations here begin with this bit, so that they can be told from those of the server's data.
  static let mark: UInt32 = 0x8000_0000
  static var root: Key { .info }
  static let connected = Key("connected")
  static let serverTimeOffset = Key("serverTimeOffset")

  /// The views of those who listen here; one entry, or none before anybody does, as in most apps.
  private var engines: [ViewEngine] = []
  private var isConnected = Node.bool(false)
  private var timeOffset = Node.null
  private var pendingNotices: [ViewEngine.Wish] = []

  /// All that is known here; made when it is asked for, which few apps do.
  private var node: Node {
    Node([(Self.connected, isConnected), (Self.serverTimeOffset, timeOffset)])
  }

  /// `true` if a path lies here.
  static func cover(_ path: Path) -> Bool { path.keys.first == root }

  /// `true` if any part of a write lies here.
  static func cover(_ write: Write) -> Bool {
    switch write {
    case .set(let path, _): cover(path)
    case .merge(let path, let parts):
      cover(path) || path.keys.isEmpty && parts.contains { cover($0.path) }
    }
  }

  /// Returns the content of a child as a registration sees it, or null.
  func child(_ key: Key, of registration: UInt32) -> Node {
    engines.first?.child(key, of: registration & ~Self.mark) ?? .null
  }

  mutating func listen(to path: Path, _ query: Query, into wishes: inout [Client.Wish]) -> UInt32 {
    if engines.isEmpty { engines.append(ViewEngine()) }
    let registration = engines[0].listen(to: path, query, into: &pendingNotices) | Self.mark
    for wish in pendingNotices {
      guard case .listen(let tag, let place, _) = wish else { continue }
      let known = node[place.keys.dropFirst()]
      if !known.isNull {
        engines[0].serverOverwrite(tag: tag, at: place, known, into: &pendingNotices)
      }
    }
    tell(into: &wishes)
    return registration
  }

  mutating func unlisten(_ registration: UInt32, into wishes: inout [Client.Wish]) -> Bool {
    if engines.isEmpty { return false }
    let isKnown = engines[0].unlisten(registration & ~Self.mark, into: &pendingNotices)
    tell(into: &wishes)
    return isKnown
  }

  /// Sets something that is so about the client from now on.
  mutating func set(_ key: Key, _ value: Node, into wishes: inout [Client.Wish]) {
    if key == Self.connected {
      if isConnected == value { return }
      isConnected = value
    } else {
      if timeOffset == value { return }
      timeOffset = value
    }
    if engines.isEmpty { return }
    engines[0].serverOverwrite(tag: nil, at: Path([Self.root, key]), value, into: &pendingNotices)
    tell(into: &wishes)
  }

  private mutating func tell(into wishes: inout [Client.Wish]) {
    for wish in pendingNotices {
      guard case .heard(let registration, let event) = wish else { continue }
      wishes.append(.heard(registration: registration | Self.mark, event))
    }
    pendingNotices.removeAll(keepingCapacity: true)
  }
}
