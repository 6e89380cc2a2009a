// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirModels

/// A note, which a cache keeps; without identity if its name is nil.
struct StoredNote: SimpleModel, Equatable {
  var name: String?
  var text: String
  var stars = 0
  var modelID: ModelID? { name.map { ModelID($0) } }

  func merging(_ newer: any Model) -> StoredNote? {
    if let newer = newer as? StoredNote { return newer }
    guard let newer = newer as? StoredHeading else { return nil }
    var note = self
    note.text = newer.text
    return note
  }
}

/// A part of a note, under the same identity.
struct StoredHeading: SimpleModel, Equatable {
  var name: String
  var text: String
  /// The name of the projection.
  var side = ""
  var modelID: ModelID? { ModelID(name) }
  var projection: String { side }

  func merging(_ newer: any Model) -> StoredHeading? {
    let text = (newer as? StoredNote)?.text ?? (newer as? StoredHeading)?.text
    return text.map { StoredHeading(name: name, text: $0, side: side) }
  }
}

/// The formats of both: their fields with a line for each.
func noteFormats() -> ModelFormats {
  var formats = ModelFormats()
  formats.add(
    StoredNote.self, named: "note",
    encode: { Array("\($0.name.map { "+" + $0 } ?? "")\n\($0.stars)\n\($0.text)".utf8) },
    decode: { bytes in
      let fields = lines(bytes)
      guard fields.count == 3, let stars = Int(fields[1]) else { return nil }
      let name = fields[0].isEmpty ? nil : String(fields[0].dropFirst())
      return StoredNote(name: name, text: fields[2], stars: stars)
    })
  formats.add(
    StoredHeading.self, named: "heading",
    encode: { Array("\($0.name)\n\($0.side)\n\($0.text)".utf8) },
    decode: { bytes in
      let fields = lines(bytes)
      return fields.count == 3
        ? StoredHeading(name: fields[0], text: fields[2], side: fields[1]) : nil
    })
  return formats
}

private func lines(_ bytes: [UInt8]) -> [String] {
  bytes.split(separator: 10, omittingEmptySubsequences: false).map {
    String(decoding: $0, as: UTF8.self)
  }
}

/// A result of a cache as words that can be compared.
func words(_ result: CacheResult) -> String {
  switch result {
  case .done: "done"
  case .nothing: "nothing"
  case .model(let model): words(model)
  case .list(let models): "[" + models.map(words).joined(separator: " ") + "]"
  case .failed(let error): "failed: \(error)"
  }
}

private func words(_ model: any Model) -> String {
  switch model {
  case let note as StoredNote: "\(note.name ?? "-"):\(note.text)/\(note.stars)"
  case let heading as StoredHeading: "\(heading.name)(\(heading.side)):\(heading.text)"
  default: "?"
  }
}

/// Draws jobs of few models and lists, so that they meet.
struct NoteJobs {
  private var stream: RandomStream
  private var version = 0

  init(seed: UInt64) { stream = RandomStream(seed: seed, "jobs") }

  /// Returns the next job that writes.
  mutating func nextWrite() -> CacheJob {
    while true {
      let job = next()
      if !job.isRead { return job }
    }
  }

  /// Returns the next job.
  mutating func next() -> CacheJob {
    let id = ModelID("m\(stream.index(below: 9))")
    let key = ListKey("m\(stream.index(below: 3))")
    let type: any Model.Type = stream.index(below: 3) == 0 ? StoredHeading.self : StoredNote.self
    switch stream.index(below: 7) {
    case 0: return .readModel(id, as: type)
    case 1, 2: return .readList(key, as: type)
    case 3: return .writeModels((0...stream.index(below: 3)).map { _ in model() })
    case 4: return .writeModels([model()])
    case 5: return .deleteModel(model())
    default:
      let rows = (0..<stream.index(below: 40)).map { _ in model() }
      return .writeList(
        key, rows: stream.index(below: 4) > 0 ? rows.filter { $0 is StoredNote } : rows)
    }
  }

  private mutating func model() -> any Model {
    version += 1
    let (name, text) = ("m\(stream.index(below: 9))", "v\(version)" + tail())
    switch stream.index(below: 9) {
    case 0: return StoredHeading(name: name, text: text)
    case 1: return StoredHeading(name: name, text: text, side: "back")
    case 2: return StoredNote(name: nil, text: text)
    default: return StoredNote(name: name, text: text, stars: version)
    }
  }

  /// Returns an end of a text, which now and then fills pages of the file.
  private mutating func tail() -> String {
    stream.index(below: 12) == 0 ? String(repeating: "x", count: stream.index(below: 5000)) : ""
  }
}

/// All that a cache says about the models and the lists of ``NoteJobs``.
func content(of cache: inout some ModelCache) -> [String] {
  var words: [String] = []
  for index in 0..<9 {
    let id = ModelID("m\(index)")
    words.append(WeirSQLiteTests.words(cache.perform(.readModel(id, as: StoredNote.self))))
    words.append(WeirSQLiteTests.words(cache.perform(.readModel(id, as: StoredHeading.self))))
  }
  for index in 0..<3 {
    let key = ListKey("m\(index)")
    words.append(WeirSQLiteTests.words(cache.perform(.readList(key, as: StoredNote.self))))
    words.append(WeirSQLiteTests.words(cache.perform(.readList(key, as: StoredHeading.self))))
  }
  return words
}
