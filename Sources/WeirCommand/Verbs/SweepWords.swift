// SPDX-License-Identifier: GPL-3.0-or-later

/// The messages of a sweep while it runs.
package enum SweepWords {
  /// Returns the progress line, `wall` nanoseconds after the beginning.
  ///
  ///      31%  312 of 1000 seeds  45.2/s  2 failures  about 15 s left
  ///
  /// Seeds that an earlier process had done say nothing about speed.
  package static func progress(
    done: Int, inherited: Int, of planned: Int, failures: Int, after wall: UInt64
  ) -> String {
    let percent = "\(min(100, Int(Double(done) / Double(max(1, planned)) * 100)))"
    var words = String(repeating: " ", count: max(0, 3 - percent.utf8.count)) + "\(percent)%  "
    words += "\(done) of \(planned) seeds"
    let seconds = Double(wall) / 1e9
    let ours = done - inherited
    if seconds > 0, ours > 0 {
      let tenths = Int(Double(ours) / seconds * 10)
      words += "  \(tenths / 10).\(tenths % 10)/s"
    }
    if ours == 0, planned > done, seconds >= 1 {
      words += "  the first run for \(Int(seconds)) s now"
    }
    if failures > 0 { words += "  \(failures) failure\(failures == 1 ? "" : "s")" }
    if ours > 0, planned > done {
      let left = seconds * Double(planned - done) / Double(ours)
      words += "  about \(Int(left.rounded(.up))) s left"
    }
    return words
  }
}
