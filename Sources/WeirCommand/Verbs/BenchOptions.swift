// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirBenchmarks
package import WeirCore

/// The options of `weir bench`.
package struct BenchOptions: Hashable {
  /// The cells to measure, in the order of the table.
  package var cells: [DiffCell]
  /// The number of times each cell is measured.
  var rounds: Int
  /// The seed of lists and order.
  var seed: UInt64
  /// About how many rows are looked at for one time.
  var effort: Int
  /// `true` if the processor's time is taken instead of the clock's.
  var isOfProcessor: Bool
  /// The place where table and CSV go, if anywhere.
  var folder: String?
  /// The place where the CSV goes, if anywhere; `-` is the standard output.
  var file: String?
  /// `true` if only the table is printed.
  var isQuiet: Bool
  /// `true` if a terminal sees progress.
  var showsProgress: Bool

  /// The sizes of a usual run, and of a quick one.
  static let usualSizes = "1k,10k,100k"
  static let quickSizes = "200,1k,5k"
  /// The rounds of a usual run, and of a quick one.
  static let usualRounds = 11
  static let quickRounds = MedianEstimate.leastCount

  /// Takes the options from a command line that the table has checked.
  package init(_ invocation: Invocation) throws(Problems) {
    let isQuick = invocation.has("quick")
    var problems: [Problem] = []
    let sizes = Self.parts(
      invocation.value("sizes") ?? (isQuick ? Self.quickSizes : Self.usualSizes), &problems,
      Self.size)
    let patterns = Self.parts(invocation.value("patterns") ?? "usual", &problems, Self.patterns)
    let keys = Self.parts(invocation.value("keys") ?? "all", &problems, Self.keys)
    rounds = isQuick ? Self.quickRounds : Self.usualRounds
    if let word = invocation.value("rounds") {
      rounds = Int(word) ?? 0
      if !(1...1_000).contains(rounds) {
        problems.append(
          Problem(
            message: "nothing can be measured in \(word) rounds",
            remedy: "use 1 to 1000; six or more give intervals"))
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
    cells = patterns.flatMap { pattern in
      keys.flatMap { keys in sizes.map { DiffCell(pattern, keys, rows: $0) } }
    }
    seed = invocation.value("seed").flatMap { UInt64($0) } ?? 1
    effort = isQuick ? 20_000 : DiffBenchmark.usualEffort
    isOfProcessor = invocation.has("processor")
    folder = invocation.value("out")
    file = invocation.value("csv")
    isQuiet = invocation.has("quiet")
    showsProgress = !invocation.has("no-progress")
  }

  /// Returns the meaning of a list of words between commas, each thing once; a word that is wrong
  /// becomes a problem.
  private static func parts<Part: Hashable>(
    _ list: String, _ problems: inout [Problem], _ read: (String) throws(Problems) -> [Part]
  ) -> [Part] {
    var parts: [Part] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      do throws(Problems) {
        for part in try read(String(word)) where !parts.contains(part) { parts.append(part) }
      } catch {
        problems += error.all
      }
    }
    return parts
  }

  /// Returns the number of rows that `1000`, `10k` or `1M` means.
  private static func size(_ word: String) throws(Problems) -> [Int] {
    let scale = word.hasSuffix("k") ? 1_000 : word.hasSuffix("M") ? 1_000_000 : 1
    let digits = scale == 1 ? word : String(word.dropLast())
    let isPlain =
      !digits.isEmpty && digits.utf8.count <= 8 && digits.utf8.allSatisfy { 48...57 ~= $0 }
    let count = isPlain ? (Int(digits) ?? 0) * scale : 0
    if (2...10_000_000).contains(count) { return [count] }
    throw Problems([
      Problem(
        message: "'\(word)' is not a size of a list",
        remedy: "write numbers from 2 to 10M between commas, such as --sizes 500,1k,100k,1M")
    ])
  }

  private static func patterns(_ word: String) throws(Problems) -> [EditPattern] {
    switch word {
    case "usual": return EditPattern.usual
    case "adverse": return EditPattern.adverse
    case "all": return EditPattern.allCases
    default:
      if let pattern = EditPattern(rawValue: word) { return [pattern] }
      let names = EditPattern.allCases.map(\.rawValue) + ["usual", "adverse", "all"]
      throw unknown(word, "pattern", among: names)
    }
  }

  private static func keys(_ word: String) throws(Problems) -> [KeyKind] {
    if word == "all" { return KeyKind.allCases }
    if let kind = KeyKind(rawValue: word) { return [kind] }
    throw unknown(word, "kind of key", among: KeyKind.allCases.map(\.rawValue) + ["all"])
  }

  private static func unknown(
    _ word: String, _ thing: String, among names: [String]
  ) -> Problems {
    let near = nearestName(to: word, among: names).map { "did you mean '\($0)'? " } ?? ""
    return Problems([
      Problem(
        message: "there is no \(thing) '\(word)'",
        remedy: "\(near)use some of: \(names.joined(separator: ", ")), between commas")
    ])
  }
}
