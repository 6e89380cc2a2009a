// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirReport
import WeirTestSupport

@Suite struct WholeFileTests {
  @Test func `writes a file that can be read again, and leaves nothing else`() throws {
    try withTemporaryFolder { folder in
      let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try WholeFile.write(bytes, to: "\(folder)/a/b/c.bin")
      #expect(try contents("\(folder)/a/b/c.bin") == bytes)
      #expect(try everything(in: "\(folder)/a/b") == ["c.bin"])
    }
  }

  @Test func `replaces what was there`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("a longer text than the next", to: "\(folder)/x")
      try WholeFile.write("short", to: "\(folder)/x")
      #expect(try contents("\(folder)/x") == Array("short".utf8))
    }
  }

  @Test func `shows the old file until the new one is whole`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("old", to: "\(folder)/x")
      let file = try WholeFile(at: "\(folder)/x")
      try file.append([UInt8](repeating: 7, count: 100_000))
      #expect(try contents("\(folder)/x") == Array("old".utf8))
      try file.commit()
      #expect(try contents("\(folder)/x").count == 100_000)
    }
  }

  @Test func `leaves no trace when it is given up`() throws {
    try withTemporaryFolder { folder in
      do {
        let file = try WholeFile(at: "\(folder)/x")
        try file.append([UInt8](repeating: 7, count: 100_000))
      }
      #expect(try everything(in: folder) == [])
    }
  }

  @Test func `says that a file in the way of a folder is in the way`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("", to: "\(folder)/file")
      let failure = #expect(throws: FileFailure.self) {
        try WholeFile.write("", to: "\(folder)/file/x")
      }
      #expect(failure?.stage == .create)
      #expect(failure?.problem.message.hasSuffix("file': File exists") == true)
      #expect(failure?.problem.remedy.contains("a file is in the place of a folder") == true)
    }
  }

  @Test(arguments: ["/dev/null", "/tmp"])
  func `does not put a file in the place of a device or a folder`(path: String) {
    let failure = #expect(throws: FileFailure.self) { try WholeFile.write("x", to: path) }
    #expect(failure?.stage == .create)
    #expect(failure?.problem.message.contains("is not a plain file") == true)
  }

  @Test func `a full disk leaves the old file and nothing else`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      try withTemporaryFolder { folder in
        try WholeFile.write("old", to: "\(folder)/x")
        unsafe setrlimit(__rlimit_resource_t(1), &limit)
        let failure = #expect(throws: FileFailure.self) {
          try WholeFile.write([UInt8](repeating: 7, count: 5000), to: "\(folder)/x")
        }
        #expect(failure?.stage == .midway)
        #expect(failure?.problem.message.contains("cannot finish writing") == true)
        let old = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/x"))
        #expect(Array(old) == Array("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["x"])
      }
    }
  }

  @Test func `says that a folder that is not there is missing`() {
    let missing = #expect(throws: FileFailure.self) { try WholeFile.names(in: "/nowhere/at-all") }
    #expect(missing?.stage == .missing)
    #expect(
      missing?.problem.message
        == "cannot open the folder '/nowhere/at-all': No such file or directory")
  }

  @Test func `lists a folder in the order of bytes and without hidden names`() throws {
    try withTemporaryFolder { folder in
      for name in ["b", "a", "é", "B", ".hidden", "a.b"] {
        try WholeFile.write("", to: "\(folder)/\(name)")
      }
      #expect(try WholeFile.names(in: folder) == ["B", "a", "a.b", "b", "é"])
    }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func everything(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }
}
