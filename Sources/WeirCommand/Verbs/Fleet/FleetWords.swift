// SPDX-License-Identifier: GPL-3.0-or-later

/// The messages of a fleet while it runs.
package enum FleetWords {
  /// Returns the progress line, `wall` nanoseconds after the beginning.
  ///
  ///      32%  16 of 50 shards  4 running  30 waiting  about 90 s left
  ///
  /// Shards that were done before say nothing about speed.
  package static func progress(
    done: Int, inherited: Int, of count: Int, running: Int, waiting: Int, after wall: UInt64
  ) -> String {
    let percent = "\(done * 100 / max(1, count))"
    var words = String(repeating: " ", count: max(0, 3 - percent.utf8.count)) + "\(percent)%  "
    words += "\(done) of \(count) shards"
    if running > 0 { words += "  \(running) running" }
    if waiting > 0 { words += "  \(waiting) waiting" }
    let ours = done - inherited
    if ours > 0, count > done {
      let left = Double(wall) / 1e9 * Double(count - done) / Double(ours)
      words += "  about \(Int(left.rounded(.up))) s left"
    }
    return words
  }
}
