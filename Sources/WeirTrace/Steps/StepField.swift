// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A field of a step: a name, the bits in which it stands, and what kind of value it is.
///
///     StepField.number("inserts", Step.Published.inserts).value(in: step)  // .number(3)
package struct StepField: Sendable {
  /// The kind of value that stands there.
  enum Form: Sendable {
    /// A number, or one that is one less than what stands there.
    case number, oneLess
    /// A number that may be negative.
    case signed
    /// A stamp or a digest.
    case hexadecimal
    /// Nanoseconds, or none at all where all bits are set.
    case time
    /// Microseconds.
    case microseconds
    /// Yes or no: whether anything stands there, or nothing does, or a 1.
    case isSet, isZero, isOne
    /// A number that stands for a word.
    case word([String])
    /// A number that stands for the name of a point.
    case point
    /// The number of a rule of list views.
    case rule
    /// A number that stands for the name of a note.
    case note
  }

  /// A value that a field has in a step.
  package enum Value: Hashable, Sendable {
    /// A number.
    case number(UInt64)
    /// A number that may be negative.
    case signed(Int64)
    /// Yes or no.
    case flag(Bool)
    /// A length or a moment of virtual time in nanoseconds; nil for never.
    case time(Int64?)
    /// A word.
    case text(String)
  }

  /// Its name.
  package let name: String
  /// The bits in which it stands.
  package let bits: StepBits
  private let form: Form

  init(_ name: String, _ bits: StepBits, _ form: Form) {
    self.name = name
    self.bits = bits
    self.form = form
  }

  static func number(_ name: String, _ bits: StepBits) -> StepField {
    StepField(name, bits, .number)
  }
  static func hex(_ name: String, _ bits: StepBits) -> StepField {
    StepField(name, bits, .hexadecimal)
  }
  static func time(_ name: String, _ bits: StepBits) -> StepField { StepField(name, bits, .time) }
  static func flag(_ name: String, _ bits: StepBits) -> StepField { StepField(name, bits, .isSet) }
  static func word(_ name: String, _ bits: StepBits, _ words: [String]) -> StepField {
    StepField(name, bits, .word(words))
  }

  /// Returns the value of the field in a step.
  package func value(in step: Step, _ names: StepNames) -> Value {
    let number = step[bits]
    switch form {
    case .number: return .number(number)
    case .oneLess: return .number(max(1, number) - 1)
    case .signed: return .signed(Int64(bitPattern: number))
    case .hexadecimal: return .text(String(number, radix: 16))
    case .time: return .time(number == .max ? nil : Int64(bitPattern: number))
    case .microseconds: return .time(Int64(number) * 1_000)
    case .isSet: return .flag(number != 0)
    case .isZero: return .flag(number == 0)
    case .isOne: return .flag(number == 1)
    case .word(let words): return .text(number < UInt64(words.count) ? words[Int(number)] : "?")
    case .point:
      return .text(number < UInt64(names.points.count) ? names.points[Int(number)] : "?")
    case .rule: return .text("LV-\(number)")
    case .note: return .text(names.note(number)?.name ?? "?")
    }
  }

  /// The kind of value that it has, for the reference.
  package var kind: String {
    switch form {
    case .number, .oneLess, .signed: "number"
    case .hexadecimal: "hexadecimal"
    case .time: "seconds, or null for never"
    case .microseconds: "seconds"
    case .isSet, .isZero, .isOne: "true or false"
    case .word(let words): words.joined(separator: ", ")
    case .point, .rule, .note: "name"
    }
  }
}
