// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirTree

/// A story for each mutant, by its name.
let stories: [String: Story] = [
  "canary": Story(Screen(all)) {
    $0.set(list, [("a", score(1)), ("b", score(1))])
    $0.open()
  },
  "order-by-text": Story(Screen(all)) {
    $0.set(list, [("9", score(1)), ("10", score(1))])
    $0.open()
  },
  "order-mixed-by-key": Story(Screen(byScore)) {
    $0.set(list, [("a", score(5)), ("b", fields(("score", .bool(true))))])
    $0.open()
  },
  "order-by-float": Story(Screen(byScore)) {
    $0.set(list, [("b", score(1_400_000_000_001)), ("a", score(1_400_000_000_002))])
    $0.open()
  },
  "ties-not-reversed": Story(Screen(byScore.descending())) {
    $0.set(list, [("a", score(1)), ("b", score(1))])
    $0.open()
  },
  "moved-not-observed": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2))])
    $0.open()
    $0.set(list, [("a", score(3))])
  },
  "removed-not-observed": Story(Screen(all.descending().limited(to: 2))) {
    $0.set(list, [("a", score(1)), ("b", score(1))])
    $0.open()
    $0.set(list, [("c", score(1)), ("d", score(1))])
  },
  "insert-after-unknown": Story(Screen(all, filter: .not(.has(Path("hidden"))))) {
    $0.set(list, [("a", score(1)), ("b", fields(("hidden", .bool(true))))])
    $0.open()
    $0.set(list, [("c", score(1))])
  },
  "front-stays": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2))])
    $0.open()
    $0.set(list, [("b", score(0))])
  },
  "rejected-forgotten": Story(Screen(all, filter: .not(.has(Path("done"))))) {
    $0.set(list, [("a", fields(("done", .bool(true))))])
    $0.open()
    $0.perform(.show(.everything))
  },
  "limit-not-refilled": Story(Screen(all, displayLimit: 2)) {
    $0.set(list, [("a", score(1)), ("b", score(1)), ("c", score(1))])
    $0.open()
    $0.set(list, [("a", .null)])
  },
  "predicate-empties": Story(Screen(all)) {
    $0.set(list, [("a", score(1))])
    $0.open()
    $0.perform(.show(.has(Path("score"))))
  },
  "sentinel-shown": Story(Screen(all.limited(to: 2))) {
    $0.set(list, [("a", score(1)), ("b", score(1)), ("c", score(1))])
    $0.open()
  },
  "union-last-wins": Story(union) {
    $0.set(list, [("a", score(1))])
    $0.set(more, [("a", score(2))])
    $0.open()
  },
  "union-counts-zero": Story(union) {
    $0.set(list, [("a", score(1))])
    $0.open()
  },
  "partition-multi-delete": Story(teams) {
    $0.set(list, ["a", "b", "c", "d"].map { ($0, team("red")) })
    $0.open()
    $0.set(list, [("a", .null), ("b", .null)])
  },
  "partition-late": Story(teams) {
    $0.set(list, [("a", team("red")), ("b", team("blue"))])
    $0.open()
    $0.set(list, [("c", team("red"))])
  },
  "section-stays": Story(teams) {
    $0.set(list, [("a", team("red"))])
    $0.open()
    $0.set(list, [("a", team("blue"))])
  },
  "diff-by-keys": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2))])
    $0.open()
    $0.set(list, [("a", score(3))])
  },
  "readded-unseen": Story(Screen(all), wait: 100, atMost: 100) {
    $0.set(list, [("a", score(1))])
    $0.open()
    $0.pass(200)
    $0.set(list, [("a", .null)])
    $0.set(list, [("a", score(2))])
  },
  "union-swap-unseen": Story(union) {
    $0.set(list, [("a", score(1))])
    $0.set(more, [("a", score(2))])
    $0.open()
    $0.set(list, [("a", .null)])
  },
  "adapter-freed": Story(Screen(all)) {
    $0.set(list, [("a", score(1))])
    $0.open()
  },
  "delete-and-move": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2))])
    $0.open()
    $0.set(list, [("a", score(3))])
  },
  "deletes-descending": Story(Screen(all), wait: 100, atMost: 100) {
    $0.set(list, [("a", score(1)), ("b", score(2)), ("c", score(3))])
    $0.open()
    $0.pass(200)
    $0.set(list, [("a", .null)])
    $0.set(list, [("b", .null)])
  },
  "delete-and-reload": Story(Screen(all), wait: 100, atMost: 100) {
    $0.set(list, [("a", score(1))])
    $0.open()
    $0.pass(200)
    $0.set(list, [("a", score(2))])
    $0.set(list, [("a", .null)])
  },
  "reload-and-move": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2)), ("c", score(3))])
    $0.open()
    $0.set(list, [("a", score(4))])
  },
  "indexes-not-reversed": Story(Screen(all.descending())) {
    $0.set(list, [("a", score(1)), ("b", score(1))])
    $0.open()
    $0.set(list, [("c", score(1))])
  },
  "debounce-unbounded": Story(Screen(all), wait: 100, atMost: 300) {
    $0.set(list, [("a", score(0))])
    $0.open()
    for value in 1..<20 {
      $0.pass(90)
      $0.set(list, [("a", score(Int64(value)))])
    }
  },
  "batch-ignored": Story(Screen(all), wait: 100, atMost: 300) {
    $0.open()
    $0.pass(200)
    $0.set(list, [("a", score(1))])
    $0.pass(20)
    $0.set(list, [("b", score(1))])
  },
  "moves-all": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2)), ("c", score(3))])
    $0.open()
    $0.set(list, [("c", score(0))])
  },
  "moves-torn": Story(Screen(byScore)) {
    $0.set(list, [("a", score(1)), ("b", score(2)), ("c", score(3))])
    $0.open()
    $0.set(list, [("c", score(0))])
  },
  "page-miscounts": Story(Screen(all.limited(to: 2))) {
    $0.set(list, "abcdefgh".map { ("\($0)", score(1)) })
    $0.open()
    $0.page(2)
  },
  "finish-twice": Story(Screen(all.limited(to: 0))) {
    $0.set(list, [("a", score(1))])
    $0.open()
  },
  "finish-lost": Story(Screen(all)) { $0.open() },
  "rows-outlive": Story(Screen(all)) {
    $0.set(list, [("a", score(1)), ("b", score(1))])
    $0.open()
    $0.close()
    $0.set(list, [("a", .null)])
    $0.open()
  },
  "alarm-outlives": Story(Screen(all), wait: 50, atMost: 50) {
    $0.open()
    $0.pass(100)
    $0.set(list, [("a", score(1))])
    $0.close()
    $0.open()
  },
  "refusal-outlives": Story(Screen(all)) {
    $0.answers = .refused
    $0.open()
    $0.close()
    $0.answers = .atOnce
    $0.open()
  },
  "loss-untold": Story(Screen(all)) {
    $0.open()
    $0.lose(list)
  },
  "union-finish-dies": Story(union) {
    $0.open()
    $0.lose(more)
    $0.page(1)
  },
  "union-finish-early": Story(union) {
    $0.answers = .later
    $0.open()
    $0.answer()
    $0.answer()
  },
  "pager-accumulates": Story(Screen(all.limited(to: 2))) {
    $0.set(list, "abcdefghij".map { ("\($0)", score(1)) })
    $0.open()
    $0.page(2)
    $0.page(2)
  },
  "page-by-key": Story(Screen(byScore.descending().limited(to: 4))) {
    $0.set(list, "abcdefgh".enumerated().map { ("\($1)", score(Int64($0))) })
    $0.open()
    $0.page(2)
  },
  "page-forgets-range": Story(Screen(all.ending(at: .init(Key("c"))).limited(to: 2))) {
    $0.set(list, "abcdef".map { ("\($0)", score(1)) })
    $0.open()
    $0.page(3)
  },
  "page-not-live": Story(Screen(all.descending().limited(to: 2))) {
    $0.set(list, "abcd".map { ("\($0)", score(1)) })
    $0.open()
    $0.page(3)
    $0.set(list, [("a", score(2))])
  },
  "page-hole": Story(Screen(all.descending().limited(to: 2))) {
    $0.set(list, "abcde".map { ("\($0)", score(1)) })
    $0.open()
    $0.page(2)
    $0.set(list, [("f", score(1)), ("g", score(1)), ("h", score(1))])
  },
  "page-wedges": Story(Screen(all.limited(to: 2))) {
    $0.set(list, "abcd".map { ("\($0)", score(1)) })
    $0.open()
    $0.answers = .refused
    $0.page(2)
    $0.answers = .atOnce
    $0.page(2)
  },
  "scalar-hides-page": Story(Screen(all.limited(to: 1))) {
    $0.set(list, [("a", score(1)), ("b", score(1)), ("c", .integer(5))])
    $0.open()
    $0.page(2)
  },
]
