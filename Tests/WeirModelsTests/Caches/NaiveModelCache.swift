// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirModels

/// A cache without a limit that keeps everything in arrays and walks through them.
struct NaiveModelCache: ModelCache {
  private var values: [(model: any Model, birth: Int)] = []
  private var lists: [(key: ListKey, rows: [(model: any Model, birth: Int?)])] = []
  private var births = 0

  private static func isSame(_ a: any Model, _ b: any Model) -> Bool {
    a.modelID == b.modelID && type(of: a) == type(of: b) && a.projection == b.projection
  }

  mutating func perform(_ job: CacheJob) -> CacheResult {
    switch job {
    case .readModel(let id, let type):
      let found = values.map(\.model).filter {
        id != nil && $0.modelID == id && Swift.type(of: $0) == type
      }
      return found.min { $0.projection < $1.projection }.map { .model($0) } ?? .nothing
    case .writeModels(let models):
      if models.contains(where: { $0.modelID == nil }) {
        return .failed(CacheError("a model without identity can be kept in a list alone"))
      }
      for model in models { _ = write(model) }
    case .deleteModel(let model):
      values.removeAll { $0.model.modelID == model.modelID }
    case .readList(let key, let type):
      guard let list = lists.first(where: { $0.key == key }) else { return .nothing }
      var found: [any Model] = []
      for row in list.rows {
        let kept = values.first { $0.birth == row.birth && Self.isSame($0.model, row.model) }
        guard let model = row.birth == nil ? row.model : kept?.model else { continue }
        if Swift.type(of: model) != type { return .nothing }
        found.append(model)
      }
      return .list(found)
    case .writeList(let key, let rows):
      let kept = rows.map { ($0, $0.modelID == nil ? nil : write($0)) }
      lists.removeAll { $0.key == key }
      lists.append((key, kept))
    }
    return .done
  }

  private mutating func write(_ model: any Model) -> Int {
    births += 1
    let birth = values.first { $0.model.modelID == model.modelID }?.birth ?? births
    values.removeAll { Self.isSame($0.model, model) }
    for index in values.indices where values[index].model.modelID == model.modelID {
      values[index].model = Self.merged(values[index].model, model)
    }
    values.append((model, birth))
    return birth
  }

  private static func merged(_ model: some Model, _ newer: any Model) -> any Model {
    model.merging(newer) ?? model
  }
}

/// Draws jobs of few models and lists, so that they meet.
struct JobDraw {
  private var stream: RandomStream
  private var version = 0

  init(seed: UInt64) { stream = RandomStream(seed: seed, "jobs") }

  /// Returns a number below another one.
  mutating func index(below count: Int) -> Int { stream.index(below: count) }

  /// Returns the next job.
  mutating func next() -> CacheJob {
    let id: ModelID? = stream.index(below: 9) == 0 ? nil : ModelID("m\(stream.index(below: 7))")
    let key: ListKey? = stream.index(below: 9) == 0 ? nil : ListKey("m\(stream.index(below: 3))")
    let type: any Model.Type = stream.index(below: 3) == 0 ? Heading.self : Note.self
    switch stream.index(below: 6) {
    case 0: return .readModel(id, as: type)
    case 1, 2: return .readList(key, as: type)
    case 3: return .writeModels((0...stream.index(below: 3)).map { _ in model() })
    case 4: return .deleteModel(model())
    default:
      let rows = (0..<stream.index(below: 5)).map { _ in model() }
      let isPure = stream.index(below: 3) > 0
      return .writeList(key ?? "m0", rows: isPure ? rows.filter { $0 is Note } : rows)
    }
  }

  private mutating func model() -> any Model {
    version += 1
    let name = "m\(stream.index(below: 7))"
    switch stream.index(below: 8) {
    case 0: return Heading(name: name, text: "v\(version)")
    case 1: return Heading(name: name, text: "v\(version)", side: "back")
    case 2: return Note(name: nil, text: "v\(version)")
    default: return Note(name: name, text: "v\(version)", stars: version)
    }
  }
}
