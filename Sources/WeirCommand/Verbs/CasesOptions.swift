// SPDX-License-Identifier: GPL-3.0-or-later

/// The options of `weir cases`.
struct CasesOptions: Hashable {
  /// The files, folders and `-` that were named.
  var files: [String]
  /// `true` if the files are printed with what really happens instead of being judged.
  var isRecording: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) {
    files = invocation.operands
    isRecording = invocation.has("record")
  }
}
