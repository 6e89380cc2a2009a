// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// Something that has a key.
public protocol Keyed {
  /// The key, which does not change.
  var key: Key { get }
}

extension StreamItem: Keyed {}
extension Row: Keyed {}

/// A key that is there already, or comes twice.
///
/// It stands by itself: thrown from an initialiser of a generic type, an error that is nested in it stops the optimiser
/// of Swift 6.3.
public struct DuplicateKey: Error, Hashable, Sendable {
  /// The key.
  public var key: Key

  /// Makes the error.
  public init(key: Key) { self.key = key }
}

/// An array that knows the index of each key.
///
///     var array = try KeyedArray([ann, bob])
///     array.find(bob.key)     // 1
///     try array.append(ann)   // throws DuplicateKey(key: ann's): nothing changes
///
/// The promise: `array.find(array[i].key)` is `i` for every index, so that no key occurs twice. What would break
/// it is refused without a change.
///
/// - Complexity: ``find(_:)`` and ``append(_:)`` are O(1); ``insert(_:at:)`` and ``remove(at:)`` are O(*n*).
public struct KeyedArray<Element: Keyed> {
  private var elements: [Element] = []
  /// The index of each key; looked up, never iterated.
  private var indexes: [Key: Int] = [:]

  /// An empty array.
  public init() {}

  /// An array of these elements.
  public init(_ elements: some Sequence<Element>) throws(DuplicateKey) {
    try append(contentsOf: elements)
  }

  /// Returns the index of a key.
  public func find(_ key: Key) -> Int? { indexes[key] }

  /// `true` if a key is there.
  public func has(_ key: Key) -> Bool { indexes[key] != nil }

  /// Adds an element at the end.
  public mutating func append(_ element: Element) throws(DuplicateKey) {
    try insert(element, at: count)
  }

  /// Adds all elements at the end, or none of them.
  public mutating func append(contentsOf new: some Sequence<Element>) throws(DuplicateKey) {
    let before = count
    for element in new {
      do throws(DuplicateKey) {
        try append(element)
      } catch {
        while count > before { remove(at: count - 1) }
        throw error
      }
    }
  }

  /// Adds an element before the one at `index`.
  public mutating func insert(_ element: Element, at index: Int) throws(DuplicateKey) {
    if has(element.key) { throw DuplicateKey(key: element.key) }
    elements.insert(element, at: index)
    count(from: index)
  }

  /// Takes out the element at `index`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    indexes[element.key] = nil
    count(from: index)
    return element
  }

  /// Replaces all elements with these, or stays as it is.
  public mutating func reset(_ new: some Sequence<Element>) throws(DuplicateKey) {
    self = try KeyedArray(new)
  }

  /// Removes all elements.
  public mutating func reset() { self = KeyedArray() }

  private mutating func count(from index: Int) {
    for place in index..<elements.count { indexes[elements[place].key] = place }
  }
}

extension KeyedArray: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { 0 }
  /// The index behind the last element.
  public var endIndex: Int { elements.count }
  /// The element at `index`.
  public subscript(index: Int) -> Element { elements[index] }
}

extension KeyedArray: Sendable where Element: Sendable {}
