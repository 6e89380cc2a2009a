// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension ChoiceTable {
  /// The choice among `count` places in which the nth is chosen in proportion to 1/nˢ.
  ///
  ///     try ChoiceTable(zipf: 1, count: 3)  // weights as 6 : 3 : 2
  ///
  /// Weights are whole numbers, the first of them 2⁴⁰, so that drawing needs no floating point. A
  /// place so far down that its weight would be none still has one.
  package init(zipf exponent: Double, count: Int) throws(Problems) {
    guard exponent.isFinite, exponent >= 0 else {
      throw Problems([
        Problem(
          message: "a popularity with the exponent \(exponent)",
          remedy: "use a number of at least 0; 1 is a common choice")
      ])
    }
    guard count > 0 else {
      throw Problems([
        Problem(message: "a popularity over no places", remedy: "name at least one place")
      ])
    }
    self.init(
      weights: (1...count).map { place in
        let share = GSL.exponential(-exponent * GSL.logarithm(Double(place)))
        return max(1, UInt64(share * 0x1p40))
      })
  }
}
