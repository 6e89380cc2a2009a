// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Testing
import WeirCore
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct ScenarioFilesTests {
  @Test func `a folder stands for its scenarios and those below, in the order of bytes`() throws {
    try withTemporaryFolder { folder in
      for name in ["b.yaml", "a/z.yaml", "a.yaml", "a/b/c.yml", "B.yaml", "notes.md", ".x.yaml"] {
        try WholeFile.write("", to: "\(folder)/\(name)")
      }
      let found = try ScenarioFiles.expand([folder]).map { $0.dropFirst(folder.utf8.count + 1) }
      #expect(found == ["B.yaml", "a.yaml", "a/b/c.yml", "a/z.yaml", "b.yaml"])
    }
  }

  @Test func `other names stay as they are and where they are`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("", to: "\(folder)/x.yaml")
      let names = ["-", "nowhere.yaml", "\(folder)/", "a"]
      #expect(
        try ScenarioFiles.expand(names) == ["-", "nowhere.yaml", "\(folder)/x.yaml", "a"])
    }
  }

  @Test func `a folder without scenarios is a failure`() throws {
    try withTemporaryFolder { folder in
      let failure = #expect(throws: FileFailure.self) { try ScenarioFiles.expand([folder]) }
      #expect(failure?.stage == .missing)
    }
  }

  @Test func `a folder below that may not be read is named, with what to do`() async {
    await #expect(processExitsWith: .success) { try ScenarioFilesTests.readClosedFolder() }
  }

  private static func readClosedFolder() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("", to: "\(folder)/x.yaml")
      try WholeFile.makeFolder("\(folder)/closed")
      unsafe chmod("\(folder)/closed", 0)
      unsafe chmod(folder, 0o755)
      // Nothing is closed to the administrator.
      if geteuid() == 0 { seteuid(65534) }
      let trial = Trial(["run", folder])
      seteuid(getuid())
      unsafe chmod("\(folder)/closed", 0o755)
      let isNamed = trial.said.contains("cannot open the folder '\(folder)/closed'")
      let isHelpful = trial.said.contains("remedy: check who may read it")
      guard trial.code == .fileMissing, isNamed, isHelpful else {
        throw Problems([Problem(message: trial.said, remedy: "")])
      }
    }
  }

  @Test func `a link that leads back up does not lead round for ever`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("", to: "\(folder)/x.yaml")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/loop", withDestinationPath: folder)
      #expect(
        try ScenarioFiles.expand([folder]).first
          == "\(folder)/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/loop/x.yaml"
      )
    }
  }
}
