// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirTree

/// The habits of a plain app with objects; a mutant has one that is wrong.
protocol FormHabits: Sendable {
  // Forms.

  /// Returns what stays of what was typed when its row is heard anew.
  static func keeps(_ typed: Node, heard old: Node, now new: Node) -> Node?
  /// `true` if what was typed stays when the save of it was turned away.
  static var keepsRefused: Bool { get }
  /// `true` if an answer to a save says that it was written.
  static func isDone(_ answer: Message.Answer) -> Bool
  /// `true` if the answer to a save ends what was typed since.
  static var endsNewer: Bool { get }
  /// Returns what somebody types as their how-manieth text.
  static func types(_ number: Int) -> Node
  /// `true` if what is typed is what was saved.
  static func isSame(_ typed: Node, asSaved saved: Node) -> Bool
  /// Returns what the form knows of its row from now on.
  static func hears(_ new: Node, over old: Node, saves: Int) -> Node
  /// `true` if the form does not take in news of its row: the how-manieth since it was opened they are, and whether the row was
  /// the last one of its batch.
  static func misses(_ news: Int, isLast: Bool) -> Bool
  /// Returns the row whose news a form hears.
  static func opens(_ key: Key, after old: Key?) -> Key
  /// Returns what a form shows when it is opened: `kept` is what it showed of the row when that was open before.
  static func begins(with row: Node, kept: Node?) -> Node
  /// `true` if what is given up is no longer shown.
  static var givesUp: Bool { get }
  /// `true` if what was typed is saved into a row that is gone.
  static var savesGone: Bool { get }
  /// Returns the place below the list at which the text of a row is saved.
  static func saves(_ key: Key) -> Path
  /// Returns what is shown of the crew of a row.
  static func shows(crew: Node) -> Node

  // Relations.

  /// Returns the writes by which a relation is changed, each with its parts.
  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]]
  /// Returns the parts by which a row gets another lead than the one that it has.
  static func replaces(_ old: Node, by new: Write.Part) -> [Write.Part]
  /// Returns the part by which a row is taken into the crew of another one.
  static func takes(_ one: Key, into other: Key, _ end: Node) -> Write.Part
  /// Returns the place to which the own end of a relation leads.
  static func leads(to row: Path) -> Path
  /// `true` if the end that another one held before goes, too.
  static var cutsOld: Bool { get }
  /// `true` if the other end goes with the own one.
  static var cutsParted: Bool { get }
  /// `true` if the ends that lead to a row go with it.
  static var cutsDeleted: Bool { get }
  /// `true` if they go in one write with it.
  static var deletesAtOnce: Bool { get }
  /// `true` if an end of this row goes by itself with the row that is deleted.
  static func isInside(_ row: Key, of deleted: Key) -> Bool
  /// `true` if an end leads back to another one, by the place that it leads to.
  static func leads(_ place: Path?, backTo end: Path) -> Bool
  /// `true` if ends that lead to nothing are taken away.
  static var mends: Bool { get }

  // Versions.

  /// `true` if an app of these versions takes a row for an older one.
  static func isOlder(_ stored: StoredVersions, than own: StoredVersions) -> Bool
  /// Returns the versions of a row that an app of these versions has made newer.
  static func marks(_ own: StoredVersions) -> StoredVersions
  /// `true` if a field that an older app has stored is moved, out of a row of these versions.
  static func moves(_ field: Path, from stored: StoredVersions) -> Bool
}

/// The habits of an app with objects that does everything right.
enum RightForms: FormHabits {}

extension FormHabits {
  static func keeps(_ typed: Node, heard old: Node, now new: Node) -> Node? { typed }
  static var keepsRefused: Bool { true }
  static func isDone(_ answer: Message.Answer) -> Bool { answer == .committed }
  static var endsNewer: Bool { false }
  static func types(_ number: Int) -> Node { .text("plainly typed \(number)") }
  static func isSame(_ typed: Node, asSaved saved: Node) -> Bool { typed == saved }
  static func hears(_ new: Node, over old: Node, saves: Int) -> Node { new }
  static func misses(_ news: Int, isLast: Bool) -> Bool { false }
  static func opens(_ key: Key, after old: Key?) -> Key { key }
  static func begins(with row: Node, kept: Node?) -> Node { row }
  static var givesUp: Bool { true }
  static var savesGone: Bool { false }
  static func saves(_ key: Key) -> Path { Path([key, ObjectNotes.word]) }
  static func shows(crew: Node) -> Node { crew }
  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]] {
    [own + others]
  }
  static func replaces(_ old: Node, by new: Write.Part) -> [Write.Part] { [new] }
  static func takes(_ one: Key, into other: Key, _ end: Node) -> Write.Part {
    Write.Part(Path([other, ObjectNotes.crew, one]), end)
  }
  static func leads(to row: Path) -> Path { row }
  static var cutsOld: Bool { true }
  static var cutsParted: Bool { true }
  static var cutsDeleted: Bool { true }
  static var deletesAtOnce: Bool { true }
  static func isInside(_ row: Key, of deleted: Key) -> Bool { row == deleted }
  static func leads(_ place: Path?, backTo end: Path) -> Bool { place == end }
  static var mends: Bool { true }
  static func isOlder(_ stored: StoredVersions, than own: StoredVersions) -> Bool {
    stored.isBehind(own)
  }
  static func marks(_ own: StoredVersions) -> StoredVersions { own }
  static func moves(_ field: Path, from stored: StoredVersions) -> Bool { true }
}
