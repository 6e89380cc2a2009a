// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// The steps of a run, and the lines of its programs, as another process writes them.
package struct RunRecords: Sendable {
  /// The steps.
  package private(set) var steps: [StepRecord] = []
  /// The lines of programs, if they were asked for.
  package private(set) var lines: [ProgramLine] = []
  /// The last record; nil: the run goes on, or broke off.
  package private(set) var end: StepRecord?

  /// Takes all that is complete from the front of `bytes`.
  package init(taking bytes: inout [UInt8]) {
    var start = 0
    while start + StepRecord.byteCount <= bytes.count {
      let record = StepRecord(bytes: bytes, at: start)
      var next = start + StepRecord.byteCount
      if ProgramLine.follows(record) {
        guard let line = ProgramLine.reading(bytes, behind: record, at: &next) else { break }
        lines.append(line)
      } else if record.isEnd {
        end = record
      } else {
        steps.append(record)
      }
      start = next
    }
    bytes.removeFirst(start)
  }
}
