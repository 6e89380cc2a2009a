// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirTrace

@Suite struct SurfaceNumbersTests {
  @Test func `surfaces are counted behind the clients, and know whose they are`() {
    var numbers = SurfaceNumbers(clients: 4)
    #expect(numbers.isEmpty && numbers.range.isEmpty && !numbers.isSurface(4))
    #expect(numbers.add("badge", of: 1) == 4)
    #expect(numbers.add("detail", of: 1) == 5)
    #expect(numbers.add("badge", of: 3) == 6)
    #expect(numbers.range == 4..<7)
    #expect(
      (0..<9).map { numbers.isSurface($0) } == [
        false, false, false, false, true, true, true, false, false,
      ])
    #expect((0..<8).map { numbers.home(of: $0) } == [0, 1, 2, 3, 1, 1, 3, 7])
    #expect(numbers.home(of: Step.nobody) == Step.nobody)
    #expect((0..<5).map { Array(numbers.beside($0)) } == [[], [4, 5], [], [6], []])
    #expect(numbers.name(of: 5) == "detail" && numbers.name(of: 1) == nil)
    #expect(numbers.words(for: 5) == "client 1's detail")
    #expect(numbers.words(for: 2) == "client 2")
  }

  @Test func `without surfaces every number is a client's`() {
    let numbers = SurfaceNumbers()
    #expect(numbers.isEmpty && !numbers.isSurface(1_000_000))
    #expect(numbers.home(of: 12) == 12 && numbers.beside(12).isEmpty)
  }
}
