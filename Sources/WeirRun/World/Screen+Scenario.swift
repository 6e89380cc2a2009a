import WeirCore
import WeirScenario
import WeirTree

extension Screen {
  /// What a client of a group shows that opens `list`.
  init(of group: Scenario.ClientGroup, _ list: Path) {
    let look = group.look
    let sources = ([list] + look.also.map { Path($0) }).map { path in
      var source = QueryBuilder(path).ordered(by: Query.Index(look.order))
      source.isAscending = !look.isDescending
      switch group.window {
      case .all: break
      case .newest(let count), .oldest(let count): source.limit = count
      }
      source.start = look.from.map { Query.Bound($0, in: look.order) }
      source.end = look.to.map { Query.Bound($0, in: look.order) }
      return source
    }
    let grouping: Grouping? =
      switch look.sections {
      case nil: nil
      case .by(let field): .byValue(of: Path(field: field))
      case .conditions(let conditions): .fixed(conditions.map { Filter($0) })
      }
    self.init(
      union: sources, filter: look.condition.map { Filter($0) } ?? .everything,
      displayLimit: look.most, grouping: grouping)
  }
}

extension Screen {
  /// Shows the drafts of an app with the rest: a list that no server has.
  mutating func addDrafts(of app: String) {
    var drafts = QueryBuilder(Path([Key("drafts of \(app)")])).ordered(by: sources[0].index)
    drafts.isAscending = sources[0].isAscending
    sources.append(drafts)
  }
}

extension Path {
  /// The path of a field below a row, as scenarios name it.
  init(field: String) {
    switch field {
    case ".value": self = .root
    case ".priority": self = Path([.priority])
    default: self.init(field)
    }
  }
}

extension Query.Index {
  fileprivate init(_ order: Scenario.Look.Order) {
    self =
      switch order {
      case .key: .key
      case .value: .value
      case .priority: .priority
      case .child(let field): .child(Path(field: field))
      }
  }
}

extension Query.Bound {
  /// An end of a list, as its order means it.
  fileprivate init(_ end: Scenario.Data, in order: Scenario.Look.Order) {
    if order == .key, case .text(let key) = end {
      self.init(Key(key))
    } else {
      self.init(SortValue(Node(end)))
    }
  }
}

extension Filter {
  init(_ condition: Scenario.Look.Condition) {
    self =
      switch condition {
      case .has(let field): .has(Path(field: field))
      case .is(let field, let value): .is(Path(field: field), SortValue(Node(value)))
      case .below(let field, let value): .less(Path(field: field), SortValue(Node(value)))
      case .not(let condition): .not(Filter(condition))
      case .every(let conditions): .every(conditions.map { Filter($0) })
      case .any(let conditions): .any(conditions.map { Filter($0) })
      }
  }
}
