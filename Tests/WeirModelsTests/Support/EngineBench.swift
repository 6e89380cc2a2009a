// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

/// An engine with what it has told, in words.
struct EngineBench {
  var engine = ConsistencyEngine()
  var heard: [String] = []

  mutating func holder(_ rows: any Model...) -> HolderID {
    let id = engine.open()
    engine.show(rows, in: id)
    return id
  }

  /// Runs the steps that wait, or some of them.
  mutating func run(_ count: Int = .max) {
    var left = count
    while left > 0, let event = engine.next {
      var notices: [EngineNotice] = []
      engine.run(event, into: &notices)
      heard += notices.map(Self.words)
      left -= 1
    }
  }

  mutating func resume(_ id: HolderID) {
    var notices: [EngineNotice] = []
    engine.resume(id, into: &notices)
    heard += notices.map(Self.words)
  }

  /// Returns what was heard since the last call.
  mutating func news() -> [String] {
    defer { heard = [] }
    return heard
  }

  /// Returns what holders heard since the last call.
  mutating func changes() -> [String] { news().filter { !$0.hasPrefix("delivered") } }

  func rows(_ id: HolderID) -> String { engine.rows(of: id).map { "\($0)" }.joined(separator: " ") }

  static func words(_ notice: EngineNotice) -> String {
    switch notice {
    case .changed(let change):
      let context = change.context.map { " by \($0)" } ?? ""
      let gone = change.deleted.isEmpty ? "" : " deleted \(change.deleted)"
      let changed = change.changed.isEmpty ? "" : " changed \(change.changed)"
      return "\(change.holder.number):\(changed)\(gone)\(context)"
    case .delivered(let delivery):
      let context = delivery.context.map { " by \($0)" } ?? ""
      return "delivered \(delivery.updated + delivery.deleted)\(context)"
    case .cleared: return "cleared"
    case .fault(let fault): return "\(fault)"
    }
  }
}
