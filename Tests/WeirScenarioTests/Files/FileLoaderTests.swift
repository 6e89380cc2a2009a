// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario

@Suite struct FileLoaderTests {
  /// A folder that is gone afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "weir-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func `a file is read as it is`() throws {
    try withFolder { folder in
      let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/a"))
      #expect(FileLoader.files.read(folder + "/a") == .success(bytes))
    }
  }

  @Test func `missing files, directories and files that nobody may read are told apart`() throws {
    try withFolder { folder in
      #expect(FileLoader.files.read(folder + "/b") == .failure(.missing))
      #expect(FileLoader.files.read(folder + "/b\0c") == .failure(.missing))
      #expect(FileLoader.files.read(folder) == .failure(.directory))
      let secret = folder + "/secret"
      try Data("x".utf8).write(to: URL(fileURLWithPath: secret))
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
      // The superuser may read everything.
      if !FileManager.default.isReadableFile(atPath: secret) {
        #expect(FileLoader.files.read(secret) == .failure(.unreadable("Permission denied")))
      }
      #expect(FileLoader.files.read(secret + "/below") == .failure(.missing))
    }
  }

  @Test func `a file of a hundred megabytes is refused, and so is a device without an end`() throws
  {
    try withFolder { folder in
      let path = folder + "/large.yaml"
      try Data().write(to: URL(fileURLWithPath: path))
      try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 100 << 20)
      #expect(FileLoader.files.read(path) == .failure(.tooLarge))
      #expect(FileLoader.files.read("/dev/zero") == .failure(.tooLarge))
      do throws(Problems) {
        _ = try Scenario(reading: path, in: schema, loader: .files)
        Issue.record("it was read")
      } catch {
        #expect(
          error.description == """
            \(path):1:1: error: the file '\(path)' is larger than 16 MiB, the most that is read
              remedy: check that this is the right file; keep only the columns and rows that are needed
            """)
      }
    }
  }

  @Test func `a scenario and what it extends are read from a folder`() throws {
    try withFolder { folder in
      try Data(least.utf8).write(to: URL(fileURLWithPath: folder + "/base.yaml"))
      try Data("extends: base.yaml\nseed: 3\n".utf8).write(
        to: URL(fileURLWithPath: folder + "/f.yaml"))
      let scenario = try Scenario(reading: folder + "/f.yaml", in: schema, loader: .files)
      #expect(scenario.seed == 3)
      #expect(scenario.name == "f")
    }
  }

  @Test(arguments: [
    (
      LoadFailure.missing,
      "a.yaml:1:1: error: there is no file 'a.yaml'\n  remedy: check the spelling and the folder"
    ),
    (.directory, "a.yaml:1:1: error: 'a.yaml' is a directory\n  remedy: name a file in it"),
    (
      .unreadable("Permission denied"),
      "a.yaml:1:1: error: 'a.yaml' cannot be opened: Permission denied\n"
        + "  remedy: check who may read it"
    ),
    (
      .failedMidway("Input/output error"),
      "a.yaml:1:1: error: reading 'a.yaml' failed midway: Input/output error\n  remedy: try again"
    ),
  ])
  func `each way to fail has its words`(_ failure: LoadFailure, _ words: String) {
    #expect(failure.problem(path: "a.yaml").description == words)
  }
}
