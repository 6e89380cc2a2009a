// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// Coming and going.
extension Client {
  /// Connects, and stays connected as well as it can.
  public mutating func connect(at now: Instant, into wishes: inout [Wish]) {
    goOnline(at: now, into: &wishes)
  }

  /// Connects again, at once.
  public mutating func goOnline(at now: Instant, into wishes: inout [Wish]) {
    connection.want(at: now)
    if connection.state == .disconnected { dial(at: now, into: &wishes) }
    plan(into: &wishes)
  }

  /// Ends the connection, and makes no other one until ``goOnline(at:into:)``.
  public mutating func goOffline(at now: Instant, into wishes: inout [Wish]) {
    if connection.state != .disconnected { send(.goodbye, into: &wishes) }
    connection.forsake()
    lose(wait: .zero, at: now, into: &wishes)
    plan(into: &wishes)
  }

  /// Records that the link has broken the connection.
  public mutating func connectionLost(at now: Instant, into wishes: inout [Wish]) {
    lose(wait: .zero, at: now, into: &wishes)
    plan(into: &wishes)
  }

  /// Signs the user in, or another one, or out.
  public mutating func authenticate(
    _ auth: Message.Auth?, at now: Instant, into wishes: inout [Wish]
  ) {
    login.auth = auth
    if connection.state == .authenticating || isConnected { logIn(at: now, into: &wishes) }
    plan(into: &wishes)
  }

  mutating func dial(at now: Instant, into wishes: inout [Wish]) {
    connection.dial(at: now)
    lastRequest = 0
    heard = 0
    currentPatience = patience
    hasRepeated = false
    wishes.append(.state(.connecting))
    send(.hello, into: &wishes)
    if !isReliable { planRepeat(at: now) }
  }

  /// Records that the server has begun the session.
  mutating func receiveWelcome(
    _ milliseconds: Int64, at now: Instant, into wishes: inout [Wish]
  ) {
    connection.welcome(at: now)
    repeatAt = .never
    currentPatience = patience
    hasRepeated = false
    let own = ownMilliseconds(at: now)
    serverTimeOffset = milliseconds.subtractingReportingOverflow(own).partialValue
    signals.set(Signals.serverTimeOffset, .integer(serverTimeOffset), into: &wishes)
    if login.auth == nil {
      open(at: now, into: &wishes)
    } else {
      wishes.append(.state(.authenticating))
      logIn(at: now, into: &wishes)
    }
  }

  mutating func logIn(at now: Instant, into wishes: inout [Wish]) {
    login.request = nextRequest()
    login.isRefused = false
    send(.authenticate(id: login.request, login.auth), into: &wishes)
    if !isReliable { planRepeat(at: now) }
  }

  /// Records that the server accepts the user's login, or refuses it.
  mutating func receiveLogin(
    _ answer: Message.Answer, at now: Instant, into wishes: inout [Wish]
  ) {
    login.isRefused = answer == .overloaded
    if login.isRefused {
      planRepeat(at: now)
      return
    }
    login.request = 0
    if answer != .committed { login.auth = nil }
    if connection.state == .authenticating { open(at: now, into: &wishes) }
  }

  /// Sends what has waited for the connection: listens, then writes in order, then what is to be done
  /// when the client is gone.
  private mutating func open(at now: Instant, into wishes: inout [Wish]) {
    connection.open(at: now)
    wishes.append(.state(.connected))
    for place in listens.indices {
      ask(place, at: now, into: &wishes)
      listens[place].isRestoring = true
    }
    sendPuts(at: now, into: &wishes)
    for place in hooks.indices { sendHook(place, at: now, into: &wishes) }
    signals.set(Signals.connected, .bool(true), into: &wishes)
  }

  /// Ends the session.
  mutating func lose(wait: Interval, at now: Instant, into wishes: inout [Wish]) {
    guard connection.state != .disconnected else { return }
    let isSlow = connection.isWanted && fires(.waitsToConnect, into: &wishes)
    connection.close(at: now, wait: isSlow ? wait + .seconds(3) : wait)
    repeatAt = .never
    login.request = 0
    login.isRefused = false
    for place in listens.indices {
      listens[place].progress = .unsent
      listens[place].isOpen = false
    }
    wishes.append(.state(.disconnected))
    losePuts(at: now, into: &wishes)
    signals.set(Signals.connected, .bool(false), into: &wishes)
    loseHooks(at: now, into: &wishes)
  }

  mutating func nextRequest() -> UInt32 {
    lastRequest += 1
    return lastRequest
  }
}
