// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
package import WeirReport

/// The scenario files, or files of cases, that a person named.
package enum ScenarioFiles {
  /// The kinds of files to look for in a folder.
  package enum Kind {
    /// Scenarios, in `.yaml` files.
    case scenarios
    /// Step-by-step cases, in `.json` files.
    case cases

    fileprivate var endings: [String] {
      switch self {
      case .scenarios: [".yaml", ".yml"]
      case .cases: [".json"]
      }
    }

    fileprivate func absence(from folder: String) -> Problem {
      switch self {
      case .scenarios:
        Problem(
          message: "there is no scenario in the folder '\(folder)'",
          remedy: "scenario files end in .yaml; `weir list scenarios` shows those of a folder")
      case .cases:
        Problem(
          message: "there is no file of cases in the folder '\(folder)'",
          remedy: "files of cases end in .json")
      }
    }
  }

  /// Returns the files behind `names`: a folder is replaced by every file of the kind in it and
  /// below, in the order of the bytes of their paths, independent of the order on the disk.
  ///
  /// A folder without any is a failure: to look at nothing is not to pass.
  package static func expand(
    _ names: [String], _ kind: Kind = .scenarios
  ) throws(FileFailure) -> [String] {
    var files: [String] = []
    for name in names {
      guard name != "-", WholeFile.isFolder(name) else {
        files.append(name)
        continue
      }
      var found: [String] = []
      try collect(kind, from: name, depth: 0, into: &found)
      if found.isEmpty {
        throw FileFailure(stage: .missing, problem: kind.absence(from: name))
      }
      files += found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return files
  }

  private static func collect(
    _ kind: Kind, from folder: String, depth: Int, into files: inout [String]
  ) throws(FileFailure) {
    for name in try WholeFile.names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if WholeFile.isFolder(path) {
        // Deeper than any tree of scenarios: a link that leads back up.
        if depth < 16 { try collect(kind, from: path, depth: depth + 1, into: &files) }
      } else if kind.endings.contains(where: { name.hasSuffix($0) }) {
        files.append(path)
      }
    }
  }
}
