// SPDX-License-Identifier: GPL-3.0-or-later
internal import CYAML
internal import WeirCore

/// The events of a YAML text, one after the other, as Swift values.
///
/// It owns a copy of the text and libyaml's parser and frees both when it ends, whichever way the
/// reading ended. Each of libyaml's events is freed before the next one is asked for.
@safe
struct EventSource: ~Copyable {
  /// Something that libyaml saw.
  enum Event {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool, Properties)
    case sequenceStart(Properties)
    case sequenceEnd
    case mappingStart(Properties)
    case mappingEnd
  }
  /// The properties that may stand before a value.
  struct Properties {
    var anchor: String?
    var tag: String?
    /// The number of characters of quotes that stand before the text; nil: it is spelt otherwise than it reads.
    var inset: Int?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let source: SourceText

  /// Starts to read `source`.
  init(_ source: SourceText) {
    self.source = source
    unsafe text = .allocate(capacity: max(1, source.bytes.count))
    _ = unsafe text.update(fromContentsOf: source.bytes)
    unsafe parser = .allocate(capacity: 1)
    let began = unsafe yaml_parser_initialize(parser)
    invariant(began == 1, "libyaml could not get memory for its parser")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, source.bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event and its place.
  mutating func next() throws(Problem) -> (event: Event, mark: Mark) {
    var raw = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw complaint() }
    defer { unsafe yaml_event_delete(&raw) }
    return (unsafe Self.event(of: raw), unsafe place(raw.start_mark))
  }

  /// Returns what libyaml complained about, in our words.
  private func complaint() -> Problem {
    let raw = unsafe parser.pointee
    let complaint = unsafe SyntaxComplaint(
      problem: raw.problem.map { unsafe String(cString: $0) } ?? "",
      context: raw.context.map { unsafe String(cString: $0) } ?? "",
      mark: source.clamped(place(raw.problem_mark)),
      contextMark: raw.context == nil ? nil : source.clamped(place(raw.context_mark)))
    return complaint.problem(in: source)
  }

  private func place(_ mark: yaml_mark_t) -> Mark {
    Mark(file: source.file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  /// The Swift value of a libyaml event.
  @unsafe
  private static func event(of raw: yaml_event_t) -> Event {
    let data = unsafe raw.data
    switch unsafe raw.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return unsafe .alias(words(data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let bytes = unsafe UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
      let text = unsafe String(decoding: bytes, as: UTF8.self)
      let isPlain = unsafe data.scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe .scalar(
        text, isPlain: isPlain,
        Properties(
          anchor: words(data.scalar.anchor), tag: words(data.scalar.tag),
          inset: inset(of: text, isPlain: isPlain, from: raw.start_mark, to: raw.end_mark)))
    case YAML_SEQUENCE_START_EVENT:
      return unsafe .sequenceStart(
        Properties(
          anchor: words(data.sequence_start.anchor), tag: words(data.sequence_start.tag)))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      return unsafe .mappingStart(
        Properties(anchor: words(data.mapping_start.anchor), tag: words(data.mapping_start.tag)))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    default: return .streamEnd
    }
  }

  /// The number of characters that stand before a text; nil: escapes or line breaks make it longer than it reads.
  private static func inset(
    of text: String, isPlain: Bool, from start: yaml_mark_t, to end: yaml_mark_t
  ) -> Int? {
    let quotes = isPlain ? 0 : 1
    let length = text.unicodeScalars.count + 2 * quotes
    return start.line == end.line && Int(end.column) - Int(start.column) == length ? quotes : nil
  }

  /// The text at a pointer that may be nil.
  @unsafe
  private static func words(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
