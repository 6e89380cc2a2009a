// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirScenario

@Suite struct SilenceTests {
  @Test func `a scenario knows how long healthy clients are silent`() {
    #expect(Scenario.Network.Transport.stream.silence == Client.keepAlivePeriod)
    #expect(Scenario.Network.Transport.datagram.silence == Client.pingPeriod)
  }
}
