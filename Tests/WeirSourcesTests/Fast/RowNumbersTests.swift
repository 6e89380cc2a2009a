// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirSources

@Suite struct RowNumbersTests {
  @Test func `a number is given again once it was given back`() {
    var numbers = RowNumbers(count: 2)
    #expect(numbers.take() == 2 && numbers.end == 3)
    numbers.giveBack(0)
    #expect(numbers.take() == 0 && numbers.take() == 3)
  }

  @Test func `sources in which rows come and go for long do not grow`() {
    let source = ManualSource(items(1, 2, 3))
    let filtered = source.filtered { _ in true }
    let sorted = source.sorted { $0.rank < $1.rank }
    let sectioned = source.sectioned { $0.group }
    let observers: [Any] = [Listener(filtered), Listener(sorted), Listener(sectioned)]
    for id in 10..<100 {
      source.append(Item(id: id))
      source.remove(at: 3)
    }
    #expect(observers.count == 3)
    #expect(filtered.numbers.end == 4)
    #expect(sorted.numbers.end == 4)
    #expect(sectioned.grouping.numbers.end == 4)
  }
}
