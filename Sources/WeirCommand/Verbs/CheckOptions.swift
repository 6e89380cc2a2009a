// SPDX-License-Identifier: GPL-3.0-or-later

/// The options of `weir check`.
struct CheckOptions: Hashable {
  /// The formats in which problems are printed.
  enum Format: String, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
    /// As annotations of a pull request.
    case github
  }

  /// The files, folders and `-` that were named.
  var files: [String]
  /// The keys that replace the scenario's, as `key=value`, in order.
  var settings: [String]
  /// The format in which problems are printed.
  var format: Format

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) {
    files = invocation.operands
    settings = invocation.settings
    format = invocation.value("format").flatMap(Format.init) ?? .text
  }
}
