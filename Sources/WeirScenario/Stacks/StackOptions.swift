// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The options of a family of stacks, which say themselves how a scenario writes them.
///
///     struct PagerOptions: StackOptions {
///       var pageSize = 20
///       static let keys = [
///         StackOption("page-size", \Self.pageSize, .count(1...500), "How many rows a page has.", example: "50")
///       ]
///     }
///
/// A property's initial value is what counts where a scenario says nothing. Reading, canonical words, `weir explain`, the
/// JSON Schema and the reference of the format follow from the keys.
public protocol StackOptions: Sendable {
  /// Makes the options of which a scenario says nothing.
  init()
  /// The options, in the order in which a scenario lists them.
  static var keys: [StackOption<Self>] { get }
  /// The problems of these options together: the name of a key, what is wrong with its value, and what to write.
  var complaints: [(key: String, message: String, remedy: String)] { get }
}

extension StackOptions {
  /// Nothing.
  public var complaints: [(key: String, message: String, remedy: String)] { [] }

  /// Makes options of what a scenario says.
  package init(_ given: [Scenario.ClientGroup.Stack.Option]) {
    self.init()
    for option in given {
      guard let key = Self.keys.first(where: { $0.key.name == option.name }) else {
        invariantBroken("the scenario's reader let the unknown option '\(option.name)' pass")
      }
      key.take(option.words, &self)
    }
  }
}

/// The options of a family that has none.
public struct NoStackOptions: StackOptions {
  /// No key.
  public static let keys: [StackOption<Self>] = []

  /// Makes no options.
  public init() {}
}

/// One option of a family of stacks: its key, its kind of value, and where it goes.
public struct StackOption<Options: StackOptions>: Sendable {
  /// The words of the schema about it.
  let key: Schema.Key
  /// Reads it from a file, and spells it in canonical words.
  let words: @Sendable (inout Decoder, Decoder.Fields) -> String?
  /// Reads its canonical words into its property.
  let take: @Sendable (String, inout Options) -> Void

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - name: Its key.
  ///   - property: The property that holds its value, and whose initial value counts where a scenario says nothing.
  ///   - value: The kind of value that belongs there.
  ///   - about: What it means, in a sentence.
  ///   - example: What one writes, without the key.
  public init<Value>(
    _ name: String, _ property: any WritableKeyPath<Options, Value> & Sendable,
    _ value: KeyValue<Value>, _ about: String, example: String
  ) {
    key = Schema.Key(
      name, value.kind, .fallback(value.words(Options()[keyPath: property])), about, example)
    words = { decoder, fields in decoder.value(name, value, in: fields).map(value.words) }
    take = { words, options in
      guard let value = value.value(of: words) else {
        invariantBroken("the canonical words '\(words)' of the option '\(name)' cannot be read")
      }
      options[keyPath: property] = value
    }
  }
}
