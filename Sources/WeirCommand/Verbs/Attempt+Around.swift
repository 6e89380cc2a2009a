internal import WeirCheck
internal import WeirCore
internal import WeirReport
internal import WeirRun

extension Attempt {
  /// The number of steps that are shown.
  private static let shownSteps = 60
  /// How wide the page is where nobody says how wide the terminal is.
  private static let usualWidth = 100

  /// Runs the same again up to the failure that was asked for, and prints who knew what when before it.
  ///
  /// Which steps matter is known only when the promise is broken; the second run takes the same ones.
  func showAround(_ outcome: Outcome, in surroundings: Surroundings) {
    guard let name = options.around else { return }
    let finding =
      name == "first"
      ? outcome.findings.firstBroken
      : outcome.findings.first { $0.checker == name }
    guard let finding, case .broken(let instant, let breach) = finding.verdict else {
      surroundings.say(
        name == "first" ? "no promise was broken" : "'\(name)' was not broken by this run")
      return
    }
    var last = LastSteps(before: instant, of: breach, most: Self.shownSteps)
    guard var world = makeWorld(in: surroundings, keepingSteps: true) else { return }
    var goesOn = true
    while goesOn, world.instant <= instant, Interruption.code == nil {
      goesOn = Self.advance(&world)
      for step in world.takeSteps() { last.add(step) }
    }
    let width = surroundings.environment["COLUMNS"].flatMap { Int($0) } ?? Self.usualWidth
    guard let page = AroundPage(finding, last, lists: world.lists, width: width) else { return }
    if options.format == .text {
      surroundings.out.write("\n" + page.text)
    } else {
      surroundings.say(page.text)
    }
  }
}
