// SPDX-License-Identifier: GPL-3.0-or-later
internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// The words, attributes and elements that a strict XML reader finds in a piece of markup.
public final class Heard {
  /// The text between the elements.
  public fileprivate(set) var words = ""
  /// The values of all attributes.
  public fileprivate(set) var attributes: [String] = []
  /// The names of all elements.
  public fileprivate(set) var elements: [String] = []

  /// Reads `markup`, wrapped into one element.
  public static func of(_ markup: String) -> Heard? {
    let heard = Heard()
    let listener = Listener(heard)
    let parser = XMLParser(data: Data("<page>\(markup)</page>".utf8))
    parser.delegate = listener
    return parser.parse() ? heard : nil
  }
}

extension Heard {
  /// Reads a page, without what HTML alone knows; nil if it is not well-formed.
  public static func ofPage(_ html: String) -> Heard? {
    var text = html.replacingOccurrences(of: "<!DOCTYPE html>", with: "")
    // The style sheet holds no words; its quotes are not those of XML.
    if let start = text.range(of: "<style>"), let end = text.range(of: "</style>") {
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return Heard.of(text)
  }
}

/// The delegate of a reader, which hands on what it is told.
private final class Listener: NSObject, XMLParserDelegate {
  private let heard: Heard

  init(_ heard: Heard) { self.heard = heard }

  func parser(_ parser: XMLParser, foundCharacters string: String) { heard.words += string }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    heard.elements.append(name)
    heard.attributes += attributes.sorted { $0.key < $1.key }.map(\.value)
  }
}
