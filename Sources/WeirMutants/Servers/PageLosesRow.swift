// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that leaves the first row of every page out but of the first one, as an API does whose pages begin *behind*
/// where the client says that they begin *at*.
///
///     a to z by ten  // the second page brings l to t; nobody ever sees k
struct PageLosesRow: ServerTamper {
  static let mutant = Mutant(
    "page-loses-row", of: "APIs whose cursor is exclusive here and inclusive there",
    caughtBy: "page-whole", about: "The first row of each further page is left out.",
    tamper: PageLosesRow.self)

  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    var message = message
    defer { messages.append(message) }
    guard case .page(let id, .page(var page, let isLast)) = message.body, page.offset > 0,
      page.rows.count > 1
    else { return }
    page.rows.removeFirst()
    message.body = .page(id: id, .page(page, isLast: isLast))
  }
}
