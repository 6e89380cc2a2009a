// SPDX-License-Identifier: GPL-3.0-or-later

extension Samples {
  /// Some of the lengths, in their order.
  package struct Part: Sequence, Sendable {
    let samples: Samples
    /// The number that each belongs to; empty while all belong to the first.
    var numbers: [UInt16] = []
    /// The number of those that are asked for; nil: all are.
    var number: UInt16?

    /// Their number.
    package var count: Int {
      guard let number else { return samples.count }
      if numbers.isEmpty { return number == 0 ? samples.count : 0 }
      return numbers.reduce(0) { $0 + ($1 == number ? 1 : 0) }
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    /// Reads the lengths where they are.
    package struct Iterator: IteratorProtocol {
      private let part: Part
      private var place = 0
      private var long = 0

      fileprivate init(_ part: Part) { self.part = part }

      package mutating func next() -> Int64? {
        while place < part.samples.count {
          let length = part.samples.length(at: place, &long)
          defer { place += 1 }
          guard let number = part.number else { return length }
          if (part.numbers.isEmpty ? 0 : part.numbers[place]) == number { return length }
        }
        return nil
      }
    }
  }
}
