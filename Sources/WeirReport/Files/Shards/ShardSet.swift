// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirSweep

/// The shards of one sweep in a folder: which there are, and everything that is wrong with them.
///
///     let set = try ShardSet(in: "sweeps/chat")
///     set.problems  // files that are no shards, shards of other sweeps, shards that are there twice
///     set.missing   // [3, 17]
///
/// Of every file it reads a few lines, so ten thousand are looked through in a second or two. Files whose names do not
/// end in `.weir` are none of its business.
package struct ShardSet: Sendable {
  /// The folder.
  package let folder: String
  /// The shards that fit together, in order.
  package private(set) var files: [ShardFile] = []
  /// The description of the sweep; nil without any shard.
  package private(set) var description: SweepDescription?
  /// The problems with files that are there.
  package private(set) var problems: [Problem] = []
  /// The shards whose files are cut off or damaged, by the names of the files.
  package private(set) var damaged: [Shard] = []

  /// Looks through a folder.
  package init(in folder: String) throws(FileFailure) {
    self.folder = folder
    for name in try WholeFile.names(in: folder) where name.hasSuffix(".weir") {
      try add(name, folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
    }
    files.sort { $0.shard.index < $1.shard.index }
    for (one, other) in zip(files, files.dropFirst()) where one.shard == other.shard {
      problems.append(
        Problem(
          message: "'\(one.path)' and '\(other.path)' are both shard \(one.shard)",
          remedy: "move one of them elsewhere"))
    }
  }

  private mutating func add(_ name: String, _ path: String) throws(FileFailure) {
    switch try ShardFile.opening(path) {
    case .failure(let fault):
      if fault != .foreign, let shard = Shard(fileName: name) { damaged.append(shard) }
      problems.append(problem(fault, path))
    case .success(var file):
      guard let first = files.first, let description else {
        files.append(file)
        description = file.description
        return
      }
      if first.descriptionLine == file.descriptionLine, first.shard.count == file.shard.count {
        file.descriptionLine = first.descriptionLine
        files.append(file)
      } else {
        problems.append(Self.mixture(file, first, description))
      }
    }
  }

  /// The numbers of the shards that are not there, in order.
  package var missing: [Int] {
    guard let count = files.first?.shard.count else { return [] }
    var isThere = [Bool](repeating: false, count: count)
    for file in files { isThere[file.shard.index] = true }
    return isThere.indices.filter { !isThere[$0] }
  }

  /// The problem that shards are missing, with the command that makes the first of them; nil if none is.
  package var absence: Problem? {
    let missing = missing
    guard let first = missing.first, let count = files.first?.shard.count,
      let shard = Shard(first, of: count)
    else { return nil }
    let words =
      missing.count == 1
      ? "shard \(first) of \(count) is" : "shards \(Self.ranges(missing)) of \(count) are"
    return Problem(
      message: "\(words) missing in '\(folder)'",
      remedy: "run `\(command(shard))`"
        + (missing.count == 1 ? "" : ", and so on for the others"))
  }

  /// Returns the problem of a file that is not to be believed, and of which the shard may be known.
  func problem(_ fault: ShardFile.Fault, _ path: String, _ shard: Shard? = nil) -> Problem {
    let again =
      shard.map { "run `\(command($0))`, which puts a whole file in its place" }
      ?? "run its shard again, which puts a whole file in its place"
    switch fault {
    case .foreign:
      return Problem(
        message: "'\(path)' is not the file of a shard",
        remedy: "move it elsewhere, or name the folder that `weir sweep --shard` has written to")
    case .otherFormat(let words):
      return Problem(
        message: "'\(path)' is of the format '\(words)', and this program reads "
          + "'\(ShardText.firstWord) \(ShardText.formatVersion)'",
        remedy: "merge with the program that has run the shards")
    case .torn: return Problem(message: "'\(path)' is cut off", remedy: again)
    case .damaged(let line):
      return Problem(message: "'\(path)' is damaged in line \(line)", remedy: again)
    }
  }

  /// Returns the command that makes a shard.
  private func command(_ shard: Shard) -> String {
    guard let description else { return "weir sweep" }
    return description.command(["--shard", "\(shard)", "--out", folder])
  }

  /// Returns the problem of two files that are of two sweeps.
  private static func mixture(
    _ file: ShardFile, _ first: ShardFile, _ description: SweepDescription
  ) -> Problem {
    let remedy = "keep the shards of each sweep in a folder of their own"
    guard let other = file.description else {
      return Problem(message: "'\(file.path)' is damaged in line 3", remedy: remedy)
    }
    let what: String
    if other.words != description.words {
      what = "is of another sweep\n  there: \(other.command())\n  here: \(description.command())"
    } else if let pair = zip(other.items, description.items).first(where: { $0 != $1 }) {
      what =
        "ran another '\(pair.0.file)': its content has the hash "
        + "\(String(pair.0.fingerprint, radix: 16)), and here \(String(pair.1.fingerprint, radix: 16))"
    } else if other.build != description.build {
      what = "was run by another program: \(other.build), and here \(description.build)"
    } else {
      what = "is one of \(file.shard.count) shards, and here there are \(first.shard.count)"
    }
    return Problem(
      message: "'\(file.path)' does not belong to '\(first.path)': it \(what)", remedy: remedy)
  }

  /// Returns numbers in words, of neighbours the first and the last: `3, 7..9`.
  package static func ranges(_ numbers: [Int], most: Int = 20) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let words = ranges.prefix(most).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)"
    }
    let more = ranges.count > most ? " and more" : ""
    return words.joined(separator: ", ") + more
  }
}

extension SweepDescription {
  /// Returns the command line of the sweep for a shell, with more flags in front of the files.
  package func command(_ flags: [String] = []) -> String {
    let cut = words.firstIndex(of: "--") ?? words.endIndex
    return (["weir"] + words[..<cut] + flags + words[cut...]).map(Report.quoted)
      .joined(separator: " ")
  }
}
