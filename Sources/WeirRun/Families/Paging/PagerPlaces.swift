// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirPaging
import WeirTree

/// The places in a list as tokens, and back again.
struct PagerPlaces: Sendable {
  /// The token of the end of a list.
  static let end: PageToken = ""

  /// The rows at which pages end, as they were then, by the numbers that are their tokens: a row that moves may end
  /// another page, too.
  private var ends: [Message.Entry] = []
  private let list: QueryBuilder
  private let naming: PagerOptions.Naming

  init(_ list: QueryBuilder, _ naming: PagerOptions.Naming) {
    self.list = list
    self.naming = naming
  }

  /// The question behind a request.
  func query(_ request: PageRequest) -> PageQuery {
    let start: PageQuery.Start =
      switch request.key {
      case .start: .offset(0)
      case .offset(let offset): .offset(offset)
      case .number(let number): .offset(number * request.size)
      case .cursor(Self.end), .position(Self.end): .end
      case .cursor(let token): .behind(row(of: token).key)
      case .position(let token): beyond(row(of: token))
      }
    return PageQuery(
      list, from: start, isBackward: request.isBackward || start == .end, count: request.size)
  }

  /// The answer that the pager is given.
  ///
  /// The first page of a list that begins in the middle says where both of its sides go on. Other pages have a neighbour at one
  /// of them; one that was fetched backward says where that one begins, for it may be let go.
  mutating func answer(
    _ page: ListPage, to query: PageQuery, of request: PageRequest, isFinal: Bool
  ) -> PageAnswer<Row> {
    let rows = page.rows.map { Row(key: $0.key, stamp: $0.node.fingerprint) }
    var answer = PageAnswer(items: rows, total: page.total, isFinal: isFinal)
    if naming == .offset {
      // Where the server says whether there is more, its counts do not matter, for they may lie.
      answer.next = page.hasMore ? .key(.offset(page.offset + rows.count)) : .end
      return answer
    }
    let beyond: PageLink =
      page.hasMore ? link(query.isBackward ? page.rows.first : page.rows.last) : .end
    let isFirst = request.direction == .refresh
    if query.isBackward {
      answer.previous = beyond
      answer.next = query.start == .end ? .end : link(page.rows.last)
    } else {
      answer.next = beyond
      if query.start == .offset(0) {
        answer.previous = .end
      } else if isFirst {
        answer.previous = link(page.rows.first)
      }
    }
    return answer
  }

  /// Returns the key of a page in the middle that somebody may know: behind any number of rows, or behind a row at which
  /// a page has ended; nil: there is none.
  func someKey(_ chance: inout RandomStream, total: Int?) -> PageKey? {
    if naming == .offset {
      return total.flatMap { $0 > 0 ? .offset(chance.index(below: $0)) : nil }
    }
    if ends.isEmpty { return nil }
    let token = PageToken("\(chance.index(below: ends.count))")
    return naming == .cursor ? .cursor(token) : .position(token)
  }

  /// Returns the key of the page behind a row, as it is now.
  mutating func key(behind row: Message.Entry) -> PageKey {
    let token = PageToken("\(ends.count)")
    ends.append(row)
    return naming == .cursor ? .cursor(token) : .position(token)
  }

  /// Returns the row whose place a token names, as it was then.
  func row(of token: PageToken) -> Message.Entry {
    guard let number = Int(token.text), ends.indices.contains(number) else {
      invariantBroken("a pager asks for a page at a place that nobody told it")
    }
    return ends[number]
  }

  private mutating func link(_ row: Message.Entry?) -> PageLink {
    row.map { .key(key(behind: $0)) } ?? .end
  }

  private func beyond(_ row: Message.Entry) -> PageQuery.Start {
    .beyond(list.index.sortValue(of: row.node), row.key)
  }
}
