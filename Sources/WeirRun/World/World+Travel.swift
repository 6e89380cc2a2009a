// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirKernel
import WeirNetwork
import WeirScenario
import WeirTrace
import WeirTree

// What travels.
extension World {
  mutating func send(
    _ body: Message.Body, from client: Int, session: UInt32, journey: UInt32
  ) {
    let fate = fate(.up, client)
    dispatch(body, client: client, session: session, journey: journey, fate, WorldEvent.up)
  }

  mutating func send(
    _ body: consuming Message.Body, to client: Int, session: UInt32, journey: UInt32
  ) {
    if !isServerTampered {
      return sendDown(body, to: client, session: session, journey: journey)
    }
    sendTampered(body, to: client, session: session, journey: journey)
  }

  mutating func sendDown(
    _ body: consuming Message.Body, to client: Int, session: UInt32, journey: UInt32
  ) {
    judge(body, to: client, session: session, journey: journey)
    let fate = fate(.down, client)
    dispatch(body, client: client, session: session, journey: journey, fate, WorldEvent.down)
  }

  /// Returns what becomes of a message that is sent now.
  private mutating func fate(_ way: Weather.Way, _ client: Int) -> Fate {
    let link = links[devices[client].link]
    switch (way, weather.isFair) {
    case (.up, true): return devices[client].up.send(at: now, rules: link.rules)
    case (.down, true): return devices[client].down.send(at: now, rules: link.rules)
    case (.up, false):
      return devices[client].up.send(at: now, rules: link.rules, under: &weather[way, client])
    case (.down, false):
      return devices[client].down.send(at: now, rules: link.rules, under: &weather[way, client])
    }
  }

  private mutating func dispatch(
    _ body: consuming Message.Body, client: Int, session: UInt32, journey: UInt32, _ fate: Fate,
    _ door: UInt64
  ) {
    payloadBytes? += body.payloadByteCount
    let arrival = fate.arrival.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
    let marks =
      Step.Sent.lost.holding(UInt64(fate.lost)) | Step.Sent.isHeld.holding(fate.heldBack)
      | Step.Sent.isDoubled.holding(fate.again != nil)
      | Step.Sent.inLine.holding(UInt64(fate.waited.nanoseconds / 1_000))
    record(
      Step(
        at: now, .sent, client: UInt32(client), journey: journey, list: devices[client].list,
        x: arrival, y: marks))
    guard let first = fate.arrival else { return }
    let message = Message(
      client: UInt32(client), session: session, journey: journey, sentAt: now, body: body)
    guard let again = fate.again else {
      return queue.post(WorldEvent.code(door, 0, inFlight.add(consume message)), at: first)
    }
    queue.post(WorldEvent.code(door, 0, inFlight.add(copy message)), at: first)
    queue.post(WorldEvent.code(door, 0, inFlight.add(consume message)), at: again)
  }

  private mutating func arrive(_ slot: UInt32, _ end: UInt64) -> Message {
    let message = inFlight.take(slot)
    record(
      Step(
        at: now, .arrived, client: message.client, journey: message.journey,
        list: devices[Int(message.client)].list,
        x: UInt64(bitPattern: message.sentAt.nanoseconds), y: end))
    return message
  }

  mutating func arriveAtBackend(_ slot: UInt32) {
    let message = arrive(slot, 0)
    if isBackendDown {
      // Nobody listens at the other end: who tries to connect hears so, the rest is known already.
      if case .hello = message.body {
        tellClient(ofLost: Int(message.client), session: message.session)
      }
      return
    }
    authority?.arrive(message)
    if !isServerTampered {
      backend.receive(message, at: now, into: &backendWishes)
    } else {
      receiveTampered(message)
    }
    handleBackendWishes()
  }

  mutating func arriveAtClient(_ slot: UInt32) {
    let message = arrive(slot, 1)
    let client = Int(message.client)
    guard devices[client].isRunning else { return }
    if devices[client].background != nil {
      devices[client].background?.arrivals.append(.message(message))
      return
    }
    hand(message, to: client)
  }

  /// A client takes in what has arrived.
  mutating func hand(_ message: Message, to client: Int) {
    if case .page(let id, let reply) = message.body { return bring(reply, to: id, client) }
    devices[client].client.receive(
      message.body, session: message.session, at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }
}

// What breaks.
extension World {
  /// The connection of a client is gone, and the backend will learn of it as soon as it learns anything.
  mutating func tellBackend(ofLost client: Int) {
    let session = Int(devices[client].client.session)
    let fate = fate(.up, client)
    guard let arrival = fate.arrival else { return }
    queue.post(WorldEvent.code(WorldEvent.hangUp, session, UInt32(client)), at: arrival)
  }

  /// The backend's end of a connection is gone, and the client will learn of it.
  mutating func tellClient(ofLost client: Int, session: UInt32) {
    let fate = fate(.down, client)
    guard let arrival = fate.arrival else { return }
    let code = WorldEvent.code(WorldEvent.lost, Int(session), UInt32(client))
    queue.post(code, at: arrival)
  }

  mutating func hangUp(_ client: Int, session: Int) {
    if isBackendDown { return }
    backend.closeSession(
      of: UInt32(client), session: UInt32(session), at: now, into: &backendWishes)
    handleBackendWishes()
  }

  mutating func lose(_ client: Int, session: Int) {
    guard devices[client].isRunning, Int(devices[client].client.session) == session else { return }
    if devices[client].background != nil {
      devices[client].background?.arrivals.append(.lost(session: session))
      return
    }
    devices[client].client.connectionLost(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  mutating func crash(_ number: Int) {
    let down = scenario.server.crashes[number].lasts
    queue.post(WorldEvent.code(WorldEvent.recover, 0, 0), at: now + down)
    goDown()
  }

  /// The backend crashes, unless it is down already.
  mutating func goDown() {
    downs += 1
    if downs > 1 { return }
    record(Step(at: now, .crashed, x: 0))
    backend.crash(at: now, into: &backendWishes)
    handleBackendWishes()
    for client in devices.indices where devices[client].isRunning {
      tellClient(ofLost: client, session: devices[client].client.session)
    }
  }

  /// One of those who wanted the backend down does no longer.
  mutating func recover() {
    downs -= 1
    if downs > 0 { return }
    record(Step(at: now, .crashed, x: 1))
    backend.restart(at: now, into: &backendWishes)
    handleBackendWishes()
  }

  mutating func changeRules(_ number: Int) {
    let permissions = Permissions(scenario.server.laterRules[number].rules)
    authority?.change(to: permissions, at: now)
    backend.setRules(permissions, at: now, into: &backendWishes)
    handleBackendWishes()
  }
}
