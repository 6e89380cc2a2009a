// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
import WeirCore
package import WeirRun
package import WeirTrace

/// The last steps before a promise broke, in columns: the server, and a client each.
///
///     AroundPage(finding, last, names: world.names, width: 100)?.text
///     //   at       server              client 0                client 3
///     //   1.204s                       writes '-Oh…', which …
///     //   1.251s   commits '-Oh…'
///
/// Read downwards it says what happened; read across, who knew what when.
package struct AroundPage: Sendable {
  /// The least width of a column; what does not fit at this width is left out, and said to be.
  private static let leastWidth = 22
  private static let gap = 3

  /// The page.
  package let text: String

  /// Makes the page of a broken finding; nil if it is not broken.
  package init?(_ finding: Finding, _ last: LastSteps, names: StepNames, width: Int) {
    guard case .broken(let instant, let breach) = finding.verdict else { return nil }
    var page = TextPage()
    page.paragraph("\(finding.checker) broke at \(instant.shortly), because \(breach).")
    for fact in finding.verdict.contradiction ?? [] { page.line("  \(fact)") }
    page.gap()
    let steps = last.steps
    let times = steps.map { $0.at.shortly }
    let timeWidth = max(2, times.map(\.count).max() ?? 2)
    let room = max(Self.leastWidth, width - 2 - timeWidth)
    let most = max(1, room / (Self.leastWidth + Self.gap))
    let (columns, left) = Self.columns(steps, named: last.clients, most: most, names)
    let columnWidth = max(Self.leastWidth, room / columns.count - Self.gap)
    let blank = String(repeating: " ", count: Self.gap)
    func line(_ time: String, _ cells: [String]) {
      var line = "  " + String(repeating: " ", count: timeWidth - time.count) + time
      for cell in cells {
        line += blank + cell + String(repeating: " ", count: columnWidth - cell.count)
      }
      while line.last == " " { line.removeLast() }
      page.line(line)
    }
    line("at", columns.map { Self.name($0, names) })
    if last.earlierCount > 0 { page.line("  … \(grouped(last.earlierCount)) earlier steps") }
    for (place, step) in steps.enumerated() {
      guard let column = columns.firstIndex(of: Self.side(of: step)) else { continue }
      let isServers = column == 0 && step.client != Step.nobody
      let cell =
        (isServers ? "client \(step.client): " : "")
        + StepFormat.of(step.kind).words(StepTelling(step, names))
      for (number, part) in Self.wrapped(cell, to: columnWidth).enumerated() {
        var cells = [String](repeating: "", count: columns.count)
        cells[column] = part
        line(number == 0 ? times[place] : "", cells)
      }
    }
    if left > 0 {
      page.line("  … and \(left) clients for which there is no room; a wider terminal shows them")
    }
    text = page.text
  }

  /// Returns the client whose column a step belongs to; steps of no client belong to the server's.
  private static func side(of step: Step) -> UInt32 {
    FollowPage.isServers(step) ? Step.nobody : step.client
  }

  private static func name(_ side: UInt32, _ names: StepNames) -> String {
    side == Step.nobody ? "server" : names.surfaces.words(for: side)
  }

  /// Returns the server, the clients that are named, what they show beside their lists, and then those that come
  /// first; and how many are left out.
  private static func columns(
    _ steps: [Step], named: [UInt32], most: Int, _ names: StepNames
  ) -> (columns: [UInt32], left: Int) {
    var others: [UInt32] = []
    for step in steps {
      let side = side(of: step)
      if side != Step.nobody, !named.contains(side), !others.contains(side) { others.append(side) }
    }
    func isOfNamed(_ side: UInt32) -> Bool { named.contains(names.surfaces.home(of: side)) }
    others.sort()
    let clients = named + others.filter(isOfNamed) + others.filter { !isOfNamed($0) }
    let shown = clients.prefix(max(1, most - 1)).sorted()
    return ([Step.nobody] + shown, clients.count - shown.count)
  }

  /// Returns a text in lines of a width; a word that is longer is cut.
  private static func wrapped(_ words: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      let word = word.count > width ? word.prefix(width - 1) + "…" : word
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}
