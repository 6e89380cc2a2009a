// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct ArrayTurnTests {
  /// Something that is counted, so that one sees who holds on to it.
  final class Held {}

  @Test(arguments: [0, 1, 3, 16, 17, 40])
  func `an array that is emptied holds on to nothing and keeps its room`(count: Int) {
    let held = Held()
    weak var watched: Held?
    var array: [Held] = []
    for _ in 0..<count {
      let other = Held()
      watched = other
      array.append(other)
    }
    array.append(held)
    let room = array.capacity
    array.empty()
    #expect(array.isEmpty && array.capacity == room)
    #expect(watched == nil)
  }

  @Test func `an array with more room than it may keep gives it up`() {
    var array = Array(0..<100)
    array.empty(keepingRoomFor: 16)
    #expect(array.isEmpty && array.capacity == 0)
    array = [1, 2, 3]
    array.empty(keepingRoomFor: 16)
    #expect(array.isEmpty && array.capacity >= 3)
  }

  @Test func `an array that is emptied leaves its copies alone`() {
    var array: [Int?] = [1, nil, 3]
    let copy = array
    array.empty()
    #expect(array.isEmpty && copy == [1, nil, 3])
  }

  @Test func `what is taken out of a place leaves the other one there`() {
    var words = ["a", "b", "c"]
    #expect(words.take(1, leaving: "") == "b")
    #expect(words == ["a", "", "c"])
  }
}
