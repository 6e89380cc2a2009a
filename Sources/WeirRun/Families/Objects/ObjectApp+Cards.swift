// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTrace
import WeirTree

// Cards: an object in a row with a field of each coding, which people fill in and apps read when they hear of the row.
extension ObjectApp {
  /// Fills the card of a row in; `false` if there is nothing to wait for.
  mutating func fillCard(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let key = anyKey()
    let row = place(key)
    let values = CardValues(seed: chance.next())
    return commit(Work(journey: journey, key: key, begun: now), into: &wishes) {
      store, id throws(TransactionFault) in
      try store.require(.something, at: row, in: id)
      let card = store.open(Card.self, at: row.appending(CardValues.name))
      defer { store.forget(card) }
      store[card].take(values)
      try store.save(card, .edits, in: id)
    }
  }

  /// Reads the card of a row that was heard, if it has one.
  mutating func readCard(_ node: Node, of key: Key, into wishes: inout [StackWish]) {
    if node.isNull { return }
    var card = Object<Card>()
    card.hear(node)
    if let values = card.values {
      let stamp = ObjectNotes.shortened(values.stamp)
      note(ObjectNotes.cardRead.holding(stamp), x: values.seed, key, into: &wishes)
    } else if CardValues.seed(of: node) != nil {
      note(ObjectNotes.cardBroken.holding(), key, into: &wishes)
    }
  }
}

/// An object with a field of each coding.
private enum Card: ObjectKind {
  /// The mood of a card.
  enum Mood: String, Sendable { case glad, calm, sad }

  /// The object inside of a card.
  enum Home: ObjectKind {
    static let street = Field<Home, String>(CardValues.names.street, .text, .required)
    static let fields = Fields<Home> { street }
  }

  static let seed = Field<Card, UInt64>(CardValues.names.seed, .integer(), .required)
  static let count = Field<Card, Int64>(CardValues.names.count, .integer())
  static let ratio = Field<Card, Double>(CardValues.names.ratio, .number)
  static let isOpen = Field<Card, Bool>(CardValues.names.isOpen, .flag)
  static let seal = Field<Card, [UInt8]>(CardValues.names.seal, .bytes)
  static let tags = Field<Card, [String]>(CardValues.names.tags, .list(of: .text), default: [])
  static let mood = Field<Card, Mood>(CardValues.names.mood, .raw(.text), .required)
  static let likes = Field<Card, Int64>(CardValues.names.likes, .integer(), default: 0)
  static let born = Field<Card, UnixTime>(CardValues.names.born, .milliseconds, .required)
  static let met = Field<Card, UnixTime>(CardValues.names.met, .iso8601, .required)
  static let friend = Field<Card, Reference<Card>>(
    CardValues.names.friend, .reference(below: Path(CardValues.people)), .required)
  static let home = Nested<Card, Home>(CardValues.names.home)
  static let fields = Fields<Card> {
    seed
    count
    ratio
    isOpen
    seal
    tags
    mood
    likes
    born
    met
    friend
    home
  }
}

extension Object<Card> {
  /// Sets each field.
  fileprivate mutating func take(_ values: CardValues) {
    self.seed = values.seed
    self.count = values.count
    self.ratio = values.ratio
    self.isOpen = values.isOpen
    self.seal = values.seal
    self.tags = values.tags
    self.mood = Card.Mood(rawValue: values.mood)
    self.likes = values.likes
    self.born = UnixTime(milliseconds: values.born)
    self.met = UnixTime(milliseconds: values.met)
    self.friend = Reference(to: Path(values.friend.map { Key($0) }))
    self.home.street = values.street
  }

  /// The values of the fields; nil if one of them cannot be read, or is not there and has to be.
  fileprivate var values: CardValues? {
    guard broken.isEmpty, let seed = self.seed, let mood = self.mood, let born = self.born,
      let met = self.met, let friend = self.friend, let tags = self.tags, let likes = self.likes
    else { return nil }
    return CardValues(
      seed: seed, count: self.count, ratio: self.ratio, isOpen: self.isOpen, seal: self.seal,
      tags: tags, mood: mood.rawValue, likes: likes, born: born.milliseconds,
      met: met.milliseconds, friend: friend.place.keys.map(\.description),
      street: self.home.street)
  }
}
