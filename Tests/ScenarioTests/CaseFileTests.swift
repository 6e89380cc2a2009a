// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirCases

/// Every file under Scenarios/cases: the engine and the oracle do what each case says.
@Suite struct CaseFileTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios/cases").path

  /// The rules of the backend that views or a whole client serve; each has a case at least.
  private static let rules =
    (1...5).map { "N\($0)" } + (1...3).map { "O\($0)" } + (1...5).map { "Q\($0)" }
    + (1...10).map { "E\($0)" } + (1...4).map { "W\($0)" } + ["W9", "W10", "S3", "S6", "S7"]
    + ["W6", "W7", "T2", "T3", "T4", "T6", "X1", "X2", "X3", "C1", "H1"]

  /// The names of the files.
  static var files: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func read(_ file: String) throws -> CaseFile {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
    return try CaseFile(reading: bytes, file: "Scenarios/cases/\(file)")
  }

  @Test(arguments: files)
  func `the engine and the oracle, or a whole client, do what each case says`(file: String) throws {
    for written in try Self.read(file).cases {
      if let failure = CaseRunner.failure(of: written) { Issue.record("\(failure)") }
    }
  }

  @Test func `every rule that a client serves has a case, and there are many`() throws {
    let cases = try Self.files.flatMap { try Self.read($0).cases }
    #expect(cases.count >= 120)
    for rule in Self.rules {
      #expect(cases.contains { $0.rules.contains(rule) }, "\(rule) has no case")
    }
    for rule in cases.flatMap(\.rules) {
      #expect(Self.rules.contains(rule), "\(rule) is no rule of a client")
    }
  }

  /// The case with one of its expectations made wrong, in every way that there is.
  private func spoiled(_ written: CaseFile.Case) -> [CaseFile.Case] {
    var all: [CaseFile.Case] = []
    for step in written.steps.indices {
      for (group, events) in (written.steps[step].events ?? []).enumerated() {
        for place in events.indices {
          var missing = written
          missing.steps[step].events?[group].remove(at: place)
          var other = written
          other.steps[step].events?[group][place].kind =
            events[place].kind == .moved ? .added : .moved
          all += [missing, other]
        }
      }
      for place in written.steps[step].answers?.indices ?? 0..<0 {
        var missing = written
        missing.steps[step].answers?.remove(at: place)
        all.append(missing)
      }
      for place in written.steps[step].wire?.indices ?? 0..<0 {
        var missing = written
        missing.steps[step].wire?.remove(at: place)
        all.append(missing)
      }
    }
    return all
  }

  @Test(arguments: files)
  func `no expectation is idle: with any one of them wrong its case fails`(file: String) throws {
    for written in try Self.read(file).cases {
      for wrong in spoiled(written) {
        #expect(CaseRunner.failure(of: wrong) != nil, "\(written.name)")
      }
    }
  }

  @Test(arguments: files)
  func `recording a file that is right changes no expectation`(file: String) throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(file)")))
    let recorded = try CaseFile.recording(bytes, file: file)
    let again = try CaseFile(reading: Array(recorded.utf8), file: file)
    for written in again.cases { #expect(CaseRunner.failure(of: written) == nil) }
  }
}
