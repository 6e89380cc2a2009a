import Testing

/// SB1 to SB33 at once: whatever happens to a list, it shows what the naive one shows, says so in the fewest
/// changes, and is at rest one run of the server's order.
@Suite struct ListHistoryTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `whatever happens, it agrees with the naive list and with the server`(seed: UInt64) {
    var history = RandomHistory(seed: seed)
    history.run(steps: 60)
  }
}
