// SPDX-License-Identifier: Apache-2.0

/// A count of the work that all sorted maps of the process have done, in a build that counts it.
///
///     swift build -c release -Xswiftc -DCOUNTING
///
///     let before = MapWork.total
///     map[key]
///     MapWork.total - before  // about log₂ n comparisons, and the nodes on the way down
///
/// One is added for each comparison of two keys and for each node or leaf that is entered. Any other build
/// counts nothing and pays nothing for it: there the functions that count are empty. The count is meant
/// for one thread.
public enum MapWork {
  #if COUNTING
    /// `true` if this build counts.
    public static var isCounting: Bool { true }
    @usableFromInline nonisolated(unsafe) static var count = 0
    /// The count so far.
    public static var total: Int { unsafe count }

    @inlinable
    static func compare() { unsafe count &+= 1 }

    @inlinable
    static func enter() { unsafe count &+= 1 }
  #else
    /// `true` if this build counts.
    public static var isCounting: Bool { false }
    /// The count so far.
    public static var total: Int { 0 }

    @inlinable
    @inline(__always)
    static func compare() {}

    @inlinable
    @inline(__always)
    static func enter() {}
  #endif
}
