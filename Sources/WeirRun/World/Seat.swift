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
  let query: Query
  /// An index into the scenario's groups.
  let group: Int
  /// Its number in the group.
  let number: Int
  /// Under which number the client hears of its list, once it has opened it.
  var registration: UInt32 = 0
  /// The row that the client keeps while it is connected.
  let presence: Path?
  /// Whether the app is running.
  var isRunning = false
  /// What was saved when the app was killed.
  var saved: SavedWrites?
}
