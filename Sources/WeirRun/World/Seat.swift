import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirNetwork
import WeirStreams
import WeirTree

/// All that belongs to one client: its app, its links, and its chance.
struct Seat: Sendable {
  var client: Client
  var stack: ListStream
  var view: StrictListView<Row>
  var up: Link
  var down: Link
  var ids: PushIDs
  var chance: RandomStream
  let list: UInt32
  let link: Int
  /// What its list shows.
  let screen: Screen
  /// An index into the scenario's groups.
  let group: Int
  /// Its number in the group.
  let number: Int
  /// Where its stack listens: under which number the client tells, and under which the stack hears.
  var listens: [(registration: UInt32, tag: UInt32)] = []
  /// The row that the client keeps while it is connected.
  let presence: Path?
  /// Whether the app is running.
  var isRunning = false
  /// What was saved when the app was killed.
  var saved: SavedWrites?
}

extension Seat {
  /// The content of a child of the list, as far as one of the stack's listens knows it, or null.
  func child(_ key: Key) -> Node {
    for listen in listens {
      let node = client.child(key, of: listen.registration)
      if !node.isNull { return node }
    }
    return .null
  }

  /// Under which tag the stack hears what the client tells under this number, if it still does.
  func tag(of registration: UInt32) -> UInt32? {
    for listen in listens where listen.registration == registration { return listen.tag }
    return nil
  }
}
