// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value: KeyedSection {
  /// A mapping with keys of its own.
  static var section: Self {
    Self(.section(Value.section.name)) { decoder, slot in
      decoder.read(Value.self, slot.node, at: slot.path)
    }
  }
}

extension KeyValue {
  /// A list of such mappings; those that lack what they must have are left out, or the whole list, if it is of use as a
  /// whole only.
  static func list<Element: KeyedSection>(
    of _: Element.Type, isWhole: Bool = false
  ) -> Self where Value == [Element] {
    Self(.list(Element.section.name)) { decoder, slot in
      guard let list: (elements: [Element], isWhole: Bool) = decoder.list(slot) else { return nil }
      return isWhole && !list.isWhole ? nil : list.elements
    }
  }
}

extension Decoder {
  /// Reads a list of mappings, but for those that lack what they must have, which was noted.
  mutating func list<Element: KeyedSection>(
    _ slot: Slot
  ) -> (elements: [Element], isWhole: Bool)? {
    guard let nodes = elements(slot) else { return nil }
    var elements: [Element] = []
    var isWhole = true
    let needed = Element.keys.filter { $0.row.need == .required }.map(\.name)
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, Element.section.name, at: "\(slot.path).\(place)")
      var element = Element.unread
      let wrong = read(fields, into: &element)
      isWhole = isWhole && wrong.isEmpty
      if needed.contains(where: wrong.contains) { continue }
      element.check(fields, &self)
      element.check(fields, after: elements, &self)
      elements.append(element)
    }
    return (elements, isWhole)
  }
}
