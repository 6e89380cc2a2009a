// SPDX-License-Identifier: GPL-3.0-or-later

/// A description of a sweep that is the same in every shard of it: what was run, by which program, and how.
///
/// It says enough to put the shards together again without the scenario files. Two sweeps with equal descriptions
/// give equal tables.
package struct SweepDescription: Hashable, Sendable {
  /// A scenario, or a point of what is varied in one.
  package struct Item: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The subject of the scenario.
    package var about: String
    /// Its file, as the person named it.
    package var file: String
    /// The hash of everything in it, as it was understood.
    package var fingerprint: UInt64
    /// The situations that it can get into, by their codes, if they are counted.
    package var reach: [UInt32]?

    /// Makes an item.
    package init(
      name: String, about: String, file: String, fingerprint: UInt64, reach: [UInt32]? = nil
    ) {
      self.name = name
      self.about = about
      self.file = file
      self.fingerprint = fingerprint
      self.reach = reach
    }
  }

  /// The version and the hash of the program.
  package var build: String
  /// The command line that runs the whole on one machine, from the verb on.
  package var words: [String]
  /// The scenarios, in order.
  package var items: [Item]

  /// Makes a description.
  package init(build: String, words: [String], items: [Item]) {
    self.build = build
    self.words = words
    self.items = items
  }

  /// The fields in front of the words, and how many each item has.
  private static let (head, each) = (4, 5)

  /// The description on one line, with a line end.
  package var line: [UInt8] { fieldLine.bytes }

  /// A hash of the whole, as 16 hexadecimal digits.
  package var key: String {
    let digits = String(fieldLine.checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private var fieldLine: FieldLine {
    var fields = ["sweep", build, "\(words.count)", "\(items.count)"] + words
    for item in items {
      fields += [item.name, item.about, item.file, String(item.fingerprint, radix: 16)]
      fields.append(item.reach.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "-")
    }
    return FieldLine(fields)
  }

  /// Reads a line back; nil if it is not, or not wholly, what was written.
  package init?(line: some Sequence<UInt8>) {
    guard let fields = FieldLine(line: line)?.fields, fields.count >= Self.head,
      fields[0] == "sweep", let wordCount = Int(fields[2]), let itemCount = Int(fields[3]),
      wordCount >= 0, itemCount >= 0, wordCount <= fields.count, itemCount <= fields.count,
      fields.count == Self.head + wordCount + Self.each * itemCount
    else { return nil }
    build = fields[1]
    words = Array(fields[Self.head..<(Self.head + wordCount)])
    items = []
    for start in stride(from: Self.head + wordCount, to: fields.count, by: Self.each) {
      guard let fingerprint = UInt64(fields[start + 3], radix: 16) else { return nil }
      let codes = fields[start + 4]
      items.append(
        Item(
          name: fields[start], about: fields[start + 1], file: fields[start + 2],
          fingerprint: fingerprint,
          reach: codes == "-" ? nil : codes.split(separator: " ").compactMap { UInt32($0) }))
    }
  }
}
