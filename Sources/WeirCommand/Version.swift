// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirTrace

/// The versions of Weir and of the formats that it reads and writes.
public enum Version {
  /// The version of the program.
  public static let program = "0.1.0"
  /// The day of that version, for the manual.
  static let day = "2026-11-21"
  /// Each format, with its version.
  public static let formats: [(name: String, version: Int)] = [
    ("scenario", 1), ("trace", Int(Trace.formatVersion)), ("metrics", MetricsTable.schemaVersion),
  ]

  /// The text that `weir --version` prints.
  public static var text: String {
    "weir \(program)\n" + formats.map { "\($0.name) \($0.version)\n" }.joined()
  }
}
