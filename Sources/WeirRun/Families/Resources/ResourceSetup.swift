// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirScenario
import WeirStreams
import WeirTree

/// The resources that the app of one client keeps: the kinds there are, what its screen knows, and where the things of
/// each kind lie.
struct ResourceSetup: Sendable {
  /// The kinds, and what is counted of them.
  var registry = ResourceRegistry()
  /// The things that the screen knows.
  var context: ResourceContext
  /// By the number of a kind.
  var kinds: [Kind]
  /// Every number in the tree that counts resources, by the numbers that steps use.
  var counters: [Path] = []
  /// The place of the first of ``actions`` among those that the stack knows.
  var firstAction = 0

  /// A kind of things.
  struct Kind: Sendable {
    /// Its name.
    var name: String
    /// The names of its template that the context fills in.
    var contextNames: [Key]
    /// The list of its collection, if the workload is about it.
    var collection: Collection?
  }

  /// The place where the things of a kind lie.
  struct Collection: Sendable {
    var list: UInt32
    var path: Path
  }

  /// The actions that are done to resources, in the order by which stacks know them.
  static let actions: [Scenario.Work.Action] = [.create, .update, .destroy, .toggle]

  /// The list and the key of a thing that lies at `path`; nil if no collection of the workload holds it.
  func row(at path: Path) -> (list: UInt32, key: Key)? {
    for case let collection? in kinds.map(\.collection) {
      let depth = collection.path.keys.count
      if path.keys.count > depth, path.keys.starts(with: collection.path.keys) {
        return (collection.list, path.keys[depth])
      }
    }
    return nil
  }

  /// The number of names of its template that the log of an action repeats.
  func repeats(_ action: ResourceAction) -> Int {
    let names = kinds[Int(action.call.resource.kind.number)].contextNames
    return action.extra.count { names.contains($0.name) }
  }
}
