// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A small world in which a program is tried.
enum StackWorld: String, Hashable, CaseIterable {
  /// One phone, and somebody who posts.
  case calm
  /// Three phones, and two people who post, edit and remove.
  case busy
  /// The same, ordered by a field that people change, so that rows move.
  case ranked
  /// The busy one with everything that goes wrong on phones.
  case rough
  /// The busy one, with a list that for a while nobody may read.
  case refused
  /// The busy one, with people who scroll on.
  case paged
  /// The busy one, with people who tap on rows.
  case tapped

  /// The number of clients with a list of Weir's own, which come before the phones.
  static let writers: UInt32 = 2

  /// The thing that a program has to do in it beside showing a list, by the word of the line that asks for it.
  var deed: String? {
    switch self {
    case .calm, .busy, .ranked, .rough, .refused: nil
    case .paged: "page"
    case .tapped: "act"
    }
  }

  /// The events in it, in a sentence.
  var about: String {
    switch self {
    case .calm: "one phone, while somebody posts."
    case .busy: "three phones, while people post, edit, move and remove rows."
    case .ranked: "three phones with rows in the order of a score, which people change."
    case .rough:
      "three phones and busy people, while lists are left, connections lost and apps killed."
    case .refused: "three phones and busy people, while twice for a while nobody may read the list."
    case .paged: "three phones and busy people, while others scroll back through fifty rows."
    case .tapped:
      "three phones and busy people, while others tap on rows, and some taps are turned away."
    }
  }

  /// Its scenario, with a command as the stack of the phones.
  func scenario(of command: String) -> String {
    let phones = self == .calm ? 1 : 3
    let does =
      switch self {
      case .calm: "post"
      case .ranked: "{ post: 25%, assign: 60%, remove: 15% }, field: score, values: [1, 2, 3, 5, 8]"
      case .busy, .rough, .refused, .paged, .tapped:
        "{ post: 50%, edit: 25%, replace: 5%, move: 5%, remove: 15% }"
      }
    let order = self == .ranked ? ", order: { child: score }" : ""
    let text = """
      weir: 1
      about: \(about.prefix(1).uppercased() + about.dropFirst())
      settle: 30s
      server: { tree: { rooms: { lobby: { \(rows) } } } }
      network: { delay: { log-normal: { median: 60ms, p99: 500ms }, at-least: 5ms }\(self == .rough ? ", loss: 2%" : "") }
      clients:
        - { name: writers, count: \(Self.writers), list: rooms/lobby, newest: 20\(order) }
        - { name: phones, count: \(phones), list: rooms/lobby, newest: 10\(order), stack: { run: \(CleanText.quoted(command)) } }
      workload:
        - { name: write, clients: writers, each: client, does: \(does), every: { exponential: 400ms }, for: 10s }

      """
    return text + live
  }

  /// The rows that are there in the beginning.
  private var rows: String {
    guard self == .paged else { return "a: { text: one, score: 3 }, b: { text: two, score: 1 }" }
    // Their keys come before those of posts.
    return (10..<60).map { "\"-\($0)\": { text: t\($0) }" }.joined(separator: ", ")
  }

  /// The misfortunes of the phones, and the deeds of their people.
  private var live: String {
    switch self {
    case .calm, .busy, .ranked: ""
    case .rough:
      """
        - { name: live, clients: phones, each: client, does: { reopen: 50%, leave: 30%, restart: 20% }, away: { exponential: 1s }, every: { exponential: 2s }, for: 10s }
      faults:
        - { fault: disconnect, clients: phones, every: { exponential: 5s } }
        - { fault: background, clients: phones, every: { exponential: 6s }, for: { exponential: 1s } }

      """
    case .refused:
      """
        - { name: live, clients: phones, each: client, does: reopen, away: { exponential: 500ms }, every: { exponential: 1s }, for: 6s }
      faults:
        - { fault: revoke, list: rooms/lobby, at: 3s, for: 2s }
        - { fault: revoke, list: rooms/lobby, at: 8s, for: 1s }

      """
    case .paged:
      """
        - { name: live, clients: phones, each: client, does: { page: 85%, reopen: 15% }, page: 7, away: { exponential: 500ms }, every: { exponential: 600ms }, for: 10s }

      """
    case .tapped:
      """
        - { name: live, clients: phones, each: client, does: { tap: 85%, reopen: 15% }, away: { exponential: 500ms }, think: { exponential: 400ms }, for: 10s }
      faults:
        - { fault: reject, chance: 10% }

      """
    }
  }
}
