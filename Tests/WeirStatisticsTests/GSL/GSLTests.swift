// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirStatistics

@Suite struct GSLTests {
  @Test func `an error of GSL comes back instead of ending the process`() {
    // Outside its domain: GSL's own handler would abort here.
    #expect(GSL.betaQuantile(below: 2, 1, 1).isNaN)
    #expect(GSL.gammaFunction(-1) == .infinity)
    #expect(throws: Problems.self) {
      _ = try GSL.finite(GSL.betaQuantile(below: 2, 1, 1), "a quantile")
    }
  }

  @Test func `a status becomes a problem with GSL's words`() {
    let problems = #expect(throws: Problems.self) { try GSL.check(1, "the fit") }
    #expect(problems?.all.first?.message == "the fit failed: input domain error")
    #expect(throws: Never.self) { try GSL.check(0, "the fit") }
  }

  @Test func `the handler is off whoever comes first, from many threads at once`() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 { group.addTask { GSL.betaQuantile(below: -1, 1, 1).isNaN } }
      for await isNaN in group { #expect(isNaN) }
    }
  }
}
