// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// A phone with a list, a detail screen, a badge and a tab, as the checkers of models see it.
private struct Phone: ~Copyable {
  /// The numbers of its screens.
  enum Number {
    static let list: UInt32 = 0
    static let detail: UInt32 = 1
    static let badge: UInt32 = 2
    static let tab: UInt32 = 3
  }

  private var checkers: Checkers
  private var now = Instant.zero
  private var shown: [[Row]] = [[], [], [], []]
  private static let list = QueryBuilder(Path("l"))
  private let pace: ListPace

  init(_ pace: ListPace = .live) {
    self.pace = pace
    var surfaces = SurfaceNumbers(clients: 1)
    for name in [ModelNotes.detail, ModelNotes.badge, "tab 2"] { surfaces.add(name, of: 0) }
    checkers = Checkers(
      Checkers.models, on: Ground(lists: [Path("l")], transactAction: 6, surfaces: surfaces))
    open()
  }

  mutating func open() {
    for number in Number.list...Number.tab {
      let source =
        number == Number.badge ? Self.list.ordered(by: .child(Path("likes"))) : Self.list
      record(
        .opened, number,
        evidence: .screen(
          OpenedScreen(
            Screen(source), lists: [0], atMost: .zero, pace: number == Number.list ? pace : .read)))
    }
    shown = [[], [], [], []]
  }

  mutating func record(
    _ kind: Step.Kind, _ number: UInt32 = Number.list, key: Key = Step.noKey, x: UInt64 = 0,
    y: UInt64 = 0, evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(Step(at: now, kind, client: number, list: 0, key: key, x: x, y: y), evidence)
  }

  mutating func note(_ note: StepNote, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0) {
    record(.noted, key: key, x: x, y: note.holding(y))
  }

  /// A row with so many likes.
  static func node(_ likes: Int64) -> Node { Node([(Key("likes"), .integer(likes))]) }

  /// The client hears that a row has so many likes; nil: that it went.
  mutating func hear(_ name: String, _ likes: Int64?) {
    let key = Key(name)
    let node = likes.map { Self.node($0) } ?? .null
    record(.committed, key: key, x: node.fingerprint, evidence: .row(node))
    let kind: DataEvent.Kind = likes == nil ? .removed : .changed
    record(
      .heard, key: key, x: node.fingerprint,
      y: Step.Heard.event.holding(UInt64(kind.rawValue)))
  }

  /// A screen is told that it shows these rows, with the change set that leads there unless another one is given.
  mutating func show(
    _ number: UInt32, _ rows: [(String, Int64)], _ changes: ChangeSet? = nil, isFirst: Bool = false,
    isProvisional: Bool = false
  ) {
    let new = rows.map { name, likes in
      let node = number == Number.badge ? .integer(likes) : Self.node(likes)
      return Row(key: Key(name), stamp: node.fingerprint)
    }
    record(
      .published, number,
      evidence: .publication(
        Publication(
          changes ?? diff(from: shown[Int(number)], to: new), sections: [new], isFirst: isFirst,
          isProvisional: isProvisional)))
    shown[Int(number)] = new
  }

  /// The phone shows two rows, one of them on the detail screen, too, and has told everything.
  mutating func begin() {
    hear("a", 1)
    hear("b", 2)
    record(.completed)
    for number in [Number.list, Number.tab] {
      show(number, [("a", 1), ("b", 2)], isFirst: true)
    }
    note(ModelNotes.opened, key: Key("a"))
    show(Number.detail, [("a", 1)], isFirst: true)
    show(Number.badge, [("a", 1)], isFirst: true)
    note(ModelNotes.settled)
  }

  /// The row on the detail screen goes, unless that was heard, and comes again; the list and the tab show it.
  mutating func comesAgain(isGone: Bool = false) {
    if !isGone { hear("a", nil) }
    hear("a", 7)
    for number in [Number.list, Number.tab] { show(number, [("a", 7), ("b", 2)]) }
    show(Number.badge, [("a", 7)])
  }

  /// The next row is heard at the moment of the last step.
  mutating func stop() { now = Instant(nanoseconds: now.nanoseconds - 2_000_000) }

  /// What the promises that are broken say.
  consuming func faults() -> [String] {
    checkers.findings.filter(\.verdict.isBroken).map { "\($0.checker): \($0.verdict)" }
  }

  /// The lengths of time for which screens were apart.
  consuming func spans() -> [Int64] {
    checkers.measured.first { $0.metric == "screens-apart" }?.values ?? []
  }
}

@Suite struct ModelCheckersTests {
  private typealias Number = Phone.Number

  @Test func `screens that agree once nothing is on its way keep all promises`() {
    var phone = Phone()
    phone.begin()
    phone.hear("a", 5)
    for number in [Number.list, Number.tab] { phone.show(number, [("a", 5), ("b", 2)]) }
    phone.show(Number.detail, [("a", 5)])
    phone.show(Number.badge, [("a", 5)])
    phone.note(ModelNotes.settled)
    phone.hear("a", nil)
    for number in [Number.list, Number.tab] { phone.show(number, [("b", 2)]) }
    phone.show(Number.detail, [])
    phone.show(Number.badge, [])
    phone.note(ModelNotes.settled)
    #expect(phone.faults() == [])
  }

  @Test func `the time for which screens disagree is measured`() {
    var phone = Phone()
    phone.begin()
    phone.hear("a", 5)
    for number in [Number.list, Number.tab] { phone.show(number, [("a", 5), ("b", 2)]) }
    phone.show(Number.detail, [("a", 5)])
    phone.show(Number.badge, [("a", 5)])
    // Each step takes a millisecond: the tab comes one after the list at first, the badge three after it then.
    #expect(phone.spans() == [1_000_000, 3_000_000])
  }

  @Test(arguments: [1, 2, 3] as [UInt32])
  func `a screen that stays behind disagrees`(number: UInt32) {
    var phone = Phone()
    phone.begin()
    phone.hear("a", 5)
    phone.show(Number.list, [("a", 5), ("b", 2)])
    if number != Number.tab { phone.show(Number.tab, [("a", 5), ("b", 2)]) }
    if number != Number.detail { phone.show(Number.detail, [("a", 5)]) }
    if number != Number.badge { phone.show(Number.badge, [("a", 5)]) }
    phone.note(ModelNotes.settled)
    let faults = phone.faults()
    #expect(faults.first?.hasPrefix("screens-agree") == true, "\(faults)")
  }

  @Test func `a covered screen may stay behind, and must not be told`() {
    var phone = Phone()
    phone.begin()
    phone.note(ModelNotes.covered, x: 1, y: 1)
    phone.hear("a", 5)
    for number in [Number.list, Number.tab] { phone.show(number, [("a", 5), ("b", 2)]) }
    phone.show(Number.badge, [("a", 5)])
    phone.note(ModelNotes.settled)
    #expect(phone.faults() == [])
    phone = Phone()
    phone.begin()
    phone.note(ModelNotes.covered, x: 1, y: 1)
    phone.hear("a", 5)
    phone.show(Number.detail, [("a", 5)])
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].contains("while another screen covers it"), "\(faults)")
  }

  @Test func `a row that goes back on a screen is found at once`() {
    var phone = Phone()
    phone.begin()
    phone.hear("a", 5)
    phone.show(Number.detail, [("a", 5)])
    phone.show(Number.detail, [("a", 1)])
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].contains("as it was before what it showed"), "\(faults)")
  }

  @Test func `a row that goes and comes again is not held against its halves`() {
    var phone = Phone()
    phone.begin()
    phone.hear("a", nil)
    phone.hear("a", 7)
    phone.show(Number.detail, [("a", 3)])
    phone.show(Number.detail, [("a", 7)])
    for number in [Number.list, Number.tab] { phone.show(number, [("a", 7), ("b", 2)]) }
    phone.show(Number.badge, [("a", 7)])
    phone.note(ModelNotes.settled)
    #expect(phone.faults() == [])
  }

  @Test func `a row that was opened and is not there is missed`() {
    var phone = Phone()
    phone.begin()
    phone.note(ModelNotes.opened, key: Key("b"))
    phone.show(Number.detail, [])
    phone.show(Number.badge, [])
    phone.note(ModelNotes.settled)
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].contains("does not show 'b', which was opened"))
  }

  @Test func `a row that comes again while it is shown has to stay`() {
    var phone = Phone()
    phone.begin()
    phone.comesAgain()
    phone.show(Number.detail, [])
    phone.note(ModelNotes.settled)
    let faults = phone.faults()
    #expect(
      faults.count == 1 && faults[0].contains("does not show 'a', which was opened"), "\(faults)")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a row need not stay that was not there any more, or not certainly, or belongs elsewhere`(
    kind: Int
  ) {
    var phone = Phone()
    phone.begin()
    switch kind {
    case 0:
      phone.hear("a", nil)
      phone.show(Number.detail, [])
      phone.comesAgain(isGone: true)
    case 1:
      phone.note(ModelNotes.covered, x: 1, y: 1)
      phone.comesAgain()
      phone.note(ModelNotes.covered, x: 1, y: 0)
      phone.show(Number.detail, [])
    case 2:
      // The screen shows what it missed a moment after it is uncovered.
      phone.note(ModelNotes.covered, x: 1, y: 1)
      phone.hear("a", nil)
      phone.note(ModelNotes.covered, x: 1, y: 0)
      phone.stop()
      phone.comesAgain(isGone: true)
      phone.show(Number.detail, [])
    default:
      phone.hear("a", nil)
      phone.note(ModelNotes.opened, key: Key("b"))
      phone.comesAgain(isGone: true)
      phone.show(Number.detail, [("b", 2)])
      phone.show(Number.badge, [("b", 2)])
    }
    phone.note(ModelNotes.settled)
    #expect(phone.faults() == [])
  }

  @Test func `a row that is opened while it goes need not come back with the row`() {
    var phone = Phone(.late)
    phone.begin()
    phone.hear("a", nil)
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.show(Number.detail, [])
    phone.comesAgain(isGone: true)
    phone.note(ModelNotes.settled)
    #expect(phone.faults() == [])
  }

  @Test func `a kept row that is opened twice and goes need not come back either`() {
    var phone = Phone()
    phone.show(Number.list, [("a", 1)], isFirst: true, isProvisional: true)
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.show(Number.detail, [("a", 1)], isFirst: true, isProvisional: true)
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.record(.completed)
    phone.show(Number.list, [])
    phone.show(Number.detail, [])
    phone.note(ModelNotes.settled)
    phone.hear("a", 1)
    phone.show(Number.list, [("a", 1)])
    phone.note(ModelNotes.settled)
    #expect(phone.faults().filter { $0.hasPrefix("screen-rows") } == [])
  }

  @Test(arguments: [ListPace.live, .late])
  func `a row may be older on a screen that is opened again only where the list is late`(
    pace: ListPace
  ) {
    var phone = Phone(pace)
    phone.begin()
    phone.hear("a", 5)
    phone.show(Number.detail, [("a", 5)])
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.show(Number.detail, [("a", 1)])
    let faults = phone.faults()
    #expect(faults.count == (pace == .late ? 0 : 1), "\(faults)")
  }

  @Test(arguments: [ListPace.live, .late], [false, true])
  func `what is written here may be shown by halves where the list is late, until all is told`(
    pace: ListPace, isSettled: Bool
  ) {
    var phone = Phone(pace)
    phone.begin()
    phone.record(.touched, key: Key("a"))
    if isSettled { phone.note(ModelNotes.settled) }
    phone.show(Number.list, [("a", 9), ("b", 2)])
    let faults = phone.faults()
    #expect(faults.count == (pace == .late && !isSettled ? 0 : 1), "\(faults)")
  }

  @Test(arguments: [("never", 9 as Int64), ("old", 1)], [false, true])
  func `a row that was written here may be shown by halves on the detail screen, but not as it was`(
    version: (name: String, likes: Int64), isTouched: Bool
  ) {
    var phone = Phone()
    phone.begin()
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.show(Number.detail, [("a", 1)])
    phone.hear("a", 5)
    if isTouched { phone.record(.touched, key: Key("a")) }
    phone.show(Number.detail, [("a", 5)])
    phone.show(Number.detail, [("a", version.likes)])
    let faults = phone.faults().filter { $0.hasPrefix("screen-rows") }
    #expect(faults.isEmpty == (isTouched && version.name == "never"), "\(faults)")
  }

  @Test func `a kept row that went before anything was told need not come back`() {
    var phone = Phone()
    phone.show(Number.list, [("a", 1)], isFirst: true, isProvisional: true)
    phone.note(ModelNotes.opened, key: Key("a"))
    phone.show(Number.detail, [("a", 1)], isFirst: true, isProvisional: true)
    phone.record(.completed)
    phone.show(Number.list, [])
    phone.show(Number.detail, [])
    phone.hear("a", 1)
    phone.show(Number.list, [("a", 1)])
    phone.note(ModelNotes.settled)
    #expect(phone.faults().filter { $0.hasPrefix("screen-rows") } == [])
  }

  @Test func `a list that is late shows what was heard last once nothing is on its way`() {
    var phone = Phone(.late)
    phone.begin()
    phone.hear("a", 5)
    phone.hear("a", 6)
    phone.note(ModelNotes.settled)
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].contains("otherwise than it was heard last"))
  }

  @Test(arguments: [ListPace.live, .late], [false, true])
  func `a list that is late may keep halves until all is kept`(pace: ListPace, isKept: Bool) {
    var phone = Phone(pace)
    phone.begin()
    phone.record(.touched, key: Key("a"))
    if isKept {
      phone.note(ModelNotes.kept)
      phone.hear("a", 5)
    }
    phone.record(.killed)
    phone.open()
    phone.show(Number.list, [("a", 9), ("b", 2)], isFirst: true, isProvisional: true)
    let faults = phone.faults()
    #expect(faults.count == (pace == .late && !isKept ? 0 : 1), "\(faults)")
  }

  @Test(arguments: [0, 1, 2, 3])
  func
    `a change that is told twice, of nothing, as going and coming, or of what is the same is found`(
      kind: Int
    )
  {
    var phone = Phone()
    phone.begin()
    let rows: [(String, Int64)] = [("a", 1), ("b", 2)]
    switch kind {
    case 0: phone.show(Number.list, rows, isFirst: true)
    case 1: phone.show(Number.list, rows)
    case 2: phone.show(Number.list, rows, ChangeSet(deletes: [1], inserts: [1]))
    default: phone.show(Number.list, rows, ChangeSet(updates: [.init(old: 1, new: 1)]))
    }
    let words = [
      "the whole twice", "nothing is different", "goes and comes", "which shows the same",
    ]
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].contains(words[kind]), "\(faults)")
  }

  @Test(
    arguments: [
      ([("a", 1), ("b", 2)], nil), ([("a", 1)], "does not show 'b', which it kept"),
      ([("a", 1), ("b", 2), ("c", 3)], "was gone when all was kept"),
      ([("a", 4), ("b", 2)], "otherwise than it was kept"),
      ([("a", 9), ("b", 2)], "never heard so"),
    ] as [([(String, Int64)], String?)])
  func `an app that starts shows what it kept`(rows: [(String, Int64)], words: String?) {
    var phone = Phone()
    phone.hear("a", 4)
    phone.hear("c", 3)
    phone.hear("c", nil)
    phone.begin()
    phone.note(ModelNotes.kept)
    phone.record(.killed)
    phone.open()
    phone.show(Number.list, rows, isFirst: true, isProvisional: true)
    let faults = phone.faults()
    #expect(faults.count == (words == nil ? 0 : 1), "\(faults)")
    if let words { #expect(faults.first?.contains(words) == true, "\(faults)") }
  }

  @Test func `who logs out leaves nothing`() {
    var phone = Phone()
    phone.begin()
    phone.note(ModelNotes.kept)
    phone.record(.closed)
    phone.note(ModelNotes.loggedOut)
    phone.note(ModelNotes.loggedOut, x: 1)
    phone.open()
    phone.show(Number.list, [("a", 1)], isFirst: true, isProvisional: true)
    let faults = phone.faults()
    #expect(faults.count == 1 && faults[0].hasPrefix("kept-models"), "\(faults)")
  }
}
