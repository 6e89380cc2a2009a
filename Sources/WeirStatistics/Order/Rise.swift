/// How many values of a series can stay where they are while the others move.
///
///     Rise.longest(in: [0, 3, 1, 2])  // 3: move the 3 behind the 2
public enum Rise {
  /// The length of the longest part of a series that strictly rises, gaps allowed.
  ///
  /// - Complexity: O(*n* log *n*).
  public static func longest(in series: [Int]) -> Int {
    // By length: the smallest value with which a rise of that length can end.
    var ends: [Int] = []
    for value in series {
      if let last = ends.last, last >= value {
        var (low, high) = (0, ends.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if ends[middle] < value { low = middle + 1 } else { high = middle }
        }
        ends[low] = value
      } else {
        ends.append(value)
      }
    }
    return ends.count
  }
}
