// SPDX-License-Identifier: GPL-3.0-or-later

/// The words that the article on faults says of a kind.
extension Scenario.Fault.Kind {
  /// A line of a scenario that has one.
  package var example: String { guide.example }

  /// The thing that happens.
  package var about: String { guide.about }

  /// The way in which it shows, and what a client that is right does about it.
  package var consequence: String { guide.consequence }

  private var guide: (example: String, about: String, consequence: String) {
    switch self {
    case .slowLink:
      (
        "{ fault: slow-link, factor: 10, every: { exponential: 20s }, for: 5s }",
        "Messages are under way longer: so many times as long, or by so much.",
        "Everything is seen later; requests without an answer are sent again."
      )
    case .loss:
      (
        "{ fault: loss, chance: 30%, at: 20s, for: 10s }",
        "Transmissions are lost, beside those that the link loses anyway.",
        "A stream sends again and holds back what comes behind; a datagram is gone, and the client asks again."
      )
    case .duplicate:
      (
        "{ fault: duplicate, chance: 20% }",
        "Datagrams arrive twice; for links with `transport: datagram`.",
        "A write must take effect once all the same, and an answer be taken once."
      )
    case .reorder:
      (
        "{ fault: reorder, chance: 20%, by: { uniform: [10ms, 80ms] } }",
        "Datagrams are held back, and later ones overtake them; for links with `transport: datagram`.",
        "What is older must not be shown over what is newer."
      )
    case .clog:
      (
        "{ fault: clog, every: { exponential: 30s }, for: 4s }",
        "Messages wait in the middle of the link, and then all arrive at once.",
        "A burst: batches are large, and nothing may be published for each message alone."
      )
    case .partition:
      (
        "{ fault: partition, direction: up, at: 20s, for: 15s }",
        "Nothing gets through, both ways or one way. A stream sends it when the fault is over; a datagram is lost.",
        "The client takes the connection for lost after a while; the server ends its session and does what it promised for that."
      )
    case .disconnect:
      (
        "{ fault: disconnect, every: { exponential: 10s } }",
        "Connections break.",
        "The client connects anew, asks for its lists again and sends its unanswered writes again, later each time that it fails."
      )
    case .background:
      (
        "{ fault: background, share: 50%, every: { exponential: 20s }, for: { uniform: [1s, 30s] } }",
        "The app is in the background: it hears nothing and does nothing.",
        "It catches up with all that has waited, in order, and then looks at its alarms."
      )
    case .kill:
      (
        "{ fault: kill, persistence: on, every: { exponential: 20s }, for: 2s }",
        "The app is killed, and started again. Unanswered writes survive or not, as the fault or the group says.",
        "A life of the list ends without a word; the next one begins with what was saved, and sends that again."
      )
    case .clock:
      (
        "{ fault: clock, ahead: 1h, share: 30% }",
        "The clock of a device is ahead or behind, or gains.",
        "Times that the app writes are wrong; order by the server's times and by keys is not."
      )
    case .cacheLoss:
      (
        "{ fault: cache-loss, every: { exponential: 20s } }",
        "The client loses what it has cached.",
        "It asks again, and what it shows meanwhile must not lose its own unanswered writes."
      )
    case .cacheCorruption:
      (
        "{ fault: cache-corruption, every: { exponential: 40s } }",
        "The device loses its power while the app saves: what is saved is damaged.",
        "What can be read is taken, in order and up to the first hole; the rest counts as never written."
      )
    case .crash:
      (
        "{ fault: crash, at: 20s, for: 5s }",
        "The server goes down: what was committed stays, all else is lost.",
        "All connect anew at once; writes without an answer are sent again and take effect once."
      )
    case .slowServer:
      (
        "{ fault: slow-server, factor: 20, at: 20s, for: 10s }",
        "The server takes so many times as long for each request; for servers with a `service` that takes time.",
        "Requests wait in line; who sends again too soon makes it worse."
      )
    case .overload:
      (
        "{ fault: overload, chance: 50%, at: 20s, for: 10s }",
        "The server turns requests away.",
        "The client tries again, with growing patience; a write is not lost."
      )
    case .throttle:
      (
        "{ fault: throttle, pace: 5/s, at: 20s, for: 10s }",
        "The server takes only so many requests of a session.",
        "The rest waits there; a client that floods waits longer."
      )
    case .quota:
      (
        "{ fault: quota, writes: 20, at: 20s, for: 10s }",
        "The server takes only so many writes, or bytes, of a session.",
        "More are refused, and what the app had shown of them is undone."
      )
    case .revoke:
      (
        "{ fault: revoke, list: rooms/lobby, at: 20s, for: 10s }",
        "A list may not be read for a while.",
        "The list says that it is lost and keeps its rows; its person opens it anew when it may be read again."
      )
    case .reject:
      (
        "{ fault: reject, chance: 5% }",
        "The server refuses writes.",
        "What the app had shown at once is undone, and the one who wrote is told."
      )
    case .staleReplica:
      (
        "{ fault: stale-replica, lag: 2s, at: 20s, for: 10s }",
        "The copies of the tree from which clients read are behind; for servers with several `replicas`.",
        "No client can mend it: promises about what is read break, as they should."
      )
    case .lateAnswers:
      (
        "{ fault: late-answers, chance: 50%, by: { exponential: 2s } }",
        "Writers hear later that their writes are done.",
        "Others see a write before its writer knows that it is done."
      )
    case .lostAnswers:
      (
        "{ fault: lost-answers, chance: 20% }",
        "Writers do not hear that their writes are done.",
        "They send again when they connect anew, and the write takes effect once."
      )
    case .earlyAnswers:
      (
        "{ fault: early-answers, at: 20s, for: 10s }",
        "Writers hear that their writes are done before they hear the data.",
        "No client can mend it: for a moment it shows the data of before."
      )
    case .slowFiles:
      (
        "{ fault: slow-files, factor: 20, every: { exponential: 10s }, for: 5s }",
        "Files move slowly: all that an app does at the service for files takes so many times as long.",
        "More breaks off in the middle of it, as apps are killed and connections are lost, and what is told of its progress comes late."
      )
    case .stalledFiles:
      (
        "{ fault: stalled-files, share: 50%, at: 10s, for: 5s }",
        "Nothing moves to the service for files and back, and nothing breaks off. It all goes on where it was when the fault is over.",
        "A transfer that is given up meanwhile is over at once; all others wait, and nothing is sent twice."
      )
    case .cutFiles:
      (
        "{ fault: cut-files, chance: 50%, from: 10s, until: 40s }",
        "Transfers of files that begin while it lasts break off in the middle.",
        "The app goes on where it was, and no file that no row has stays at the service."
      )
    }
  }
}
