// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The words of a `weir draw`.
struct DrawOptions: Hashable {
  /// The most files that are written at once.
  static let most: UInt64 = 100_000

  /// The seeds.
  var seeds: ClosedRange<UInt64>
  /// The folder for the files; nil: the one scenario is printed.
  var folder: String?

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    let text = invocation.operands.first ?? "1"
    folder = invocation.value("out")
    if let one = SeedRange.number(text.utf8) {
      seeds = one...one
      return
    }
    do throws(Problem) {
      seeds = try SeedRange.reading(text, atMost: Self.most, example: "weir draw 1..100 --out DIR")
    } catch {
      throw Problems([error])
    }
    if folder == nil, seeds.lowerBound < seeds.upperBound {
      throw Problems([
        Problem(
          message: "the scenarios of the seeds \(text) are too many to print",
          remedy: "write weir draw \(text) --out DIR")
      ])
    }
  }
}
