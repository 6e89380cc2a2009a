// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

/// A note, which a cache keeps; without identity if its name is nil.
struct Note: SimpleModel, Equatable {
  var name: String?
  var text: String
  var stars = 0
  var modelID: ModelID? { name.map { ModelID($0) } }

  func merging(_ newer: any Model) -> Note? {
    if let newer = newer as? Note { return newer }
    guard let newer = newer as? Heading else { return nil }
    var note = self
    note.text = newer.text
    return note
  }
}

/// A part of a note, under the same identity.
struct Heading: SimpleModel, Equatable {
  var name: String
  var text: String
  /// The name of the projection.
  var side = ""
  var modelID: ModelID? { ModelID(name) }
  var projection: String { side }

  func merging(_ newer: any Model) -> Heading? {
    let text = (newer as? Note)?.text ?? (newer as? Heading)?.text
    return text.map { Heading(name: name, text: $0, side: side) }
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
  case let note as Note: "\(note.name ?? "-"):\(note.text)/\(note.stars)"
  case let heading as Heading: "\(heading.name)(\(heading.side)):\(heading.text)"
  default: "?"
  }
}
