// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

extension DataSource {
  /// Returns a source of those rows that fulfil a condition.
  public func filtered<Element>(
    where condition: @escaping (Element) -> Bool
  ) -> FilteredSource<Element> where Content == SharedList<Element> {
    FilteredSource(self, where: condition)
  }

  /// Returns a source of the same rows in an order of its own.
  public func sorted<Element>(
    by isBefore: @escaping (Element, Element) -> Bool
  ) -> SortedSource<Element> where Content == SharedList<Element> {
    SortedSource(self, by: isBefore)
  }

  /// Returns a source of rows that are made from these.
  public func mapped<Element, Output: ListRow & Sendable>(
    _ transform: @escaping (Element) -> Output
  ) -> MappedSource<Element, Output> where Content == SharedList<Element> {
    MappedSource(self, transform: transform)
  }

  /// Returns a source of the same rows in sections by a key, in an order of keys.
  public func sectioned<Key: Hashable & Sendable, Element>(
    key: @escaping (Element) -> Key, by isBefore: @escaping (Key, Key) -> Bool
  ) -> SectionedSource<Key, Element> where Content == SharedList<Element> {
    SectionedSource(self, key: key, by: isBefore)
  }

  /// Returns a source of the same rows in sections by a key, in the order of the keys.
  public func sectioned<Key: Hashable & Sendable & Comparable, Element>(
    key: @escaping (Element) -> Key
  ) -> SectionedSource<Key, Element> where Content == SharedList<Element> {
    SectionedSource(self, key: key, by: <)
  }

  /// Returns a container that holds this source until it is given another one.
  public func contained(onSwap policy: SwapPolicy = .difference) -> SourceContainer<Content> {
    SourceContainer(self, onSwap: policy)
  }
}
