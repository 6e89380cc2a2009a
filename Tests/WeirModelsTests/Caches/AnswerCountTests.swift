// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct AnswerCountTests {
  @Test func `one answer for each wish is even, in whatever order`() {
    var count = AnswerCount()
    #expect(count.isEven)
    count.ask(1)
    count.ask(2)
    #expect(count.owed == 2 && !count.isEven)
    count.answer(2)
    #expect(count.owed == 1 && !count.isEven)
    count.answer(1)
    #expect(count.isEven && count.owed == 0)
    #expect(count.asked == 2 && count.answered == 2)
  }

  @Test func `a second answer and one to no wish are surplus`() {
    var count = AnswerCount()
    count.ask(1)
    count.answer(1)
    count.answer(1)
    count.answer(9)
    #expect(count.surplus == 2 && !count.isEven)
    #expect(count.asked == 1 && count.answered == 3 && count.owed == 0)
  }

  @Test func `wishes of an app that was killed are owed no more`() {
    var count = AnswerCount()
    count.ask(1)
    count.ask(2)
    count.answer(1)
    count.abandonAll()
    #expect(count.abandoned == 1 && count.isEven)
    count.answer(2)
    #expect(count.surplus == 1)
  }

  @Test func `a tag may be used again once it was answered, and not before`() async {
    var count = AnswerCount()
    count.ask(1)
    count.answer(1)
    count.ask(1)
    #expect(count.owed == 1)
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var count = AnswerCount()
      count.ask(7)
      count.ask(7)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("the wish 7 is asked twice before it is answered") == true)
  }
}
