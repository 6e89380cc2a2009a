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

  /// A change that is told, and the rows after it.
  private struct Telling: Sendable {
    var changes: ChangeSet
    var rows: [Row]
    var isFirst: Bool
    var isProvisional: Bool
  }

  /// Its provider; nil: it is closed.
  var provider: Provider?
  /// `true` if another screen covers it.
  var isCovered = false
  /// The rows on it.
  private(set) var shown: [Row] = []
  private var tellings: [Telling] = []
  private var hasBegun = false

  /// The rows on it when all is told.
  private var told: [Row] { tellings.last?.rows ?? shown }

  /// Begins a life in which nothing was told.
  mutating func begin(_ provider: Provider) {
    self.provider = provider
    (isCovered, hasBegun) = (false, false)
  }

  /// Ends a life; what is on it stays.
  mutating func end() {
    provider = nil
    tellings = []
  }

  /// Takes in that it shows these rows now.
  ///
  /// Without changes it finds them itself. What it is told it shows, also if nothing is different.
  mutating func tell(_ rows: [Row], _ changes: ChangeSet? = nil, isProvisional: Bool = false) {
    let isFirst = !hasBegun
    let changes = isFirst ? diff(from: shown, to: rows) : changes ?? diff(from: told, to: rows)
    hasBegun = true
    tellings.append(
      Telling(changes: changes, rows: rows, isFirst: isFirst, isProvisional: isProvisional))
  }

  /// `true` if it would show something else if it showed these rows.
  func differs(from rows: [Row]) -> Bool { !hasBegun || told != rows }

  /// Shows the next of the changes that it was told.
  mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    invariant(!tellings.isEmpty, "a screen publishes what it was not told")
    let telling = tellings.removeFirst()
    update.changes = telling.changes
    update.isFirst = telling.isFirst
    update.isProvisional = telling.isProvisional
    shown = telling.rows
  }
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
