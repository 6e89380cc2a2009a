// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirScenario
internal import WeirSweep

/// A sweep whose shards an engine runs on many machines, from the first submission to the merge.
///
/// All that counts lies in the folder: the files of shards that are done. The process can be killed at any moment, and
/// the same command goes on with what is there and with the tasks that the engine still has.
struct FleetUnderWay {
  /// The number of times a shard is submitted.
  private static let mostTries = 4
  /// The number of seconds for which the engine may be silent.
  private static let patience: UInt64 = 120

  private let description: SweepDescription
  private let options: SweepOptions
  private let count: Int
  private let folder: String
  private let environment: CommandEnvironment
  private let progress: ProgressLine
  private let slurm: Slurm
  /// The number of times that each shard was submitted.
  private var tries: [Int]
  /// `true` for each shard whose file was removed because it was damaged, until it is submitted again.
  private var isDamaged: [Bool]
  private var inheritedCount = 0
  /// `true` if the engine may have tasks.
  private var mayHaveTasks = false
  private var silentSince: UInt64?
  /// `true` if the engine has answered once.
  private var isAnswered = false

  /// A fleet that has not begun.
  init(
    _ description: SweepDescription, shards: Int, in folder: String, _ options: SweepOptions,
    _ environment: CommandEnvironment
  ) throws(Refusal) {
    self.description = description
    self.options = options
    count = shards
    self.folder = folder
    self.environment = environment
    progress = ProgressLine(in: environment, wanted: options.showsProgress && !options.isQuiet)
    slurm = try Slurm(name: "weir-\(description.key)-\(shards)", in: environment)
    tries = Array(repeating: 0, count: shards)
    isDamaged = Array(repeating: false, count: shards)
  }

  private var shards: String { "\(folder)/shards" }
  private var logs: String { "\(folder)/slurm" }
  private var script: String { "\(folder)/slurm/task.sh" }

  /// Has all shards run, merges them, and judges.
  mutating func perform() throws(Refusal) -> ExitCode {
    let log = try open()
    while true {
      do throws(Refusal) {
        try follow()
      } catch {
        cancel()
        throw error
      }
      if let code = Interruption.code {
        cancel()
        environment.say(
          "\(try missing().count) of \(count) shards are missing; the same command goes on from there"
        )
        return code
      }
      var damaged: [Shard] = []
      let merge = MergeOptions(shards: shards, folder: folder, isQuiet: options.isQuiet)
      do throws(Refusal) {
        let verdict = try Merge.merge(merge, in: environment, damaged: &damaged)
        try close(log)
        return ExitCode(verdict)
      } catch {
        // A file that was damaged after it was written is made again; everything else would happen again.
        let again = damaged.filter { tries[$0.index] < Self.mostTries }
        if again.isEmpty { throw error }
        for problem in error.problems { environment.say(CleanText.line(problem.message)) }
        try remove(again)
      }
    }
  }

  /// Removes files that are not to be believed, so that their shards are missing.
  private mutating func remove(_ damaged: [Shard]) throws(Refusal) {
    for shard in damaged { isDamaged[shard.index] = true }
    do throws(FileFailure) {
      for shard in damaged { try WholeFile.remove("\(shards)/\(shard.fileName)") }
    } catch {
      throw Refusal(error)
    }
  }

  /// Takes the folder, so that no other process follows the same sweep, and writes the script of a task.
  private func open() throws(Refusal) -> SweepLog {
    do throws(FileFailure) {
      let heading = "weir-fleet 1 shards=\(count) sweep=\(description.key)"
      let log = try SweepLog(
        at: "\(folder)/fleet.partial", heading: heading, afresh: options.isFresh)
      try WholeFile.makeFolder(shards)
      if options.isFresh {
        for name in try WholeFile.names(in: shards) { try WholeFile.remove("\(shards)/\(name)") }
      }
      try WholeFile.write(task, to: script)
      return log
    } catch {
      throw Refusal(error)
    }
  }

  private func close(_ log: SweepLog) throws(Refusal) {
    do throws(FileFailure) { try log.remove() } catch { throw Refusal(error) }
  }

  /// The script of a task, which runs the shard with the number of the task.
  private var task: String {
    let cut = description.words.firstIndex(of: "--") ?? description.words.endIndex
    let program = Report.quoted(Machine.file(of: environment.program))
    let before = description.words[..<cut].map(Report.quoted).joined(separator: " ")
    let after = description.words[cut...].map(Report.quoted).joined(separator: " ")
    return """
      #!/bin/sh
      exec \(program) \(before) --shard "$SLURM_ARRAY_TASK_ID/\(count)" --out \(Report.quoted(shards)) \
      --cores \(options.cores ?? 1) --quiet \(after)

      """
  }

  /// Submits what is missing and waits until nothing is missing, or the user interrupts.
  private mutating func follow() throws(Refusal) {
    let before = try missing()
    if before.isEmpty { return }
    inheritedCount = count - before.count
    defer { progress.clear() }
    while Interruption.code == nil {
      let (tasks, words) = try slurm.tasks()
      // What the engine has is asked first: a task that ends in between leaves its file.
      let missing = try missing()
      if missing.isEmpty { return }
      guard let tasks else {
        try wait(forAnswer: words, isFirst: !isAnswered)
        continue
      }
      silentSince = nil
      mayHaveTasks = mayHaveTasks || !tasks.isEmpty
      if !isAnswered, !tasks.isEmpty {
        environment.say("Slurm has \(tasks.count) tasks of this sweep already")
        for task in tasks where tries.indices.contains(task.shard) { tries[task.shard] += 1 }
      }
      isAnswered = true
      try submitLost(missing, tasks)
      let running = tasks.count(where: \.isRunning)
      let done = count - missing.count
      progress.update {
        FleetWords.progress(
          done: done, inherited: inheritedCount, of: count, running: running,
          waiting: tasks.count - running, after: $0)
      }
      pause(seconds: max(1, count / 1000))
    }
  }

  /// Submits the shards that are missing and that the engine does not have.
  ///
  /// Those that died too often are left alone while others are under way.
  private mutating func submitLost(
    _ missing: [Int], _ tasks: [Slurm.QueuedTask]
  ) throws(Refusal) {
    var isUnderWay = [Bool](repeating: false, count: count)
    for task in tasks where isUnderWay.indices.contains(task.shard) {
      isUnderWay[task.shard] = true
    }
    let lost = missing.filter { !isUnderWay[$0] }
    let again = lost.filter { tries[$0] < Self.mostTries }
    if let first = again.first(where: { tries[$0] > 0 && !isDamaged[$0] }) {
      progress.clear()
      let dead = again.filter { tries[$0] > 0 && !isDamaged[$0] }
      environment.say(
        "\(dead.count == 1 ? "shard \(first)" : "shards \(ShardSet.ranges(dead))") died, and "
          + "\(dead.count == 1 ? "is" : "are") submitted again\(lastWords(of: first))")
    }
    if !again.isEmpty { return try submit(again) }
    guard tasks.isEmpty, let first = lost.first, let shard = Shard(first, of: count) else { return }
    throw Refusal(
      problems: [
        Problem(
          message: "\(lost.count == 1 ? "shard \(first)" : "shards \(ShardSet.ranges(lost))") died "
            + "\(Self.mostTries) times\(lastWords(of: first))",
          remedy:
            "run `\(description.command(["--shard", "\(shard)", "--out", shards]))` and see what it says; "
            + "then the same command goes on from here")
      ], code: .ioFailed)
  }

  private mutating func submit(_ shards: [Int]) throws(Refusal) {
    for shard in shards { (tries[shard], isDamaged[shard]) = (tries[shard] + 1, false) }
    let job = try slurm.submit(shards, script: script, logs: logs, cores: options.cores ?? 1)
    // Also without a number: an interruption may have come when the tasks were there already.
    mayHaveTasks = true
    guard let job, !options.isQuiet else { return }
    progress.clear()
    environment.say(
      "submitted \(shards.count == 1 ? "shard \(shards[0])" : "\(shards.count) shards") as job \(job)"
    )
  }

  /// Waits for an engine that does not answer, but not without end.
  private mutating func wait(forAnswer words: String, isFirst: Bool) throws(Refusal) {
    if Interruption.code != nil { return }
    let now = environment.wallClock()
    if silentSince == nil { silentSince = now }
    let isOver = now - (silentSince ?? now) > Self.patience * 1_000_000_000
    guard isFirst || isOver else { return pause(seconds: 2) }
    throw Refusal(
      problems: [
        Problem(
          message: "squeue does not answer: \(words)",
          remedy: "see that slurmctld runs and can be reached; the same command goes on from there")
      ], code: .ioFailed)
  }

  /// Waits, but not when the user interrupts.
  private func pause(seconds: Int) {
    for _ in 0..<(10 * seconds) where Interruption.code == nil { Machine.pause(milliseconds: 100) }
  }

  /// Cancels what the engine has of this sweep.
  private func cancel() {
    guard mayHaveTasks else { return }
    progress.clear()
    let isDone = (try? slurm.cancel()) ?? false
    environment.say(
      isDone
        ? "the tasks that Slurm had of this sweep are cancelled"
        : "Slurm does not cancel its tasks of this sweep: see `squeue --me`")
  }

  /// Returns the numbers of the shards of which no file is there.
  private func missing() throws(Refusal) -> [Int] {
    do throws(FileFailure) {
      var isThere = [Bool](repeating: false, count: count)
      for name in try WholeFile.names(in: shards) {
        // Names are enough here: files appear whole, and the merge reads them.
        if let shard = Shard(fileName: name), shard.count == count { isThere[shard.index] = true }
      }
      return isThere.indices.filter { !isThere[$0] }
    } catch {
      throw Refusal(error)
    }
  }

  /// Returns the last line that a shard said, behind a colon; nothing if it said nothing.
  private func lastWords(of shard: Int) -> String {
    guard case .success(let bytes) = FileLoader.files.read("\(logs)/\(shard).log") else {
      return ""
    }
    let lines = String(decoding: bytes.suffix(4096), as: UTF8.self).split(separator: "\n")
    let line = lines.last { $0.contains("error:") } ?? lines.last
    return line.map { ": \(CleanText.line(String($0)))" } ?? ""
  }
}
