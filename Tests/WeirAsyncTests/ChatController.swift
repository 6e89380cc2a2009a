// SPDX-License-Identifier: GPL-3.0-or-later
import WeirAsync
import WeirCore
import WeirTree

/// The newest messages of a room, as an app keeps them that is written with async and await.
@MainActor final class ChatController: AsyncList {
  private var heard: [Key: UInt64] = [:]

  nonisolated init() {}

  @MainActor func live(on phone: Phone) async throws {
    heard = [:]
    for try await batch in phone.listen() {
      take(batch)
      phone.show(rows(of: phone.screen.sources[0]))
    }
  }

  private func take(_ batch: Phone.Batch) {
    for event in batch {
      heard[event.key] = event.kind == .removed ? nil : event.node.fingerprint
    }
  }

  private func rows(of list: QueryBuilder) -> [Row] {
    let rows = heard.map { Row(key: $0.key, stamp: $0.value) }
    let sorted = rows.sorted { list.isAscending ? $0.key < $1.key : $1.key < $0.key }
    return Array(sorted.prefix(list.limit ?? sorted.count))
  }
}

/// The same with a bug: each batch is made ready in a task of its own, and they overtake each other.
actor HastyController: AsyncList {
  private var heard: [Key: UInt64] = [:]

  func live(on phone: Phone) async throws {
    heard = [:]
    for try await batch in phone.listen() {
      for event in batch {
        heard[event.key] = event.kind == .removed ? nil : event.node.fingerprint
      }
      let rows = heard.map { Row(key: $0.key, stamp: $0.value) }.sorted { $1.key < $0.key }
      let shown = Array(rows.prefix(phone.screen.sources[0].limit ?? rows.count))
      Task {
        // The picture of the sender is fetched.
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1...40)))
        phone.show(shown)
      }
    }
  }
}

/// A list that does one thing when it lives, for tests.
struct ScriptedList: AsyncList {
  var script: @Sendable (Phone) async throws -> Void
  var page: @Sendable (Int, Phone) async throws -> LoadedPage = { _, _ in
    LoadedPage(new: 0, hasMore: false)
  }

  func live(on phone: Phone) async throws { try await script(phone) }
  func loadPage(of count: Int, on phone: Phone) async throws -> LoadedPage {
    try await page(count, phone)
  }
}
