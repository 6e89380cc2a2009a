// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore

import WeirCommand

@Suite struct TerminalTests {
  @Test func `colours are for terminals, unless somebody decides otherwise`() {
    func ink(_ terminal: Bool, _ variables: [String: String]) -> Bool {
      Ink(onTerminal: terminal, variables: variables).isColoured
    }
    #expect(ink(true, ["TERM": "xterm"]))
    #expect(!ink(false, ["TERM": "xterm"]))
    #expect(!ink(true, ["TERM": "dumb"]))
    #expect(!ink(true, [:]))
    #expect(!ink(true, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(ink(true, ["TERM": "xterm", "NO_COLOR": ""]))
    #expect(ink(false, ["CLICOLOR_FORCE": "1"]))
    #expect(!ink(false, ["CLICOLOR_FORCE": "0"]))
    #expect(!ink(true, ["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
  }

  @Test func `errors are coloured only by repeating the word`() {
    let plain = Trial("rnu").said
    let coloured = Trial(["rnu"], variables: ["CLICOLOR_FORCE": "1"]).said
    #expect(plain.hasPrefix("weir: error: unknown verb"))
    #expect(coloured.hasPrefix("weir: \u{1B}[1;31merror:\u{1B}[0m unknown verb"))
  }

  @Test func `progress is drawn ten times a second at most, and wiped`() {
    var clock: UInt64 = 5_000_000_000
    let err = Output(nil, called: "standard error")
    let environment = CommandEnvironment(
      out: Output(nil, called: "standard output"), err: err,
      variables: ["TERM": "xterm"], errIsTerminal: true, wallClock: { clock })
    let line = ProgressLine(in: environment, wanted: true)
    let end = Instant(nanoseconds: 60_000_000_000)
    for step in 0..<100 as Range<Int64> {
      line.update(
        now: Instant(nanoseconds: step * 600_000_000), of: end, events: UInt64(step * 900))
      clock += 25_000_000
    }
    line.clear()
    #expect(err.kept.split(separator: "\r").count == 25 + 1)
    #expect(
      err.kept.hasPrefix("\r  0%  0.0s of 60.0s  0 events  0 k/s\u{1B}[K\r  4%  2.4s of 60.0s"))
    #expect(err.kept.hasSuffix("\r\u{1B}[K"))
  }

  @Test(arguments: [(false, true, "xterm"), (true, false, "xterm"), (true, true, "dumb")])
  func `progress is silent where nobody looks or wants it`(
    terminal: Bool, wanted: Bool, kind: String
  ) {
    let err = Output(nil, called: "standard error")
    let environment = CommandEnvironment(
      out: Output(nil, called: "standard output"), err: err,
      variables: ["TERM": kind], errIsTerminal: terminal)
    let line = ProgressLine(in: environment, wanted: wanted)
    line.update(now: .zero, of: Instant(nanoseconds: 5), events: 1)
    line.clear()
    #expect(err.kept == "")
  }

  @Test func `progress tells share, virtual time, events, speed and time left`() {
    let words = ProgressLine.words(
      now: Instant(nanoseconds: 25_200_000_000), of: Instant(nanoseconds: 60_000_000_000),
      events: 1_624_000, after: 2_000_000_000)
    #expect(words == " 42%  25.2s of 60.0s  1624000 events  812 k/s  about 3 s left")
    let done = ProgressLine.words(now: .never, of: .zero, events: 0, after: 0)
    #expect(done.hasPrefix("100%"))
  }

  @Test func `a full disk is a failure, a reader who left is none`() throws {
    let full = Output(unsafe open("/dev/full", O_WRONLY), called: "standard output")
    full.write("words")
    full.flush()
    #expect(!full.isTaken)
    #expect(
      full.failure?.message == "cannot write to the standard output: No space left on device")
  }

  @Test func `writing to a pipe that nobody reads ends quietly`() async {
    await #expect(processExitsWith: .success) {
      Interruption.letWritesFail()
      var ends: [Int32] = [0, 0]
      let opened = unsafe pipe(&ends)
      #expect(opened == 0)
      close(ends[0])
      let output = Output(ends[1], called: "standard output")
      output.write([UInt8](repeating: 65, count: 1 << 20))
      output.flush()
      #expect(!output.isTaken)
      #expect(output.failure == nil)
    }
  }

  @Test func `the first Ctrl-C asks, the second ends at once with 130`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      listenAfresh()
      raise(SIGINT)
      guard Interruption.code == .interrupted else { exit(2) }
      raise(SIGINT)
      exit(3)
    }
  }

  @Test func `to be told to terminate asks, too, and ends with 143`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      listenAfresh()
      raise(SIGTERM)
      guard Interruption.code == .terminated else { exit(2) }
      raise(SIGTERM)
      exit(3)
    }
  }

  @Test func `to be told to quit is to be told to terminate`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      listenAfresh()
      raise(SIGQUIT)
      guard Interruption.code == .terminated else { exit(2) }
      raise(SIGQUIT)
      exit(3)
    }
  }

  @Test func `a signal that whoever started the process had ignored stays ignored`() async {
    await #expect(processExitsWith: .exitCode(4)) {
      listenAfresh()
      signal(SIGINT, SIG_IGN)
      Interruption.listen()
      raise(SIGINT)
      raise(SIGINT)
      exit(Interruption.code == nil ? 4 : 5)
    }
  }
}

/// Listens as a process does that was started without any wish about signals. (The threads of tests
/// block all signals, and the parent of the tests may have had some ignored.)
private func listenAfresh() {
  signal(SIGINT, SIG_DFL)
  signal(SIGTERM, SIG_DFL)
  signal(SIGQUIT, SIG_DFL)
  var all = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  Interruption.listen()
}
