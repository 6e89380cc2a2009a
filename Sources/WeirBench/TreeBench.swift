// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The tree: keys in their order, children set in large lists, JSON read, fingerprints and hashes.
///
/// An operation is one comparison, one set of a child while the version before it is still held, one byte
/// of JSON or of what is hashed, or one fingerprint asked for after one child changed.
enum TreeBench {
  static let all: [Benchmark] =
    [
      compare("push-ids", TreeLoads.pushIDs), compare("integers", TreeLoads.integers),
      compare("characters", TreeLoads.wide),
      set("1k", 1_000, twin: 1_000), set("100k", 100_000, twin: 20),
      setBelow("1k", 1_000), setBelow("100k", 100_000), fingerprint("1k", 1_000),
      fingerprint("100k", 100_000),
    ] + bytes

  private static let bytes: [Benchmark] = [
    Benchmark(
      name: "tree/json-byte/chat", subject: { readJSON(&$0) }, twin: { readCharacters(&$0) },
      floor: { checkUTF8(&$0) }),
    Benchmark(
      name: "tree/sha1-byte/64k", subject: { digest(&$0) }, floor: { addUp(&$0) }),
  ]

  // MARK: Keys

  private static func compare(_ name: String, _ texts: [String]) -> Benchmark {
    Benchmark(
      name: "tree/key-compare/\(name)",
      subject: { timer in
        let keys = texts.map { Key($0) }
        comparePairs(keys, &timer) { $0 < $1 }
      },
      twin: { timer in comparePairs(texts, &timer, TreeLoads.precedes) },
      floor: { timer in
        comparePairs(texts.map { nameHash($0) }, &timer) { $0 < $1 }
      })
  }

  @inline(__always)
  private static func comparePairs<Element>(
    _ elements: [Element], _ timer: inout Timer, _ precedes: (Element, Element) -> Bool
  ) {
    let rounds = timer.scaled(200)
    var sum: UInt64 = 0
    timer.start()
    for round in 1...rounds {
      for place in elements.indices {
        let other = (place + round) % elements.count
        sum += precedes(elements[place], elements[other]) ? 1 : 0
      }
    }
    timer.stop(after: rounds * elements.count)
    consume(sum)
  }

  // MARK: Children

  private static func set(_ name: String, _ count: Int, twin operations: Int) -> Benchmark {
    Benchmark(
      name: "tree/set/\(name)",
      subject: { timer in
        var (node, keys) = TreeLoads.list(timer.scaled(count))
        var held = node
        let operations = timer.scaled(100_000)
        timer.start()
        for number in 0..<operations {
          held = node
          node.set(.integer(Int64(number)), at: keys[number &* 7919 % keys.count])
        }
        timer.stop(after: operations)
        consume(node.fingerprint ^ held.fingerprint)
      },
      twin: { timer in
        let (node, keys) = TreeLoads.list(timer.scaled(count))
        var rows = node.children.map { $0 }
        var held = rows
        let operations = timer.scaled(operations)
        timer.start()
        for number in 0..<operations {
          held = rows
          let place = TreeLoads.place(of: keys[number &* 7919 % keys.count], in: rows)
          rows[place].value = .integer(Int64(number))
        }
        timer.stop(after: operations)
        consume(rows[0].value.fingerprint ^ held[0].value.fingerprint)
      })
  }

  /// Sets what lies two levels down; the twin takes the child out, changes it and puts it back.
  private static func setBelow(_ name: String, _ count: Int) -> Benchmark {
    Benchmark(
      name: "tree/set-below/\(name)",
      subject: { timer in
        below(timer.scaled(count), &timer) { node, key, number in
          node.set(.integer(number), at: Path([key, Key("likes")]))
        }
      },
      twin: { timer in
        below(timer.scaled(count), &timer) { node, key, number in
          var child = node[key]
          child.set(.integer(number), at: Key("likes"))
          node.set(child, at: key)
        }
      })
  }

  private static func below(
    _ count: Int, _ timer: inout Timer, _ change: (inout Node, Key, Int64) -> Void
  ) {
    var (node, keys) = TreeLoads.list(count)
    for key in keys { node.set(.text("a"), at: Path([key, Key("name")])) }
    let operations = timer.scaled(100_000)
    timer.start()
    for number in 0..<operations {
      change(&node, keys[number &* 7919 % keys.count], Int64(number))
    }
    timer.stop(after: operations)
    consume(node.fingerprint)
  }

  private static func fingerprint(_ name: String, _ count: Int) -> Benchmark {
    Benchmark(
      name: "tree/fingerprint/\(name)",
      subject: { timer in
        var (node, keys) = TreeLoads.list(timer.scaled(count))
        change(&node, keys, timer.scaled(100_000), &timer) { $0.fingerprint }
      },
      twin: { timer in
        var (node, keys) = TreeLoads.list(timer.scaled(count))
        change(&node, keys, timer.scaled(2_000_000 / count), &timer) { node in
          node.children.reduce(UInt64(0)) {
            $0 &+ scrambled($1.key.hash64 ^ $1.value.fingerprint)
          }
        }
      })
  }

  private static func change(
    _ node: inout Node, _ keys: [Key], _ operations: Int, _ timer: inout Timer,
    _ look: (Node) -> UInt64
  ) {
    var sum: UInt64 = 0
    timer.start()
    for number in 0..<operations {
      node.set(.integer(Int64(number)), at: keys[number &* 7919 % keys.count])
      sum &+= look(node)
    }
    timer.stop(after: operations)
    consume(sum)
  }

  // MARK: Bytes

  private static func readJSON(_ timer: inout Timer) {
    let text = TreeLoads.chat(messages: timer.scaled(10_000))
    timer.start()
    let json = try? JSON(reading: text, file: "chat.json")
    timer.stop(after: text.count)
    invariant(json != nil, "the benchmark's own JSON is refused")
  }

  /// Reads JSON as a beginner would: by letters.
  private static func readCharacters(_ timer: inout Timer) {
    let text = TreeLoads.chat(messages: timer.scaled(10_000))
    timer.start()
    var reader = LetterReader(letters: Array(String(decoding: text, as: UTF8.self)))
    reader.value()
    timer.stop(after: text.count)
    consume(UInt64(reader.count))
  }

  private static func checkUTF8(_ timer: inout Timer) {
    let text = TreeLoads.chat(messages: timer.scaled(10_000))
    timer.start()
    let count = String(validating: text, as: UTF8.self)?.utf8.count
    timer.stop(after: text.count)
    consume(UInt64(count ?? 0))
  }

  private static func digest(_ timer: inout Timer) {
    let bytes = [UInt8](repeating: 0x5A, count: 65_536)
    let rounds = timer.scaled(200)
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<rounds { sum += UInt64(SHA1.digest(of: bytes)[0]) }
    timer.stop(after: rounds * bytes.count)
    consume(sum)
  }

  /// The least that looks at every byte after the one before it.
  private static func addUp(_ timer: inout Timer) {
    let bytes = [UInt8](repeating: 0x5A, count: 65_536)
    let rounds = timer.scaled(200)
    var hash: UInt64 = 0
    timer.start()
    for _ in 0..<rounds {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    timer.stop(after: rounds * bytes.count)
    consume(hash)
  }
}
