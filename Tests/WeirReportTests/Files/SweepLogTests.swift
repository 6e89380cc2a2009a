// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirReport
import WeirTestSupport

@Suite struct SweepLogTests {
  /// The lines that a log gives back, all of them believed but for those that begin with `?`.
  private static func lines(_ log: SweepLog) throws -> [String] {
    var lines: [String] = []
    try log.read { bytes in
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix("?") { return false }
      lines.append(line)
      return true
    }
    return lines
  }

  private static func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `lines come back in order, also after many kilobytes`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a/b/sweep.partial"
      let written = (0..<9000).map { "line \($0) \(String(repeating: "x", count: $0 % 50))" }
      do {
        let log = try SweepLog(at: path, heading: "one")
        #expect(!log.isContinued)
        for line in written { try log.append(Array("\(line)\n".utf8)) }
      }
      let again = try SweepLog(at: path, heading: "one")
      #expect(again.isContinued)
      #expect(try Self.lines(again) == written)
      try again.append(Array("last\n".utf8))
      #expect(try Self.lines(again) == written + ["last"])
      try again.remove()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: 0...15)
  func `whatever was torn off, whole lines are kept and the next one is whole`(length: Int) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/log"
      let text = "head\nab\ncde\nfgh"
      try text.prefix(length).write(toFile: path, atomically: false, encoding: .utf8)
      let log = try SweepLog(at: path, heading: "head")
      #expect(log.isContinued == (length >= 5))
      let kept = length >= 12 ? ["ab", "cde"] : length >= 8 ? ["ab"] : []
      #expect(try Self.lines(log) == kept)
      try log.append(Array("new\n".utf8))
      #expect(try Self.lines(log) == kept + ["new"])
    }
  }

  @Test func `what is not believed is cut off, with all that follows`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/log"
      try "head\nab\n?\ncd\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try Self.lines(SweepLog(at: path, heading: "head")) == ["ab"])
      #expect(try Self.contents(path) == "head\nab\n")
    }
  }

  @Test func `a log about something else is refused and left alone, unless it may go`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/log"
      for text in ["other\nab\n", "he said\n", "heading\n"] {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect { try SweepLog(at: path, heading: "head") } throws: { error in
          guard let failure = error as? FileFailure else { return false }
          return failure.stage == .create && failure.problem.message.contains("another sweep")
        }
        #expect(try Self.contents(path) == text)
      }
      let fresh = try SweepLog(at: path, heading: "head", afresh: true)
      #expect(!fresh.isContinued)
      #expect(try Self.contents(path) == "head\n")
    }
  }

  @Test func `two cannot be at work on one log`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/log"
      let log = try SweepLog(at: path, heading: "head")
      #expect { try SweepLog(at: path, heading: "head") } throws: { error in
        (error as? FileFailure)?.problem.message.contains("another process") == true
      }
      try log.append(Array("ab\n".utf8))
      #expect(try Self.lines(log) == ["ab"])
    }
  }
}
