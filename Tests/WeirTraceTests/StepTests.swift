// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirTrace

/// A step whose every field is different from the usual.
let fullStep = Step(
  at: Instant(nanoseconds: 1_500_000_000), .wrote, client: 3, journey: 7, list: 2, key: Key("a"),
  x: 11, y: 13)

/// The same step with one field changed, for every field.
let changedSteps: [Step] = {
  var steps = Array(repeating: fullStep, count: 8)
  steps[0].at = Instant(nanoseconds: 1_500_000_001)
  steps[1].kind = .committed
  steps[2].client = 4
  steps[3].journey = 8
  steps[4].list = 3
  steps[5].key = Key("b")
  steps[6].x = 12
  steps[7].y = 12
  return steps
}()

@Suite struct StepTests {
  private func digest(_ steps: [Step]) -> Digest {
    var trace = Trace()
    for step in steps { trace.append(step) }
    return trace.digest
  }

  @Test func `the digest changes with every field of a step`() {
    let all = [fullStep] + changedSteps
    #expect(Set(all.map { digest([$0]).description }).count == all.count)
  }

  @Test func `the digest changes with every kind, with the order and with the number of steps`() {
    let kinds = Step.Kind.allCases.map { digest([Step(at: .zero, $0)]).description }
    #expect(Set(kinds).count == Step.Kind.allCases.count)
    let (a, b) = (fullStep, changedSteps[0])
    let orders = [[a, b], [b, a], [a], [a, a], [a, b, b]].map { digest($0).description }
    #expect(Set(orders).count == orders.count)
  }

  @Test func `swapping two fields of one step changes the digest`() {
    var swapped = fullStep
    (swapped.x, swapped.y) = (swapped.y, swapped.x)
    #expect(digest([swapped]) != digest([fullStep]))
    var crossed = fullStep
    (crossed.client, crossed.journey) = (crossed.journey, crossed.client)
    #expect(digest([crossed]) != digest([fullStep]))
  }

  @Test func `a trace keeps steps only when asked, and hands each out once`() {
    var trace = Trace()
    trace.append(fullStep)
    #expect(trace.takeSteps().isEmpty)
    trace.isKeeping = true
    trace.append(changedSteps[0])
    #expect(trace.takeSteps() == [changedSteps[0]])
    #expect(trace.takeSteps().isEmpty)
    #expect(trace.count == 2)
  }

  @Test func `what is fed before the first step is part of the digest`() {
    var (a, b) = (Trace(), Trace())
    a.absorb { $0.absorb(1, 2) }
    b.absorb { $0.absorb(1, 3) }
    #expect(a.digest != b.digest && a.digest != Trace().digest)
  }

  @Test func `a record survives its bytes, and differs with every field`() {
    for step in [fullStep] + changedSteps {
      var bytes: [UInt8] = [0xFF]
      StepRecord(step).append(to: &bytes)
      #expect(bytes.count == 1 + StepRecord.byteCount)
      #expect(StepRecord(bytes: bytes, at: 1) == StepRecord(step))
      #expect(!StepRecord(step).isEnd)
    }
    #expect(Set(([fullStep] + changedSteps).map(StepRecord.init)).count == 9)
  }

  @Test func `the last record is known by its mark, and holds digest and number`() {
    var trace = Trace()
    let empty = StepRecord(end: trace.digest, steps: 0)
    trace.append(fullStep)
    let end = StepRecord(end: trace.digest, steps: 1)
    #expect(end.isEnd && end != empty && end != StepRecord(end: trace.digest, steps: 2))
    #expect(end.description == "end of the run after 1 steps")
  }

  @Test func `a record says what it means`() {
    #expect(
      StepRecord(Step(at: .zero, .rested, x: 2)).description.hasPrefix(
        "rested at 0s client - journey 0 list - key #"))
    #expect(StepRecord(fullStep).description.hasPrefix("wrote at 1.5s client 3 journey 7 list 2"))
  }

  @Test func `a window survives being a number`() {
    for query in [
      Query(), Query(limit: .first(1)), Query(limit: .last(1)), Query(limit: .last(50)),
    ] {
      #expect(Step.query(of: Step.window(query)) == query)
    }
  }
}
