// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun

/// Shares as people read them.
package enum Share {
  /// Writes a share as `+1.3 %`, `−0.02 %`, with as many digits as matter.
  package static func signed(_ share: Double) -> String {
    (share < 0 ? "−" : "+") + unsigned(share.magnitude)
  }

  /// Writes a share as `1.3 %`.
  package static func unsigned(_ share: Double) -> String {
    let percent = share * 100
    // A change by a millionth is one, and must not be shown as none.
    for places in 1...9 where percent >= 0.95 * power(places) {
      return Decimal(percent, places: places).description + " %"
    }
    return percent == 0 ? "0 %" : "\(percent) %"
  }

  /// Returns a tenth to the power `places`.
  private static func power(_ places: Int) -> Double {
    (0..<places).reduce(1) { value, _ in value / 10 }
  }
}
