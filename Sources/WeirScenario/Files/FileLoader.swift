public import WeirCore

/// Where the text of files comes from.
///
/// This room opens no file by itself: it asks for a path and is given bytes. A test hands in a
/// dictionary, the command hands in ``files``.
///
///     FileLoader { $0 == "a.csv" ? .success(bytes) : .failure(.missing) }
public struct FileLoader: Sendable {
  /// Gives the bytes of the file at a path.
  public var read: @Sendable (_ path: String) -> Result<[UInt8], LoadFailure>

  /// Makes a loader.
  public init(read: @escaping @Sendable (_ path: String) -> Result<[UInt8], LoadFailure>) {
    self.read = read
  }

  /// A world without files, for texts that stand alone.
  public static let none = FileLoader { _ in .failure(.missing) }
}

/// Why a file could not be read.
public enum LoadFailure: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// It is a directory.
  case directory
  /// It is there, but may not be opened; with the system's reason.
  case unreadable(String)
  /// It is larger than ``mostBytes``; nothing was read.
  case tooLarge
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
    case .failedMidway(let reason):
      ("reading '\(path)' failed midway: \(reason)", "try again")
    }
  }
}
