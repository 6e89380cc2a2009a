// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import WeirCore
import WeirTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The seeds of so many kills, or of those that `.ci/prove-sqlite` asks for.
func kills(_ count: UInt64) -> Range<UInt64> {
  let text = ProcessInfo.processInfo.environment["WEIR_SQLITE_KILLS"] ?? ""
  let words = text.split(separator: " ").compactMap { UInt64($0) }
  if words.count == 2 { return words[0]..<(words[0] + max(1, words[1] * count / 20)) }
  return fewerInDebug(0..<count)
}

func temporaryFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("weir-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  return folder
}

/// Has this process killed within 30 ms, in the midst of whatever it does then.
func killSoon(_ seed: UInt64) {
  var stream = RandomStream(seed: seed, "kill")
  let wait = UInt32(stream.index(below: 30_000))
  Thread.detachNewThread {
    usleep(wait)
    kill(getpid(), SIGKILL)
  }
}

/// Says that a transaction was committed, at once.
func say(_ number: Int) {
  let line = Array("\(number)\n".utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

/// Returns the number on the last whole line.
func lastNumber(in output: [UInt8]) -> Int {
  let whole = output.prefix((output.lastIndex(of: 10) ?? -1) + 1)
  return whole.split(separator: 10).last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
}
