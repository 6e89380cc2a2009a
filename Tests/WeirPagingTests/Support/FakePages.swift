// SPDX-License-Identifier: GPL-3.0-or-later
import WeirPaging

/// A server's list, sorted by id, and its answers to keys of every kind.
struct FakePages {
  var list: [Item]
  var pageSize: Int
  /// `true` if it says what comes before a page, too.
  var looksBack = true
  /// `true` if it says how many rows there are on both sides.
  var counts = false

  func answer(_ request: PageRequest) -> PageAnswer<Item> {
    let range = range(of: request)
    var answer = PageAnswer(items: Array(list[range]))
    switch request.key {
    case .offset, .number: answer.total = list.count
    case .start, .cursor, .position:
      let isPosition = if case .position = request.key { true } else { false }
      func link(_ index: Int?) -> PageLink {
        guard let index else { return .end }
        let token = PageToken("\(list[index].id)")
        return .key(isPosition ? .position(token) : .cursor(token))
      }
      answer.next = link(
        range.upperBound < list.count && !range.isEmpty ? range.upperBound - 1 : nil)
      // An empty page has no row that could name what comes before it.
      if looksBack, !range.isEmpty || range.lowerBound == 0 {
        answer.previous = link(range.lowerBound > 0 ? range.lowerBound : nil)
      }
    }
    if counts {
      answer.itemsBefore = range.lowerBound
      answer.itemsAfter = list.count - range.upperBound
    }
    return answer
  }

  private func range(of request: PageRequest) -> Range<Int> {
    let start: Int
    switch request.key {
    case .start: start = 0
    case .offset(let offset): start = offset
    case .number(let number): start = (number - 1) * pageSize
    case .cursor(let token), .position(let token):
      let id = Int(token.text) ?? 0
      if request.isBackward {
        let end = list.firstIndex { $0.id >= id } ?? list.count
        return max(0, end - request.size)..<end
      }
      start = list.firstIndex { $0.id > id } ?? list.count
    }
    let least = min(max(0, start), list.count)
    return least..<min(least + request.size, list.count)
  }
}

extension PagerDesk {
  /// Answers the oldest open request as a server does, and returns the request.
  @discardableResult
  mutating func answer(_ server: FakePages) -> PageRequest? {
    guard let request = open.first else { return nil }
    receive(server.answer(request), to: request.id)
    return request
  }

  /// Answers until nothing is under way.
  mutating func settle(_ server: FakePages) { while answer(server) != nil {} }
}
