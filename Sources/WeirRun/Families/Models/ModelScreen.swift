// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirModels
import WeirTree

/// A screen of an app with models: who provides it with them, and what it shows.
///
/// It shows what it was told, change by change, and never looks for itself what is there: so a change that nobody told
/// it of shows.
struct ModelScreen: Sendable {
  /// The provider of what it shows.
  enum Provider: Sendable {
    /// All rows of the list.
    case list(CollectionProvider<ListItem>)
    /// A row.
    case row(ModelProvider<ListItem>)
    /// The count of a row.
    case count(ModelProvider<ItemCount>)

    var id: ProviderID {
      switch self {
      case .list(let provider): provider.id
      case .row(let provider): provider.id
      case .count(let provider): provider.id
      }
    }
  }

  /// Its provider; nil: it is closed.
  var provider: Provider?
  /// `true` if another screen covers it.
  var isCovered = false
  private var rows = ToldRows()

  /// The rows on it.
  var shown: [Row] { rows.shown }

  /// Begins a life in which nothing was told.
  mutating func begin(_ provider: Provider) {
    self.provider = provider
    isCovered = false
    rows.begin()
  }

  /// Ends a life; what is on it stays.
  mutating func end() {
    provider = nil
    rows.end()
  }

  /// Takes in that it shows these rows now.
  mutating func tell(_ rows: [Row], _ changes: ChangeSet? = nil, isProvisional: Bool = false) {
    self.rows.tell(rows, changes, isProvisional: isProvisional)
  }

  /// `true` if it would show something else if it showed these rows.
  func differs(from rows: [Row]) -> Bool { self.rows.differs(from: rows) }

  /// Shows the next of the changes that it was told.
  mutating func publish(into update: inout StackUpdate) { rows.publish(into: &update) }
}

extension ModelStore {
  /// Returns the rows that a provider has now.
  func rows(of provider: ModelScreen.Provider) -> [Row] {
    switch provider {
    case .list(let provider): rows(of: provider).map(\.row)
    case .row(let provider): model(of: provider).map { [$0.row] } ?? []
    case .count(let provider): model(of: provider).map { [$0.row] } ?? []
    }
  }
}

extension ListItem {
  /// The row that stands for it on a screen.
  var row: Row { Row(key: key, stamp: node.fingerprint) }
}

extension ItemCount {
  /// The row that stands for it on a badge.
  var row: Row { Row(key: key, stamp: number.fingerprint) }
}
