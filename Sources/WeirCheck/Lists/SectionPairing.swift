// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirTree

/// The old section that each new one was, as a change set says.
struct SectionPairing: Sendable {
  /// By new section: the old one; nil: it is new.
  var origins: [Int?]

  /// A contradiction in what is said about sections.
  struct Breach: Error {
    var words: String
  }

  /// Pairs sections by what is said about them; what nothing is said about keeps its order.
  static func of(
    _ old: Int, by changes: borrowing SectionChanges, _ new: Int
  ) -> Result<SectionPairing, Breach> {
    if changes.isEmpty, old == new { return .success(SectionPairing(origins: Array(0..<new))) }
    var gone = Array(repeating: false, count: old)
    var origins: [Int?] = Array(repeating: nil, count: new)
    var placed = Array(repeating: false, count: new)
    for section in changes.deletes.map({ Int($0) }) {
      guard gone.indices.contains(section), !gone[section] else {
        return .failure(Breach(words: "section \(section) is deleted twice, or is not there"))
      }
      gone[section] = true
    }
    for section in changes.inserts.map({ Int($0) }) {
      guard placed.indices.contains(section), !placed[section] else {
        return .failure(
          Breach(words: "section \(section) is inserted twice, or past the end"))
      }
      placed[section] = true
    }
    for move in changes.moves {
      let (from, to) = (Int(move.from), Int(move.to))
      guard gone.indices.contains(from), placed.indices.contains(to), !gone[from], !placed[to]
      else {
        return .failure(Breach(words: "section \(from) is moved to \(to), but one is taken"))
      }
      gone[from] = true
      placed[to] = true
      origins[to] = from
    }
    let left = gone.indices.filter { !gone[$0] }
    let open = placed.indices.filter { !placed[$0] }
    if left.count != open.count {
      return .failure(
        Breach(words: "\(left.count) sections are left, but there are places for \(open.count)"))
    }
    for (section, origin) in zip(open, left) { origins[section] = origin }
    return .success(SectionPairing(origins: origins))
  }
}

/// A mark for each row of a list in sections, in one array that is used again.
struct PlaceMarks: Sendable {
  private var marks: [Bool] = []
  private var starts: [Int] = []

  /// No marks, for a list of this shape.
  mutating func lay(out sections: [[Row]]) {
    starts.removeAll(keepingCapacity: true)
    var total = 0
    for section in sections {
      starts.append(total)
      total += section.count
    }
    starts.append(total)
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(false, count: total))
  }

  /// `true` if there is such a row.
  func has(_ place: Place) -> Bool {
    place.section >= 0 && Int(place.section) < starts.count - 1 && place.row >= 0
      && starts[Int(place.section)] + Int(place.row) < starts[Int(place.section) + 1]
  }

  /// Marks a row; false: it was marked already.
  mutating func mark(_ place: Place) -> Bool {
    let index = starts[Int(place.section)] + Int(place.row)
    if marks[index] { return false }
    marks[index] = true
    return true
  }

  func isMarked(_ section: Int, _ row: Int) -> Bool { marks[starts[section] + row] }
}
