// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirTree

import WeirTrace

@Suite struct StepFormatTests {
  @Test func `each kind has a format, in the order of the kinds`() {
    #expect(StepFormat.all.map(\.kind) == Step.Kind.allCases)
    for kind in Step.Kind.allCases {
      let format = StepFormat.of(kind)
      #expect(format.kind == kind && format.about.hasSuffix("."), "\(kind)")
      #expect(Set(format.fields.map(\.name)).count == format.fields.count, "\(kind)")
      #expect(!format.words(StepTelling(Step(at: .zero, kind))).isEmpty)
    }
  }

  @Test func `what a format says of its kind stands in the comment of the kind, too`() throws {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: top.appendingPathComponent("Sources/WeirTrace/Steps/Step.swift"), encoding: .utf8)
    var (comment, comments) = ([String](), [String: String]())
    for line in source.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("/// ") {
        comment.append(String(words.dropFirst(4)))
      } else {
        if words.hasPrefix("case ") {
          comments[String(words.dropFirst(5))] = comment.joined(separator: " ")
        }
        comment = []
      }
    }
    for format in StepFormat.all { #expect(comments["\(format.kind)"] == format.about) }
  }

  static let layouts: [[StepBits]] = [
    [Step.Opened.isNewest, Step.Opened.rows, Step.Opened.isArranged],
    [Step.Wrote.write, Step.Wrote.isEdit],
    [Step.Sent.lost, Step.Sent.isHeld, Step.Sent.isDoubled, Step.Sent.inLine],
    [Step.Heard.event, Step.Heard.tag],
    [
      Step.Published.updates, Step.Published.moves, Step.Published.inserts, Step.Published.deletes,
      Step.Published.isFirst,
    ],
    [Step.Paged.hasMore, Step.Paged.new], [Step.Reported.stage, Step.Reported.says],
    [Step.Tallied.place, Step.Tallied.isNoNumber],
    [
      Step.Pending.listens, Step.Pending.writes, Step.Pending.hooks, Step.Pending.transactions,
    ],
    [Step.Noted.detail, Step.Noted.note],
    [Step.Stored.isSave, Step.Stored.isFailure, Step.Stored.tag],
    [
      Step.Requested.start, Step.Requested.isBackward, Step.Requested.isFresh,
      Step.Requested.goesOn,
      Step.Requested.count, Step.Requested.tag,
    ],
    [
      Step.Fetched.end, Step.Fetched.isLast, Step.Fetched.hasMore, Step.Fetched.rows,
      Step.Fetched.tag,
    ],
    [Step.Transferred.verb, Step.Transferred.end, Step.Transferred.tag],
  ]

  @Test(arguments: layouts)
  func `numbers of one word keep out of each other's way, and come back as they were`(
    _ layout: [StepBits]
  ) {
    for (place, bits) in layout.enumerated() {
      // Everything else is full, so that a bit too many would show.
      let others = layout.enumerated().filter { $0.offset != place }
        .reduce(UInt64(0)) { $0 | $1.element.holding(UInt64.max) }
      for number in [0, 1, bits.most / 2, bits.most] {
        let word = others | bits.holding(number)
        let step = bits.isInY ? Step(at: .zero, .sent, y: word) : Step(at: .zero, .sent, x: word)
        #expect(step[bits] == number && step.has(bits) == (number != 0))
        for (other, its) in layout.enumerated() where other != place {
          #expect(step[its] == its.most)
        }
      }
    }
  }

  @Test func `what does not fit is cut at the largest that does`() {
    let word = Step.Published.moves.holding(40_000) | Step.Published.updates.holding(3)
    let step = Step(at: .zero, .published, y: word)
    #expect(step[Step.Published.moves] == 32_767 && step[Step.Published.updates] == 3)
    #expect(Step.Paged.new.holding(-1) == 0 && Step.Paged.hasMore.holding(true) == 1)
  }

  @Test func `a step says its fields by name`() {
    let names = StepNames(lists: ["/room"], actions: [3: "replace"], points: ["a", "b"])
    func values(_ step: Step) -> [String: StepField.Value] {
      let fields = StepFormat.of(step.kind).fields(of: step, names)
      return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value(in: step, names)) })
    }
    let lost = Step(
      at: .zero, .sent, client: 1, x: .max,
      y: Step.Sent.lost.holding(2) | Step.Sent.inLine.holding(5))
    #expect(
      values(lost) == [
        "arrives": .time(nil), "lost": .number(2), "held": .flag(false), "doubled": .flag(false),
        "in_line": .time(5_000),
      ])
    #expect(values(Step(at: .zero, .misbehaved, x: 1)) == ["point": .text("b")])
    #expect(values(Step(at: .zero, .misbehaved, x: 2)) == ["point": .text("?")])
    #expect(
      values(Step(at: .zero, .tallied, x: .max, y: 7)) == [
        "counter": .number(7), "now": .signed(-1),
      ])
    #expect(
      values(Step(at: .zero, .pending, x: 2, y: 3)) == [
        "messages": .number(2), "requests": .number(3),
      ])
    let client = values(
      Step(at: .zero, .pending, client: 0, x: 2, y: Step.Pending.hooks.holding(1)))
    #expect(client["hooks"] == .number(1) && client["connection"] == .number(1))
    let counts = Step(
      at: .zero, .reported, client: 0, x: 4, y: UInt64(ResourceStage.underWay.rawValue))
    #expect(values(counts)["count"] == .number(4) && values(counts)["operation"] == nil)
  }

  @Test func `a note of a family says itself by its own fields and words`() {
    let note = StepNote(
      "nudged", "A client nudged a row.", x: .number("times"), y: .word("how", ["softly", "hard"]),
      says: { "nudges\($0.key) \($0.x) times, \($0.y)" })
    let names = StepNames(notes: [note])
    let step = Step(at: .zero, .noted, client: 0, key: Key("a"), x: 3, y: note.holding(1))
    #expect(note.isSaid(by: step) && !note.isSaid(by: Step(at: .zero, .noted)))
    let format = StepFormat.of(.noted)
    let values = format.fields(of: step, names).map { ($0.name, $0.value(in: step, names)) }
    #expect(values.map(\.0) == ["note", "times", "how"])
    #expect(values.map(\.1) == [.text("nudged"), .number(3), .text("hard")])
    #expect(format.words(StepTelling(step, names)) == "nudges 'a' 3 times, 1")
    #expect(format.caption(StepTelling(step, names)) == "nudges 'a' 3 times, 1")
    // Who knows nothing of the family still says that something was noted.
    #expect(format.words(StepTelling(step)) == "notes something 'a'")
    #expect(format.fields(of: step, StepNames()).map(\.name) == ["note"])
  }

  @Test func `a step says itself in words, and in which row of its journey it stands`() {
    let names = StepNames(lists: ["/room"], actions: [3: "replace"])
    func words(_ step: Step, isFromBackend: Bool = false) -> String {
      let telling = StepTelling(step, names, isFromBackend: isFromBackend)
      let format = StepFormat.of(step.kind)
      let row = format.row(of: telling)
      return "\(row.number) \(row.doer.rawValue): \(format.words(telling))"
    }
    #expect(words(Step(at: .zero, .meant, x: 3)) == "3 WeirWorkload: means to replace")
    #expect(words(Step(at: .zero, .opened, list: 0)) == "11 a stack: opens /room")
    #expect(words(Step(at: .zero, .wrote, key: Key("a"))) == "4 a stack: removes 'a'")
    let sent = Step(at: .zero, .sent, x: 1_000, y: Step.Sent.isDoubled.holding(true))
    #expect(words(sent) == "6 WeirNetwork: sends it; it takes 1us, and comes twice")
    #expect(words(sent, isFromBackend: true).hasPrefix("9 WeirNetwork: is sent it"))
    let published = Step(at: .zero, .published, y: Step.Published.inserts.holding(2))
    #expect(words(published) == "12 a stack: shows its list: +2")
    let asked = Step(at: .zero, .reported, x: 5, y: UInt64(ResourceStage.asked.rawValue))
    let stands = Step(at: .zero, .reported, x: 5, y: UInt64(ResourceStage.persisted.rawValue))
    #expect(words(asked).hasPrefix("4 a stack: operation 5 asks"))
    #expect(words(stands).hasPrefix("11 a stack: operation 5 tells"))
  }
}
