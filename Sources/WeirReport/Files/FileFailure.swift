// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// The reason that a file could not be read or written, and the stage that was reached.
///
/// The command turns the stage into an exit code: 66, 73 or 74.
public struct FileFailure: Error, Hashable, Sendable {
  /// The stages of reading and writing a file.
  public enum Stage: Hashable, Sendable {
    /// It is not there, or may not be read.
    case missing
    /// It could not be created; nothing was changed.
    case create
    /// Reading or writing stopped midway; what was written has been removed.
    case midway
  }

  /// The stage that was reached.
  public var stage: Stage
  /// The problem, in words, and its remedy.
  public var problem: Problem

  /// Makes a failure.
  public init(stage: Stage, problem: Problem) {
    self.stage = stage
    self.problem = problem
  }
}

extension FileFailure: CustomStringConvertible {
  /// The problem's two lines.
  public var description: String { problem.description }
}
