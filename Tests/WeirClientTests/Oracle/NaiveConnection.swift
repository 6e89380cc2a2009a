// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// A client on a link that keeps the order, as seen from the wire.
///
/// It says what is asked for, sent, sent again and settled, and when; what lists show is left to the oracle of the views. It
/// writes where nobody listens, so that no answer has to wait for more than the lists that are told anew. How long it
/// waits before it dials is left to chance; the model knows the shortest and the longest wait.
struct NaiveConnection {
  enum Progress { case unsent, asked, current, stale }

  struct Listen {
    var tag: UInt32
    var path: Path
    var registrations: [UInt32]
    var progress = Progress.unsent
    var isOpen = false
    var isRestoring = false
    var isRefused = false
    var isForgotten = false
    /// The node that the server has told; nil: it has told nothing.
    var data: Node?
    /// The fingerprint that was sent with the first question of the session.
    var known: UInt64 = 0
  }

  enum Content {
    case write(Write)
    case whenGone(Write)
    case neverMind(Path)
  }

  struct Request {
    var id: UInt32
    var content: Content
    var journey: UInt32
    var number: UInt32 = 0
    var answer: (Message.Answer, after: UInt32)?
  }

  static let dialTimeout = Interval.seconds(30)
  static let keepAlive = Interval.seconds(45)
  static let goodLife = Interval.seconds(30)

  let patience: Interval
  private(set) var state = ConnectionState.disconnected
  private(set) var session: UInt32
  private(set) var listens: [Listen] = []
  private(set) var puts: [Request] = []
  private(set) var hooks: [Request] = []
  /// The shortest and the longest time until it dials or gives up dialling; equal if that is known.
  private(set) var alarm: (Instant, Instant) = (.never, .never)
  private(set) var planned = Instant.never
  private var isWanted = false
  private var longestWait = Interval.zero
  private var isForgiven = true
  private var welcomedAt = Instant.never
  private var pingAt = Instant.never
  private var repeatAt = Instant.never
  private var currentPatience: Interval
  private var auth: Message.Auth?
  private var login: UInt32 = 0
  private var isLoginRefused = false
  private var lastRequest: UInt32 = 0
  private var heard: UInt32 = 0
  private var lastNumber: UInt32 = 0
  private var lastTag: UInt32 = 0
  private var lastRegistration: UInt32 = 0
  private var said: [String] = []

  init(after session: UInt32, auth: Message.Auth?, patience: Interval) {
    self.session = session
    self.auth = auth
    self.patience = patience
    currentPatience = patience
  }

  /// Gives what was said since the last time.
  mutating func lines() -> [String] {
    defer { said = [] }
    return said
  }

  var isAtRest: Bool {
    puts.isEmpty && hooks.isEmpty && login == 0 && listens.allSatisfy { $0.progress == .current }
  }

  var lastHeard: UInt32 { heard }
  var lastSent: UInt32 { lastRequest }

  private mutating func send(_ words: String, _ journey: UInt32 = 0) {
    said.append("s\(session) j\(journey) \(words)")
  }

  private mutating func nextRequest() -> UInt32 {
    lastRequest += 1
    return lastRequest
  }
}

// Coming and going.
extension NaiveConnection {
  mutating func goOnline(at now: Instant) {
    isWanted = true
    isForgiven = true
    if state == .disconnected {
      // It dials at once, and that was the wait which is none.
      isForgiven = false
      longestWait = .zero
      dial(at: now)
    } else {
      longestWait = .zero
    }
  }

  mutating func goOffline(at now: Instant) {
    if state != .disconnected { send("goodbye") }
    isWanted = false
    if state == .disconnected { alarm = (.never, .never) }
    lose(wait: .zero, at: now)
  }

  mutating func connectionLost(at now: Instant) { lose(wait: .zero, at: now) }

  mutating func authenticate(_ auth: Message.Auth?) {
    self.auth = auth
    if state == .authenticating || state == .connected { logIn() }
  }

  private mutating func dial(at now: Instant) {
    session += 1
    state = .connecting
    alarm = (now + Self.dialTimeout, now + Self.dialTimeout)
    (lastRequest, heard, currentPatience) = (0, 0, patience)
    said.append("connecting")
    send("hello")
  }

  private mutating func logIn() {
    login = nextRequest()
    isLoginRefused = false
    send("\(login) i am \(auth?.uid ?? "nobody")")
  }

  private mutating func open(at now: Instant) {
    state = .connected
    alarm = (.never, .never)
    pingAt = now + Self.keepAlive
    said.append("connected")
    for place in listens.indices {
      ask(place)
      listens[place].isRestoring = true
    }
    for place in puts.indices where puts[place].answer == nil { sendPut(place) }
    for place in hooks.indices { sendHook(place) }
  }

  private mutating func lose(wait: Interval, at now: Instant) {
    guard state != .disconnected else { return }
    if welcomedAt != .never, now - welcomedAt > Self.goodLife {
      isForgiven = true
      longestWait = .zero
    }
    (welcomedAt, pingAt, repeatAt) = (.never, .never, .never)
    state = .disconnected
    alarm = (.never, .never)
    if isWanted {
      var (least, most) = (Interval.zero, Interval.zero)
      if isForgiven {
        isForgiven = false
      } else {
        let longer = Interval(nanoseconds: longestWait.nanoseconds / 10 * 13)
        longestWait = longestWait == .zero ? .seconds(1) : min(longer, .seconds(30))
        (least, most) = (Interval(nanoseconds: longestWait.nanoseconds / 10 * 3), longestWait)
      }
      alarm = (now + max(least, wait), now + max(most, wait))
    }
    (login, isLoginRefused) = (0, false)
    for place in listens.indices {
      listens[place].progress = .unsent
      listens[place].isOpen = false
      listens[place].isRestoring = false
      listens[place].isRefused = false
    }
    said.append("disconnected")
    // What was sent and has no answer is sent again, and with it what was committed on top of it.
    for place in puts.indices {
      puts[place].number = 0
      puts[place].answer?.after = 0
    }
    for place in puts.indices where puts[place].answer?.0 == .committed {
      let isOnTop = puts[..<place].contains {
        $0.answer == nil && Self.meet($0.content, puts[place].content)
      }
      if isOnTop { puts[place].answer = nil }
    }
    hooks.removeAll { $0.number != 0 }
  }

  private static func meet(_ a: Content, _ b: Content) -> Bool {
    guard case .write(let x) = a, case .write(let y) = b else { return false }
    return places(x).contains { place in
      places(y).contains { place.keys.starts(with: $0.keys) || $0.keys.starts(with: place.keys) }
    }
  }

  private static func places(_ write: Write) -> [Path] {
    switch write {
    case .set(let path, _): [path]
    case .merge(let path, let parts): parts.map { path.appending($0.path) }
    }
  }
}

// Time.
extension NaiveConnection {
  /// `true` if it dials or gives up now; nil: chance decides.
  func isDue(at now: Instant) -> Bool? {
    now >= alarm.1 ? true : now < alarm.0 ? false : nil
  }

  mutating func wake(at now: Instant, isDue: Bool) {
    if now >= planned { planned = .never }
    if isDue {
      if state == .disconnected { dial(at: now) } else { lose(wait: .zero, at: now) }
    } else if alarm.1 > now, alarm.0 <= now {
      alarm.0 = now + Interval(nanoseconds: 1)
    }
    if pingAt <= now {
      pingAt = now + Self.keepAlive
      send("ping")
    }
    if repeatAt <= now { repeatRefused() }
  }

  private mutating func repeatRefused() {
    repeatAt = .never
    let count = said.count
    if state == .authenticating || state == .connected, login != 0, isLoginRefused {
      logIn()
      said.append("j0 resent")
    }
    if state == .connected {
      for place in listens.indices where listens[place].progress != .current {
        guard listens[place].isRefused else { continue }
        ask(place)
        said.append("j0 resent")
      }
    }
    if said.count > count { currentPatience = min(currentPatience + currentPatience, .seconds(30)) }
  }

  private mutating func planRepeat(at now: Instant) {
    if repeatAt == .never { repeatAt = now + currentPatience }
  }

  private mutating func hurry(at now: Instant) {
    currentPatience = patience
    if repeatAt != .never { repeatAt = min(repeatAt, now + patience) }
  }

  /// The earliest and the latest moment at which something is due.
  var due: (Instant, Instant) {
    let other = min(pingAt, repeatAt)
    return (min(alarm.0, other), min(alarm.1, other))
  }

  /// A wake was wished for; gives whether that is right.
  mutating func wish(for moment: Instant) -> Bool {
    let (first, last) = due
    guard moment < planned, moment >= first, moment <= last else { return false }
    if moment < min(pingAt, repeatAt) { alarm = (moment, moment) }
    planned = moment
    return true
  }

  /// `true` if no wake is missing.
  var isPlanned: Bool { due.1 >= planned || due.1 == .never }
}

// Lists.
extension NaiveConnection {
  /// - Returns: the registration.
  mutating func listen(to path: Path) -> UInt32 {
    let registration = lastRegistration
    lastRegistration += 1
    if let place = listens.firstIndex(where: { $0.path == path }) {
      listens[place].registrations.append(registration)
      return registration
    }
    lastTag += 1
    listens.append(Listen(tag: lastTag, path: path, registrations: [registration]))
    if state == .connected { ask(listens.count - 1) }
    return registration
  }

  mutating func unlisten(_ registration: UInt32) {
    guard let place = listens.firstIndex(where: { $0.registrations.contains(registration) }) else {
      return settle()
    }
    listens[place].registrations.removeAll { $0 == registration }
    if listens[place].registrations.isEmpty {
      let listen = listens.remove(at: place)
      if state == .connected, listen.progress != .unsent { send("unlisten \(listen.tag)") }
    }
    settle()
  }

  mutating func loseCache() {
    for place in listens.indices {
      listens[place].isForgotten = true
      listens[place].known = 0
    }
    if state == .connected { markStale(except: nil) }
  }

  private mutating func ask(_ place: Int) {
    let isFirst = listens[place].progress == .unsent
    let known = isFirst && !listens[place].isForgotten ? listens[place].data?.fingerprint ?? 0 : 0
    if isFirst {
      listens[place].progress = .asked
      listens[place].known = known
    }
    listens[place].isRefused = false
    listens[place].isOpen = true
    send("listen \(listens[place].tag) \(listens[place].path) \(known)")
  }

  private mutating func markStale(except tag: UInt32?) {
    var isNew = false
    for place in listens.indices
    where listens[place].tag != tag && listens[place].progress == .current {
      listens[place].progress = .stale
      isNew = true
      ask(place)
    }
    if isNew { said.append("resynced") }
  }

  private mutating func cancel(_ place: Int, _ why: Message.Refusal) {
    for registration in listens.remove(at: place).registrations {
      said.append("cancelled \(registration) \(why)")
    }
  }
}

// Requests.
extension NaiveConnection {
  @discardableResult
  mutating func write(_ write: Write, journey: UInt32) -> UInt32 {
    lastNumber += 1
    add(write, lastNumber, journey)
    return lastNumber
  }

  private mutating func add(_ write: Write, _ id: UInt32, _ journey: UInt32) {
    puts.append(Request(id: id, content: .write(write), journey: journey))
    if state == .connected { sendPut(puts.count - 1) }
  }

  @discardableResult
  mutating func ask(_ content: Content, journey: UInt32) -> UInt32 {
    lastNumber += 1
    hooks.append(Request(id: lastNumber, content: content, journey: journey))
    if state == .connected { sendHook(hooks.count - 1) }
    return lastNumber
  }

  /// The app was killed, and its next life takes up what was not answered.
  mutating func restore(_ old: [Request]) {
    for request in old where request.answer == nil {
      guard case .write(let write) = request.content else { continue }
      lastNumber = max(lastNumber + 1, request.id)
      add(write, lastNumber, request.journey)
    }
  }

  private mutating func sendPut(_ place: Int) {
    puts[place].number = nextRequest()
    send(Self.words(puts[place]), puts[place].journey)
  }

  private mutating func sendHook(_ place: Int) {
    hooks[place].number = nextRequest()
    send(Self.words(hooks[place]), hooks[place].journey)
  }

  private static func words(_ request: Request) -> String {
    switch request.content {
    case .write(let write): "\(request.number) write \(words(write))"
    case .whenGone(let write): "\(request.number) when gone \(words(write))"
    case .neverMind(let path): "\(request.number) never mind \(path)"
    }
  }

  static func words(_ write: Write) -> String {
    places(write).map(\.description).joined(separator: " ")
  }

  /// Settles what was answered, as far as all was heard before it and no list is to be told anew.
  private mutating func settle() {
    guard state == .connected else { return }
    if listens.contains(where: { $0.progress == .stale || $0.isRestoring }) { return }
    while let place = puts.indices.first(where: { place in
      guard let (answer, after) = puts[place].answer, after <= heard else { return false }
      return answer != .committed || place == 0
    }) {
      let put = puts.remove(at: place)
      said.append("settled \(put.id) j\(put.journey) \(put.answer?.0 ?? .invalid)")
    }
  }
}

// The server.
extension NaiveConnection {
  mutating func receive(_ body: Message.Body, session: UInt32, at now: Instant) {
    guard session == self.session, state != .disconnected else { return }
    if state == .connecting {
      if case .welcome = body {
        state = .authenticating
        welcomedAt = now
        (repeatAt, currentPatience) = (.never, patience)
        if auth == nil {
          open(at: now)
        } else {
          said.append("authenticating")
          logIn()
        }
      } else if case .closed(let wait) = body {
        lose(wait: wait, at: now)
      }
    } else {
      hear(body, at: now)
    }
    settle()
  }

  private func place(of tag: UInt32) -> Int? { listens.firstIndex { $0.tag == tag } }

  private mutating func hear(_ body: Message.Body, at now: Instant) {
    switch body {
    case .change(let tag, let sequence, let key, let node):
      push(tag, sequence, [.init(key, node)])
    case .changes(let tag, let sequence, let entries): push(tag, sequence, entries)
    case .snapshot(let tag, let sequence, let node):
      if sequence < heard { return }
      if sequence > heard { markStale(except: tag) }
      heard = sequence
      all(node, tag, at: now)
    case .overwrite(let tag, let sequence, let node):
      if sequence <= heard { return }
      if sequence > heard + 1 { markStale(except: tag) }
      heard = sequence
      // What was asked for is not answered by what is pushed.
      let stillAsked = place(of: tag).map { listens[$0].isOpen } ?? false
      all(node, tag, at: now)
      if stillAsked, let place = place(of: tag) { listens[place].isOpen = true }
    case .unchanged(let tag, let sequence): unchanged(tag, sequence, at: now)
    case .refused(let tag, let why):
      guard let place = place(of: tag), listens[place].progress != .current else { return }
      if why == .overloaded {
        listens[place].isRefused = true
        planRepeat(at: now)
      } else {
        cancel(place, why)
      }
    case .revoked(let tag, let sequence):
      if sequence <= heard { return }
      if sequence > heard + 1 { markStale(except: nil) }
      heard = sequence
      guard let place = place(of: tag) else { return }
      if listens[place].isOpen { send("unlisten \(tag)") }
      cancel(place, .forbidden)
    case .answer(let id, let answer, let after): self.answer(id, answer, after, at: now)
    case .pong(let sequence):
      if sequence <= heard { return }
      heard = sequence
      markStale(except: nil)
    case .closed(let wait): lose(wait: wait, at: now)
    default: break
    }
  }

  private mutating func push(_ tag: UInt32, _ sequence: UInt32, _ entries: [Message.Entry]) {
    if sequence <= heard { return }
    let isNext = sequence == heard + 1
    heard = sequence
    guard isNext else { return markStale(except: nil) }
    guard let place = place(of: tag), listens[place].progress == .current else { return }
    for entry in entries { listens[place].data?.set(entry.node, at: entry.key) }
  }

  private mutating func all(_ node: Node, _ tag: UInt32, at now: Instant) {
    hurry(at: now)
    guard let place = place(of: tag) else { return }
    listens[place].data = node
    answered(place)
  }

  private mutating func answered(_ place: Int) {
    listens[place].progress = .current
    listens[place].isOpen = false
    listens[place].isRestoring = false
    listens[place].isRefused = false
    listens[place].isForgotten = false
  }

  private mutating func unchanged(_ tag: UInt32, _ sequence: UInt32, at now: Instant) {
    let place = place(of: tag).flatMap { listens[$0].progress == .asked ? $0 : nil }
    if sequence < heard { return }
    if sequence > heard { markStale(except: place == nil ? nil : tag) }
    heard = sequence
    hurry(at: now)
    guard let place else { return }
    if (listens[place].data ?? .null).fingerprint == listens[place].known {
      // A list of which nothing was known is known to be empty now.
      listens[place].data = listens[place].data ?? .null
      answered(place)
    } else {
      ask(place)
    }
  }

  private mutating func answer(
    _ id: UInt32, _ answer: Message.Answer, _ after: UInt32, at now: Instant
  ) {
    if answer != .overloaded { hurry(at: now) }
    if id == 0 { return }
    if id == login {
      isLoginRefused = answer == .overloaded
      if isLoginRefused { return planRepeat(at: now) }
      login = 0
      if answer != .committed { auth = nil }
      if state == .authenticating { open(at: now) }
    } else if let place = puts.firstIndex(where: { $0.number == id }) {
      if puts[place].answer == nil { puts[place].answer = (answer, after) }
    } else if let place = hooks.firstIndex(where: { $0.number == id }) {
      let hook = hooks.remove(at: place)
      said.append("settled \(hook.id) j\(hook.journey) \(answer)")
    }
  }
}
