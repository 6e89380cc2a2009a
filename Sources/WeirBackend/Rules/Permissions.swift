// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirRules
package import WeirTree

/// The rights to read and write: the rules of a scenario, compiled.
///
///     let permissions = Permissions(scenario.server.rules)
///     permissions.allowsRead(at: Path("rooms/lobby"), auth: nil, now: now, root: tree)
///
/// A condition that is true lets every user that it names read or write its place and all below; a
/// deeper one cannot take that back. `.validate` counts at each place on the way to the write and
/// below it that still holds data. A condition that asks something of a value of the wrong type is
/// false as a whole. Without rules everything is allowed; with rules, everything that no rule
/// allows is forbidden.
///
/// - Complexity: a walk down the path, each step O(log of the places beside it); a condition that is
///   plainly true or false costs no more, and allocates nothing.
package struct Permissions: Sendable {
  /// A condition, with the two that need no judging apart.
  enum Condition: Sendable {
    case never
    case always
    case judged(Rules.Expression)

    init(_ expression: Rules.Expression?, otherwise: Condition) {
      switch expression {
      case nil: self = otherwise
      case .bool(let flag): self = flag ? .always : .never
      case .some(let expression): self = .judged(expression)
      }
    }

    var isAlways: Bool { if case .always = self { true } else { false } }
  }

  /// A place of the rules.
  struct Place: Sendable {
    var read: Condition
    var write: Condition
    var validate: Condition
    var children = SortedMap<Key, Int>()
    var wildcard: Int?
    /// `true` if something is validated here or below.
    var validates: Bool

    /// Returns the place of the child called `key`, if any rule speaks of it.
    func child(_ key: Key) -> Int? { children[key] ?? wildcard }
  }

  /// The places, the root first, each behind the one that it lies in.
  let places: [Place]

  /// Makes rules ready; nil allows everything.
  package init(_ rules: Rules?) {
    guard let rules else {
      places = [Place(read: .always, write: .always, validate: .always, validates: false)]
      return
    }
    var places: [Place] = rules.places.map { place in
      let validate = Condition(place.validate, otherwise: .always)
      return Place(
        read: Condition(place.read, otherwise: .never),
        write: Condition(place.write, otherwise: .never), validate: validate,
        wildcard: place.wildcard?.place, validates: !validate.isAlways)
    }
    for (number, place) in rules.places.enumerated().reversed() {
      for child in place.children { places[number].children.set(child.place, for: Key(child.name)) }
      for child in place.children + (place.wildcard.map { [$0] } ?? []) {
        invariant(child.place > number, "place \(child.place) of the rules lies in a later one")
        if places[child.place].validates { places[number].validates = true }
      }
    }
    self.places = places
  }

  /// Returns `true` if the user may read `path` in the tree `root`.
  package func allowsRead(at path: Path, auth: Message.Auth?, now: Instant, root: Node) -> Bool {
    let judgement = Judgement(auth: auth, now: now, before: root, after: root)
    return isGranted(toWrite: false, at: path.keys[...], judgement)
  }

  /// Returns `true` if the user may make all of `writes` at once, which change the tree from `root`
  /// to `newRoot`.
  ///
  /// Each is judged against the tree after all of them. A priority is written at the place that carries
  /// it.
  package func allowsWrite(
    of writes: [(Path, Node)], auth: Message.Auth?, now: Instant, before root: Node,
    after newRoot: Node
  ) -> Bool {
    let judgement = Judgement(auth: auth, now: now, before: root, after: newRoot)
    for (path, _) in writes {
      let keys = path.keys.last == .priority ? path.keys.dropLast() : path.keys[...]
      guard isGranted(toWrite: true, at: keys, judgement), isValid(at: keys, judgement) else {
        return false
      }
    }
    return true
  }

  /// `true` if a condition on the way from the root to the keys holds.
  private func isGranted(
    toWrite: Bool, at keys: ArraySlice<Key>, _ judgement: Judgement
  ) -> Bool {
    var number = 0
    var depth = 0
    while true {
      let condition = toWrite ? places[number].write : places[number].read
      if judgement.holds(condition, at: keys.prefix(depth)) { return true }
      guard depth < keys.count, let next = places[number].child(keys[keys.startIndex + depth])
      else { return false }
      number = next
      depth += 1
    }
  }

  /// `true` if the data on the way to the keys and all of it below is as it must be.
  private func isValid(at keys: ArraySlice<Key>, _ judgement: Judgement) -> Bool {
    var number = 0
    var node = judgement.after
    for depth in 0..<keys.count {
      let place = places[number]
      if !place.validates || node.isNull { return true }
      guard judgement.holds(place.validate, at: keys.prefix(depth)) else { return false }
      let key = keys[keys.startIndex + depth]
      guard let next = place.child(key) else { return true }
      number = next
      node = node[key]
    }
    if !places[number].validates { return true }
    var keys = Array(keys)
    return isValid(node, number, at: &keys, judgement)
  }

  /// `true` if a node and all below it is as it must be.
  private func isValid(
    _ node: Node, _ number: Int, at keys: inout [Key], _ judgement: Judgement
  ) -> Bool {
    let place = places[number]
    if !place.validates || node.isNull { return true }
    guard judgement.holds(place.validate, at: keys[...]) else { return false }
    // With a wildcard every child has a rule, else few may have.
    if place.wildcard == nil {
      for (key, next) in place.children {
        if !isValid(node[key], next, under: key, of: &keys, judgement) { return false }
      }
      return true
    }
    for (key, child) in node.children {
      guard let next = place.child(key) else { continue }
      if !isValid(child, next, under: key, of: &keys, judgement) { return false }
    }
    return true
  }

  private func isValid(
    _ node: Node, _ number: Int, under key: Key, of keys: inout [Key], _ judgement: Judgement
  ) -> Bool {
    if !places[number].validates || node.isNull { return true }
    keys.append(key)
    defer { keys.removeLast() }
    return isValid(node, number, at: &keys, judgement)
  }
}
