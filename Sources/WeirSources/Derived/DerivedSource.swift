// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// A source that makes its content of one source below, whose events it takes in when somebody reads it.
protocol DerivedSource: DataSource {
  /// The content of the source below.
  associatedtype Below: SourceContent
  var journal: SourceJournal<Content> { get set }
  var inlet: Inlet<Below> { get set }
  /// `true` while events are taken in: who reads it meanwhile finds what was taken in until then.
  var isRefreshing: Bool { get set }
  /// Begins with a content of the source below, and returns what is made of it.
  func begin(_ rows: Below) -> Content
  /// Takes in one change of the source below, which has these rows now.
  func take(_ changes: ChangeSet, _ rows: Below)
}

extension DerivedSource {
  /// Takes in all that has happened in the source below.
  func takeIn() {
    if isRefreshing { return }
    isRefreshing = true
    inlet.refresh()
    while let event = inlet.next() {
      switch event {
      case .changed(let changes, let rows): take(changes, rows)
      case .initial(let rows), .restarted(let rows): journal.restart(begin(rows))
      case .failed, .recovered: stateTold(by: event).map { journal.setState($0) }
      }
    }
    isRefreshing = false
  }

  /// Begins again with what the source below has, and tells what that changes.
  func beginAgain() {
    let content = begin(inlet.content)
    journal.commit(content.difference(from: journal.content), content)
    signal.ring()
  }
}

/// Returns the rows that come to places of a list, in the order of the places: those that move, by their numbers, and nil
/// for each that is new.
func arrivals(of changes: ChangeSet, _ moved: [Int]) -> [(index: Int, row: Int?)] {
  let all =
    changes.inserts.map { (index: Int($0.row), row: nil as Int?) }
    + zip(changes.moves, moved).map { (index: Int($0.to.row), row: $1) }
  return all.sorted { $0.index < $1.index }
}
