internal import WeirCore

extension Decoder {
  /// What the gate allows.
  mutating func gate(_ outer: Fields) -> Scenario.Gate {
    let fields = fields(slot("gate", in: outer)?.node, .gate, at: "gate")
    var gate = Scenario.Gate()
    gate.slowDown = share("slow-down", in: fields)
    if let slowDown = gate.slowDown, slowDown.numerator < (slowDown.denominator - 1) / 200 + 1 {
      complain(
        slot("slow-down", in: fields)?.node.mark, "a slow-down of less than 0.5%",
        "write 0.5% or more: linking the same program anew can cost that much")
    }
    gate.sweep = count("sweep", in: fields) ?? nil
    guard let slot = slot("allow", in: fields), let nodes = elements(slot) else { return gate }
    let metrics = schema.gateMetrics
    for (place, node) in nodes.enumerated() {
      let fields = self.fields(node, .allowance, at: "\(slot.path).\(place)")
      let metric = scalar(
        self.slot("metric", in: fields),
        { text throws(Complaint) in
          try Self.known(text, among: metrics, as: "metric")
        }, { $0 })
      let share = share("by", in: fields)
      guard let metric, let share else { continue }
      gate.allowances.append(.init(metric: metric, share: share))
    }
    return gate
  }
}
