// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTrace
import WeirTree

/// A run as the JSON that viewers of traces read: Perfetto, and the one built into Chrome.
///
///     try file.append(ChromeTrace.heading(scenario: "chat", seed: 1))
///     for step in world.takeSteps() { try file.append(chromeTrace.events(of: step)) }
///     try file.append(ChromeTrace.ending)
///
/// The server and each client have a track. A journey, from meaning to write until the answer, is an arc of its
/// own; so is each message and each request that is served. What happens at once is a mark. Times are virtual,
/// in microseconds with three decimals, so nothing is rounded.
///
/// It is written step by step: nothing is kept but which clients have had their names told.
package struct ChromeTrace: Sendable {
  private let names: StepNames
  private var named: Set<UInt32> = []
  private var messages: UInt64 = 0
  private var requests: UInt64 = 0

  /// A trace of nothing; `names` are those that its steps use.
  package init(_ names: StepNames) { self.names = names }

  /// Returns the beginning of the file.
  package static func heading(scenario: String, seed: UInt64) -> String {
    "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"scenario\":\(TraceLines.quoted(scenario)),"
      + "\"seed\":\"\(seed)\"},\"traceEvents\":[\n"
      + "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"server\"}},\n"
      + "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":2,\"args\":{\"name\":\"clients\"}}"
  }

  /// The end of the file.
  package static let ending = "\n]}\n"

  /// Returns the events of a step; each begins with the comma that parts it from the one before.
  package mutating func events(of step: Step) -> String {
    var text = name(step.client)
    switch step.kind {
    case .meant: text += arc("b", "journey", step.journey, "journey", step.at, step)
    case .answered where step.journey != 0:
      text += arc("e", "journey", step.journey, "journey", step.at, step)
      text += instant(step, "answered")
    case .skipped: text += arc("e", "journey", step.journey, "journey", step.at, step)
    case .arrived:
      messages += 1
      let sent = Instant(nanoseconds: Int64(bitPattern: step.x))
      let name = step.y == 0 ? "to the server" : "to the client"
      text += arc("b", name, UInt32(truncatingIfNeeded: messages), "message", sent, step)
      text += arc("e", name, UInt32(truncatingIfNeeded: messages), "message", step.at, step)
    case .served:
      requests += 1
      let began = Instant(nanoseconds: step.at.nanoseconds - Int64(bitPattern: step.y))
      let id = UInt32(truncatingIfNeeded: requests)
      text += arc("b", "request", id, "service", began, step, isServer: true)
      text += arc("e", "request", id, "service", step.at, step, isServer: true)
    case .taken:
      text +=
        ",\n{\"name\":\"requests waiting\",\"ph\":\"C\",\"pid\":1,\"ts\":\(Self.time(step.at)),"
        + "\"args\":{\"n\":\(step.y)}}"
    case .sent, .began, .tallied: break
    default: text += instant(step, "\(step.kind)")
    }
    return text
  }

  /// Tells the name of a client's track once.
  private mutating func name(_ client: UInt32) -> String {
    guard client != Step.nobody, named.insert(client).inserted else { return "" }
    return ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":2,\"tid\":\(client + 1),"
      + "\"args\":{\"name\":\(TraceLines.quoted(names.surfaces.words(for: client)))}}"
  }

  private func arc(
    _ phase: String, _ name: String, _ id: UInt32, _ category: String, _ at: Instant, _ step: Step,
    isServer: Bool = false
  ) -> String {
    ",\n{\"name\":\"\(name)\",\"cat\":\"\(category)\",\"ph\":\"\(phase)\",\"id\":\(id),"
      + track(isServer ? Step.nobody : step.client) + ",\"ts\":\(Self.time(at))"
      + (phase == "b" ? ",\"args\":{\"journey\":\(step.journey)}" : "") + "}"
  }

  private func instant(_ step: Step, _ name: String) -> String {
    // What the server does belongs to it, no matter which client it concerns.
    let format = StepFormat.of(step.kind)
    let isServer = format.isServers || step.client == Step.nobody
    var details: [String] = []
    if step.journey != 0 { details.append("\"journey\":\(step.journey)") }
    if Int(step.list) < names.lists.count {
      details.append("\"list\":\(TraceLines.quoted(names.list(step.list)))")
    }
    if step.key != Step.noKey {
      details.append("\"key\":\(TraceLines.quoted(step.key.description))")
    }
    for field in format.fields(of: step, names) {
      details.append("\"\(field.name)\":" + TraceLines.text(of: field.value(in: step, names)))
    }
    return ",\n{\"name\":\"\(name)\",\"ph\":\"i\",\"s\":\"t\","
      + track(isServer ? Step.nobody : step.client) + ",\"ts\":\(Self.time(step.at)),"
      + "\"args\":{\(details.joined(separator: ","))}}"
  }

  private func track(_ client: UInt32) -> String {
    client == Step.nobody ? "\"pid\":1,\"tid\":0" : "\"pid\":2,\"tid\":\(client + 1)"
  }

  /// Microseconds with all three decimals of a nanosecond.
  package static func time(_ instant: Instant) -> String {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(whole)." + String(rest + 1000).dropFirst()
  }
}
