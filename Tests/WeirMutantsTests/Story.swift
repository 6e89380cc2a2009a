// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirCore
import WeirMutants
import WeirTree

/// The smallest history on which a mutant differs from the control.
struct Story: Sendable {
  var screen: Screen
  var wait: Int64 = 0
  var atMost: Int64 = 0
  var play: @Sendable (inout Desk) -> Void

  init(
    _ screen: Screen, wait: Int64 = 0, atMost: Int64 = 0,
    play: @escaping @Sendable (inout Desk) -> Void
  ) {
    self.screen = screen
    self.wait = wait
    self.atMost = atMost
    self.play = play
  }

  /// What is found wrong with a stack that lives through it.
  func told(to mutant: Mutant) -> [String: String] {
    var desk = Desk(mutant, screen, wait: wait, atMost: atMost)
    play(&desk)
    desk.rest()
    return desk.broken
  }
}

/// A child with fields.
func fields(_ pairs: (String, Node)...) -> Node { Node(pairs.map { (Key($0.0), $0.1) }) }
/// A child with a score.
func score(_ value: Int64) -> Node { fields(("score", .integer(value))) }
/// A child of a team.
func team(_ name: String) -> Node { fields(("team", .text(name))) }

let list = Path("list")
let more = Path("more")
let all = QueryBuilder(list)
let byScore = all.ordered(by: .child(Path("score")))
let teams = Screen(
  all,
  grouping: .fixed([.is(Path("team"), .text("red")), .is(Path("team"), .text("blue"))]))
let union = Screen(union: [all, QueryBuilder(more)])
