// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// An SDK of an app, on a server that lives in the test.
///
/// With `tellsAtOnce` it calls before it has returned, as SDKs do that have what is asked for in memory; else when the
/// test lets time pass. Its `stop` is as good as that of real ones: what was on its way still comes.
final class PretendSDK: StreamHost {
  struct Listening {
    let tag: UInt32
    let path: Path
  }

  var server: FakeServer
  let tellsAtOnce: Bool
  private(set) var now = Instant.zero
  private(set) var stopped: [UInt32] = []
  private(set) var asked: [Path] = []
  private var count: UInt32 = 0
  private var ears: [UInt32: (hear: (DataEvent) -> Void, lose: (Message.Refusal) -> Void)] = [:]
  private var mail: [FakeServer.Batch] = []
  private var alarms: [(at: Instant, ring: () -> Void)] = []
  /// The listens that the server refuses, by how often one was asked for.
  var refusing: Set<UInt32> = []

  init(_ server: FakeServer, tellsAtOnce: Bool = false) {
    self.server = server
    self.tellsAtOnce = tellsAtOnce
  }

  var listens: Int { server.listens.count }

  func listen(
    to path: Path, _ query: Query, hear: @escaping (DataEvent) -> Void,
    lose: @escaping (Message.Refusal) -> Void
  ) -> Listening {
    count += 1
    asked.append(path)
    ears[count] = (hear, lose)
    if refusing.contains(count) {
      if tellsAtOnce { lose(.forbidden) } else { alarms.append((now, { lose(.forbidden) })) }
    } else {
      let batch = server.listen(count, query)
      if tellsAtOnce { batch.events.forEach(hear) } else { mail.append(batch) }
    }
    return Listening(tag: count, path: path)
  }

  func stop(_ listening: Listening) {
    stopped.append(listening.tag)
    server.unlisten(listening.tag)
  }

  func wait(_ time: Interval, then ring: @escaping () -> Void) { alarms.append((now + time, ring)) }

  func write(_ key: String, _ node: Node) {
    let batches = server.write([(Key(key), node)])
    if tellsAtOnce { batches.forEach(tell) } else { mail += batches }
  }

  /// The server takes a listen away.
  func revoke(_ tag: UInt32) {
    server.unlisten(tag)
    ears[tag]?.lose(.forbidden)
  }

  /// Lets time pass until nothing is under way.
  func settle() {
    while true {
      if !mail.isEmpty {
        tell(mail.removeFirst())
      } else if let place = alarms.indices.min(by: { alarms[$0].at < alarms[$1].at }) {
        let alarm = alarms.remove(at: place)
        now = max(now, alarm.at)
        alarm.ring()
      } else {
        return
      }
    }
  }

  private func tell(_ batch: FakeServer.Batch) {
    guard let ear = ears[batch.tag] else { return }
    batch.events.forEach(ear.hear)
  }
}
