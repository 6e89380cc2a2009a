// SPDX-License-Identifier: Apache-2.0

// Arrays that are filled and emptied in each turn of a machine, and hold a handful then.
extension Array {
  /// Removes all elements and keeps the memory, unless there is room for more than `most`.
  ///
  /// `removeAll(keepingCapacity:)` goes through the code that replaces any part of an array by any collection, which takes 90
  /// instructions for one number and 300 for three wishes. Here each element takes about ten, and what it holds on to.
  @inlinable
  @inline(__always)
  public mutating func empty(keepingRoomFor most: Int = .max) {
    if capacity > most {
      self = []
    } else if count > 16 {
      removeAll(keepingCapacity: true)
    } else {
      while popLast() != nil {}
    }
  }

  /// Takes the element at a place out and leaves another one there, such as one that holds on to nothing.
  ///
  /// A copy of a wish counts all that it holds on to up and down again.
  @inlinable
  @inline(__always)
  public mutating func take(_ place: Int, leaving other: consuming Element) -> Element {
    var element = other
    swap(&element, &self[place])
    return element
  }
}
