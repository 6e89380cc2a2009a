// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct CSVReaderTests {
  static func rows(_ text: String) throws(Problems) -> [[String]] {
    var reader = CSVReader(Array(text.utf8), file: "a.csv")
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.fields.map(\.text)) }
    return rows
  }

  @Test(arguments: [
    ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]), ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
    ("\"x, y\",\"say \"\"hi\"\"\"\n", [["x, y", "say \"hi\""]]),
    ("\"two\r\nlines\",1\n", [["two\r\nlines", "1"]]), (",\n\"\",\n", [["", ""], ["", ""]]),
    ("\n\r\na\n\n\nb\n", [["a"], ["b"]]), ("\u{FEFF}a,é\n", [["a", "é"]]), ("", []), ("\n", []),
    ("\"\"\n", [[""]]), ("a,", [["a", ""]]), (" a , b ", [[" a ", " b "]]),
  ]) func `reads what RFC 4180 allows`(text: String, rows: [[String]]) throws {
    #expect(try Self.rows(text) == rows)
  }

  @Test(arguments: [
    ("a,b\n1\n", "a.csv:2:1", "a row with 1 fields, where the first has 2"),
    ("a\nb\"c\n", "a.csv:2:2", "a quote inside a field"),
    ("é,\"x\"y\n", "a.csv:1:6", "text after a closing quote"),
    ("a\n\"b\nc\n", "a.csv:2:1", "a quote that is never closed"),
    ("a,b\rc\n", "a.csv:1:4", "a carriage return without a line feed"),
  ]) func `says where a text is not CSV`(text: String, place: String, words: String) {
    let problems = #expect(throws: Problems.self) { _ = try Self.rows(text) }
    #expect(problems?.all.first?.mark?.description == place)
    #expect(problems?.all.first?.message.contains(words) == true)
  }

  @Test func `refuses bytes that are no text`() {
    var reader = CSVReader([0x61, 0x2C, 0xFF, 0x0A], file: "a.csv")
    let problems = #expect(throws: Problems.self) { _ = try reader.next() }
    #expect(problems?.all.first?.mark?.description == "a.csv:1:3")
  }

  @Test func `marks count characters and lines inside quotes`() throws {
    var reader = CSVReader(Array("é,\"a\nb\",c\nd,e,f\n".utf8), file: "a.csv")
    let first = try #require(try reader.next())
    #expect(first.fields.map { "\($0.mark)" } == ["a.csv:1:1", "a.csv:1:3", "a.csv:2:4"])
    let second = try #require(try reader.next())
    #expect(second.fields.map { "\($0.mark)" } == ["a.csv:3:1", "a.csv:3:3", "a.csv:3:5"])
  }
}

@Suite struct CSVWriterTests {
  @Test func `ends lines with CR LF and quotes only where it must`() {
    var writer = CSVWriter(columns: ["metric", "value", "note"])
    writer.append(["wait, mean", 0.1, nil])
    writer.append(["say \"hi\"", 12, "two\nwords"])
    #expect(
      writer.text
        == "metric,value,note\r\n\"wait, mean\",0.1,\r\n\"say \"\"hi\"\"\",12,two words\r\n")
  }

  @Test func `rows that begin alike are the same as rows written one by one`() {
    let head: [CSVWriter.Field] = ["a,b", 2.0, nil]
    let tails: [[CSVWriter.Field]] = [[1.0, 7], [0.5, "=1"], [.number(.nan), nil]]
    var (plain, quick) = (
      CSVWriter(columns: ["a", "b", "c", "d", "e"]), CSVWriter(columns: ["a", "b", "c", "d", "e"])
    )
    for tail in tails { plain.append(head + tail) }
    quick.append(head, before: tails)
    #expect(quick.text == plain.text)
    #expect(plain.text.hasSuffix("\"a,b\",2,,nan,\r\n"))
    quick.append(head, before: [])
    #expect(quick.text == plain.text)
  }

  @Test(
    arguments: [
      (5, "5"), (0.1, "0.1"), (-0.0, "-0"), (1e300, "1e+300"), (1.0 / 3, "0.3333333333333333"),
      (.nan, "nan"), (-.infinity, "-inf"), (123_456_789_012, "123456789012"),
    ] as [(Double, String)])
  func `numbers have the fewest digits that read back as the same`(value: Double, words: String) {
    #expect(CSVWriter.shortest(value) == words)
    #expect(value.isNaN || Double(words) == value)
  }

  @Test(arguments: [
    ("=1+2", "'=1+2"), ("+a", "'+a"), ("-cmd", "'-cmd"), ("@SUM(A1)", "'@SUM(A1)"),
    ("-1.5", "-1.5"),
    ("+3", "+3"), ("-", "-"), ("'=1", "''=1"), ("'a", "'a"), ("a=1", "a=1"),
    ("\u{1B}[31m", "\u{FFFD}[31m"), ("two\r\nlines", "two lines"), ("\n=1", " =1"),
    ("::error::x", ": :error::x"),
  ])
  func `a text is neither a formula nor a command`(text: String, cell: String) throws {
    var writer = CSVWriter(columns: ["note"])
    writer.append([.text(text)])
    #expect(writer.text == "note\r\n\(cell)\r\n")
    #expect(try CSVReaderTests.rows(writer.text)[1] == [CleanText.line(text)])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `whatever is clean is read back as it was written`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "csv")
    let letters = ["a", ",", "\"", "=", "-", "'", "@", "+", " ", "é", "\u{FEFF}", ""]
    let width = 1 + stream.index(below: 4)
    func row() -> [String] {
      (0..<width).map { _ in
        (0..<stream.index(below: 5)).map { _ in letters[stream.index(below: letters.count)] }
          .joined()
      }
    }
    let header = row()
    var writer = CSVWriter(columns: header)
    var rows = [header]
    for _ in 0..<8 {
      rows.append(row())
      writer.append(rows[rows.count - 1].map(CSVWriter.Field.text))
    }
    let read = try CSVReaderTests.rows(writer.text)
    #expect(read.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
  }
}
