// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

@Suite struct CheckedDiffTests {
  @Test func `says every row that has the id of an earlier one`() {
    let problems = #expect(throws: Problems.self) {
      _ = try checkedDiff(from: letters("abab"), to: letters("ccc"))
    }
    #expect(
      problems?.all.map(\.message) == [
        "rows 0 and 2 of the old list are the same row",
        "rows 1 and 3 of the old list are the same row",
        "rows 0 and 1 of the new list are the same row",
        "rows 0 and 2 of the new list are the same row",
      ])
  }

  @Test func `differs in nothing else from the diff`() throws {
    let (old, new) = (letters("abcd"), letters("dxab"))
    #expect(try checkedDiff(from: old, to: new) == diff(from: old, to: new))
  }
}
