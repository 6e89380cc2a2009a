// SPDX-License-Identifier: Apache-2.0

/// A place in a text that a person wrote.
public struct Mark: Hashable, Sendable, Comparable {
  /// The file, as the person named it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters.
  public var column: Int

  /// Makes a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Orders by file, then line, then column.
  public static func < (a: Mark, b: Mark) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}

extension Mark: CustomStringConvertible {
  /// `file:line:column`, as editors and compilers write it.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A mistake in something that the user gave us: what is wrong, where, and what to do about it.
///
///     Problem(mark: mark, message: "unknown key 'clinets'", remedy: "did you mean 'clients'?")
///     // chat.yaml:4:3: error: unknown key 'clinets'
///     //   remedy: did you mean 'clients'?
public struct Problem: Hashable, Sendable {
  /// The place of the mistake, if it has one.
  public var mark: Mark?
  /// The mistake, in one sentence without a full stop.
  public var message: String
  /// The remedy: something that the user can do about it.
  public var remedy: String

  /// Makes a problem.
  public init(mark: Mark? = nil, message: String, remedy: String) {
    self.mark = mark
    self.message = message
    self.remedy = remedy
  }
}

extension Problem: CustomStringConvertible {
  /// Two lines: the place and the message, then the remedy; cleaned by ``CleanText``.
  public var description: String {
    let place = mark.map { "\($0): " } ?? ""
    return CleanText.line("\(place)error: \(message)") + "\n  remedy: \(CleanText.line(remedy))"
  }
}

/// A single problem can be thrown, and be the failure of a `Result`.
extension Problem: Error {}

/// Every problem that was found, thrown together so that a person mends them in one go.
public struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, in the order of their places.
  public var all: [Problem]

  /// Collects problems.
  public init(_ all: [Problem]) { self.all = all }

  /// Each problem on its lines.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}
