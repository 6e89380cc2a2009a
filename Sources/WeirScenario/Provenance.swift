// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The origin of a scenario: its files, the environment it asked for, and every value with the place it came from.
///
/// A report that carries it can be repeated on a machine whose environment differs.
package struct Provenance: Hashable, Sendable {
  /// An environment variable that the text asked for.
  package struct Variable: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The text that was put in its place.
    package var value: String
    /// `true` if it was not set, and the text's own default served.
    package var isDefault: Bool
    /// Makes a variable.
    package init(name: String, value: String, isDefault: Bool) {
      self.name = name
      self.value = value
      self.isDefault = isDefault
    }
  }

  /// A value as it was understood, and where it was written.
  package struct Value: Hashable, Sendable {
    /// Its dotted path: `network.delay`, `clients.0.count`.
    package var path: String
    /// The value in canonical words: `1500ms` and `1.5s` are both `1.5s`.
    package var words: String
    /// The place where it was written; nil: nowhere, it is the default.
    package var mark: Mark?
    /// Makes a value.
    package init(path: String, words: String, mark: Mark?) {
      self.path = path
      self.words = words
      self.mark = mark
    }
  }

  /// The files that were read, the scenario first, then what it extends.
  package var files: [String]
  /// The environment variables that the text asked for, in the order of the text.
  package var environment: [Variable]
  /// The overrides, as they were given.
  package var overrides: [String]
  /// Every value that counts, in the order of the format.
  package var values: [Value]

  /// Makes a provenance.
  package init(
    files: [String] = [], environment: [Variable] = [], overrides: [String] = [],
    values: [Value] = []
  ) {
    self.files = files
    self.environment = environment
    self.overrides = overrides
    self.values = values
  }
}
