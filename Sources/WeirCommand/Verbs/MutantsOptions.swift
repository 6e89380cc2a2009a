// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The options of `weir mutants`.
package struct MutantsOptions: Hashable {
  /// The number of seeds that each mutant gets without `--seeds`.
  static let usualSeeds = 100
  /// The number of seeds after which a mutant that none of them caught has survived.
  static let usualPatience = 1000

  /// The folder with a scenario for each mutant, called by its name.
  var folder: String
  /// The number of seeds that each mutant gets, from 1.
  var seeds: Int
  /// The number of seeds after which a mutant that none of them caught has survived.
  var patience = Self.usualPatience
  /// The place where the tables go; nil: nowhere.
  var out: String?
  /// The number of seeds that run side by side; nil: one on each core.
  package var cores: Int?
  /// `true` if the matrix of checkers and mutants is printed.
  var showsMatrix = false
  /// `true` if this is a process that runs seeds for another one.
  var isWorker = false

  /// Looks at each mutant of a folder with so many seeds, and with more if none of those caught it.
  package init(folder: String, seeds: Int, patience: Int) {
    self.folder = folder
    self.seeds = seeds
    self.patience = patience
  }

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    folder = invocation.operands.first ?? "Scenarios/mutants"
    seeds = try Self.positive("seeds", in: invocation) ?? Self.usualSeeds
    cores = try Self.positive("cores", in: invocation)
    out = invocation.value("out")
    showsMatrix = invocation.has("matrix")
    isWorker = invocation.has("worker")
  }

  private static func positive(
    _ name: String, in invocation: Invocation
  ) throws(Problems) -> Int? {
    guard let text = invocation.value(name) else { return nil }
    if let number = Int(text), number > 0 { return number }
    throw Problems([
      Problem(message: "'--\(name)' cannot be \(text)", remedy: "use a whole number from 1 on")
    ])
  }
}
