// SPDX-License-Identifier: GPL-3.0-or-later

/// The options of `weir run`.
package struct RunOptions: Hashable {
  /// The formats in which the result is printed.
  package enum Format: String, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
    /// For tables.
    case csv
    /// As annotations of a pull request.
    case github
  }

  /// The folder of results without `--out`.
  static let usualFolder = "Reports/latest"

  /// The files, folders and `-` that were named.
  package var files: [String]
  /// The seed that replaces the scenario's.
  package var seed: UInt64?
  /// The keys that replace the scenario's, as `key=value`, in order.
  package var settings: [String]
  /// The place where results go.
  package var folder: String
  /// `true` if only the verdict is printed.
  package var isQuiet: Bool
  /// The format in which the result is printed.
  package var format: Format
  /// `true` if a second process runs the same, and every step is compared.
  package var verifies: Bool
  /// The checker whose failure is shown with the steps before it; `first` for the first one.
  var around: String?
  /// `true` if every step is written to a file.
  package var writesTrace: Bool
  /// `true` if a page for a browser is written.
  var writesPage: Bool
  /// `true` if every single measurement is written to a file.
  var writesSamples: Bool
  /// The file to which the run is written for a viewer of traces.
  var export: String?
  /// `true` if this is the second process, which writes every step to its standard output.
  package var streamsSteps: Bool
  /// `true` if it writes the lines of programs, too.
  package var streamsLines: Bool
  /// `true` if a terminal sees a progress line.
  package var showsProgress: Bool

  /// Takes the options from a command line that the table has checked.
  package init(_ invocation: Invocation) {
    files = invocation.operands
    seed = invocation.value("seed").flatMap { UInt64($0) }
    settings = invocation.settings
    folder = invocation.value("out") ?? Self.usualFolder
    isQuiet = invocation.has("quiet")
    format = invocation.value("format").flatMap(Format.init) ?? .text
    verifies = invocation.has("verify")
    around = invocation.value("around")
    writesTrace = invocation.has("trace")
    writesPage = !invocation.has("no-html")
    writesSamples = invocation.has("samples")
    export = invocation.value("export")
    streamsSteps = invocation.has("steps")
    streamsLines = invocation.has("lines")
    showsProgress = !invocation.has("no-progress")
  }
}
