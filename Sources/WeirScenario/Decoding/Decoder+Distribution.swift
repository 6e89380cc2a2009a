// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == Distribution {
  /// A random length of time.
  static var distribution: Self { distribution(isPositive: false) }

  /// A random length of time that is not always zero.
  static var positiveDistribution: Self { distribution(isPositive: true) }

  private static func distribution(isPositive: Bool) -> Self {
    Self(
      .distribution(positive: isPositive),
      read: { decoder, slot in
        guard let shape = decoder.distribution(slot) else { return nil }
        if isPositive, shape.isAlwaysZero {
          let zero = Decoder.zero("the duration of \(slot.key.name)")
          decoder.complain(slot.node.mark, zero.message, zero.remedy)
        }
        decoder.record(slot.path, Canonical.words(shape), slot.mark)
        return shape
      }, words: { Canonical.words($0) })
  }

  /// A log-normal distribution.
  static var logNormal: Self {
    Self(.section(LogNormalWords.section.name)) { decoder, slot in
      decoder.read(LogNormalWords.self, slot.node, at: slot.path)?.distribution
    }
  }
}

extension KeyValue where Value == DistributionWords.Ends {
  /// Two lengths of time, the shorter first.
  static var ends: Self {
    Self(.range) { decoder, slot in
      guard let (first, second) = decoder.pair(slot) else { return nil }
      let (low, high) = (
        decoder.scalar(first, Units.duration), decoder.scalar(second, Units.duration)
      )
      guard let low, let high else { return nil }
      if low > high {
        decoder.complain(
          first.node.mark, "uniform from \(low) down to \(high)",
          "write the shorter one first: [\(high), \(low)]")
      }
      return Value(low: low, high: high)
    }
  }
}

extension Decoder {
  fileprivate mutating func distribution(_ slot: Slot) -> Distribution? {
    switch slot.node.content {
    case .scalar:
      return scalar(slot, Units.duration).map { .constant($0) }
    case .mapping:
      // The shape is noted as a whole: its parts are not values of their own.
      let known = values
      defer { values = known }
      let fields = fields(slot.node, DistributionWords.section.name, at: slot.path)
      var words = DistributionWords()
      let wrong = read(fields, into: &words)
      // What is wrong with the rest of it is told at once, too.
      let shape = words.distribution(fields, &self)
      return wrong.isEmpty ? shape : nil
    case .sequence:
      wrongKind(slot)
      return nil
    case .broken: return nil
    }
  }

  /// Notes a problem unless the shares add up to the whole.
  mutating func addUp(_ shares: [Ratio], _ what: String, at mark: Mark) {
    guard let sum = Self.sum(shares) else { return }
    if sum != "100%" {
      complain(
        mark, "\(what) add up to \(sum), not to 100%", "change them so that they add up to 100%")
    }
  }

  /// The sum of shares in words, exactly where 128 bits suffice.
  private static func sum(_ shares: [Ratio]) -> String? {
    var (above, below): (UInt128, UInt128) = (0, 1)
    var rough = 0.0
    var isExact = true
    for share in shares {
      rough += Double(share.numerator) / Double(share.denominator)
      let (a, over1) = above.multipliedReportingOverflow(by: UInt128(share.denominator))
      let (b, over2) = below.multipliedReportingOverflow(by: UInt128(share.numerator))
      let (c, over3) = a.addingReportingOverflow(b)
      let (d, over4) = below.multipliedReportingOverflow(by: UInt128(share.denominator))
      if over1 || over2 || over3 || over4 {
        isExact = false
        continue
      }
      var (x, y) = (d, c)
      while y != 0 { (x, y) = (y, x % y) }
      (above, below) = (c / x, d / x)
    }
    if isExact, above == below { return "100%" }
    if !isExact, abs(rough - 1) < 1e-9 { return "100%" }
    let millionths = Int64((min(rough, 1e9) * 1_000_000).rounded())
    if isExact, millionths == 1_000_000 { return "nearly 100%" }
    var fraction = String(millionths % 10_000 + 10_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(millionths / 10_000)" + (fraction.isEmpty ? "" : ".\(fraction)") + "%"
  }
}

extension Distribution {
  /// `true` if nothing but zero can be drawn.
  var isAlwaysZero: Bool {
    switch self {
    case .constant(let interval): interval == .zero
    case .uniform(_, let to): to == .zero
    case .mixture(let parts): parts.allSatisfy(\.shape.isAlwaysZero)
    case .shifted(let by, let shape): by == .zero && shape.isAlwaysZero
    case .empirical(let values): values.allSatisfy { $0 == .zero }
    case .exponential, .normal, .logNormal, .logNormalOfSeconds, .gamma, .weibull, .pareto: false
    }
  }
}
