// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// One query at one location with everyone who listens to it there.
  struct View: Sendable {
    /// The location.
    let path: Path
    /// The query.
    let query: Query
    /// The number of views that were made before this one.
    let serial: Int
    /// The deviations from the rules (rule 28).
    let quirks: ViewQuirks
    /// The listeners, in the order in which they came.
    var registrations: [UInt32] = []
    /// Tags of the view that the server was told to stop, and that still count (rule 10).
    var lateTags: [UInt32] = []
    /// Tags of the view that do nothing any more (rule 10).
    var deadTags: [UInt32] = []

    /// The data that the server said; everything if the view is complete and not filtered (rule 1).
    var said = Knowledge()
    /// `true` once the server has answered (rule 1).
    var isComplete = false
    /// `true` if the server said only what a window holds (rule 1).
    var isFiltered = false

    /// The parts kept of acknowledged writes, by rising number (rule 13).
    var kept: [KeptPart] = []
    /// `true` once a write that covered the view was kept (rule 18).
    var hasKeptCover = false

    /// The data shown when the latest operation was done.
    var shown = Snapshot(node: .null, keys: [], isComplete: false)

    init(path: Path, query: Query, serial: Int, quirks: ViewQuirks) {
      self.path = path
      self.query = query
      self.serial = serial
      self.quirks = quirks
    }

    /// `true` if the query has a start, an end or a limit.
    var isWindow: Bool { !query.showsEverything }
  }

  /// A part of an acknowledged write about which the server has said nothing.
  struct KeptPart: Sendable {
    /// The number of its write; what lies under all writes has the number -1.
    var number: Int
    /// The part.
    var part: Part
    /// `true` if it is what the server has said of a child since.
    var isWord: Bool
  }

  /// The children that an operation was about (rule 17).
  enum Subject {
    /// All of them.
    case all
    /// These.
    case some(Set<Key>)

    /// `true` if the operation was about the child.
    func contains(_ key: Key) -> Bool {
      switch self {
      case .all: true
      case .some(let keys): keys.contains(key)
      }
    }
  }
}

extension Path {
  /// `true` if views here hear before those at another path: what lies deeper before what lies
  /// above it, and neighbours by the text of their names (rule 22).
  func hearsBefore(_ other: Path) -> Bool {
    for (mine, theirs) in zip(keys, other.keys) where mine != theirs {
      return compareCodeUnits(mine.description, theirs.description) < 0
    }
    return keys.count > other.keys.count
  }
}
