// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct UnixTimeTests {
  /// Counts the days from 1970 on one by one, which nobody can get wrong.
  private func countedDays(from first: Int, through last: Int) -> [(text: String, day: Int64)] {
    var days: [(String, Int64)] = []
    var number = Int64((first..<1970).reduce(0) { $0 - (isLeap($1) ? 366 : 365) })
    for year in first...last {
      for month in 1...12 {
        let short = [4, 6, 9, 11].contains(month)
        let length = month == 2 ? (isLeap(year) ? 29 : 28) : short ? 30 : 31
        for day in 1...length {
          days.append(("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))", number))
          number += 1
        }
      }
    }
    return days
  }

  private func isLeap(_ year: Int) -> Bool {
    year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: count - text.count) + text
  }

  @Test func `every day of eight hundred years is the one that counting gives`() throws {
    for (text, day) in countedDays(from: 1583, through: 2383) {
      let noon = UnixTime(milliseconds: day * 86_400_000 + 43_200_000)
      if "\(noon)" == "\(text)T12:00:00Z", UnixTime("\(text)T12:00:00Z") == noon { continue }
      Issue.record("\(text) is \(noon)")
      return
    }
  }

  @Test func `a text of ISO 8601 is read and written`() throws {
    #expect(UnixTime("1970-01-01T00:00:00Z")?.milliseconds == 0)
    #expect(UnixTime("1969-12-31T23:59:59.999Z")?.milliseconds == -1)
    #expect(UnixTime("2026-11-28T09:30:00+02:00") == UnixTime("2026-11-28T07:30:00Z"))
    #expect(UnixTime("2026-11-28T22:30:00-03:30") == UnixTime("2026-11-29T02:00:00Z"))
    #expect(UnixTime("2026-11-28T09:30:00.5Z") == UnixTime("2026-11-28T09:30:00.500999Z"))
    #expect(UnixTime("2000-02-29T00:00:00Z") != nil && UnixTime("1900-02-29T00:00:00Z") == nil)
    #expect("\(UnixTime(milliseconds: -1))" == "1969-12-31T23:59:59.999Z")
    #expect(UnixTime(milliseconds: -1) < UnixTime(milliseconds: 0))
    for wrong in [
      "", "2026", "2026-11-28", "2026-11-28T09:30:00", "2026-13-01T00:00:00Z",
      "2026-11-28 09:30:00Z",
      "2026-00-01T00:00:00Z", "2026-11-00T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-11-28T24:00:00Z",
      "2026-11-28T09:60:00Z", "2026-11-28T09:30:60Z", "2026-11-28T09:30:00.Z",
      "2026-11-28T09:30:00ZZ",
      "2026-11-28T09:30:00+24:00", "2026-11-28T09:30:00+0200", "26-11-28T09:30:00Z",
      "２026-11-28T09:30:00Z",
    ] {
      #expect(UnixTime(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `a moment comes before a later one only`() {
    let (one, next) = (UnixTime(milliseconds: 7), UnixTime(milliseconds: 8))
    #expect(one < next && !(next < one) && !(one < one))
  }

  @Test func `drawn moments come back from each coding`() throws {
    var draws = RandomStream(seed: 7, "moments")
    for _ in 0..<2000 {
      // In the years 0 to 9999, which ISO 8601 can write.
      let span: UInt64 = 62_167_219_200_000 + 253_402_300_799_999
      let moment = UnixTime(milliseconds: Int64(draws.below(span)) - 62_167_219_200_000)
      for coding in [Coding<UnixTime>.milliseconds, .seconds, .iso8601] {
        #expect(try coding.value(in: coding.node(for: moment)) == moment)
      }
    }
  }

  @Test func `moments are stored as other apps store them`() throws {
    let moment = UnixTime(milliseconds: 1_790_000_000_250)
    #expect(Coding<UnixTime>.milliseconds.node(for: moment) == .integer(1_790_000_000_250))
    #expect(Coding<UnixTime>.seconds.node(for: moment) == .number(1_790_000_000.25))
    #expect(try Coding<UnixTime>.seconds.value(in: .integer(3)) == UnixTime(milliseconds: 3000))
    #expect(throws: CodingFault.self) { try Coding<UnixTime>.seconds.value(in: .number(1e300)) }
    #expect(throws: CodingFault.self) { try Coding<UnixTime>.seconds.value(in: .number(.nan)) }
    #expect(throws: CodingFault.self) { try Coding<UnixTime>.iso8601.value(in: .text("soon")) }
  }
}
