// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@Suite struct RulesTests {
  /// A snippet that breaks a rule, and the name of the rule.
  static let bad: [(String, String)] = [
    ("let now = Date()", "Date("),
    ("let id = UUID()", "UUID("),
    ("DispatchQueue.main.async {}", "DispatchQueue"),
    ("Task { await work() }", "Task{"),
    ("try await Task.sleep(for: .seconds(1))", "Task."),
    ("Thread(block: work)", "Thread("),
    ("let clock = ContinuousClock()", "ContinuousClock"),
    ("let clock = SuspendingClock()", "SuspendingClock"),
    ("clock_gettime(CLOCK_MONOTONIC, &time)", "clock_gettime"),
    ("var chance = SystemRandomNumberGenerator()", "SystemRandomNumberGenerator"),
    ("let dice = Int.random(in: 1...6)", "random(in"),
    ("let one = names.randomElement()", "randomElement("),
    ("let mixed = names.shuffled()", "shuffled("),
    ("names.shuffle()", ".shuffle()"),
    ("let hash = name.hashValue", "hashValue"),
    ("var hasher = Hasher()", "Hasher("),
    ("let id = ObjectIdentifier(self)", "ObjectIdentifier("),
    ("internal import Foundation", "importFoundation"),
    ("import FoundationEssentials", "importFoundationEssentials"),
    ("import Dispatch", "importDispatch"),
    ("print(words)", "print("),
    ("@inlinable func f() {}", "@inlinable"),
    ("let sum = a &+ b", "&+"),
    ("let rest = a &- b", "&-"),
    ("let product = a &* b", "&*"),
    ("unsafe read(1, pointer, 2)", "unsafe"),
    ("let moves = step.y >> 15 & 0x7FFF", "step.y>>"),
    ("let word = step.y << 8", "step.y<<"),
    ("let rows = step.x >> 1", "step.x>>"),
    ("let word = step.x << 1", "step.x<<"),
    ("let lag = duration(\"lag\", in: fields) ?? .zero", "fields)??"),
    ("var m: [String: Int] = [:]\nfor (k, v) in m { use(k) }", unorderedIteration.name),
    ("var m = [String: Int]()\nreturn m.map { $0 }", unorderedIteration.name),
    ("let s: Set<Int> = []\nfor x in s where x > 1 { use(x) }", unorderedIteration.name),
    (
      "struct A {\n  var m: [Key: [Int]]\n  func f() { for k in m.keys { use(k) } }\n}",
      unorderedIteration.name
    ),
    (
      "struct A {\n  var m: Dictionary<Int, Int>\n  func f() { for k in self.m { use(k) } }\n}",
      unorderedIteration.name
    ),
    ("let text = \"\\(UUID())\"", "UUID("),
    ("let text = #\"\\(no) \\#(Date())\"#", "Date("),
  ]

  @Test(arguments: bad.indices)
  func `catches what breaks a rule, and only that`(index: Int) {
    let (text, name) = Self.bad[index]
    let found = broken(text, at: "Sources/WeirRun/World.swift")
    #expect(Set(found) == [name], "\(text)")
  }

  @Test func `every rule is shown to catch something`() {
    #expect(Set(Self.bad.map(\.1)) == Set(rules.map(\.name)))
  }

  @Test(arguments: [
    "// Date() and UUID() are forbidden",
    "/* print(x) /* unsafe */ Task { } */ let a = 1",
    "let a = \"import Foundation, Date()\"",
    "let a = \"\"\"\n  print(\"words\") \\\" Date()\n  \"\"\"",
    "let a = #\"Date() \\(UUID()) \" Task { \"#",
    "func `print( in Date(`() {}",
    "let m: [String: Int] = [:]\nlet one = m[\"a\"]",
    "let m: [String: Int] = [:]\nfor k in m.keys.sorted() { use(k) }",
    "let m: [String: Int] = [:]\nlet n = m.filter { $0.value > 1 }.count",
    "let m: [(String, Int)] = []\nfor (k, v) in m { use(k) }",
    "var stream = RandomStream(seed: 1, \"name\")\nstream.shuffle(&names)",
    "let updated = a & b",
    "func f(_ x: inout Int) {}\nf(&x)",
  ])
  func `lets pass what breaks no rule`(text: String) {
    #expect(broken(text, at: "Sources/WeirRun/World.swift") == [])
  }

  @Test func `some rules count in some places only`() {
    #expect(broken("let a = b &+ c", at: "Sources/WeirKernel/Fast/Queue.swift") == [])
    #expect(broken("unsafe f()", at: "Sources/WeirStatistics/GSL/Fit.swift") == [])
    #expect(broken("unsafe f()", at: "Sources/WeirCommand/Terminal/Output.swift") == [])
    #expect(broken("let a = b &+ c", at: "Sources/WeirCommand/Terminal/Output.swift") == ["&+"])
    #expect(broken("print(1)", at: "Sources/WeirBench/Bench.swift") == [])
    #expect(broken("clock_gettime(a, b)", at: "Sources/WeirCommand/Terminal/Clock.swift") == [])
  }

  @Test func `a finding names the line, the rule and the way out`() {
    let code = SourceCode("/*\n*/\nlet a = \"\"\"\n  x\n  \"\"\"\nlet now = Date()\n")
    let findings = rules.flatMap { $0.findings(in: code, at: "Sources/WeirRun/World.swift") }
    #expect(
      findings == [
        "Sources/WeirRun/World.swift:6: Date(: time comes in as an `Instant` of virtual time"
      ])
  }

  @Test func `imports are held against the table`() {
    let rooms = ["WeirTree": ["WeirCore"], "WeirRun": ["WeirTree"], "WeirScenario": ["CYAML"]]
    func findings(_ text: String, _ path: String) -> [String] {
      Imports.findings(in: SourceCode(text), at: path, rooms: rooms)
    }
    #expect(findings("public import WeirCore", "Sources/WeirTree/A.swift") == [])
    #expect(findings("import WeirRun", "Sources/WeirTree/A.swift").count == 1)
    #expect(findings("import struct WeirRun.World", "Sources/WeirTree/A.swift").count == 1)
    #expect(findings("import Glibc", "Sources/WeirTree/A.swift").count == 1)
    #expect(findings("import Glibc", "Sources/WeirRun/A.swift") == [])
    #expect(findings("import Glibc", "Sources/WeirScenario/YAML/A.swift") == [])
    #expect(findings("import Glibc", "Sources/WeirScenario/A.swift").count == 1)
    #expect(findings("import CYAML", "Sources/WeirScenario/YAML/A.swift") == [])
    #expect(findings("import CGSL", "Sources/WeirRun/A.swift").count == 1)
    #expect(findings("import Foundation", "Sources/WeirRun/A.swift").count == 1)
    #expect(findings("// import Foundation", "Sources/WeirRun/A.swift") == [])
  }

  private func broken(_ text: String, at path: String) -> [String] {
    let code = SourceCode(text)
    return rules.filter { !$0.findings(in: code, at: path).isEmpty }.map(\.name)
  }
}
