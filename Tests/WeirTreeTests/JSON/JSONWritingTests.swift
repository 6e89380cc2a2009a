// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct JSONWritingTests {
  @Test func `values are written as they are, on one line or on many`() throws {
    let text = #"{"b":[1,2.5,[],{}],"a":null,"1":"x\"\\\n\u0001/é😀"}"#
    let json = try JSON(reading: text, file: "case.json")
    #expect(json.words == text)
    let lines = """
      {
        "b": [
          1,
          2.5,
          [],
          {}
        ],
        "a": null,
        "1": "x\\"\\\\\\n\\u0001/é😀"
      }

      """
    #expect(json.lines == lines)
    #expect(try JSON(reading: lines, file: "case.json") == json)
  }

  @Test(
    arguments: [
      (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e16"), (.leastNonzeroMagnitude, "5e-324"),
      (1e-7, "1e-07"),
      (1.7976931348623157e308, "1.7976931348623157e308"), (100_000, "100000.0"), (.nan, "null"),
      (.infinity, "null"),
    ] as [(Double, String)])
  func `a number has the fewest digits that read back`(value: Double, words: String) {
    #expect(JSON(.number(value)).words == words)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `any number comes back bit by bit`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "numbers")
    for _ in 0..<500 {
      let value = Double(bitPattern: chance.next())
      guard value.isFinite else { continue }
      let json = try JSON(reading: JSON(.number(value)).words, file: "case.json")
      guard case .number(let back) = json.content else {
        Issue.record("\(value) came back as \(json)")
        return
      }
      #expect(back.bitPattern == value.bitPattern)
      let integer = Int64(bitPattern: chance.next() >> chance.below(64))
      #expect(try JSON(reading: "\(integer)", file: "case.json") == JSON(.integer(integer)))
    }
  }

  @Test func `what must not be shown is an escape where it is asked for`() throws {
    let text = JSON.text("a\"b\\c\n\u{1}é\u{8}\u{202E}")
    #expect(text.shownWords == #""a\"b\\c\n\u0001é\u0008\u202e""#)
    #expect(text.words == "\"a\\\"b\\\\c\\n\\u0001é\\b\u{202E}\"")
    #expect(try JSON(reading: text.shownWords, file: "case.json") == text)
    let list = JSON.array([.null, .bool(true), .integer(7)])
    let object = JSON.object([("b", list), ("a", .number(1e20))])
    #expect(object.shownWords == #"{"b":[null,true,7],"a":1e+20}"#)
    #expect(object.words == #"{"b":[null,true,7],"a":1e20}"#)
    let lines = """
      {
        "b": [
          null,
          true,
          7
        ],
        "a": 1e+20
      }

      """
    #expect(object.shownLines == lines)
  }

  @Test func `every character comes back`() throws {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 1)
    where value < 0x900 || value % 97 == 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let json = JSON(.object([.init("k\(scalar)", JSON(.text("\(scalar)e\u{301}")))]))
      #expect(try JSON(reading: json.words, file: "case.json") == json)
    }
  }
}
