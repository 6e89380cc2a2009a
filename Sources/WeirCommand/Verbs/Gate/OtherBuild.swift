// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport

/// The program that a time gate compares with: one that is there, or a revision that is built first.
enum OtherBuild {
  /// Returns the program behind what `--against` names.
  ///
  /// A revision is checked out beside the build products of this package and built as a release, once: its
  /// commit names the folder, so the next gate finds it there.
  static func program(
    _ name: String, timeout: UInt64, in environment: CommandEnvironment
  ) throws(FileFailure) -> (program: String, reference: String) {
    let file = Machine.file(of: name)
    if Machine.isProgram(file) { return (name.contains("/") ? file : "./\(file)", name) }
    func run(_ words: [String], seconds: UInt64) throws(FileFailure) -> ChildJobs.Result {
      let job = ChildJobs.Job(program: "/usr/bin/env", words: ["env"] + words)
      let children = ChildJobs(width: 1, timeout: seconds, in: environment)
      guard let result = try children.run([job]).first ?? nil else {
        throw failure("interrupted while '\(name)' was made ready")
      }
      return result
    }
    let parsed = try run(
      ["git", "rev-parse", "--verify", "--quiet", "\(name)^{commit}"], seconds: 60)
    let commit = String(decoding: parsed.output, as: UTF8.self).filter { !$0.isWhitespace }
    guard parsed.ending == .exited(0), commit.utf8.count >= 40 else {
      throw failure("'\(name)' is neither a program nor a revision that git knows here")
    }
    let folder = ".build/gate/\(commit)"
    let program = "\(folder)/.build/release/weir"
    if Machine.isProgram(program) { return (program, commit) }
    environment.say("building \(commit.prefix(12)) as a release, once; this takes minutes")
    if !WholeFile.isFolder(folder) {
      let checkedOut = try run(
        ["git", "worktree", "add", "--force", "--detach", folder, commit], seconds: 600)
      guard checkedOut.ending == .exited(0) else {
        throw failure("git cannot check out '\(name)': \(checkedOut.lastWords)")
      }
    }
    let built = try run(
      ["swift", "build", "-c", "release", "--product", "weir", "--package-path", folder],
      seconds: max(timeout, 7200))
    guard built.ending == .exited(0), Machine.isProgram(program) else {
      throw failure("'\(name)' does not build: \(built.lastWords)")
    }
    return (program, commit)
  }

  /// Returns the commit that is checked out here, with a plus if files have changed since; nil
  /// without git.
  static func commit(in environment: CommandEnvironment) -> String? {
    let jobs = [["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "-uno"]].map {
      ChildJobs.Job(program: "/usr/bin/env", words: ["env", "git"] + $0)
    }
    let children = ChildJobs(width: 2, timeout: 60, in: environment)
    guard let results = try? children.run(jobs), let commit = results[0], let status = results[1],
      commit.ending == .exited(0), status.ending == .exited(0)
    else { return nil }
    let name = String(decoding: commit.output, as: UTF8.self).filter { !$0.isWhitespace }
    return name + (status.output.isEmpty ? "" : "+")
  }

  private static func failure(_ message: String) -> FileFailure {
    FileFailure(
      stage: .missing,
      problem: Problem(
        message: message,
        remedy: "give --against a weir that is built, or a commit, branch or tag of this repository"
      ))
  }
}
