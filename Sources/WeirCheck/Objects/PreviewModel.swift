// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A model of what one listener of a preview has to hear, as its operators are specified: time and events go in, and what is
/// heard comes out, with the moments at which it is due.
///
/// It knows nothing of how operators are made. Each of them is a rule on a list of events, and a listener hears what the last
/// one lets out.
struct PreviewModel: Sendable {
  /// Something that is heard.
  struct Due: Sendable, Hashable {
    let at: Instant
    let stamp: UInt64
  }

  private enum Event: Sendable {
    case values([UInt64])
    case error(UInt64)

    var stamp: UInt64 {
      switch self {
      case .values(let values): PreviewNotes.stamp(of: values)
      case .error(let error): PreviewNotes.stamp(ofError: error)
      }
    }
  }

  /// The sources of a line, before any rule.
  private enum Head: Sendable {
    case heard, typed, joined
    case combined(heard: Event?, typed: Event?)
    case switched(toTyped: Bool)
  }

  /// A rule that lets events out, with what it has to remember.
  private enum Rule: Sendable {
    case distinct(last: [UInt64]?)
    case debounce(Interval, due: Instant?, waiting: [UInt64])
    case throttle(Interval, end: Instant?, waiting: [UInt64]?)
    case last(Int, [[UInt64]])
    case portions(Int, [[UInt64]])
    case once(isOver: Bool)
    case held(isOpen: Bool, keeping: Int, [[UInt64]])
  }

  private var head: Head
  private var rules: [Rule]

  /// Models a listener that begins when there is an edit or none, and the preview is folded away or not.
  init(_ line: PreviewNotes.Line, isEditing: Bool, isUnfolded: Bool) {
    (head, rules) =
      switch line {
      case .news: (.heard, [.distinct(last: nil)])
      case .settled: (.typed, [.debounce(PreviewNotes.settling, due: nil, waiting: [])])
      case .sampled: (.typed, [.throttle(PreviewNotes.sampling, end: nil, waiting: nil)])
      case .lately: (.heard, [.last(3, [])])
      case .pairs: (.typed, [.portions(2, [])])
      case .both: (.combined(heard: nil, typed: nil), [])
      case .all: (.joined, [])
      case .current: (.switched(toTyped: isEditing), [])
      case .unfolded: (.joined, [.held(isOpen: isUnfolded, keeping: 2, [])])
      case .first: (.typed, [.once(isOver: false)])
      case .label:
        (
          .joined,
          [
            .distinct(last: nil), .debounce(PreviewNotes.labelling, due: nil, waiting: []),
            .last(2, []),
          ]
        )
      }
  }

  // MARK: Events

  /// Takes in what a source sends, and adds what is heard of it at once.
  mutating func take(
    _ source: PreviewNotes.Source, _ value: UInt64, at now: Instant, into dues: inout [Due]
  ) {
    switch source {
    case .editing: if case .switched = head { head = .switched(toTyped: value != 0) }
    case .unfolded:
      for place in rules.indices {
        guard case .held(_, let count, let waiting) = rules[place] else { continue }
        rules[place] = .held(
          isOpen: value != 0, keeping: count, value != 0 ? [] : waiting)
        if value != 0, !waiting.isEmpty {
          pass(.values(waiting.flatMap(\.self)), after: place, at: now, into: &dues)
        }
      }
    case .heard, .typed, .refused:
      let event = source == .refused ? Event.error(value) : .values([value])
      guard let event = begin(event, isHeard: source == .heard) else { return }
      pass(event, after: -1, at: now, into: &dues)
    }
  }

  /// Returns what the head makes of an event; nil: nothing.
  private mutating func begin(_ event: Event, isHeard: Bool) -> Event? {
    switch head {
    case .heard: return isHeard ? event : nil
    case .typed: return isHeard ? nil : event
    case .joined: return event
    case .switched(let toTyped): return toTyped == isHeard ? nil : event
    case .combined(let heard, let typed):
      let (one, other) = isHeard ? (event, typed) : (heard, event)
      head = .combined(heard: one, typed: other)
      if case .error = event { return event }
      switch (one, other) {
      case (.error(let error), _), (_, .error(let error)): return .error(error)
      case (.values(let one), .values(let other)): return .values(one + other)
      default: return nil
      }
    }
  }

  /// Leads an event through the rules after a place.
  private mutating func pass(
    _ event: Event, after place: Int, at now: Instant, into dues: inout [Due]
  ) {
    var event = event
    for next in rules.indices.dropFirst(place + 1) {
      guard let out = apply(next, event, at: now) else { return }
      event = out
    }
    dues.append(Due(at: now, stamp: event.stamp))
  }

  /// Returns what a rule lets out of an event at once; nil: nothing.
  private mutating func apply(_ place: Int, _ event: Event, at now: Instant) -> Event? {
    if case .once(let isOver) = rules[place] {
      rules[place] = .once(isOver: true)
      return isOver ? nil : event
    }
    // All others let errors pass at once, and do not remember them.
    guard case .values(let values) = event else { return event }
    switch rules[place] {
    case .distinct(let last):
      rules[place] = .distinct(last: values)
      return last == values ? nil : event
    case .debounce(let wait, _, _):
      rules[place] = .debounce(wait, due: now + wait, waiting: values)
      return nil
    case .throttle(let period, let end, _):
      rules[place] = .throttle(
        period, end: end ?? now + period, waiting: end == nil ? nil : values)
      return end == nil ? event : nil
    case .last(let count, let memory):
      let memory = Array((memory + [values]).suffix(count))
      rules[place] = .last(count, memory)
      return .values(memory.flatMap(\.self))
    case .portions(let count, let memory):
      let memory = memory + [values]
      rules[place] = .portions(count, memory.count == count ? [] : memory)
      return memory.count == count ? .values(memory.flatMap(\.self)) : nil
    case .held(let isOpen, let count, let waiting):
      if !isOpen {
        rules[place] = .held(
          isOpen: false, keeping: count, Array((waiting + [values]).suffix(count)))
      }
      return isOpen ? event : nil
    case .once: return event
    }
  }

  // MARK: Time

  /// The moment at which a rule lets something out by itself.
  private func due(_ rule: Rule) -> Instant? {
    switch rule {
    case .debounce(_, let due, _): due
    case .throttle(_, let end, _): end
    default: nil
    }
  }

  /// Lets time pass up to a moment, that included, and adds what is heard meanwhile.
  mutating func wait(until now: Instant, into dues: inout [Due]) {
    while true {
      let next = rules.indices.min {
        (due(rules[$0]) ?? .never) < (due(rules[$1]) ?? .never)
      }
      guard let next, let at = due(rules[next]), at <= now else { return }
      switch rules[next] {
      case .debounce(let wait, _, let values):
        rules[next] = .debounce(wait, due: nil, waiting: [])
        pass(.values(values), after: next, at: at, into: &dues)
      case .throttle(let period, _, let values):
        rules[next] = .throttle(
          period, end: values == nil ? nil : at + period, waiting: nil)
        if let values { pass(.values(values), after: next, at: at, into: &dues) }
      default: return
      }
    }
  }
}
