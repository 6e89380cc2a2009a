// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
import WeirCore
package import WeirRun
package import WeirTrace

/// One message's life as a page: when, which row of the journey's table, in which room, who, and what.
///
///     FollowPage(life, names: world.names).text
package struct FollowPage: Sendable {
  private let life: Life
  private let names: StepNames
  private let findings: [Finding]

  /// Makes the page of a life; `names` are those of the world's steps, `findings` what the run's checkers say.
  package init(_ life: Life, names: StepNames, findings: [Finding] = []) {
    self.life = life
    self.findings = findings
    self.names = names
  }

  /// The page.
  package var text: String {
    var page = TextPage()
    page.line("journey \(life.journey)\(about)")
    page.gap()
    guard let start = life.moments.first?.step.at else {
      page.line("Nobody went on this journey.")
      return page.text
    }
    page.table(
      [["at", "later", "", "room", "who", "what"]]
        + life.moments.map { moment in
          let step = moment.step
          let format = StepFormat.of(step.kind)
          let telling = StepTelling(step, names, isFromBackend: moment.isFromBackend)
          let row = format.row(of: telling)
          return [
            step.at.shortly, (step.at - start).rounded, "\(row.number)", row.doer.rawValue,
            who(step), format.words(telling),
          ]
        },
      aligned: [.right, .right, .right, .left, .left, .left])
    page.gap()
    page.paragraph(ending(from: start))
    let keys = Set(life.moments.map(\.step.key))
    for finding in findings {
      guard let difference = finding.verdict.breach?.difference else { continue }
      let isOfIt = difference.key.map(keys.contains) ?? false
      page.paragraph(
        "\(finding.checker) broke\(isOfIt ? " on this row" : ""): "
          + difference.words(in: names.lists) + ".")
    }
    return page.text
  }

  private var about: String {
    guard let first = life.moments.first?.step, first.kind == .meant else { return "" }
    return
      " · client \(first.client) means to \(names.action(first.x)) in \(names.list(first.list))"
  }

  /// Returns the party that a step is told of.
  private func who(_ step: Step) -> String {
    Self.isServers(step) ? "server" : names.surfaces.words(for: step.client)
  }

  /// `true` if a step is told of the server.
  static func isServers(_ step: Step) -> Bool {
    step.client == Step.nobody || StepFormat.of(step.kind).isServers
  }

  private func ending(from start: Instant) -> String {
    let shown = life.moments.filter { $0.step.kind == .published }.map(\.step)
    guard let last = shown.last else { return "No list was published because of it." }
    let count = Set(shown.map { names.surfaces.home(of: $0.client) }).count
    let clients = count == 1 ? "1 client" : "\(count) clients"
    return "\(clients) showed it, the last \((last.at - start).rounded) after it was meant."
  }
}

/// The journeys of a run as a table: those on which promises broke, or else the first ones.
package struct JourneysPage: Sendable {
  private let outcome: Outcome
  private let beginnings: Beginnings
  private let names: StepNames
  private let file: String
  private let settings: [String]
  /// The number of journeys that are listed where nothing broke.
  private static let firstOnes = 10

  /// Makes the page; `names` are those of the world's steps.
  package init(
    _ outcome: Outcome, _ beginnings: Beginnings, names: StepNames, file: String,
    settings: [String]
  ) {
    self.outcome = outcome
    self.beginnings = beginnings
    self.names = names
    self.file = file
    self.settings = settings
  }

  /// The page.
  package var text: String {
    var page = TextPage()
    var told: [UInt32] = []
    for finding in outcome.findings {
      guard case .broken(let instant, let breach) = finding.verdict else { continue }
      page.paragraph("\(finding.checker) broke at \(instant.shortly), because \(breach).")
      let facts = [breach.first, breach.second].compactMap { $0 }
      for fact in facts { page.line("  \(fact)") }
      let difference = breach.difference
      if let difference { page.line("  \(difference.words(in: names.lists))") }
      let writer = difference?.key.flatMap(beginnings.last(of:)) ?? 0
      for journey in [breach.journey] + facts.map(\.journey) + [writer]
      where journey != 0 && !told.contains(journey) {
        told.append(journey)
      }
    }
    let isBroken = !page.text.isEmpty
    let journeys = told.isEmpty ? beginnings.first(Self.firstOnes) : told
    if isBroken { page.gap() }
    if told.isEmpty {
      page.line(
        "\(isBroken ? "No broken promise names a journey" : "Nothing broke"); the first of "
          + "\(grouped(beginnings.count)) journeys:")
    }
    if !journeys.isEmpty {
      page.table(
        [["journey", "at", "who", "does", "row", "ends"]] + journeys.map(row),
        aligned: [.right, .right, .left, .left, .left, .left])
      page.gap()
      let line = Report.follow(
        file: file, seed: outcome.seed, settings: settings, journey: journeys[0])
      page.line("follow: \(line)")
    }
    return page.text
  }

  private func row(_ journey: UInt32) -> [String] {
    guard let beginning = beginnings[journey] else { return ["\(journey)", "", "", "", "", ""] }
    let meant = beginning.meant
    let row = beginning.row.map { "\(names.list($0.list))/\($0.key)" } ?? ""
    return [
      "\(journey)", meant.at.shortly, "client \(meant.client)", names.action(meant.x), row,
      beginning.last.map { StepFormat.of($0.kind).words(StepTelling($0, names)) } ?? "",
    ]
  }
}
