// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCommand

@Suite struct ExitCodeTests {
  @Test func `has the numbers that scripts rely on, and never 1`() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [
        0, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 64, 65, 66, 73, 74, 130, 132, 143,
      ])
  }

  @Test func `every code has its place among the serious`() {
    #expect(ExitCode.bySeriousness.count == ExitCode.allCases.count)
    #expect(Set(ExitCode.bySeriousness) == Set(ExitCode.allCases))
  }

  @Test(arguments: ExitCode.allCases, ExitCode.allCases)
  func `the most serious does not depend on order, and is pass only if all passed`(
    a: ExitCode, b: ExitCode
  ) {
    let most = ExitCode.mostSerious([a, b])
    #expect(most == ExitCode.mostSerious([b, a]))
    #expect(most == a || most == b)
    #expect((most == .pass) == (a == .pass && b == .pass))
  }

  @Test func `doubt about the input or the harness outranks a verdict`() {
    #expect(ExitCode.mostSerious([.expectationMissed, .checkerBroken]) == .checkerBroken)
    #expect(ExitCode.mostSerious([.checkerBroken, .fileMissing]) == .fileMissing)
    #expect(ExitCode.mostSerious([.fileMissing, .ioFailed]) == .ioFailed)
    #expect(ExitCode.mostSerious([.ioFailed, .notDeterministic]) == .notDeterministic)
    #expect(ExitCode.mostSerious([.notDeterministic, .interrupted]) == .interrupted)
  }

  @Test func `to have done nothing is not to have passed`() {
    #expect(ExitCode.mostSerious([]) == .nothingMeasured)
  }

  @Test func `every code is explained differently`() {
    #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
  }
}
