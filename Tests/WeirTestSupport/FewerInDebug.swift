// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The seeds of a heavy test: all of them in a release build, the first twelfth in a debug build.
///
///     @Test(arguments: fewerInDebug(0..<400))
///
/// What costs a release build a second costs a debug build a minute, and shows the same. With `WEIR_QUICK`
/// in the environment, as `.ci/quick` has it, it is half of that.
public func fewerInDebug(_ seeds: Range<UInt64>) -> Range<UInt64> {
  #if DEBUG
    let isQuick = ProcessInfo.processInfo.environment["WEIR_QUICK"] != nil
    let parts = isQuick ? 24 : 12
    return seeds.prefix((seeds.count + parts - 1) / parts)
  #else
    return seeds
  #endif
}
