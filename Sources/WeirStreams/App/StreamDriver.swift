// SPDX-License-Identifier: Apache-2.0
public import WeirClient
import WeirCore
import WeirDiff
import WeirTree

/// Runs a stream in an app, on the SDK that the app has.
///
///     let driver = StreamDriver(stream, on: sdk) { update, stream in table.apply(update, stream) }
///     driver.open()
///
/// It carries out what the stream wishes and hands it what comes of it, one thing after the other: whatever arrives while the
/// stream or the list view is at work waits until they are ready. So a host may call at once, and a list view may load the next page
/// while it shows this one.
///
/// Use it on one thread, queue or actor. When it is let go its listens end.
public final class StreamDriver<Stream: ClientStack, Host: StreamHost> {
  /// The stream: what it publishes is shown, and can be looked at.
  public private(set) var stream: Stream
  private let host: Host
  private let show: (StackUpdate, Stream) -> Void

  /// By tag: each listen that runs, and the number under which its events come.
  private var listens: [UInt32: (number: Int, listening: Host.Listening?)] = [:]
  private var listenCount = 0
  private var callCount: UInt32 = 0

  /// The things that happened while something else was at work.
  private var inbox: [Happening] = []
  private var isBusy = false
  private var wishes: [StackWish] = []
  private var update = StackUpdate()

  /// Something that the stream is to be told.
  private enum Happening {
    case opened, closed, rang
    case heard(DataEvent, tag: UInt32, number: Int)
    case lost(Message.Refusal, tag: UInt32, number: Int)
    case answered(StackAnswer)
    case wanted(StackCommand)
  }

  /// Runs a stream on a host; `show` is called with each publication, and with news that come without one, whose update has no
  /// changes.
  public init(
    _ stream: Stream, on host: Host, show: @escaping (StackUpdate, Stream) -> Void
  ) {
    self.stream = stream
    self.host = host
    self.show = show
  }

  deinit {
    for (_, listen) in listens.sorted(by: { $0.key < $1.key }) {
      if let listening = listen.listening { host.stop(listening) }
    }
  }

  /// Begins a life of the stream; one that is open goes on, and one that was refused tries again.
  public func open() { take(.opened) }

  /// Ends the life of the stream; its rows stay as they were shown.
  public func close() { take(.closed) }

  /// Asks for so many rows more; returns the number under which `paged` or `pageFailed` comes.
  @discardableResult public func loadPage(of rows: Int) -> UInt32 {
    callCount += 1
    take(.wanted(.loadPage(call: callCount, rows: rows)))
    return callCount
  }

  /// Does what a person wants of the stream.
  public func perform(_ command: StackCommand) { take(.wanted(command)) }
}

extension StreamDriver {
  /// Hands something to the stream, or keeps it until what is at work is ready.
  private func take(_ happening: Happening) {
    inbox.append(happening)
    if isBusy { return }
    isBusy = true
    var place = 0
    while place < inbox.count {
      tell(inbox[place])
      carryOutWishes()
      place += 1
    }
    inbox.removeAll(keepingCapacity: true)
    isBusy = false
  }

  private func tell(_ happening: Happening) {
    let now = host.now
    switch happening {
    case .opened: stream.open(at: now, into: &wishes)
    case .closed: stream.close(into: &wishes)
    case .rang: stream.wake(at: now, into: &wishes)
    case .heard(let event, let tag, let number):
      // An SDK may tell what was on its way when it was stopped.
      if listens[tag]?.number != number { return }
      stream.receive(event, from: tag, at: now, into: &wishes)
    case .lost(let refusal, let tag, let number):
      if listens[tag]?.number != number { return }
      listens[tag] = nil
      stream.lose(tag, refusal, at: now, into: &wishes)
    case .answered(let answer): stream.answer(answer, at: now, into: &wishes)
    case .wanted(let command): stream.perform(command, at: now, into: &wishes)
    }
  }

  /// Carries out what the stream wishes, requests after everything else.
  private func carryOutWishes() {
    var requests: [StackWish] = []
    var place = 0
    while place < wishes.count {
      switch wishes[place] {
      case .publish: publish()
      case .tell(let news):
        update.removeAll()
        update.news.append(news)
        show(update, stream)
      case .listen(let tag, let path, let query): listen(tag, path, query)
      case .unlisten(let tag):
        if let listening = listens.removeValue(forKey: tag)?.listening { host.stop(listening) }
      case .wake(let moment):
        host.wait(max(.zero, moment - host.now)) { [weak self] in self?.take(.rang) }
      case .write, .conditionalWrite, .read, .transact, .whenGone, .fetch, .store, .transfer:
        requests.append(wishes[place])
      case .publishSurface, .tellSurface:
        invariantBroken("a stack shows a surface beside its list, which a StreamDriver cannot")
      // Words for whoever judges a simulated run.
      case .narrow, .over, .differed, .failed, .note: break
      }
      place += 1
    }
    wishes.removeAll(keepingCapacity: true)
    for request in requests {
      host.carryOut(request) { [weak self] answer in self?.take(.answered(answer)) }
    }
  }

  private func publish() {
    update.removeAll()
    stream.publish(into: &update)
    show(update, stream)
  }

  private func listen(_ tag: UInt32, _ path: Path, _ query: Query) {
    listenCount += 1
    let number = listenCount
    // It is known before the host is asked, which may tell something at once.
    listens[tag] = (number, nil)
    let listening = host.listen(to: path, query) { [weak self] event in
      self?.take(.heard(event, tag: tag, number: number))
    } lose: { [weak self] refusal in
      self?.take(.lost(refusal, tag: tag, number: number))
    }
    listens[tag]?.listening = listening
  }
}
