// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirObjects
import WeirTree

/// A row that an app of some version signs.
protocol SignedRow: ObjectKind {
  /// Writes a text into what this app signs.
  static func sign(_ row: inout Object<Self>, _ text: Node)
}

/// A row as an app of version 1.5 knows it.
enum OlderRow: SignedRow {
  static let nick = Field<OlderRow, Node>("nick", .node)
  static let home = Nested<OlderRow, OlderHome>("home")
  static let versions: ModelVersions = [ModelVersion(1, 5)]
  static let fields = Fields<OlderRow> {
    nick
    home
  }

  static func sign(_ row: inout Object<OlderRow>, _ text: Node) {
    row[nick] = text
    row[home(OlderHome.city)] = text
  }
}

/// The home of a row as an app of version 1.5 knows it.
enum OlderHome: ObjectKind {
  static let city = Field<OlderHome, Node>("city", .node)
  static let fields = Fields<OlderHome> { city }
}

/// A row as an app of version 2.0 knows it, which calls two fields otherwise, and one of them lies deeper.
enum NewerRow: SignedRow {
  static let seal = Field<NewerRow, Node>(SignedRows.seal.description, .node)
  static let alias = Field<NewerRow, Node>("alias", .node)
  static let home = Nested<NewerRow, NewerHome>("home")
  static let versions: ModelVersions = [ModelVersion(2, 0)]
  static let fields = Fields<NewerRow> {
    seal
    alias
    home
  }

  static func sign(_ row: inout Object<NewerRow>, _ text: Node) { row[seal] = text }

  static func migrate(
    _ node: Node, from stored: ModelVersions
  ) throws(TransactionFault) -> [Write.Part] {
    let moves = [
      (OlderRow.nick.path, alias.path),
      (OlderRow.home(OlderHome.city).path, home(NewerHome.town).path),
    ]
    return moves.filter { !node[$0.0].isNull }
      .flatMap { [Write.Part($0.1, node[$0.0]), Write.Part($0.0, .null)] }
  }
}

/// The home of a row as an app of version 2.0 knows it.
enum NewerHome: ObjectKind {
  static let town = Field<NewerHome, Node>("town", .node)
  static let fields = Fields<NewerHome> { town }
}
