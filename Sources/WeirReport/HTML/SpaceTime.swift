// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
package import WeirCore
package import WeirTrace

/// The messages around a broken promise as a picture: a lane for each who took part, time running down.
///
/// Only what concerns the client whose promise broke is drawn: what it did, heard and showed, the messages it
/// sent and got, and for each of them where it came from. A row is a moment, not a length of time. The last
/// message of the journey in question that reached the client is marked, or the last one at all.
package struct SpaceTime {
  /// The parties of the diagram.
  package enum Lane: Hashable {
    /// A client.
    case client(UInt32)
    /// All clients but the one, where they are many.
    case others
    /// The server.
    case server
  }

  /// Something at a moment, in a lane.
  package struct Row {
    package var at: Instant
    package var lane: Lane
    /// The events of the row: each kind with its number, and the row of the list that it concerned
    /// first.
    var words: [String] = []
    /// `true` if it belongs to the journey on which to look for the cause.
    var isOfJourney = false
  }

  /// A message from a row to a row; without a first one it was sent before the picture begins.
  package struct Arrow {
    package var from: Int?
    var sender: Lane
    package var to: Int
    var sentAt: Instant
  }

  /// The number of rows there are at most.
  package static let mostRows = 34

  let failure: RunTimeline.Failure
  let names: StepNames
  package private(set) var lanes: [Lane] = []
  package private(set) var rows: [Row] = []
  package private(set) var arrows: [Arrow] = []
  /// The arrow that is marked.
  package private(set) var marked: Int?
  /// The number of moments that are left out before the first row.
  package private(set) var leftOut = 0

  /// The picture of a failure; `names` are those of the world's steps.
  package init(_ failure: RunTimeline.Failure, names: StepNames) {
    self.failure = failure
    self.names = names
    let selection = Selection(failure, names)
    lanes = selection.lanes
    build(selection)
  }

  private mutating func build(_ selection: Selection) {
    var all: [(at: Instant, order: Int, lane: Lane, words: String?, isOfJourney: Bool)] = []
    for event in selection.events {
      all.append((event.at, event.order, event.lane, event.words, event.isOfJourney))
    }
    for message in selection.messages {
      all.append((message.sentAt, message.order, message.sender, nil, message.isOfJourney))
    }
    all.sort { ($0.at, $0.order) < ($1.at, $1.order) }
    var moments: [Row] = []
    var markedIsOfJourney = false
    for entry in all {
      // What one machine does at one instant is one moment.
      let known = moments.indices.reversed().prefix { moments[$0].at == entry.at }
        .first { moments[$0].lane == entry.lane }
      if let known {
        if let words = entry.words { moments[known].words.append(words) }
        if entry.isOfJourney { moments[known].isOfJourney = true }
      } else {
        moments.append(
          Row(
            at: entry.at, lane: entry.lane, words: entry.words.map { [$0] } ?? [],
            isOfJourney: entry.isOfJourney))
      }
    }
    // The journey that matters may be long past when a promise is judged at the end.
    let telling = Set(
      moments.indices.filter { moments[$0].isOfJourney }.suffix(Self.mostRows * 2 / 3))
    let others = moments.indices.filter { !telling.contains($0) }.suffix(
      Self.mostRows - telling.count)
    let shown = telling.union(others).sorted()
    rows = shown.map { moments[$0] }
    leftOut = moments.count - rows.count
    for message in selection.messages {
      guard let to = row(message.at, message.receiver) else { continue }
      arrows.append(
        Arrow(
          from: row(message.sentAt, message.sender), sender: message.sender, to: to,
          sentAt: message.sentAt))
      if message.receiver == selection.subject {
        let isBetter = message.isOfJourney || !markedIsOfJourney
        if isBetter { marked = arrows.count - 1 }
        if message.isOfJourney { markedIsOfJourney = true }
      }
    }
  }

  private func row(_ instant: Instant, _ lane: Lane) -> Int? {
    rows.lastIndex { $0.at == instant && $0.lane == lane }
  }

  /// Returns a lane's name.
  func name(_ lane: Lane) -> String {
    switch lane {
    case .client(let number): "client \(number)"
    case .others: "other clients"
    case .server: "server"
    }
  }

  /// Returns the text of a row: kinds that come often are counted.
  package func words(_ row: Row) -> [String] {
    var said: [(words: String, count: Int)] = []
    for words in row.words where !words.isEmpty {
      if let place = said.firstIndex(where: { $0.words == words }) {
        said[place].count += 1
      } else {
        said.append((words, 1))
      }
    }
    return said.map { $0.count == 1 ? $0.words : "\($0.count) × \($0.words)" }
  }
}
