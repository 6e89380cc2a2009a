// SPDX-License-Identifier: Apache-2.0
extension Key {
  /// Returns the key at which a range starts that begins behind this one in a dialect with
  /// neighbours; nil if every child comes before it.
  ///
  /// The neighbour of a 32-bit integer is the next one, though keys such as `05` lie between 5 and 6; that
  /// is how all dialects have it.
  public func successor(_ dialect: Dialect) -> Key? {
    if let integer {
      return Key(integer == .max ? "\(dialect.leastCharacter)" : "\(integer + 1)")
    }
    var characters = Array(description.unicodeScalars)
    if Self.length(characters) < Dialect.longestKey {
      return Key(characters + [dialect.leastCharacter])
    }
    while let last = characters.popLast() {
      guard let next = dialect.character(after: last) else { continue }
      let key = Key(characters + [next])
      // An integer would stand before all texts.
      return key.integer == nil ? key : Key(characters + [next, dialect.leastCharacter])
    }
    return nil
  }

  /// Returns the key at which a range ends that stops before this one in a dialect with neighbours;
  /// nil if every child comes behind it.
  ///
  /// If this key ends with the least character, it is what comes before that one; otherwise the last character is
  /// counted down and the greatest one follows as often as there is room.
  public func predecessor(_ dialect: Dialect) -> Key? {
    if let integer { return integer == .min ? nil : Key("\(integer - 1)") }
    var characters = Array(description.unicodeScalars)
    while let last = characters.popLast() {
      if let before = dialect.character(before: last) {
        characters.append(before)
        let room = Dialect.longestKey - Self.length(characters)
        return Key(
          characters
            + [Unicode.Scalar](repeating: dialect.greatestCharacter, count: max(0, room)))
      }
      if characters.isEmpty { break }
      let key = Key(characters)
      // An integer stands before all texts, so it is not the neighbour of one.
      if key.integer == nil { return key }
    }
    // What stands before the first of all texts is the last of all integers.
    return Key("\(Int32.max)")
  }

  private init(_ characters: [Unicode.Scalar]) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    self.init(String(text))
  }

  /// Returns the number of UTF-16 units of the characters.
  private static func length(_ characters: [Unicode.Scalar]) -> Int {
    characters.reduce(0) { $0 + UTF16.width($1) }
  }
}
