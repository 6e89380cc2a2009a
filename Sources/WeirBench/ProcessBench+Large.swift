// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension ProcessBench {
  /// Returns the milliseconds in which the command runs many phones in many rooms, from its start to its end.
  static func largeRun(isQuick: Bool) -> Double {
    let folder = "/tmp/weir-bench-\(getpid())"
    let file = "\(folder)/large.yaml"
    unsafe mkdir(folder, 0o700)
    guard let out = unsafe fopen(file, "w") else {
      invariantBroken("cannot write '\(file)': make room there")
    }
    unsafe fputs(WholeRunBench.rooms(phones: isQuick ? 200 : 60_000), out)
    unsafe fclose(out)
    defer { _ = Child("/bin/rm", ["-r", folder]) }
    let run = Child(
      besideUs("weir"),
      ["run", file, "--quiet", "--no-progress", "--no-html", "--out", folder], isSilent: true)
    return run.microseconds / 1000
  }
}
