// SPDX-License-Identifier: Apache-2.0

/// Draws the buggify points at which a machine misbehaves: in a way that is allowed, but that few expect.
///
///     var buggify = Buggify(seed: 1, ["answers late"], of: "backend", chance: Ratio(1, of: 20))
///     if buggify.fires(0) { wait = .seconds(1) }
///     Buggify.none.fires(0)  // false
///
/// A machine asks at points that have names. In each run a point is live or not, one in four is; a live one fires
/// at each visit with the same chance. So one run shows much of a few oddities, and many runs show all pairs of them,
/// where a little of everything in every run would drown them in one another.
///
/// A stream of the point decides if it is live, a stream of the point and the machine what its visits meet: one more
/// point, or one more machine, changes no other draw.
///
/// - Complexity: a point that is not live costs a test of one bit, and no draw.
public struct Buggify: Sendable {
  /// None: no point ever fires.
  public static let none = Buggify()
  /// The share of points that are live in a run.
  public static let liveShare = Ratio(1, of: 4)

  @usableFromInline var live: UInt64 = 0
  private var chance = Ratio.zero
  private var visits: [RandomStream] = []

  private init() {}

  /// Makes the chances of the `number`th machine called `machine`, with points that are asked for by their place in
  /// `points`; there are at most 64.
  public init(
    seed: UInt64, _ points: [String], of machine: String, _ number: Int = 0, chance: Ratio
  ) {
    invariant(points.count <= 64, "\(points.count) buggify points in one machine")
    if chance.isZero { return }
    self.chance = chance
    for (place, point) in points.enumerated() {
      var life = RandomStream(seed: seed, "mischief", of: point)
      if life.chance(Self.liveShare) { live |= 1 << UInt64(place) }
    }
    visits = points.map { RandomStream(seed: seed, "mischief at \($0)", of: machine, number) }
  }

  /// `true` if no point is live.
  @inlinable
  public var isOff: Bool { live == 0 }

  /// `true` if a point is live in this run.
  public func isLive(_ point: Int) -> Bool { live >> UInt64(point) & 1 == 1 }

  /// Makes the given points live and no others, as a test wants them.
  package mutating func enliven(_ points: [Int]) {
    live = points.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// `true` if the machine misbehaves now, at this point.
  @inlinable
  public mutating func fires(_ point: Int) -> Bool {
    live == 0 ? false : visit(point)
  }

  @usableFromInline
  mutating func visit(_ point: Int) -> Bool {
    isLive(point) && visits[point].chance(chance)
  }
}
