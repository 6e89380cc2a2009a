import WeirBackend
import WeirClient
import WeirCore
import WeirLists
import WeirNetwork
import WeirScenario
import WeirStreams
import WeirTree

// Who takes part.
extension World {
  /// Makes a client with its links.
  func seat(_ place: Plan.Seat) -> Seat {
    let group = scenario.clients[place.group]
    let rules = plan.links[place.link]
    let app = app(place, after: 0)
    return Seat(
      client: app.client, stack: app.stack, view: app.view,
      up: Link(
        seed: seed, direction: "up", of: group.name, client: place.number, rules: rules),
      down: Link(
        seed: seed, direction: "down", of: group.name, client: place.number, rules: rules),
      ids: PushIDs(chance: RandomStream(seed: seed, "push id", of: group.name, place.number)),
      chance: RandomStream(seed: seed, "row", of: group.name, place.number),
      values: RandomStream(seed: seed, "value", of: group.name, place.number),
      list: place.list, lists: place.lists, link: place.link, screen: place.screen,
      group: place.group,
      number: place.number,
      presence: group.presence.map {
        Path($0).appending(Key("\(group.name)-\(place.number)"))
      },
      shop: shop(place, life: 0))
  }

  /// What is lost when an app is killed.
  typealias App = (client: Client, stack: AnyStack, view: StrictListView<Row>)

  /// A fresh app for a client whose last one had this session.
  func app(of client: Int, after session: UInt32) -> App {
    app(plan.seats[client], after: session)
  }

  private func app(_ place: Plan.Seat, after session: UInt32) -> App {
    let group = scenario.clients[place.group]
    let rules = plan.links[place.link]
    var options = Client.Options()
    options.isReliable = rules.isStream
    options.patience = rules.retransmit
    options.clockAhead = group.clockAhead
    options.firstSession = session + 1
    options.hasOracle = scenario.hasOracle
    options.auth = group.auth.map {
      Message.Auth(uid: $0.replacing("{n}", with: place.number))
    }
    let chance = RandomStream(
      seed: seed, "reconnect", of: "\(group.name) session \(session)", place.number)
    let stack = AnyStack(
      group.stack, place.screen, batching: .init(wait: group.batchWait, atMost: group.batchAtMost))
    var view = StrictListView<Row>(
      sections: Array(repeating: [], count: stack.sectionCount))
    if let isFlipped = group.look.isFlipped {
      view.viewport = Viewport(count: Self.visibleRows, isFlipped: isFlipped)
    }
    return (Client(options: options, chance: chance), stack, view)
  }
}

extension World {
  /// How many rows a person sees at once.
  static let visibleRows = 12
}

extension String {
  /// The text with a number in the place of `mark`, wherever it stands.
  func replacing(_ mark: String, with number: Int) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      if rest.hasPrefix(mark) {
        result += "\(number)"
        rest = rest.dropFirst(mark.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
