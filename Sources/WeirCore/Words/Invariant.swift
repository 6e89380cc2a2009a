// SPDX-License-Identifier: Apache-2.0

/// Stops the run when `condition` is false, in every build configuration.
///
/// `precondition` traps under `-O` too, but drops its message there, and
/// simulations only ever run under `-O`.
@inlinable
@inline(__always)
public func invariant(
  _ condition: Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { invariantBroken(message(), file: file, line: line) }
}

/// Says which invariant broke, where, and stops the process (a shell sees exit code 132).
@inline(never)
public func invariantBroken(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError("invariant broken: \(message)", file: file, line: line)
}
