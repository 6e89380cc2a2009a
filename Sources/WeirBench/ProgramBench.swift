// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Stacks in other languages: a line of JSON there and a line back, which both sides read and write.
///
/// The floor is the same program, given the same bytes again and again, whose answers nobody reads. Where a language is not
/// installed nothing is measured.
enum ProgramBench {
  static let all: [Benchmark] = Language.allCases.filter(\.isThere).map(benchmark)

  /// The languages, with the program that asks for nothing.
  private enum Language: String, CaseIterable {
    case python, node

    var command: String {
      switch self {
      case .python:
        """
        python3 -c 'import json, sys
        for text in sys.stdin:
          line = json.loads(text)
          print(json.dumps({"weir-stack": 1} if "seed" in line else []), flush=True)'
        """
      case .node:
        """
        node -e 'const fs = require("fs"), piece = Buffer.alloc(65536); let rest = "";
        for (;;) {
          const count = fs.readSync(0, piece, 0, 65536, null); if (!count) break;
          const lines = (rest + piece.toString("utf8", 0, count)).split("\\n"); rest = lines.pop();
          for (const text of lines) {
            fs.writeSync(1, JSON.stringify("seed" in JSON.parse(text) ? {"weir-stack": 1} : []) + "\\n");
          }
        }'
        """
      }
    }

    /// The nanoseconds of a line that are hoped for: 15,000 and 80,000 lines a second.
    var goal: Double { self == .python ? 66_667 : 12_500 }

    var isThere: Bool {
      let word = self == .python ? "python3" : "node"
      return unsafe system("command -v \(word) > /dev/null") == 0
    }
  }

  private static func benchmark(_ language: Language) -> Benchmark {
    Benchmark(
      name: "program/line/\(language.rawValue)", goal: language.goal,
      note: "a line there and a line back; 1e9 through it are lines a second",
      subject: { timer in
        let talk = Conversation(
          language.command, silence: .seconds(10), seed: 1)
        var isRight = talk.wake(0, at: .zero)
        let count = timer.scaled(20_000)
        timer.start()
        for place in 0..<count {
          isRight = talk.wake(0, at: Instant(nanoseconds: Int64(place))) && isRight
        }
        timer.stop(after: count)
        invariant(isRight, "the program of a benchmark failed")
      },
      floor: { timer in
        do throws(ProgramFault) {
          var program = try PipedProgram(language.command, silence: .seconds(10))
          let line = Array(#"{"do":"wake","client":0,"at":10000}"#.utf8) + [UInt8(ascii: "\n")]
          var bytes = try program.ask(line).count
          let count = timer.scaled(20_000)
          timer.start()
          for _ in 0..<count { bytes += try program.ask(line).count }
          timer.stop(after: count)
          invariant(bytes == 2 * (count + 1), "the program of a benchmark failed")
        } catch {
          invariantBroken(error.words)
        }
      })
  }
}
