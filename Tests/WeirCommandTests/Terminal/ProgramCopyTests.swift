// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct ProgramCopyTests {
  private static func size(_ path: String) throws -> UInt64 {
    try FileHandle(forReadingFrom: URL(filePath: path)).seekToEnd()
  }

  private static func run(_ path: String, _ words: [String]) throws -> MeteredProcess.Result {
    try MeteredProcess.run(path, ["weir"] + words)
  }

  @Test func `a copy of a program runs, and lacks only what is for debuggers`() throws {
    let copy = try ProgramCopy(of: SweepTests.program)
    defer { copy.remove() }
    try copy.renew()
    let (whole, copied) = (try Self.size(SweepTests.program), try Self.size(copy.path))
    #expect(copied > 1_000_000 && copied < whole)
    for _ in 0..<2 {
      let result = try Self.run(copy.path, ["--version"])
      #expect(result.ending == .exited(0))
      #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("weir "))
      try copy.renew()
      #expect(try Self.size(copy.path) == copied)
    }
  }

  @Test func `a script is copied whole, and what it was is measured though it changes`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/script"
      try writeProgram("#!/bin/sh\necho before\n", to: path)
      let copy = try ProgramCopy(of: path)
      defer { copy.remove() }
      try WholeFile.write("#!/bin/sh\necho after\n", to: path)
      try copy.renew()
      #expect(try Self.run(copy.path, []).output == Array("before\n".utf8))
    }
  }

  @Test func `what is no program, or is not there, is an error with a remedy`() throws {
    try withTemporaryFolder { folder in
      #expect(throws: FileFailure.self) { try ProgramCopy(of: "\(folder)/nobody") }
      // A heading that promises tables the file does not have.
      var heading: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
      heading += [UInt8](repeating: 0xFF, count: 90)
      try WholeFile.write(heading, to: "\(folder)/torn")
      let copy = try ProgramCopy(of: "\(folder)/torn")
      defer { copy.remove() }
      try copy.renew()
      #expect(try Self.size(copy.path) == UInt64(heading.count))
      #expect(throws: FileFailure.self) { try Self.run(copy.path, []) }
    }
  }
}
