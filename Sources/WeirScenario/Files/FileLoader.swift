// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// A source of the text of files.
///
/// This room opens no file by itself: it asks for a path and is given bytes. A test hands in a
/// dictionary, the command hands in ``files``.
///
///     FileLoader { $0 == "a.csv" ? .success(bytes) : .failure(.missing) }
///
/// The files that a scenario extends, or takes measured values from, must lie in the scenario's own folder or below it,
/// links followed, unless ``allowsOutside`` is set: a scenario from somebody else must not read what its author could
/// not.
public struct FileLoader: Sendable {
  /// Gives the bytes of the file at a path.
  public var read: @Sendable (_ path: String) -> Result<[UInt8], LoadFailure>
  /// Gives the path of a file without links, `.` and `..`; nil where there is nothing.
  public var resolve: @Sendable (_ path: String) -> String?
  /// `true` if scenarios may name files outside of their own folder.
  public var allowsOutside = false
  /// The folder of the scenario that is read.
  private var home: String?

  /// Makes a loader; paths are resolved by their spelling unless `resolve` knows better.
  public init(
    resolve: (@Sendable (_ path: String) -> String?)? = nil,
    read: @escaping @Sendable (_ path: String) -> Result<[UInt8], LoadFailure>
  ) {
    self.read = read
    self.resolve = resolve ?? { normalised($0) }
  }

  /// The same loader for what the scenario in `file` names.
  func serving(_ file: String) -> FileLoader {
    var loader = self
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
    loader.home = slash.map { String(file[...$0]) } ?? "."
    return loader
  }

  /// `true` if a file lies outside of the folder of the scenario that is read.
  func isOutside(_ path: String) -> Bool {
    guard let home, let folder = resolve(home), let path = resolve(path) else { return false }
    let prefix = folder.isEmpty || folder == "/" ? folder : folder + "/"
    // Of two paths that are not absolute, one may still lead above where the other begins.
    let rest = path.utf8.starts(with: prefix.utf8) ? path.utf8.dropFirst(prefix.utf8.count) : nil
    guard let rest, rest.first != UInt8(ascii: "/") || prefix == "/" else { return true }
    return rest.elementsEqual("..".utf8) || rest.starts(with: "../".utf8)
  }

  /// The bytes of the file that is read first, or why there are none.
  func text(of file: String) throws(Problems) -> [UInt8] {
    switch read(file) {
    case .failure(let failure): throw Problems([failure.problem(path: file)])
    case .success(let bytes): return bytes
    }
  }

  /// The bytes of a file that the scenario names.
  func readNamed(_ path: String) -> Result<[UInt8], LoadFailure> {
    if !allowsOutside, isOutside(path) { return .failure(.outside) }
    return read(path)
  }

  /// A world without files, for texts that stand alone.
  public static let none = FileLoader { _ in .failure(.missing) }
}

/// The reason that a file could not be read.
public enum LoadFailure: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// It is a directory.
  case directory
  /// It is there, but may not be opened; with the system's reason.
  case unreadable(String)
  /// It is larger than ``mostBytes``; nothing was read.
  case tooLarge
  /// It lies outside of the folder of the scenario that names it; nothing was read.
  case outside
  /// Reading began and failed; with the system's reason.
  case failedMidway(String)

  /// The most bytes that a file may have.
  public static let mostBytes = SourceText.mostBytes

  /// The failure as a problem with the file at `path`.
  public func problem(path: String, at mark: Mark? = nil) -> Problem {
    let place = mark ?? Mark(file: path, line: 1, column: 1)
    let (message, remedy) = words(path: path)
    return Problem(mark: place, message: message, remedy: remedy)
  }

  private func words(path: String) -> (message: String, remedy: String) {
    let path = shortened(path, to: 240)
    return switch self {
    case .missing:
      ("there is no file '\(path)'", "check the spelling and the folder")
    case .directory: ("'\(path)' is a directory", "name a file in it")
    case .unreadable(let reason):
      ("'\(path)' cannot be opened: \(reason)", "check who may read it")
    case .tooLarge:
      (
        "the file '\(path)' is larger than 16 MiB, the most that is read",
        "check that this is the right file; keep only the columns and rows that are needed"
      )
    case .outside:
      (
        "'\(path)' lies outside of the scenario's folder",
        "move it there, or allow such files with --allow-outside if you trust the scenario"
      )
    case .failedMidway(let reason):
      ("reading '\(path)' failed midway: \(reason)", "try again")
    }
  }
}
