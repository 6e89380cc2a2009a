// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// One key of a mapping of the format, declared once: its name, the property that holds its value, the kind of value, its
/// meaning and an example.
///
///     FormatKey("lag", \.lag, .duration, "How far the copies are behind.", example: "200ms")
///
/// Reading, the default, canonical words, `weir explain`, the JSON Schema and the reference of the format follow from it. What
/// counts where a scenario is silent is the initial value of the property. To add a key is to add a property and this line.
struct SectionKey<Section: Sendable>: Sendable {
  /// Its row in the schema.
  let row: Schema.Key
  /// Reads it into its property; false: it must stand and does not, or it is wrong, and that was noted.
  private(set) var read: @Sendable (inout Decoder, Decoder.Fields, inout Section) -> Bool
  /// Decides how it is read, by what else stands; nil: it is always read.
  private(set) var turn: (@Sendable (Decoder.Fields, Section) -> KeyTurn)?
  /// The keys of which one must stand beside it; empty: it stands alone.
  private(set) var companions: [String] = []

  /// The name by which files call it.
  var name: String { row.name }

  private init(
    _ row: Schema.Key,
    read: @escaping @Sendable (inout Decoder, Decoder.Fields, inout Section) -> Bool
  ) {
    self.row = row
    self.read = read
  }

  /// Declares a key that is read before or beside all others of the mapping, by whoever reads the mapping.
  init(
    apart name: String, _ kind: Schema.Kind, _ need: Schema.Need, _ about: String, example: String
  ) {
    self.init(Schema.Key(name, kind, need, about, example)) { _, _, _ in true }
  }

  /// Declares a key that may be left out, where more than the key decides what then counts.
  ///
  /// - Parameter settle: Takes what was given, nil if nothing was or if it was wrong, and returns true unless something is
  ///   wrong.
  init<Value>(
    _ name: String, settling value: KeyValue<Value>, _ about: String, example: String,
    _ settle:
      @escaping @Sendable (inout Decoder, Value?, Decoder.Fields, inout Section) -> Bool
  ) {
    self.init(Schema.Key(name, value.kind, .optional, about, example)) { decoder, fields, section in
      let given = decoder.value(name, value, in: fields)
      return settle(&decoder, given, fields, &section)
    }
  }

  private init<Value>(
    _ name: String, _ need: Schema.Need, _ value: KeyValue<Value>, _ about: String,
    _ example: String, take: @escaping @Sendable (Value, inout Section) -> Void
  ) {
    self.init(Schema.Key(name, value.kind, need, about, example)) { decoder, fields, section in
      guard let slot = decoder.slot(name, in: fields) else {
        return need != .required && !fields.has(name)
      }
      guard let value = value.read(&decoder, slot) else { return false }
      take(value, &section)
      return true
    }
  }

  /// Declares a key without which nothing of the kind is there.
  init<Value>(
    _ name: String, optional property: any WritableKeyPath<Section, Value?> & Sendable,
    _ value: KeyValue<Value>, _ about: String, example: String
  ) {
    self.init(name, .optional, value, about, example) { $1[keyPath: property] = $0 }
  }

  /// Declares a key that may be left out, where no words say what then counts.
  init<Value>(
    _ name: String, optional property: any WritableKeyPath<Section, Value> & Sendable,
    _ value: KeyValue<Value>, _ about: String, example: String
  ) {
    self.init(name, .optional, value, about, example) { $1[keyPath: property] = $0 }
  }

  /// Declares a key that must stand.
  init<Value>(
    _ name: String, required property: any WritableKeyPath<Section, Value> & Sendable,
    _ value: KeyValue<Value>, _ about: String, example: String
  ) {
    self.init(name, .required, value, about, example) { $1[keyPath: property] = $0 }
  }
}

extension SectionKey where Section: KeyedSection {
  /// Declares a key that may be left out, and then counts as its property's initial value says.
  init<Value>(
    _ name: String, _ property: any WritableKeyPath<Section, Value> & Sendable,
    _ value: KeyValue<Value>, _ about: String, example: String
  ) {
    self.init(
      name, .fallback(value.words(Section.unread[keyPath: property])), value, about, example
    ) { $1[keyPath: property] = $0 }
  }

  /// Declares a key of a mapping whose own keys count where it is left out.
  init<Inner: KeyedSection>(
    _ name: String, inside property: any WritableKeyPath<Section, Inner> & Sendable,
    _ about: String, example: String
  ) {
    let kind = Schema.Kind.section(Inner.section.name)
    self.init(Schema.Key(name, kind, .optional, about, example)) { decoder, fields, section in
      let slot = decoder.slot(name, in: fields)
      let path = fields.path.isEmpty ? name : "\(fields.path).\(name)"
      if let inner = decoder.read(Inner.self, slot?.node, at: path) {
        section[keyPath: property] = inner
      }
      return true
    }
  }
}

/// The turn of a key, with what stands beside it.
enum KeyTurn {
  /// It is read.
  case read
  /// It is read, and must stand.
  case mustStand
  /// It is passed over.
  case pass
  /// It is passed over, and may not stand, for a reason.
  case refused(because: String)
  /// It may not stand, for a reason, and is read all the same.
  case readThoughRefused(because: String)
}

extension SectionKey {
  /// The same key, which is read as `turn` decides.
  func turning(_ turn: @escaping @Sendable (Decoder.Fields, Section) -> KeyTurn) -> Self {
    var key = self
    key.turn = turn
    return key
  }

  /// The same key, which goes with one of some other keys, and may not stand without.
  ///
  /// - Parameters:
  ///   - others: The keys with which it goes.
  ///   - must: `true` if it must stand beside one of them.
  ///   - isReadAnyway: `true` if it counts even where none of them stands.
  ///   - reason: The remedy for one who writes it alone; it says with which keys it goes unless given.
  func with(
    _ others: String..., must: Bool = false, isReadAnyway: Bool = false,
    because reason: String? = nil
  ) -> Self {
    let list =
      others.count < 2
      ? others.joined()
      : others.dropLast().joined(separator: ", ") + " and " + others[others.count - 1]
    let reason = reason ?? "\(name) goes with \(list)"
    var key = turning { fields, _ in
      if fields.present(of: others).isEmpty {
        return isReadAnyway ? .readThoughRefused(because: reason) : .refused(because: reason)
      }
      return must ? .mustStand : .read
    }
    key.companions = others
    return key
  }

  /// The same key, which is passed over where another one stands.
  func unless(_ other: String) -> Self {
    turning { fields, _ in fields.has(other) ? .pass : .read }
  }
}
