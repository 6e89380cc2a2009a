// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The rule by which an app keeps the files that it has fetched.
public enum FileCachePolicy: Hashable, Sendable {
  /// It keeps none.
  case none
  /// It keeps those that were asked for last, so many bytes of them at most.
  case memory(bytes: Int)
}

/// The files that an app keeps, by name, and when each was asked for last.
struct FileMemory: Sendable {
  let policy: FileCachePolicy
  /// The files, the one first that was asked for longest ago.
  private var files: [StoredFile] = []
  private var bytes = 0

  init(_ policy: FileCachePolicy) { self.policy = policy }

  /// `true` if a file is kept; then it is the last one to go.
  mutating func has(_ file: StoredFile) -> Bool {
    guard let place = files.firstIndex(of: file) else { return false }
    files.append(files.remove(at: place))
    return true
  }

  /// Keeps a file; returns the names of those that go for it.
  mutating func keep(_ file: StoredFile) -> [Key] {
    guard case .memory(let most) = policy, file.size <= most, !has(file) else { return [] }
    files.append(file)
    bytes += file.size
    var gone: [Key] = []
    while bytes > most {
      let first = files.removeFirst()
      bytes -= first.size
      gone.append(first.name)
    }
    return gone
  }

  /// Forgets a file; `true` if it was kept.
  mutating func forget(_ name: Key) -> Bool {
    guard let place = files.firstIndex(where: { $0.name == name }) else { return false }
    bytes -= files.remove(at: place).size
    return true
  }
}
