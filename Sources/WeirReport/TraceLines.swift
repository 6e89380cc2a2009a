// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
import WeirTree

/// The steps of a run as JSON, a step on each line, with names instead of numbers.
///
///     {"at":1.25,"kind":"wrote","client":3,"journey":7,"list":"/rooms/lobby","key":"-Oh…","stamp":"9f…","write":2}
///
/// `at` and every other time is in seconds of virtual time, written exactly.
package enum TraceLines {
  /// Returns the first line: what is traced, and the version of the format.
  package static func heading(scenario: String, seed: UInt64) -> String {
    "{\"weir-trace\":\(Trace.formatVersion),\"scenario\":\(quoted(scenario)),\"seed\":\(seed)}\n"
  }

  /// Returns the line of a step.
  package static func line(_ step: Step, _ names: StepNames) -> String {
    var text = "{\"at\":\(seconds(step.at.nanoseconds)),\"kind\":\"\(step.kind)\""
    if step.client != Step.nobody {
      text += ",\"client\":\(names.surfaces.home(of: step.client))"
      if let surface = names.surfaces.name(of: step.client) {
        text += ",\"surface\":\(quoted(surface))"
      }
    }
    if step.journey != 0 { text += ",\"journey\":\(step.journey)" }
    if Int(step.list) < names.lists.count {
      text += ",\"list\":\(quoted(names.list(step.list)))"
    }
    if step.key != Step.noKey { text += ",\"key\":\(quoted(step.key.description))" }
    for field in StepFormat.of(step.kind).fields(of: step, names) {
      text += ",\"\(field.name)\":" + Self.text(of: field.value(in: step, names))
    }
    return text + "}\n"
  }

  /// Returns a value as JSON.
  static func text(of value: StepField.Value) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .signed(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .time(let time): time.map(seconds) ?? "null"
    case .text(let text): quoted(text)
    }
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    String(Interval(nanoseconds: nanoseconds).inSeconds.dropLast())
  }

  /// Returns a text as JSON.
  package static func quoted(_ text: String) -> String { CleanText.quoted(text) }
}
