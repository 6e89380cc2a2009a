// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
internal import WeirTree

/// Something that can play the steps of a case: the engine, or the oracle that judges it.
protocol CasePlayer {
  /// Carries an operation out.
  mutating func play(_ operation: CaseOperation) -> [CaseWish]
  /// Returns the view of a registration.
  func sight(of registration: UInt32) -> CaseSight?
}

/// An operation of a player, with the numbers that it knows instead of names.
enum CaseOperation {
  case listen(Path, Query)
  case unlisten(UInt32)
  case overwrite(tag: UInt32?, Path, Node)
  case change(tag: UInt32, Key, Node)
  case merge(tag: UInt32?, Path, [Write.Part])
  case complete(tag: UInt32)
  case cancel(tag: UInt32)
  case write(UInt32, Write, isVisible: Bool)
  case acknowledge(UInt32)
  case revert(UInt32)
}

/// An answer of a player.
enum CaseWish {
  case listen(tag: UInt32, Path, Query)
  case unlisten(tag: UInt32)
  case heard(UInt32, DataEvent)
  case cancelled(UInt32)
}

/// The view of a registration.
struct CaseSight: Equatable {
  var node: Node
  var keys: [Key]
  var isComplete: Bool
}

extension ViewEngine: CasePlayer {
  mutating func play(_ operation: CaseOperation) -> [CaseWish] {
    var wishes: [Wish] = []
    switch operation {
    case .listen(let path, let query): listen(to: path, query, into: &wishes)
    case .unlisten(let registration): unlisten(registration, into: &wishes)
    case .overwrite(let tag, let path, let node):
      serverOverwrite(tag: tag, at: path, node, into: &wishes)
    case .change(let tag, let key, let node):
      serverChange(tag: tag, key, node, into: &wishes)
    case .merge(let tag, let path, let parts):
      serverMerge(tag: tag, at: path, parts, into: &wishes)
    case .complete(let tag): listenComplete(tag: tag, into: &wishes)
    case .cancel(let tag): cancel(tag: tag, into: &wishes)
    case .write(let id, let content, let isVisible):
      write(id, content, isVisible: isVisible, into: &wishes)
    case .acknowledge(let id): acknowledge(id, into: &wishes)
    case .revert(let id): revert(id, into: &wishes)
    }
    return wishes.map { wish in
      switch wish {
      case .listen(let tag, let path, let query): .listen(tag: tag, path, query)
      case .unlisten(let tag): .unlisten(tag: tag)
      case .heard(let registration, let event): .heard(registration, event)
      case .cancelled(let registration): .cancelled(registration)
      }
    }
  }

  func sight(of registration: UInt32) -> CaseSight? {
    snapshot(of: registration).map {
      CaseSight(node: $0.node, keys: $0.keys, isComplete: $0.isComplete)
    }
  }
}

extension ViewOracle: CasePlayer {
  mutating func play(_ operation: CaseOperation) -> [CaseWish] {
    var wishes: [Wish] = []
    switch operation {
    case .listen(let path, let query): listen(to: path, query, into: &wishes)
    case .unlisten(let registration): unlisten(registration, into: &wishes)
    case .overwrite(let tag, let path, let node):
      serverOverwrite(tag: tag, at: path, node, into: &wishes)
    case .change(let tag, let key, let node):
      serverChange(tag: tag, key, node, into: &wishes)
    case .merge(let tag, let path, let parts):
      serverMerge(tag: tag, at: path, parts, into: &wishes)
    case .complete(let tag): listenComplete(tag: tag, into: &wishes)
    case .cancel(let tag): cancel(tag: tag, into: &wishes)
    case .write(let id, let content, let isVisible):
      write(id, content, isVisible: isVisible, into: &wishes)
    case .acknowledge(let id): acknowledge(id, into: &wishes)
    case .revert(let id): revert(id, into: &wishes)
    }
    return wishes.map { wish in
      switch wish {
      case .listen(let tag, let path, let query): .listen(tag: tag, path, query)
      case .unlisten(let tag): .unlisten(tag: tag)
      case .heard(let registration, let event): .heard(registration, event)
      case .cancelled(let registration): .cancelled(registration)
      }
    }
  }

  func sight(of registration: UInt32) -> CaseSight? {
    snapshot(of: registration).map {
      CaseSight(node: $0.node, keys: $0.keys, isComplete: $0.isComplete)
    }
  }
}
