// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that silently breaks a promise, how it is seen, and what to write instead.
struct Rule: Sendable {
  /// The name of the rule in messages.
  let name: String
  /// The code to write instead, and the reason.
  let instead: String
  /// `true` if it counts in a file, given by its path from the top, such as `Sources/WeirRun/World.swift`.
  let applies: @Sendable (String) -> Bool
  /// The lines of the code in which it is broken.
  let lines: @Sendable (SourceCode) -> [Int]

  /// Returns the breaches in a file, a message for each place.
  func findings(in code: SourceCode, at path: String) -> [String] {
    guard applies(path) else { return [] }
    return lines(code).map { "\(path):\($0): \(name): \(instead)" }
  }
}

extension Rule {
  /// Returns a rule that is broken at each place where `words` follow each other.
  static func never(
    _ words: String..., instead: String,
    where applies: @escaping @Sendable (String) -> Bool = inHouse
  ) -> Rule {
    never(words, instead: instead, where: applies)
  }

  /// Returns a rule that is broken at each place where `words` follow each other.
  static func never(
    _ words: [String], instead: String,
    where applies: @escaping @Sendable (String) -> Bool = inHouse
  ) -> Rule {
    Rule(name: words.joined(), instead: instead, applies: applies) { code in
      let texts = code.tokens.map(\.text)
      let isOperator = words[0] == "&"
      return texts.indices.filter { index in
        words.indices.allSatisfy { offset in
          index + offset < texts.count
            && words[offset] == texts[index + offset]
            && !(isOperator && offset > 0 && code.tokens[index + offset].isSpaced)
        }
      }.map { code.tokens[$0].line }
    }
  }

  /// Every source but the benchmarks, which measure the real clock, and the plugin, which runs in the package
  /// manager.
  @Sendable static func inHouse(_ path: String) -> Bool {
    path.hasPrefix("Sources/") && !path.hasPrefix("Sources/WeirBench/")
      && !path.hasPrefix("Sources/GatePlugin/")
  }

  /// The rooms in which no wall time passes: all but the command and the benchmarks.
  @Sendable static func inVirtualTime(_ path: String) -> Bool {
    // A program behind a pipe is not waited for without end.
    inHouse(path) && !path.hasPrefix("Sources/WeirCommand/") && !path.hasPrefix("Sources/weir/")
      && path != "Sources/WeirRun/Terminal/PipedProgram.swift"
  }

  /// Outside of the folders where speed is bought with care.
  @Sendable static func outsideFast(_ path: String) -> Bool {
    inHouse(path) && !isIn(["Fast", "GSL", "YAML", "SQLite"], path)
      && !path.hasPrefix("Sources/WeirCore/")
  }

  /// Returns `true` for files in which numbers must not wrap unseen.
  ///
  /// Three files may, and say why themselves: one mixes bits, one counts beside its fast parts, one
  /// names the seed after the last.
  @Sendable static func whereNumbersEnd(_ path: String) -> Bool {
    let mayWrap = [
      "Sources/WeirTrace/Trace.swift", "Sources/WeirLists/StrictListView.swift",
      "Sources/WeirReport/Advice.swift",
    ]
    return outsideFast(path) && !mayWrap.contains(path)
  }

  /// Returns `true` for files of the rooms whose code is not called in a hot loop.
  @Sendable static func inWorkshop(_ path: String) -> Bool {
    ["WeirRun", "WeirSweep", "WeirReport", "WeirGate", "WeirCommand"].contains {
      path.hasPrefix("Sources/\($0)/")
    }
  }

  /// All but the place where rows of any type are told apart by `Hasher`, and never put in order.
  @Sendable static func outsideRowHash(_ path: String) -> Bool {
    inHouse(path) && path != "Sources/WeirDiff/ListRow.swift"
  }

  /// Outside of the folder where a machine is driven in the real time of an app.
  @Sendable static func outsideFace(_ path: String) -> Bool {
    let rooms = ["WeirPaging", "WeirModels"]
    return inHouse(path) && !rooms.contains { path.hasPrefix("Sources/\($0)/Face/") }
  }

  /// Outside of the folders where C is called.
  @Sendable static func outsideUnsafe(_ path: String) -> Bool {
    let isFiles = ["WeirReport", "WeirScenario", "WeirCommand", "WeirRun"].contains { room in
      path.hasPrefix("Sources/\(room)/Files/") || path.hasPrefix("Sources/\(room)/Terminal/")
    }
    return outsideFast(path) && !isFiles
  }

  private static func isIn(_ folders: [String], _ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { folders.contains(String($0)) }
  }
}
