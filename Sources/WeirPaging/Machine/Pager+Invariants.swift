// SPDX-License-Identifier: Apache-2.0
import WeirDiff

extension Pager {
  /// The first way in which the parts of the pager contradict each other, or nil.
  package var breach: String? {
    if items.parts.count != marks.count {
      return "\(marks.count) pages, \(items.parts.count) parts"
    }
    for (index, mark) in marks.enumerated() {
      if mark.serial != marks[0].serial + index { return "pages are not numbered in a row" }
      if index > 0, items.parts[index].start != items.parts[index - 1].end {
        return "page \(index) does not start where the one before it ends"
      }
      if index > 0, let end = marks[index - 1].end, let offset = mark.offset, end != offset {
        return "page \(index) covers rows from \(offset) on, the one before it up to \(end)"
      }
    }
    if rules.duplicates != .off {
      if serials.count != items.count { return "\(serials.count) rows known of \(items.count)" }
      for (index, part) in items.parts.enumerated() {
        for row in part.rows where serials[row.rowID] != marks[index].serial {
          return "a row of page \(index) is noted elsewhere"
        }
      }
    }
    for direction in PageDirection.allCases {
      let load = loads[direction]
      if load.state.isLoading != (load.open != nil) { return "\(direction) says \(load.state)" }
    }
    if loads[.refresh].open != nil, loads[.append].open != nil || loads[.prepend].open != nil {
      return "a page is under way during a refresh"
    }
    return nil
  }
}
