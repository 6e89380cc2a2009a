import WeirCore
import WeirRun
import WeirScenario
import WeirTrace
import WeirTree

/// A step in a few words, and where in the house it happens.
///
/// Numbers and rooms are those of the table of a message's journey.
struct StepWords {
  /// The paths of the world's lists.
  let lists: [String]

  /// The row of the journey's table, and the room.
  static func place(of step: Step, isFromBackend: Bool = false) -> (number: Int, room: String) {
    switch step.kind {
    case .meant, .skipped: (3, "WeirWorkload")
    case .wrote, .touched, .operated, .asked, .filtered: (4, "a stack")
    case .resent, .linked, .resynced: (5, "WeirClient")
    case .sent: isFromBackend ? (9, "WeirNetwork") : (6, "WeirNetwork")
    case .arrived: step.y == 0 ? (7, "WeirKernel") : (9, "WeirKernel")
    case .taken, .served, .committed, .refused, .counted, .tallied, .joined, .parted, .armed,
      .fired, .crashed:
      (8, "WeirBackend")
    case .reported:
      switch ResourceStage(of: step) {
      case .asked, .vetoed, .allowed, .wrote, .did, .underWay, .uncounted, .recounted:
        (4, "a stack")
      default: (11, "a stack")
      }
    case .answered, .ended, .heard, .cancelled, .completed: (10, "WeirClient")
    case .paged, .pageFailed, .loaded, .lost, .listened, .unlistened, .opened, .closed:
      (11, "a stack")
    case .published: (12, "a stack")
    case .faulted, .jumped: (13, "WeirLists")
    default: (14, "WeirTrace")
    }
  }

  /// What happened, from the side of whoever it happened to.
  func words(for step: Step, isFromBackend: Bool = false) -> String {
    let key = step.key == Step.noKey ? "" : " '\(step.key)'"
    switch step.kind {
    case .meant: return "means to \(action(step.x))"
    case .skipped: return "finds nothing to \(action(step.x))"
    case .wrote: return step.x == 0 ? "removes\(key)" : "writes\(key), which it shows at once"
    case .touched: return "changes\(key), and promises nothing"
    case .sent: return sent(step, isFromBackend: isFromBackend)
    case .arrived:
      let took = step.at - Instant(nanoseconds: Int64(bitPattern: step.x))
      return "\(step.y == 0 ? "reaches the backend" : "is reached") after \(took.rounded)"
    case .taken:
      return "taken up after \(Interval(nanoseconds: Int64(step.x)).rounded), \(step.y) wait"
    case .refused: return "turned away: too much to do"
    case .served: return "served in \(Interval(nanoseconds: Int64(step.x)).rounded)"
    case .committed:
      return (step.x == 0 ? "removes\(key)" : "commits\(key)") + ", version \(step.y)"
    case .heard: return "hears \(heard(step))\(key)"
    case .answered: return "hears that write \(step.y) is \(answer(step.x))"
    case .published: return "shows \(changes(step))"
    case .faulted: return "FAULTS by rule LV-\(step.x)"
    case .linked: return step.x == 1 ? "is connected" : "is cut off"
    case .ended:
      return step.x == 0
        ? "transaction is done, run \(step.y) times" : "transaction failed (\(step.x))"
    case .resent: return "sends it again"
    case .resynced: return "asks for its list anew"
    case .cancelled: return "may not read its list"
    case .crashed: return step.x == 1 ? "is up again" : "crashes"
    case .killed: return "app is killed, \(step.x) writes saved"
    case .joined: return "session \(step.x) begins"
    case .parted: return "session \(step.x) ends"
    case .filtered: return step.x == 1 ? "filters" : "takes the filter away"
    case .asked: return "wants \(step.y) rows more"
    case .paged: return "gets \(step.y >> 1) rows more"
    case .pageFailed: return "gets no more rows"
    case .loaded: return step.x == 0 ? "says that its list is loaded" : "says that it may not load"
    case .opened: return "opens \(list(step.list))"
    case .closed: return "closes its list"
    case .lost: return "says that its list is not kept up to date any more"
    case .disturbed: return "is hit by fault \(step.x)"
    case .calmed: return "is rid of fault \(step.x)"
    case .operated: return "\(verb(step.y))\(key) (operation \(step.x))"
    case .reported: return reported(step)
    case .counted: return "counts\(key) from \(step.y) to \(step.x)"
    default: return "\(step.kind)\(key)"
    }
  }

  /// The path of a list.
  func list(_ number: UInt32) -> String {
    Int(number) < lists.count ? lists[Int(number)] : "a list"
  }

  /// What somebody wants to do.
  func action(_ number: UInt64) -> String {
    Scenario.Work.Action(number: number)?.rawValue ?? "do \(number)"
  }

  private func sent(_ step: Step, isFromBackend: Bool) -> String {
    let what = isFromBackend ? "is sent it" : "sends it"
    guard step.x != .max else { return "\(what), and it is lost" }
    let takes = Instant(nanoseconds: Int64(bitPattern: step.x)) - step.at
    var words = "\(what); it takes \(takes.rounded)"
    let lost = step.y & 0xFFFF_FFFF
    if lost > 0 { words += ", lost \(lost) times" }
    let inLine = Interval(nanoseconds: Int64(step.y >> 34) * 1_000)
    if inLine > .zero { words += ", \(inLine.rounded) of it in line" }
    if step.y >> 32 & 1 == 1 { words += ", held back" }
    if step.y >> 33 & 1 == 1 { words += ", and comes twice" }
    return words
  }

  /// What an operation on a resource begins.
  private func verb(_ number: UInt64) -> String {
    switch number {
    case 0: "begins to create"
    case 1: "begins to update"
    default: "begins to destroy"
    }
  }

  /// How far an operation on a resource is.
  private func reported(_ step: Step) -> String {
    if ResourceStage(of: step) == .underWay { return "has \(step.x) operations under way" }
    let words =
      switch ResourceStage(of: step) {
      case .asked: "asks the app whether it may go on"
      case .vetoed: "is forbidden by the app"
      case .allowed: "may go on"
      case .wrote: "writes"
      case .did: "tells the app that it shows"
      case .logged: "tells the app what was committed"
      case .persisted: "tells the app that it stands"
      case .undone: "tells the app that it does not stand"
      case .failed: "ends without a write"
      case .turnedAway: "was turned away by the server"
      case .lost: "has no answer"
      case .doubted: "leaves a counter in doubt"
      case .uncounted: "finds no counter to change"
      case .ignored: "hears an answer for which it does not wait"
      case .recounted: "writes a counter anew"
      case .underWay, nil: "goes on"
      }
    return "operation \(step.x) \(words)"
  }

  private func heard(_ step: Step) -> String {
    switch DataEvent.Kind(rawValue: UInt8(truncatingIfNeeded: step.y)) {
    case .removed: "that it is gone:"
    case .added: "of a new"
    case .changed: "of a changed"
    case .moved: "of a moved"
    default: "of"
    }
  }

  private func answer(_ number: UInt64) -> String {
    Message.Answer(rawValue: UInt8(truncatingIfNeeded: number)).map { "\($0)" } ?? "answered"
  }

  private func changes(_ step: Step) -> String {
    let counts = [
      ("+", step.y >> 30 & 0x7FFF), ("-", step.y >> 45 & 0x7FFF), ("moved ", step.y >> 15 & 0x7FFF),
      ("changed ", step.y & 0x7FFF),
    ]
    let words = counts.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
    return words.isEmpty ? "its list as it was" : "its list: \(words)"
  }
}
