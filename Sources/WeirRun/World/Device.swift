// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirNetwork
import WeirStreams
import WeirTree
import WeirWorkload

/// The device of one client: its app, its links, and the hand that holds it.
struct Device: Sendable {
  // What each event of each simulated phone touches lies together, and first.

  /// `true` if the app is running.
  var isRunning = false
  /// `true` if its screen shows more than one section.
  let isGrouped: Bool
  /// The number of the rows that the view shows, as ``SharedPublications`` numbers them; 0: none were published.
  var shown: UInt32 = 0
  /// The list that it opens, and writes to.
  let list: UInt32
  let link: Int
  /// The number of times the list was closed, up to what an event can say; alarms of other lives do not ring.
  var listLife = 0
  /// The listens of its stack.
  var listens: [Listen] = []
  /// The messages that wait while the app is in the background; nil: it is not.
  var background: Background?
  /// Whichever it is: a call costs one dispatch, and changes it where it lies, as long as nobody copies a device.
  var stack: any ClientStack
  /// The requests of the stack beside its listens.
  var requests = StackRequests()
  var client: Client
  var view: StrictListView<Row>
  var up: Link
  var down: Link

  /// The journeys of what only the stack knows to do, and has not said to be over, while somebody waits for that.
  var acts: [UInt32] = []
  /// The surfaces that the app shows beside the main list.
  var surfaces: [Surface] = []
  /// The hand of its person.
  var hand: Hand
  /// The lists of all sources of its screen, that one first.
  let lists: [UInt32]
  /// The screen that its list shows.
  let screen: Screen
  /// An index into the scenario's groups.
  let group: Int
  /// Its number in the group.
  let number: Int
  /// The number of pages that were asked for.
  var callCount: UInt32 = 0
  /// The pages that have not come, and on which journeys people wait for them.
  var calls: [(call: UInt32, journey: UInt32)] = []
  /// `true` if the person has taken the filter away.
  var isFilterOff = false
  /// The rows that the client keeps while it is connected.
  let presence: [Path]
  /// `true` if the person has closed the list, and does something else in the app.
  var isListClosed = false
  /// The writes that were saved when the app was killed.
  var saved: SavedWrites?
  /// The clock of the device.
  var clock: DeviceClock
  /// The buggify point of the list in this life of the app, if it has one.
  var listPoint: ListBuggifyPoint?
  /// The reasons that the person or the app is away.
  var absence = Absence.beforeArrival
  /// The journeys on which somebody waits for an answer that a killed app has forgotten.
  var stranded: [UInt32] = []
  /// `true` if the app was told that it may not read a list, while a fault forbade that.
  var wasRefused = false
  /// The list of the app's drafts, if it keeps any, and those drafts, the oldest first.
  let draftList: UInt32?
  var drafts: [(key: Key, node: Node)] = []
  /// The part of the stack that was saved for the next life of the app.
  @Seldom var savedStack: SavedStack? = nil
  /// The number of times that the app was killed.
  var life = 0
  /// The bug of the client, if it has one on purpose.
  @Seldom var tamper: (any ClientTamper)? = nil
}

extension Device {
  /// Something that an app shows beside its main list, and the list view in which it does.
  struct Surface: Sendable {
    let plan: Plan.Surface
    var view: StrictListView<Row>
  }

  // Questions to a device where events flow are inlined, or asked as if they changed it: a call would be given a copy of the
  // whole device.

  /// A listen of the stack: under which number the client tells, and under which the stack hears.
  struct Listen: Sendable {
    var registration: UInt32
    var tag: UInt32
    var list: UInt32
    /// `true` if the first value was told.
    var isComplete = false
  }

  /// The content of a child of the list, as far as one of the stack's listens knows it, or null.
  @inline(__always)
  mutating func child(_ key: Key) -> Node {
    for listen in listens where listen.list == list {
      let node = client.child(key, of: listen.registration)
      if !node.isNull { return node }
    }
    return .null
  }

  /// Gathers the rows that the list shows, section by section.
  @inline(__always)
  mutating func rows(into sections: inout [[Row]]) { stack.rows(into: &sections) }

  /// Picks one of the rows that the app shows, at random; nil if there is none, or it is a draft.
  mutating func pickRow() -> Key? {
    let sections = stack.sectionCount
    let count = (0..<sections).reduce(0) { $0 + stack.rowCount(in: $1) }
    guard count > 0 else { return nil }
    var row = hand.pick(below: count)
    var section = 0
    while row >= stack.rowCount(in: section) {
      row -= stack.rowCount(in: section)
      section += 1
    }
    let key = stack.row(at: Place(section: Int32(section), row: Int32(row))).key
    // A draft is nothing that the server could change.
    return drafts.contains { $0.key == key } ? nil : key
  }

  /// Returns the place of the listen that hears what the client tells under this number, if one still does.
  @inline(__always)
  func listen(of registration: UInt32) -> Int? {
    listens.firstIndex { $0.registration == registration }
  }
}
