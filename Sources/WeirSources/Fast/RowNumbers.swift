/// The numbers that a source gives its rows, and gives again once a row is gone.
struct RowNumbers {
  private var free: [Int] = []
  private(set) var end: Int

  /// Numbers of which the first `count` are taken.
  init(count: Int = 0) { end = count }

  /// Takes a number that no row has.
  mutating func take() -> Int {
    if let row = free.popLast() { return row }
    end += 1
    return end - 1
  }

  /// Gives a number back.
  mutating func giveBack(_ row: Int) { free.append(row) }
}
