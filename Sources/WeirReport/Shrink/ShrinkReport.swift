// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
package import WeirRun

/// The extent to which a scenario was made smaller, for people and for programs.
///
///     ShrinkReport(shrinker, file: "chat.yaml", out: "small.yaml", isReplayed: true).text
package struct ShrinkReport: Sendable {
  /// The shrinker, with the original scenario and what is left of it.
  package let shrinker: Shrinker
  /// The scenario's file, as the person named it.
  package let file: String
  /// The file of the small one.
  package let out: String
  /// `true` if that fails at the same place when it is run like any other.
  package let isReplayed: Bool

  /// Makes the report.
  package init(_ shrinker: Shrinker, file: String, out: String, isReplayed: Bool) {
    self.shrinker = shrinker
    self.file = file
    self.out = out
    self.isReplayed = isReplayed
  }

  /// The sizes that are counted, before and after.
  private var sizes: [(name: String, before: Int, after: Int)] {
    let (before, after) = (shrinker.original.size, shrinker.best.size)
    return [
      ("clients", before.clients, after.clients), ("entries", before.entries, after.entries),
      ("faults", before.faults, after.faults), ("intents", before.intents, after.intents),
      ("commits", before.commits, after.commits), ("events", before.events, after.events),
      ("parts", before.parts, after.parts),
    ]
  }

  /// The report for people.
  package var text: String {
    var page = TextPage()
    page.line("\(ProgramName.current) shrink · \(file) · seed \(shrinker.original.seed)")
    page.gap()
    if let failure = shrinker.failure, case .broken(let instant, let reason) = failure.verdict {
      page.paragraph("\(failure.checker) breaks at \(instant.shortly), because \(reason).")
      page.gap()
    }
    let (before, after) = (shrinker.original.size, shrinker.best.size)
    page.table(
      [["", "before", "after"]]
        + sizes.map {
          [
            $0.name == "faults" ? "faults, bad links" : $0.name, grouped($0.before),
            grouped($0.after),
          ]
        }
        + [["work ends", before.lasts.rounded, after.lasts.rounded]],
      aligned: [.left, .right, .right])
    page.gap()
    page.paragraph(
      "\(grouped(shrinker.stepCount)) steps in \(grouped(shrinker.runCount)) runs; every one failed at the same "
        + "place: \(shrinker.place).")
    page.gap()
    page.line("replay: \(replay)")
    if !isReplayed { page.line("The file does NOT fail like the run that it was made from.") }
    return page.text
  }

  /// The report on one line.
  package var shortText: String {
    let (before, after) = (shrinker.original.size, shrinker.best.size)
    return "\(isReplayed ? "SMALLER" : "NOT REPLAYED")  \(file)  seed \(shrinker.original.seed)  "
      + "\(shrinker.place.checker)  \(before.clients) to \(after.clients) clients, "
      + "\(before.matters) to \(after.matters) events that matter  \(out)\n"
  }

  /// The sizes as a table of one row, RFC 4180.
  package var csv: String {
    var columns = ["schema_version", "file", "seed", "checker", "runs", "steps"]
    for size in sizes { columns += ["\(size.name)_before", "\(size.name)_after"] }
    columns += ["work_before", "work_after", "seed_after", "replayed", "out", "place"]
    var writer = CSVWriter(columns: columns)
    var cells: [CSVWriter.Field] = [
      .integer(1), .text(file), .text("\(shrinker.original.seed)"), .text(shrinker.place.checker),
      .integer(Int64(shrinker.runCount)), .integer(Int64(shrinker.stepCount)),
    ]
    for size in sizes { cells += [.integer(Int64(size.before)), .integer(Int64(size.after))] }
    for size in [shrinker.original.size, shrinker.best.size] {
      cells.append(.number(Double(size.lasts.nanoseconds) / 1e9))
    }
    cells += [
      .text("\(shrinker.best.seed)"), .text(isReplayed ? "yes" : "no"), .text(out),
      .text(shrinker.place.words),
    ]
    writer.append(cells)
    return writer.text
  }

  /// The command that runs the small scenario.
  private var replay: String { Report.replay(file: out, seed: shrinker.best.seed, settings: []) }
}
