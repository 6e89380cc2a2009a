// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A mapping of the format that says its keys itself, beside the properties that they fill.
///
///     extension Scenario.Outage: KeyedSection {
///       static let section = SectionHead(.outage, "network.outage", "When a link goes down, and for how long.")
///       static let unread = Self(every: .constant(.zero), lasts: .constant(.zero))
///       static let keys: [FormatKey] = [
///         FormatKey("every", required: \.every, .positiveDistribution, "From the end of one …", example: "{ exponential: 45s }"),
///         FormatKey("for", required: \.lasts, .distribution, "How long an outage lasts.", example: "3s"),
///       ]
///     }
protocol KeyedSection: Equatable, Sendable {
  /// The name, place and meaning of the mapping.
  static var section: SectionHead { get }
  /// The value whose keys are all left out; where a key must stand its property may hold anything.
  static var unread: Self { get }
  /// The keys, in the order of the format, in which they are read, too.
  static var keys: [FormatKey] { get }
  /// The keys of which exactly one must stand; none, if there is no such choice.
  static var choice: [String] { get }
  /// Notes what is wrong with several keys together.
  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder)
  /// Notes what is wrong with one of a list beside those before it.
  func check(_ fields: Decoder.Fields, after others: [Self], _ decoder: inout Decoder)
}

extension KeyedSection {
  /// A key of this mapping.
  typealias FormatKey = SectionKey<Self>

  static var choice: [String] { [] }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {}

  func check(_ fields: Decoder.Fields, after others: [Self], _ decoder: inout Decoder) {}
}

/// The head of a mapping: its name, its place and its meaning.
struct SectionHead: Sendable {
  /// The word by which the schema refers to it.
  let name: Schema.SectionName
  /// The place where it stands first, as dotted words; empty for the whole file.
  let path: String
  /// Its meaning, in a sentence.
  let about: String

  /// Makes a head.
  init(_ name: Schema.SectionName, _ path: String, _ about: String) {
    (self.name, self.path, self.about) = (name, path, about)
  }
}

extension Schema.Section {
  /// The table of a mapping that says its keys itself.
  init<Section: KeyedSection>(_: Section.Type) {
    self.init(
      name: Section.section.name, path: Section.section.path, about: Section.section.about,
      keys: Section.keys.map(\.row))
  }
}

extension Decoder {
  /// Reads a mapping by the declarations of its keys; nil: something is missing or wrong, and was noted.
  mutating func read<Section: KeyedSection>(
    _: Section.Type, _ node: YAMLNode?, at path: String
  ) -> Section? {
    let fields = fields(node, Section.section.name, at: path)
    var section = Section.unread
    let wrong = read(fields, into: &section)
    section.check(fields, &self)
    return wrong.isEmpty ? section : nil
  }

  /// Reads the keys of a mapping into `section`, or those of them that are `chosen`.
  ///
  /// - Returns: The names of the keys that are missing or wrong, which was noted.
  mutating func read<Section: KeyedSection>(
    _ fields: Fields, into section: inout Section, only chosen: (String) -> Bool = { _ in true }
  ) -> [String] {
    var wrong: [String] = []
    var isDecided = false
    var choice: String?
    for key in Section.keys where chosen(key.name) {
      let isChoice = Section.choice.contains(key.name)
      let isCompanion = key.companions.contains(where: Section.choice.contains)
      if !isDecided, isChoice || isCompanion {
        (isDecided, choice) = (true, one(of: Section.choice, in: fields))
      }
      if isChoice, choice != key.name {
        if choice == nil { wrong.append(key.name) }
        continue
      }
      var turn = key.turn?(fields, section) ?? .read
      // Where the choice is wrong, nothing can be said of what goes with it.
      if isCompanion, choice == nil {
        if case .readThoughRefused = turn { turn = .read } else { turn = .pass }
      }
      if !take(key, turn, fields, &section) { wrong.append(key.name) }
    }
    return wrong
  }

  private mutating func take<Section>(
    _ key: SectionKey<Section>, _ turn: KeyTurn, _ fields: Fields, _ section: inout Section
  ) -> Bool {
    switch turn {
    case .read: return key.read(&self, fields, &section)
    case .mustStand:
      if !fields.has(key.name) { missing(key.row, in: fields) }
      return key.read(&self, fields, &section) && fields.has(key.name)
    case .pass: return true
    case .refused(let reason):
      refuse([key.name], in: fields, because: reason)
      return true
    case .readThoughRefused(let reason):
      refuse([key.name], in: fields, because: reason)
      return key.read(&self, fields, &section)
    }
  }
}
