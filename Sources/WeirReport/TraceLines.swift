import WeirCore
import WeirRun
public import WeirTrace
import WeirTree

/// The steps of a run as JSON, a step on each line, with names instead of numbers.
///
///     {"at":1.25,"kind":"wrote","client":3,"journey":7,"list":"/rooms/lobby","key":"-Oh…","stamp":"9f…","write":2}
///
/// `at` and every other time is in seconds of virtual time, written exactly.
public enum TraceLines {
  /// The first line: what is traced, and the version of the format.
  public static func heading(scenario: String, seed: UInt64) -> String {
    "{\"weir-trace\":\(Trace.formatVersion),\"scenario\":\(quoted(scenario)),\"seed\":\(seed)}\n"
  }

  /// The line of a step; `lists` are the paths of the world's lists.
  public static func line(_ step: Step, lists: [String]) -> String {
    var text = "{\"at\":\(seconds(step.at.nanoseconds)),\"kind\":\"\(step.kind)\""
    if step.client != Step.nobody { text += ",\"client\":\(step.client)" }
    if step.journey != 0 { text += ",\"journey\":\(step.journey)" }
    if Int(step.list) < lists.count { text += ",\"list\":\(quoted(lists[Int(step.list)]))" }
    if step.key != Step.noKey { text += ",\"key\":\(quoted(step.key.description))" }
    return text + details(of: step) + "}\n"
  }

  private static func details(of step: Step) -> String {
    func time(_ name: String, _ value: UInt64) -> String {
      value == .max ? ",\"\(name)\":null" : ",\"\(name)\":\(seconds(Int64(value)))"
    }
    func number(_ name: String, _ value: UInt64) -> String { ",\"\(name)\":\(value)" }
    func hex(_ name: String, _ value: UInt64) -> String {
      ",\"\(name)\":\"\(String(value, radix: 16))\""
    }
    switch step.kind {
    case .began: return hex("scenario", step.x) + number("seed", step.y)
    case .opened:
      // The highest bit tells a list in another order, in sections or of several sources.
      return number("window", (step.x << 1) >> 2) + ",\"newest\":\(step.x & 1 == 1)"
    case .meant: return number("action", step.x) + number("stage", step.y)
    case .skipped: return number("action", step.x)
    case .wrote:
      return hex("stamp", step.x) + number("write", step.y & 0xFFFF_FFFF)
        + ",\"edit\":\(step.y >> 32 != 0)"
    case .sent:
      return time("arrives", step.x) + number("lost", step.y & 0xFFFF_FFFF)
        + ",\"held\":\(step.y >> 32 & 1 == 1),\"doubled\":\(step.y >> 33 & 1 == 1)"
        + time("in_line", (step.y >> 34) * 1_000)
    case .arrived: return time("sent", step.x) + ",\"to\":\"\(step.y == 0 ? "backend" : "client")\""
    case .taken: return time("waited", step.x) + number("waiting", step.y)
    case .served: return time("stayed", step.x) + time("service", step.y)
    case .committed: return hex("stamp", step.x) + number("version", step.y)
    case .heard:
      return hex("stamp", step.x) + number("event", step.y & 0xFF) + number("tag", step.y >> 8)
    case .answered:
      let answer = Message.Answer(rawValue: UInt8(truncatingIfNeeded: step.x))
      return ",\"answer\":\"\(answer.map { "\($0)" } ?? "?")\"" + number("write", step.y)
    case .published:
      return hex("rows", step.x) + ",\"first\":\(step.y >> 60 == 1)"
        + number("deletes", step.y >> 45 & 0x7FFF) + number("inserts", step.y >> 30 & 0x7FFF)
        + number("moves", step.y >> 15 & 0x7FFF) + number("updates", step.y & 0x7FFF)
    case .listened: return number("tag", step.x) + hex("query", step.y)
    case .unlistened, .completed, .cancelled: return number("tag", step.x)
    case .strayed: return number("listen", step.x)
    case .loaded, .lost: return number("refusal", step.x)
    case .asked: return number("call", step.x) + number("wanted", step.y)
    case .paged:
      return number("call", step.x) + number("new", step.y >> 1) + ",\"more\":\(step.y & 1 == 1)"
    case .pageFailed: return number("call", step.x) + number("reason", step.y)
    case .filtered: return ",\"on\":\(step.x == 1)"
    case .jumped: return number("places", step.x)
    case .faulted: return ",\"rule\":\"LV-\(step.x)\""
    case .rested: return number("open", step.x)
    case .linked: return ",\"connected\":\(step.x == 1)"
    case .ended:
      return ",\"committed\":\(step.x == 0)" + number("end", step.x) + number("runs", step.y)
    case .counted: return number("now", step.x) + number("was", step.y)
    case .joined, .parted, .armed: return number("session", step.x)
    case .fired: return number("session", step.x) + ",\"allowed\":\(step.y == 1)"
    case .killed: return number("saved", step.x)
    case .crashed: return ",\"up\":\(step.x == 1)"
    case .operated:
      let verb = step.y < 3 ? ["create", "update", "destroy"][Int(step.y)] : "?"
      return number("operation", step.x) + ",\"verb\":\"\(verb)\""
    case .reported:
      let stage = ResourceStage(of: step)
      return ",\"stage\":\"\(stage.map { "\($0)" } ?? "?")\""
        + number(stage == .underWay ? "count" : "operation", step.x) + number("says", step.y >> 8)
    case .tallied:
      return number("counter", step.y & 0xFFFF_FFFF) + ",\"now\":\(Int64(bitPattern: step.x))"
    case .disturbed: return number("fault", step.x) + time("lasts", step.y)
    case .calmed: return number("fault", step.x)
    case .pending: return pending(step)
    case .misbehaved:
      let name = Antics.names.indices.contains(Int(step.x)) ? Antics.names[Int(step.x)] : "?"
      return ",\"point\":\(quoted(name))"
    case .paused: return ",\"background\":\(step.x == 1)"
    case .refused, .resent, .resynced, .touched, .closed: return ""
    }
  }

  private static func pending(_ step: Step) -> String {
    if step.client == Step.nobody { return ",\"messages\":\(step.x),\"requests\":\(step.y)" }
    let counts = ["listens", "writes", "hooks", "transactions"].enumerated().map { place, name in
      ",\"\(name)\":\(step.y >> (16 * place) & 0xFFFF)"
    }
    return ",\"running\":\(step.x > 0),\"connection\":\(max(1, step.x) - 1)" + counts.joined()
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    String(Interval(nanoseconds: nanoseconds).inSeconds.dropLast())
  }

  /// A text as JSON.
  static func quoted(_ text: String) -> String { CleanText.quoted(text) }
}
