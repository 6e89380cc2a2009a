// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct UnitsTests {
  @Test(
    arguments: [
      ("7ns", 7), ("250us", 250_000), ("40ms", 40_000_000), ("1.5s", 1_500_000_000),
      ("0.1s", 100_000_000), ("2min", 120_000_000_000), ("1h", 3_600_000_000_000),
      ("0.5d", 43_200_000_000_000), ("1_000ms", 1_000_000_000), ("0s", 0),
      ("0.000000001s", 1), ("36500d", 3_153_600_000_000_000_000),
    ] as [(String, Int64)])
  func `a duration is exactly as many nanoseconds as it says`(_ text: String, _ count: Int64)
    throws
  {
    #expect(try Units.duration(text).nanoseconds == count)
  }

  @Test(arguments: [
    "", "s", ".5s", "1.s", "1e3ms", "1 s", "--1s", "1__.s", "_1s", "1s ", "0x1s", "36500.1d",
    "0.1ns", "99999999999999999999999999999999s",
  ])
  func `what is no duration is refused`(_ text: String) {
    #expect(throws: Complaint.self) { try Units.duration(text) }
  }

  @Test(
    arguments: [
      ("1%", 1, 100), ("2%", 1, 50), ("0.5%", 1, 200), ("1/200", 1, 200), ("100%", 1, 1),
      ("0%", 0, 1), ("1/3", 1, 3), ("33.3%", 333, 1000), ("0.0000001%", 1, 1_000_000_000),
    ] as [(String, UInt64, UInt64)])
  func `a share is the exact fraction in its smallest numbers`(
    _ text: String, _ above: UInt64, _ below: UInt64
  ) throws {
    #expect(try Units.share(text) == Ratio(above, of: below))
  }

  @Test(arguments: [
    "", "1", "-1%", "100.1%", "1/0", "2/1", "1/2/3", "1 %", "1.5/2", "0.00000001%",
    "1/1000000001", "0x1%",
  ])
  func `what is no share is refused`(_ text: String) {
    #expect(throws: Complaint.self) { try Units.share(text) }
  }

  @Test(
    arguments: [
      ("200/s", 200_000_000), ("1.5/s", 1_500_000), ("90/min", 1_500_000), ("10/h", 2_778),
      ("0/s", 0), ("0.000001/s", 1), ("1000000000/s", 1_000_000_000_000_000),
    ] as [(String, Int64)])
  func `a rate is told to the nearest millionth a second`(_ text: String, _ millionths: Int64)
    throws
  {
    #expect(try Units.rate(text).millionths == millionths)
  }

  @Test(arguments: ["5", "/s", "-1/s", "1/ms", "1000000001/s", "0.0000001/s", "5/ s"])
  func `what is no rate is refused`(_ text: String) {
    #expect(throws: Complaint.self) { try Units.rate(text) }
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("0x5EED", 0x5EED), ("0Xff", 255), ("1_000", 1_000),
      ("18446744073709551615", .max), ("0xffff_ffff_ffff_ffff", .max),
    ] as [(String, UInt64)])
  func `a seed is any number of 64 bits`(_ text: String, _ seed: UInt64) throws {
    #expect(try Units.seed(text) == seed)
  }

  @Test(arguments: ["-1", "1.5", "0x", "x", "18446744073709551616", "0x1ffffffffffffffff", "+1"])
  func `what is no seed is refused`(_ text: String) {
    #expect(throws: Complaint.self) { try Units.seed(text) }
  }

  @Test(arguments: ["nan", "inf", "1e3", "0", "-1", "11", "0x1p3", ""])
  func `a number without a unit is a plain decimal in its range`(_ text: String) {
    #expect(throws: Complaint.self) { try Units.number(text, above: 0, atMost: 10) }
  }
}
