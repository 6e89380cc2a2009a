// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The things that a screen knows when it creates or changes something, by name and in levels.
///
///     let app = ResourceContext([.init(Key("me"), ada)])
///     let room = app.pushing([.init(Key("group"), lobby)])
///     room[Key("group")]     // lobby
///     room[Key("me")]        // ada, from the level below
///
/// A name that stands in several levels means the thing in the highest one: it *masks* the others. The
/// levels are values: what is done to a context later is not seen by those that were pushed onto it
/// before, nor the other way round.
///
/// - Complexity: finding a name is O(entries); contexts have a handful.
public struct ResourceContext: Equatable, Sendable {
  /// A thing under its name.
  public struct Entry: Equatable, Sendable {
    /// The name, as a template writes it behind its `$`.
    public var name: Key
    /// The thing.
    public var resource: Resource

    /// Names a thing.
    public init(_ name: Key, _ resource: Resource) {
      self.name = name
      self.resource = resource
    }
  }

  /// The levels from the root up, each with every name at most once.
  public private(set) var levels: [[Entry]]

  /// Makes a context of one level.
  public init(_ entries: [Entry] = []) { levels = [Self.level(of: entries)] }

  /// The context with another level on top of it.
  public func pushing(_ entries: [Entry] = []) -> ResourceContext {
    var context = self
    context.levels.append(Self.level(of: entries))
    return context
  }

  /// Puts other entries in the place of those of the highest level.
  public mutating func reset(_ entries: [Entry] = []) {
    levels[levels.count - 1] = Self.level(of: entries)
  }

  /// The thing that a name means: the one in the highest level that has it.
  public subscript(name: Key) -> Resource? {
    for level in levels.reversed() {
      if let entry = level.first(where: { $0.name == name }) { return entry.resource }
    }
    return nil
  }

  /// Every name once with what it means, from the highest level down, in a level as it was given.
  public var visible: [Entry] {
    var entries: [Entry] = []
    for entry in levels.reversed().joined() {
      if !entries.contains(where: { $0.name == entry.name }) { entries.append(entry) }
    }
    return entries
  }

  /// The first visible thing of a kind.
  ///
  /// If a level holds two things of that kind, it is the one that was given first.
  public func first(of kind: ResourceKind) -> Resource? {
    visible.first { $0.resource.kind == kind }?.resource
  }

  /// A level in which a name that comes twice keeps its place and means the later thing.
  private static func level(of entries: [Entry]) -> [Entry] {
    var level: [Entry] = []
    for entry in entries {
      if let place = level.firstIndex(where: { $0.name == entry.name }) {
        level[place] = entry
      } else {
        level.append(entry)
      }
    }
    return level
  }
}

extension ResourceContext: CustomStringConvertible {
  /// A line for each level from the root up, each further to the right.
  public var description: String {
    levels.enumerated().map { depth, level in
      let words = level.map { entry in
        "\(entry.name): kind \(entry.resource.kind.number)"
          + (entry.resource.key.map { " \($0)" } ?? " without key")
      }
      return String(repeating: "  ", count: depth) + "[" + words.joined(separator: ", ") + "]"
    }.joined(separator: "\n")
  }
}
