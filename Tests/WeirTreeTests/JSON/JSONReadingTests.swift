// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct JSONReadingTests {
  private func read(_ text: String) throws -> JSON { try JSON(reading: text, file: "case.json") }

  @Test func `each kind is told from the others`() throws {
    let kinds: [(String, JSON.Content)] = [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("1", .integer(1)),
      ("-7", .integer(-7)), ("0", .integer(0)), ("1.0", .number(1)), ("1e0", .number(1)),
      ("1E+2", .number(100)), ("25e-1", .number(2.5)), ("-0.0", .number(-0.0)), ("0e9", .number(0)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(0x1p63)), ("5e-324", .number(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), ("\"1\"", .text("1")),
      ("\"\"", .text("")), ("[]", .array([])), ("{}", .object([])),
    ]
    for (text, content) in kinds { #expect(try read(text) == JSON(content), "\(text)") }
    guard case .number(let zero) = try read("-0").content else {
      Issue.record("-0 is no number")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test func `members keep their order, and every value and key knows its place`() throws {
    let json = try read("{\n  \"b\": [1, true],\r\n  \"é😀\": {\"x\": null}\r}")
    guard case .object(let members) = json.content, members.count == 2,
      case .array(let values) = members[0].value.content,
      case .object(let inner) = members[1].value.content
    else {
      Issue.record("read as \(json.words)")
      return
    }
    func place(_ mark: Mark?) -> String { mark?.description ?? "" }
    #expect(place(json.mark) == "case.json:1:1")
    #expect(members.map { place($0.mark) } == ["case.json:2:3", "case.json:3:3"])
    #expect(values.map { place($0.mark) } == ["case.json:2:9", "case.json:2:12"])
    #expect(place(members[1].value.mark) == "case.json:3:9")
    #expect(place(inner[0].value.mark) == "case.json:3:15")
    #expect(json["b"]?.words == "[1,true]")
    #expect(json["e\u{301}😀"] == nil)
  }

  @Test func `escapes stand for what they say, and nothing is normalised`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u0301\ud83d\ude00\uE000 e\#u{301}""#
    let expected = "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{301}\u{1F600}\u{E000} e\u{301}"
    guard case .text(let value) = try read(text).content else { return }
    #expect(Array(value.utf8) == Array(expected.utf8))
    #expect(try read(#"{"é": 1, "e\u0301": 2}"#).words == "{\"é\":1,\"e\u{301}\":2}")
  }

  @Test(
    arguments: [
      ("", 1, "nothing to read"), (" \n ", 2, "nothing to read"), ("1 2", 3, "something follows"),
      ("[1,]", 3, "a comma before ']'"), ("{\"a\":1,}", 7, "a comma before '}'"),
      ("[,1]", 2, "a value is missing"), ("[1 2]", 4, "neither ',' nor ']'"),
      ("[1", 3, "the array does not end"), ("{\"a\":1", 7, "the object does not end"),
      ("{a:1}", 2, "a key is missing"), ("{\"a\" 1}", 6, "no ':' after the key 'a'"),
      ("{\"a\":}", 6, "a value is missing"), ("[", 2, "the text ends where a value is missing"),
      ("01", 1, "a zero before it"), ("-01", 1, "a zero before it"), ("-", 2, "no digit after"),
      ("1.", 3, "no digit after the point"), (".5", 1, "begins no value"), ("1e", 3, "no digit"),
      ("+1", 1, "begins no value"), ("0x10", 1, "goes on strangely"), ("1.2.3", 1, "goes on"),
      ("NaN", 1, "neither infinite numbers nor NaN"), ("-Infinity", 2, "no digit after the minus"),
      ("True", 1, "'True'"),
      ("nul", 1, "the word 'nul'"), ("'a'", 1, "single quotes"), ("// x", 1, "no comments"),
      ("\"a\nb\"", 3, "a control character"), ("\"abc", 1, "the text does not end"),
      ("\"\\x\"", 2, "a backslash"), ("\"\\u12g4\"", 2, "four hexadecimal digits"),
      ("\"\\", 2, "a"),
      ("\"\\ud800\"", 2, "half of a surrogate pair"), ("\"a\\udc00b\"", 3, "half of a surrogate"),
      ("\"\\ud83d\\u0041\"", 2, "half of a surrogate"), ("\"\\ud83d\\ud83d\\ude00\"", 2, "half"),
      ("1e309", 1, "too large"), ("-1e999999999999", 1, "too large"), ("1e-400", 1, "too small"),
      ("{\"a\":1,\"b\":2,\"a\":3}", 14, "the key 'a' comes twice"),
      ("{\"\\u0061\":1,\"a\":3}", 13, "comes twice"), ("\u{FEFF}1", 1, "a byte order mark"),
      ("\u{A0}1", 1, "begins no value"), ("[\"é😀\", x]", 8, "the word 'x'"),
    ] as [(String, Int, String)])
  func `refuses what the grammar does not know, and says where`(
    text: String, column: Int, message: String
  ) {
    let problems = #expect(throws: Problems.self) { try read(text) }
    let first = problems?.all.first
    #expect(first?.mark?.column == column, "\(first?.description ?? "")")
    #expect(first?.message.contains(message) == true, "\(first?.description ?? "")")
    #expect(first?.remedy.isEmpty == false)
  }

  @Test func `a column counts the letters of its own line`() {
    let problems = #expect(throws: Problems.self) { try read("[\"é😀\",\n x]") }
    #expect(problems?.all.first?.mark?.line == 2 && problems?.all.first?.mark?.column == 2)
  }

  @Test func `what does not break the grammar is told all at once`() {
    let text = "{\n\"a\": 1e999,\n\"a\": \"\\ud800\",\n\"b\": [1e-999, 2]\n}"
    let problems = #expect(throws: Problems.self) { try read(text) }
    #expect(problems?.all.map { $0.mark?.line } == [2, 3, 3, 4])
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused where they stand`(bytes: [UInt8]) {
    let problems = #expect(throws: Problems.self) {
      try JSON(reading: [0x0A, 0x20] + bytes, file: "case.json")
    }
    #expect(problems?.all.first?.message == "bytes that are not UTF-8")
    #expect(problems?.all.first?.mark?.description == "case.json:2:3")
  }

  @Test func `a key that comes twice is found in an object of any size`() throws {
    for count in 1...40 {
      let members = (0..<count).map { "\"k\($0)\":1" }
      let object = "{" + members.joined(separator: ",")
      #expect(throws: Never.self) { try read(object + "}") }
      for again in 0..<count {
        #expect(throws: Problems.self) { try read(object + ",\"k\(again)\":2}") }
      }
    }
  }

  @Test func `a thousand levels are read, and one more is refused`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func objects(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    #expect(try read(nested(1000)).words == nested(1000))
    #expect(try read(objects(1000)).words == objects(1000))
    for text in [nested(1001), objects(1001), String(repeating: "[", count: 100_000)] {
      let problems = #expect(throws: Problems.self) { try read(text) }
      #expect(problems?.all.first?.message.contains("more than 1000 levels") == true)
    }
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `a text with a byte changed is read or refused, but never trapped on`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "bytes")
    let text = #"{"a":[1,-2.5e3,true,null,"\u00e9\ud83d\ude00x"],"b":{"c":{}},"é":[[],""]}"#
    for _ in 0..<200 {
      var bytes = Array(text.utf8)
      for _ in 0...chance.below(3) {
        let place = chance.index(below: bytes.count)
        switch chance.below(3) {
        case 0: bytes[place] = UInt8(chance.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(chance.below(128)), at: place)
        }
      }
      do throws(Problems) {
        let json = try JSON(reading: bytes, file: "case.json")
        #expect(try JSON(reading: json.words, file: "again.json") == json)
      } catch {
        #expect(!error.all.isEmpty)
      }
    }
  }
}
