// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTestSupport

@Suite struct SourceHistoryTests {
  @Test(arguments: fewerInDebug(0..<300))
  func `chains that are read now and then show what is worked out again`(seed: UInt64) {
    let world = SourceWorld(seed: seed, isPushing: false)
    for _ in 0..<60 {
      guard let breach = world.step() else { continue }
      Issue.record("seed \(seed): \(breach)")
      return
    }
    #expect(world.end() == nil, "seed \(seed)")
  }

  @Test(arguments: fewerInDebug(0..<300))
  func
    `chains that are observed, also by those who exchange sources, show what is worked out again`(
      seed: UInt64
    )
  {
    let world = SourceWorld(seed: seed, isPushing: true)
    for _ in 0..<60 {
      guard let breach = world.step() else { continue }
      Issue.record("seed \(seed): \(breach)")
      return
    }
    #expect(world.end() == nil, "seed \(seed)")
  }
}
