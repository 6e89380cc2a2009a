// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A command line, understood: the verb, its flags with their values, and the rest.
package struct Invocation {
  /// The verb to perform.
  package let verb: Verb
  /// The values of each flag, in order; a flag without value has one empty text.
  var values: [String: [String]] = [:]
  /// The words besides flags.
  var operands: [String] = []

  /// `true` if a flag was given.
  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// Returns the value of a flag that can be given once.
  func value(_ flag: String) -> String? { values[flag]?.first }

  /// The settings `--set key=value`, in order.
  ///
  /// The parser has seen to it that each has a key.
  var settings: [String] { values["set"] ?? [] }
}

/// The request that a command line makes.
package enum Request {
  /// Carry out a verb.
  case perform(Invocation)
  /// Show the help of a verb, or of the whole.
  case help(Verb?)
  /// Show the versions.
  case version
  /// Print a completion script.
  case completions(shell: String)
}
