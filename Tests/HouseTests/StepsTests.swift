// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// The shared parts of the scripts in `.ci`: a suite that dies says so, and a run that takes too long fails.
@Suite struct StepsTests {
  /// Runs `script` with `.ci/steps` read before it; what it printed, and how it ended.
  private func run(_ script: String) throws -> (text: String, status: Int32) {
    try Bash.run("source .ci/steps; \(script)")
  }

  private let begun = """
    printf '◇ Test %s started.\\n' '"one"' 'two()' '"three"'
    printf '✔ Test "one" passed after 0.1 seconds.\\n◇ Test case passing 1 argument x → 1 to "three" started.\\n'
    """

  @Test func `a suite that is killed says by what, and which test had begun`() throws {
    let (text, status) = try run("suite 'the suite' bash -c '\(quoted(begun)); kill -9 $$'; finish")
    #expect(
      text.contains(
        "-- failed: the suite: it ended with 137, by signal 9; "
          + "the last test begun: \"three\" (and 1 more were under way)"))
    #expect(text.hasSuffix("0 passed, 1 failed\n") && status == 1)
  }

  @Test func `a suite that crashes within the package manager names the signal`() throws {
    let crash = "echo 'error: Exited with unexpected signal code 11'; exit 1"
    let (text, _) = try run(
      "suite 'the suite' bash -c '\(quoted(begun)); \(quoted(crash))'; finish")
    #expect(text.contains("it ended with 1, by signal 11; the last test begun: \"three\""))
  }

  @Test func `a suite that does not build was not killed`() throws {
    let (text, _) = try run(
      "suite 'the suite' bash -c 'echo error: no such module; exit 1'; finish")
    #expect(text.contains("-- failed: the suite: it ended with 1, and no test was under way"))
  }

  @Test func `no test at all is a failure, and failed tests are counted one by one`() throws {
    let none = "echo 'Test run with 0 tests in 0 suites passed after 0.1 seconds.'"
    #expect(try run("suite s bash -c '\(quoted(none))'; finish").text.contains("no test was run"))
    let two = """
      echo '✘ Test "a" failed after 0.1 seconds with 1 issue.'
      echo '✘ Test b() failed after 0.1 seconds with 2 issues.'
      echo '✘ Test run with 9 tests in 2 suites failed after 0.1 seconds with 3 issues.'
      exit 1
      """
    let bad = try run("suite s bash -c '\(quoted(two))'; check 'the docs' false; finish").text
    #expect(bad.contains("7 passed, 3 failed"))
    // Whoever sees the end alone reads there what failed.
    #expect(bad.hasSuffix("== what failed\ns: \"a\"\ns: b()\nthe docs\n7 passed, 3 failed\n"))
    let good = "echo '✔ Test run with 1720 tests in 297 suites passed after 9.1 seconds.'"
    let (text, status) = try run("suite s bash -c '\(quoted(good))'; finish")
    #expect(text.hasSuffix("1720 passed, 0 failed\n") && status == 0)
  }

  @Test func `a phase needs a budget, and the whole may not take longer than its limit`() throws {
    let (text, status) = try run("BUDGETS='5 format'; phase format; phase other; finish")
    #expect(text.contains("the phase 'other' has no budget") && status == 1)
    #expect(text.contains(/\ [0-9]+        5  format/))
    let late = try run("LIMIT=1800; slowness=(1000); SECONDS=1900; finish")
    #expect(late.text.contains(/late: the whole took 19[0-9]+ s, and may take 1800/))
    #expect(late.status == 0)
    let far = try run("LIMIT=1800; slowness=(1000); SECONDS=1990; finish")
    #expect(far.text.contains(/failed: the whole took 199[0-9] s, and may take 1800/))
    #expect(far.status == 1)
    // Three times as busy as the quiet machine: the limit is for twice.
    let busy = try run("LIMIT=1800; slowness=(3000); SECONDS=1900; finish")
    #expect(busy.text.hasSuffix("0 passed, 0 failed\n") && busy.status == 0)
  }

  @Test func `what runs in pairs is told in the order of its names, and each is counted`() throws {
    let (text, status) = try run(
      """
      try_it() { echo "this is $1"; [[ $1 != b/c ]]; }
      export -f try_it
      in_pairs try_it a b/c d
      finish
      """)
    #expect(text.hasPrefix("this is a\nthis is b/c\n-- failed: b/c\nthis is d\n"))
    #expect(text.hasSuffix("2 passed, 1 failed\n") && status == 1)
  }

  /// The script as it stands between single quotes.
  private func quoted(_ script: String) -> String {
    script.replacingOccurrences(of: "'", with: "'\\''")
  }
}
