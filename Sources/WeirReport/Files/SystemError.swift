// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore

/// The reason that the system refused something: an error number with its words.
struct SystemError: Error {
  /// The number, such as `ENOSPC`.
  let number: Int32

  /// The error of the system call that has just failed.
  static var last: SystemError { SystemError(number: errno) }

  /// The system's words, such as `No space left on device`.
  var words: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// The usual remedy for a user.
  var remedy: String {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: "free some space, or write to another place with `--out DIR`"
    case EACCES, EPERM, EROFS: "choose a place that you may write to, with `--out DIR`"
    case ENOENT: "check the name; `weir list scenarios` shows what there is"
    case ENOTDIR, EEXIST: "a file is in the place of a folder: move it, or choose another name"
    default: "see that the disk is well and that the place is one that you may use"
    }
  }

  /// Returns a failure at `stage` of doing `operation` with `path`.
  func failure(_ stage: FileFailure.Stage, _ operation: String, _ path: String) -> FileFailure {
    let isRefused = [EACCES, EPERM].contains(number) && stage == .missing
    return FileFailure(
      stage: stage,
      problem: Problem(
        message: "cannot \(operation) '\(path)': \(words)",
        remedy: isRefused
          ? "check who may read it, or name the files that you may read"
          : stage == .create && number == ENOENT
            ? "choose a folder that can be made, with `--out DIR`" : remedy))
  }
}
