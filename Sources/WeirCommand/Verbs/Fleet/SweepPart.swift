// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirSweep

/// A shard that is run, with the sweep that it is a part of.
struct SweepPart {
  private let shard: Shard
  private let description: SweepDescription

  /// A shard of a sweep.
  init(_ shard: Shard, of description: SweepDescription) {
    self.shard = shard
    self.description = description
  }

  /// The shard in words.
  var name: String { "shard \(shard)" }

  /// The heading of its log.
  var heading: String { "weir-sweep 1 shard=\(shard) sweep=\(description.key)" }

  /// Returns the path of its results so far.
  func log(in folder: String) -> String {
    "\(folder)/\(shard.fileName.dropLast(".weir".count)).partial"
  }

  /// Returns the path of its results.
  func path(in folder: String) -> String { "\(folder)/\(shard.fileName)" }

  /// Removes what a process that was killed while it wrote has left.
  func tidy(_ folder: String) throws(FileFailure) {
    try WholeFile.removeLeftovers(of: path(in: folder))
  }

  /// Returns `true` if the file is there as a whole; one that is cut off or damaged is not there.
  ///
  /// The file of another sweep is refused, and not put out of the way.
  func isDone(in folder: String, aim: SweepAim) throws(FileFailure) -> Bool {
    let path = path(in: folder)
    guard WholeFile.isThere(path) else { return false }
    switch try ShardFile.opening(path) {
    case .failure(.torn), .failure(.damaged): return false
    case .failure: throw refusal("'\(path)' is there already and is not the file of a shard")
    case .success(let file):
      guard file.shard == shard, file.descriptionLine == Array(description.line.dropLast()) else {
        let there = file.description.map { $0.command() } ?? ""
        throw refusal(
          "'\(path)' is of another sweep\n  there: \(there)\n  asked: \(description.command())"
            + (file.description?.words == description.words
              ? "\nwith another program or other contents of the scenario" : ""))
      }
      return try file.read(isFailure: aim.isFailure) { _ in true } == nil
    }
  }

  /// Writes the file, whole or not at all.
  ///
  /// The results come out of the log, through an empty ledger that puts them in order.
  func write(
    _ log: SweepLog, _ ledger: SweepLedger, aim: SweepAim, to folder: String
  ) throws(FileFailure) {
    var ledger = ledger
    let file = try ShardWriter(at: path(in: folder), shard, of: description)
    try log.read { line throws(FileFailure) in
      guard let result = SeedResult(line: line) else { return false }
      ledger.take(result)
      for settled in ledger.takeSettled() {
        try file.append(settled, isFailure: aim.isFailure(settled))
      }
      return true
    }
    try file.commit()
  }

  private func refusal(_ message: String) -> FileFailure {
    FileFailure(
      stage: .create,
      problem: Problem(
        message: message, remedy: "choose another folder, or replace it with --fresh"))
  }
}

extension SweepOptions {
  /// Reads whether a shard is run here, or all of them elsewhere, and says everything that is wrong with it.
  mutating func readShards(
    _ invocation: Invocation, _ variables: [String: String]
  ) -> [Problem] {
    let flag = invocation.has("on") ? "on" : "shard"
    var problems: [Problem] = []
    func blame(_ message: String, _ remedy: String) {
      problems.append(Problem(message: message, remedy: remedy))
    }
    if let text = invocation.value("shard") {
      do throws(Problem) {
        shard = try ShardChoice.reading(text, variables)
      } catch {
        problems.append(error)
      }
    }
    if let text = invocation.value("shards") {
      shardCount = Int(text).flatMap { (1...Shard.most).contains($0) ? $0 : nil }
      if shardCount == nil {
        blame("there cannot be \(text) shards", "use from 1 to \(Shard.most)")
      } else if !invocation.has("on") {
        blame("'--shards' without '--on' starts nothing", "name the engine: --on slurm")
      }
    } else if invocation.has("on") {
      blame("'--on' without '--shards' is no division", "say in how many shards: --shards 50")
    }
    guard invocation.has(flag) else { return problems }
    if invocation.has("on"), invocation.has("shard") {
      blame("'--on' and '--shard' exclude each other", "keep one of them")
    }
    if folder == nil {
      blame(
        "'--\(flag)' without '--out' has no place for its files",
        "name the folder of all shards with --out DIR")
    }
    if files.contains("-") {
      blame(
        "a shard cannot read its scenario from the standard input",
        "name a file that every machine can read")
    }
    return problems
  }
}
