// SPDX-License-Identifier: Apache-2.0
import WeirDiff

// The keys of the pages beyond both ends.
extension Pager {
  /// The key of the page after the last one; nil at the end of the list.
  var nextKey: PageKey? { marks.last.flatMap { key(after: $0, total: total) } }

  /// Returns the key after a page of a list of so many rows; nil if it is the last one.
  func key(after last: PageMark, total: Int?) -> PageKey? {
    switch last.next {
    case .end: nil
    case .key(let key): key
    case .unstated: last.isBarren ? nil : countedKey(after: last, total: total)
    }
  }

  /// Returns the key after a page of whose end the server says nothing; nil where no number is large enough.
  private func countedKey(after last: PageMark, total: Int?) -> PageKey? {
    switch last.key {
    case .offset:
      guard let end = last.end else { return nil }
      return total.map { end >= $0 } ?? false ? nil : .offset(end)
    case .number(let number):
      guard case .number(let first) = rules.keys else { return nil }
      let pages = max(1, last.size / rules.pageSize)
      let (next, isTooLarge) = number.addingReportingOverflow(pages)
      let (rows, areTooMany) = (next - first).multipliedReportingOverflow(by: rules.pageSize)
      if isTooLarge || areTooMany { return nil }
      return total.map { rows >= $0 } ?? false ? nil : .number(next)
    case .start, .cursor, .position: return nil
    }
  }

  /// Returns the request for the next page; nil at the end of the list.
  func nextPage(id: Int) -> PageRequest? {
    if let page = provisionalPage(.append, id: id) { return page }
    return nextKey.map {
      PageRequest(
        id: id, generation: generation, direction: .append, key: $0, size: rules.pageSize)
    }
  }

  /// Returns the request for the page before the first one; nil at the beginning of the list.
  func previousPage(id: Int) -> PageRequest? {
    if let page = provisionalPage(.prepend, id: id) { return page }
    guard let first = marks.first else { return nil }
    func request(_ key: PageKey, size: Int, isBackward: Bool = false) -> PageRequest {
      PageRequest(
        id: id, generation: generation, direction: .prepend, key: key, size: size,
        isBackward: isBackward)
    }
    switch first.previous {
    case .end: return nil
    case .key(let key): return request(key, size: rules.pageSize, isBackward: true)
    case .unstated: break
    }
    switch first.key {
    case .offset(let offset):
      let size = min(offset, rules.pageSize)
      return size > 0 ? request(.offset(offset - size), size: size) : nil
    case .number(let number):
      guard case .number(let least) = rules.keys, number > least else { return nil }
      return request(.number(number - 1), size: rules.pageSize)
    case .start, .cursor, .position:
      return dropped.last.map { request($0.key, size: $0.size, isBackward: $0.isBackward) }
    }
  }

  /// Returns the request for a page whose early answer is there and whose final one failed to come.
  private func provisionalPage(_ direction: PageDirection, id: Int) -> PageRequest? {
    guard let serial = loads[direction].provisional, let first = marks.first else { return nil }
    let mark = marks[serial - first.serial]
    return PageRequest(
      id: id, generation: generation, direction: direction, key: mark.key, size: mark.size,
      isBackward: mark.isBackward)
  }
}
