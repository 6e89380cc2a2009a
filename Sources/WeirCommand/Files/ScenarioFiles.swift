internal import WeirCore
internal import WeirReport

/// The scenario files that a person named.
enum ScenarioFiles {
  /// The files behind `names`: a folder stands for every `.yaml` file in it and below, in the
  /// order of the bytes of their paths, whatever order the disk has them in.
  ///
  /// A folder without any scenario is a failure: to look at nothing is not to pass.
  static func expand(_ names: [String]) throws(FileFailure) -> [String] {
    var files: [String] = []
    for name in names {
      guard name != "-", WholeFile.isFolder(name) else {
        files.append(name)
        continue
      }
      var found: [String] = []
      try collect(from: name, depth: 0, into: &found)
      if found.isEmpty {
        throw FileFailure(
          stage: .missing,
          problem: Problem(
            message: "there is no scenario in the folder '\(name)'",
            remedy: "scenario files end in .yaml; `weir list scenarios` shows those of a folder"))
      }
      files += found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return files
  }

  private static func collect(
    from folder: String, depth: Int, into files: inout [String]
  ) throws(FileFailure) {
    for name in try WholeFile.names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if WholeFile.isFolder(path) {
        // Deeper than any tree of scenarios: a link that leads back up.
        if depth < 16 { try collect(from: path, depth: depth + 1, into: &files) }
      } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        files.append(path)
      }
    }
  }
}
