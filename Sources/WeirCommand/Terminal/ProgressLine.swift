// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// A line on a terminal that shows the progress of the run, drawn again at most ten times a second.
///
///      42%  25.2s of 60s  1204551 events  812 k/s  about 3 s left
///      42%  [########............]  42 of 100 measurements  about 3 s left
///
/// It is drawn on the standard error, on a terminal only, and wiped before anything else is said.
public final class ProgressLine {
  private let err: Output
  private let isShown: Bool
  private let wallClock: () -> UInt64
  private let began: UInt64
  private var drawnAt: UInt64?

  /// Prepares a line; nothing is drawn yet.
  package init(in environment: CommandEnvironment, wanted: Bool) {
    err = environment.err
    wallClock = environment.wallClock
    let terminal = environment.variables["TERM"] ?? "dumb"
    isShown = wanted && environment.errIsTerminal && terminal != "dumb"
    began = isShown ? wallClock() : 0
  }

  /// Draws the line, unless it was drawn less than a tenth of a second ago.
  public func update(now: Instant, of end: Instant, events: UInt64) {
    update { Self.words(now: now, of: end, events: events, after: $0) }
  }

  /// Draws a bar for work that is counted, unless the line was drawn less than a tenth of a second ago.
  func update(done: Int, of count: Int, _ things: String) {
    update { Self.bar(done: done, of: count, things, after: $0) }
  }

  /// Draws the words for the wall time since the beginning, unless the line was drawn less than a tenth of
  /// a second ago.
  func update(_ words: (UInt64) -> String) {
    guard isShown else { return }
    let time = wallClock()
    if let drawnAt, time - drawnAt < 100_000_000 { return }
    drawnAt = time
    err.write(verbatim: "\r\(CleanText.line(words(time - began)))\u{1B}[K")
    err.flush()
  }

  /// Wipes the line.
  public func clear() {
    guard drawnAt != nil else { return }
    drawnAt = nil
    err.write(verbatim: "\r\u{1B}[K")
    err.flush()
  }

  /// Returns the line for a moment, `wall` nanoseconds after the beginning.
  package static func words(now: Instant, of end: Instant, events: UInt64, after wall: UInt64)
    -> String
  {
    let whole = max(1, end.nanoseconds)
    let part = min(max(0, now.nanoseconds), whole)
    let percent = Int(Double(part) / Double(whole) * 100)
    let seconds = Double(wall) / 1e9
    let speed = seconds > 0 ? Double(events) / seconds : 0
    let left = part > 0 ? seconds * (Double(whole) / Double(part) - 1) : nil
    let padding = String(repeating: " ", count: max(0, 3 - String(percent).utf8.count))
    return "\(padding)\(percent)%  \(tenths(part)) of \(tenths(whole))  \(events) events  "
      + "\(Int(speed / 1000)) k/s" + (left.map { "  about \(Int($0.rounded(.up))) s left" } ?? "")
  }

  /// Returns the bar when so many things are done, `wall` nanoseconds after the beginning.
  package static func bar(done: Int, of count: Int, _ things: String, after wall: UInt64) -> String
  {
    let whole = max(1, count)
    let part = min(max(0, done), whole)
    let (percent, filled) = (part * 100 / whole, part * 20 / whole)
    let padding = String(repeating: " ", count: max(0, 3 - String(percent).utf8.count))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    let left = part > 0 ? Double(wall) / 1e9 * (Double(whole) / Double(part) - 1) : nil
    return "\(padding)\(percent)%  [\(bar)]  \(part) of \(whole) \(things)"
      + (left.map { "  about \(Int($0.rounded(.up))) s left" } ?? "")
  }

  /// Nanoseconds as seconds with one decimal.
  private static func tenths(_ nanoseconds: Int64) -> String {
    let tenths = nanoseconds / 100_000_000
    return "\(tenths / 10).\(tenths % 10)s"
  }
}
