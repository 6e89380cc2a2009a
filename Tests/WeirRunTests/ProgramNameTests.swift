// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirRun

@Suite struct ProgramNameTests {
  @Test func `the name stands wherever a line begins with it that can be typed, and nowhere else`()
  {
    let text = """
      weir run a.yaml, `weir shrink` or 'weir help run'; see weir VERB.
      Weir run is no line to type, nor is a-weir run, weirs run, weir: 1, weir-stack/1 or weir walks.
      the end: weir run
      """
    let said = ProgramName.saying("my-weir", in: text, before: ["run", "shrink", "help", "VERB"])
    #expect(
      said == """
        my-weir run a.yaml, `my-weir shrink` or 'my-weir help run'; see my-weir VERB.
        Weir run is no line to type, nor is a-weir run, weirs run, weir: 1, weir-stack/1 or weir walks.
        the end: my-weir run
        """)
  }

  @Test func `the program of the house is called as its sentences call it`() {
    #expect(ProgramName.saying("weir", in: "weir run", before: ["run"]) == "weir run")
    #expect(ProgramName.current == "weir")
  }
}
