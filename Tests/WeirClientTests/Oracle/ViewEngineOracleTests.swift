import Testing
import WeirClient

@Suite struct ViewEngineOracleTests {
  @Test(arguments: 0..<80 as Range<UInt64>)
  func `engine and oracle hear, ask and answer the same on any history`(seed: UInt64) {
    var duel = ViewDuel(seed: seed)
    for step in 0..<250 {
      if let difference = duel.step() {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
    #expect(duel.wishCount > 50)
  }
}
