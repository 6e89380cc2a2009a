// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
internal import WeirCore
internal import WeirReport
internal import WeirRun

extension Attempt {
  /// The number of steps that are shown.
  private static let shownSteps = 60
  /// The width of the page if the width of the terminal is not known.
  private static let usualWidth = 100

  /// Runs the same again up to the failure that was asked for, and prints who knew what when before it.
  ///
  /// The steps that matter are known only when the promise is broken; the second run takes the same ones.
  func showAround(_ outcome: Outcome, in environment: CommandEnvironment) {
    guard let name = options.around else { return }
    let finding =
      name == "first"
      ? outcome.findings.firstBroken
      : outcome.findings.first { $0.checker == name }
    guard let finding, case .broken(let instant, let breach) = finding.verdict else {
      environment.say(
        name == "first" ? "no promise was broken" : "'\(name)' was not broken by this run")
      return
    }
    guard var world = makeWorld(in: environment, keepingSteps: true) else { return }
    var last = LastSteps(
      before: instant, of: breach, most: Self.shownSteps, names: world.names)
    var goesOn = true
    while goesOn, world.instant <= instant, Interruption.code == nil {
      goesOn = Self.advance(&world)
      for step in world.takeSteps() { last.add(step) }
    }
    let width = environment.variables["COLUMNS"].flatMap { Int($0) } ?? Self.usualWidth
    guard let page = AroundPage(finding, last, names: world.names, width: width) else { return }
    if options.format == .text {
      environment.out.write("\n" + page.text)
    } else {
      environment.say(page.text)
    }
  }
}
