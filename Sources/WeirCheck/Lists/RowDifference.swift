// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTrace
public import WeirTree

/// The first row in which what a client shows differs from what the server has for it.
///
///     let difference = RowDifference(client: 1, list: 0, section: 0, row: 3, server: b, shown: nil)
///     difference.words(in: ["rooms/lobby"])
///     // "rooms/lobby, row 3: the server has 'b', client 1 shows nothing there"
public struct RowDifference: Hashable, Sendable {
  /// The client whose list it is.
  public var client: UInt32
  /// The number of the list; `UInt32.max` for none.
  public var list: UInt32
  /// The section, from 0 on.
  public var section: Int
  /// The place in that section, from 0 on.
  public var row: Int
  /// The row that the server has there; nil: its list is over before.
  public var server: Key?
  /// The row that the client shows there; nil: its list is over before.
  public var shown: Key?
  /// The number of sections of a list, of which one is not worth a word.
  var sectionCount = 1
  /// The name of the surface, if it is not the main list.
  var surface: String?

  package init(
    client: UInt32, list: UInt32, section: Int, row: Int, server: Key?, shown: Key?
  ) {
    (self.client, self.list) = (client, list)
    (self.section, self.row) = (section, row)
    (self.server, self.shown) = (server, shown)
  }

  /// The row on which to look for the cause: the server's, or else the one that should not be there.
  public var key: Key? { server ?? shown }

  /// The difference in words; `lists` are the paths of the world's lists.
  public func words(in lists: [String]) -> String {
    let cells = cells(in: lists)
    return
      "\(cells[0]), row \(cells[1]): the server has \(cells[2]), \(holder) shows \(cells[3])"
  }

  /// The client whose list it is, in words.
  public var holder: String { "client \(client)" + (surface.map { "'s \($0)" } ?? "") }

  /// List, row, what the server has and what the client shows, a cell each.
  public func cells(in lists: [String]) -> [String] {
    let path = Int(list) < lists.count ? lists[Int(list)] : "a list"
    let has = server.map { "'\($0)'" } ?? "nothing there"
    let shows =
      server != nil && server == shown
      ? "an older version of it" : shown.map { "'\($0)'" } ?? "nothing there"
    return [path, sectionCount > 1 ? "\(row) of section \(section)" : "\(row)", has, shows]
  }
}

extension RowDifference {
  /// The first row in which sections differ; nil if they do not.
  init?(
    _ shown: [[Row]], from wanted: [[Row]], client: UInt32, list: UInt32,
    _ surfaces: SurfaceNumbers = SurfaceNumbers()
  ) {
    for section in 0..<max(shown.count, wanted.count) {
      let rows = section < shown.count ? shown[section] : []
      let right = section < wanted.count ? wanted[section] : []
      for place in 0..<max(rows.count, right.count) {
        let (row, other) = (
          place < rows.count ? rows[place] : nil, place < right.count ? right[place] : nil
        )
        guard row?.key != other?.key || row?.stamp != other?.stamp else { continue }
        self.init(
          client: surfaces.home(of: client), list: list, section: section, row: place,
          server: other?.key, shown: row?.key)
        surface = surfaces.name(of: client)
        sectionCount = max(shown.count, wanted.count)
        return
      }
    }
    return nil
  }
}
