// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirScenario
import WeirTree

extension Screen {
  /// Makes the screen of a client of a group that opens `list`.
  init(of group: Scenario.ClientGroup, _ list: Path) {
    let look = group.look
    let sources = ([list] + look.also).map { path in
      var source = QueryBuilder(path).ordered(by: look.order)
      source.isAscending = !look.isDescending
      switch group.window {
      case .all: break
      case .newest(let count), .oldest(let count): source.limit = count
      }
      source.start = look.from
      source.end = look.to
      return source
    }
    self.init(
      union: sources, filter: look.filter, displayLimit: look.most, grouping: look.sections)
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
