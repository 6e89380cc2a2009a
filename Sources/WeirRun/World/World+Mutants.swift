import WeirBackend
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTree

// What is wrong on purpose below the lists. A run without a mutant asks once whether there is one, and goes on.
extension World {
  /// What is wrong below the list of a client's app, if anything is.
  func tamper(_ place: Plan.Seat) -> (any ClientTamper)? {
    let group = scenario.clients[place.group]
    return plan.stacks[place.group].mutant?.makeClientTamper(
      TamperGround(
        context: place.context ?? ResourceContext(), counters: plan.counted.map(\.path),
        chance: RandomStream(seed: seed, "tamper", of: group.name, place.number)))
  }

  /// Carries out what the tamper makes of a wish of resources.
  mutating func carryOutTampered(_ wish: ResourceWish, _ client: Int) {
    var wishes: [ResourceWish] = []
    seats[client].tamper?.tamper(wish, into: &wishes)
    for wish in wishes {
      carryOut(wish, client)
      if !clientWishes.isEmpty { handleClientWishes(of: client) }
    }
  }

  /// The server takes in what its tamper makes of a message.
  mutating func receiveTampered(_ message: Message) {
    var messages: [Message] = []
    serverTamper?.tamper(arriving: message, into: &messages)
    for message in messages { backend.receive(message, at: now, into: &backendWishes) }
  }

  /// The server sends what its tamper makes of a message.
  mutating func sendTampered(
    _ body: Message.Body, to client: Int, session: UInt32, journey: UInt32
  ) {
    let message = Message(
      client: UInt32(client), session: session, journey: journey, sentAt: now, body: body)
    var messages: [Message] = []
    serverTamper?.tamper(leaving: message, into: &messages)
    for message in messages {
      sendDown(message.body, to: client, session: message.session, journey: message.journey)
    }
  }
}
