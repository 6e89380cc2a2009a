// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Elements in order, repetitions kept, to look things up in.
struct Sorted<Element: Comparable> {
  /// The elements.
  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements.sorted() }

  /// Returns the number of elements that are smaller.
  func count(below element: Element) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func contains(_ element: Element) -> Bool {
    let place = count(below: element)
    return place < elements.count && elements[place] == element
  }

  /// The elements that occur more than once, each once.
  var repeated: [Element] {
    var found: [Element] = []
    for (a, b) in zip(elements, elements.dropFirst()) where a == b && found.last != a {
      found.append(a)
    }
    return found
  }

  /// The elements, each once.
  var distinct: [Element] {
    var found: [Element] = []
    for element in elements where found.last != element { found.append(element) }
    return found
  }

  /// Returns the elements that occur in `others`, too, each once.
  func common(with others: Sorted) -> [Element] {
    distinct.filter { others.contains($0) }
  }
}

extension Sorted where Element == Place {
  /// Returns the rows of one section.
  func rows(in section: Int32) -> ArraySlice<Place> {
    let start = count(below: Place(section: section, row: .min))
    var end = start
    while end < elements.count, elements[end].section == section { end += 1 }
    return elements[start..<end]
  }
}
