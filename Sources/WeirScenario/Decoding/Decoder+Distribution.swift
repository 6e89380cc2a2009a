internal import WeirCore

extension Decoder {
  /// The keys of which a distribution has exactly one.
  private static let shapes = [
    "exponential", "uniform", "normal", "log-normal", "gamma", "weibull", "pareto", "mixture",
    "empirical",
  ]

  /// A random length of time.
  mutating func distribution(_ name: String, in fields: Fields) -> Distribution? {
    guard let slot = slot(name, in: fields), let shape = distribution(slot) else { return nil }
    if slot.key.kind == .distribution(positive: true), shape.isAlwaysZero {
      let zero = Self.zero("the duration of \(name)")
      complain(slot.node.mark, zero.message, zero.remedy)
    }
    record(slot.path, Canonical.words(shape), slot.mark)
    return shape
  }

  private mutating func distribution(_ slot: Slot) -> Distribution? {
    switch slot.node.content {
    case .scalar:
      return scalar(slot, Units.duration).map { .constant($0) }
    case .mapping:
      // The shape is noted as a whole: its parts are not values of their own.
      let known = values
      let fields = fields(slot.node, .distribution, at: slot.path)
      let shape = shape(fields)
      let shift = duration("at-least", in: fields)
      values = known
      guard let shape else { return nil }
      return shift.flatMap { $0 == .zero ? nil : .shifted(by: $0, shape) } ?? shape
    case .sequence:
      wrongKind(slot)
      return nil
    case .broken: return nil
    }
  }

  private mutating func shape(_ fields: Fields) -> Distribution? {
    guard let name = one(of: Self.shapes, in: fields) else { return nil }
    if name != "normal" {
      refuse(["sd"], in: fields, because: "sd goes with normal")
    }
    if !["gamma", "weibull", "pareto"].contains(name) {
      refuse(["shape"], in: fields, because: "shape goes with gamma, weibull and pareto")
    }
    if name != "empirical" {
      refuse(["column", "unit"], in: fields, because: "column and unit go with empirical")
    }
    switch name {
    case "exponential": return duration(name, in: fields).map { .exponential(mean: $0) }
    case "uniform": return uniform(fields)
    case "normal":
      guard let (mean, deviation) = both(duration(name, in: fields), needed("sd", fields)) else {
        return nil
      }
      return .normal(mean: mean, deviation: deviation)
    case "log-normal": return logNormal(fields)
    case "gamma": return shaped(name, fields) { .gamma(mean: $0, shape: $1) }
    case "weibull": return shaped(name, fields) { .weibull(scale: $0, shape: $1) }
    case "pareto": return shaped(name, fields) { .pareto(least: $0, shape: $1) }
    case "mixture": return mixture(fields)
    default: return empirical(fields)
    }
  }

  private func both<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    if let a, let b { return (a, b) }
    return nil
  }

  /// A duration that must stand beside another key.
  private mutating func needed(_ name: String, _ fields: Fields) -> Interval? {
    if !fields.has(name), let key = fields.section.key(name) { missing(key, in: fields) }
    return duration(name, in: fields)
  }

  private mutating func shaped(
    _ name: String, _ fields: Fields, _ make: (Interval, Double) -> Distribution
  ) -> Distribution? {
    if !fields.has("shape"), let key = fields.section.key("shape") { missing(key, in: fields) }
    return both(duration(name, in: fields), number("shape", in: fields)).map { make($0, $1) }
  }

  private mutating func uniform(_ fields: Fields) -> Distribution? {
    guard let slot = slot("uniform", in: fields), let (first, second) = pair(slot) else {
      return nil
    }
    let ends = both(scalar(first, Units.duration), scalar(second, Units.duration))
    guard let (low, high) = ends else { return nil }
    if low > high {
      complain(
        first.node.mark, "uniform from \(low) down to \(high)",
        "write the shorter one first: [\(high), \(low)]")
    }
    return .uniform(from: low, to: high)
  }

  private mutating func logNormal(_ outer: Fields) -> Distribution? {
    guard let slot = slot("log-normal", in: outer) else { return nil }
    let fields = fields(slot.node, .logNormal, at: slot.path)
    if fields.isBroken { return nil }
    let times = fields.present(of: ["median", "p99"])
    let logarithms = fields.present(of: ["mu", "sigma"])
    guard times.count == 2 && logarithms.isEmpty || times.isEmpty && logarithms.count == 2 else {
      complain(
        slot.node.mark, "a log-normal distribution has two numbers",
        "write { median: 80ms, p99: 900ms }, or { mu: -2.5, sigma: 0.5 } of the logarithm of seconds"
      )
      return nil
    }
    if logarithms.count == 2 {
      return both(number("mu", in: fields), number("sigma", in: fields))
        .map { .logNormalOfSeconds(mu: $0, sigma: $1) }
    }
    guard let (median, p99) = both(duration("median", in: fields), duration("p99", in: fields))
    else { return nil }
    if p99 <= median {
      complain(
        times[1].value.mark, "the p99 \(p99) is not above the median \(median)",
        "write a p99 that is longer than the median")
    }
    return .logNormal(median: median, p99: p99)
  }

  private mutating func mixture(_ outer: Fields) -> Distribution? {
    guard let slot = slot("mixture", in: outer), let nodes = elements(slot) else { return nil }
    var weights: [Ratio] = []
    var parts: [Distribution.Component] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .part, at: "\(slot.path).\(place)")
      let weight = share("weight", in: fields)
      let shape = distribution("of", in: fields)
      guard let (weight, shape) = both(weight, shape) else { continue }
      weights.append(weight)
      let share = Double(weight.numerator) / Double(weight.denominator)
      if !weight.isZero { parts.append(.init(weight: share, shape: shape)) }
    }
    guard weights.count == nodes.count, !parts.isEmpty || !nodes.isEmpty else { return nil }
    addUp(weights, "the weights", at: slot.node.mark)
    return .mixture(parts)
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
