// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirSources

@Suite struct RowOrderTests {
  @Test func `an order without rows has none, and one that was made has them in order`() {
    #expect(RowOrder().rows == [])
    let order = RowOrder(count: 5) { $0 % 2 == 0 }
    #expect(order.rows == [0, 1, 2, 3, 4])
    #expect(order.weight == 3)
    #expect((0..<5).map { order.index(of: $0) } == [0, 1, 2, 3, 4])
    #expect((0..<5).map { order.weight(before: $0) } == [0, 1, 1, 2, 2])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with an array on any history`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "row-order")
    let start = stream.index(below: 40)
    var order = RowOrder(count: start) { $0 % 3 == 0 }
    var array = Array(0..<start)
    var isWeighted = array.map { $0 % 3 == 0 }
    var free: [Int] = []
    for _ in 0..<300 {
      switch stream.index(below: 3) {
      case 0 where !array.isEmpty:
        let row = array.remove(at: stream.index(below: array.count))
        order.remove(row)
        free.append(row)
      case 1 where !array.isEmpty:
        let row = array[stream.index(below: array.count)]
        isWeighted[row] = stream.index(below: 2) == 0
        order.setWeight(isWeighted[row], of: row)
      default:
        let row = free.isEmpty ? isWeighted.count : free.removeFirst()
        let index = stream.index(below: array.count + 1)
        let isHeavy = stream.index(below: 2) == 0
        if row == isWeighted.count { isWeighted.append(isHeavy) } else { isWeighted[row] = isHeavy }
        array.insert(row, at: index)
        order.insert(row, at: index, isWeighted: isHeavy)
      }
      expectAgreement(order, array, isWeighted, &stream)
    }
  }

  private func expectAgreement(
    _ order: RowOrder, _ array: [Int], _ isWeighted: [Bool], _ stream: inout RandomStream
  ) {
    let heavy = array.filter { isWeighted[$0] }
    #expect(order.rows == array)
    #expect(order.count == array.count && order.weight == heavy.count)
    guard !array.isEmpty else { return }
    let index = stream.index(below: array.count)
    let row = array[index]
    #expect(order.index(of: row) == index && order.row(at: index) == row)
    #expect(order.weight(before: row) == array[..<index].count { isWeighted[$0] })
    #expect(order.isWeighted(row) == isWeighted[row])
    let behind = Set(array[index...])
    #expect(order.firstIndex { behind.contains($0) } == index)
    if !heavy.isEmpty {
      let weight = stream.index(below: heavy.count)
      #expect(order.row(atWeight: weight) == heavy[weight])
    }
  }
}
