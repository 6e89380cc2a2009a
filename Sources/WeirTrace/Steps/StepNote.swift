// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A step that only one family of stacks knows, as people and programs are told of it.
///
///     static let nudged = StepNote(
///       "nudged", "A client nudged a row.", x: .number("times"),
///       says: { "nudges\($0.key) for the \($0.x)th time" })
///
/// In the trace it is a step of the kind `noted`, whose words hold the number of the note and what its
/// fields say. The number follows from the name alone, so that no other family changes it.
public struct StepNote: Sendable {
  /// The content of a word of a note.
  public struct Content: Sendable {
    fileprivate enum Form: Sendable { case number, hexadecimal, time, flag, word([String]) }
    let name: String
    fileprivate let form: Form

    /// A number.
    public static func number(_ name: String) -> Content { Content(name: name, form: .number) }
    /// A stamp or a digest.
    public static func hex(_ name: String) -> Content { Content(name: name, form: .hexadecimal) }
    /// A length of time in nanoseconds.
    public static func time(_ name: String) -> Content { Content(name: name, form: .time) }
    /// Yes or no.
    public static func flag(_ name: String) -> Content { Content(name: name, form: .flag) }
    /// A number that stands for one of these words.
    public static func word(_ name: String, _ words: [String]) -> Content {
      Content(name: name, form: .word(words))
    }
  }

  /// A note that is told.
  public struct Telling {
    fileprivate let telling: StepTelling

    /// ` 'KEY'`, or nothing for a note about no row.
    public var key: String { telling.key }
    /// The content of `x`.
    public var x: UInt64 { telling.step.x }
    /// The content of `y`.
    public var y: UInt64 { telling.step[Step.Noted.detail] }
  }

  /// Its name.
  public let name: String
  /// A sentence that says what it means.
  public let about: String
  /// The number by which steps call it.
  package let number: UInt16
  let fields: [StepField]
  private let say: @Sendable (Telling) -> String

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - name: Its name, such as `nudged`.
  ///   - about: What it means, in a sentence.
  ///   - x: What stands in `x`; nil: nothing.
  ///   - y: What stands in `y`, of which there are 48 bits; nil: nothing.
  ///   - say: The note in a few words, from the side of the client.
  public init(
    _ name: String, _ about: String, x: Content? = nil, y: Content? = nil,
    says say: @escaping @Sendable (Telling) -> String
  ) {
    self.name = name
    self.about = about
    self.say = say
    var digest = Digest()
    digest.absorb(name)
    number = UInt16(digest.word & 0xFFFF)
    fields = [x.map { Self.field($0, .x) }, y.map { Self.field($0, Step.Noted.detail) }]
      .compactMap { $0 }
  }

  private static func field(_ content: Content, _ bits: StepBits) -> StepField {
    switch content.form {
    case .number: .number(content.name, bits)
    case .hexadecimal: .hex(content.name, bits)
    case .time: .time(content.name, bits)
    case .flag: .flag(content.name, bits)
    case .word(let words): .word(content.name, bits, words)
    }
  }

  /// The words of a step's `y` in which this note and a number stand.
  package func holding(_ detail: UInt64 = 0) -> UInt64 {
    Step.Noted.note.holding(UInt64(number)) | Step.Noted.detail.holding(detail)
  }

  /// `true` if a step is this note.
  package func isSaid(by step: Step) -> Bool {
    step.kind == .noted && step[Step.Noted.note] == UInt64(number)
  }

  /// A step in a few words.
  func words(_ telling: StepTelling) -> String { say(Telling(telling: telling)) }
}
