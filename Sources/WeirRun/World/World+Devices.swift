// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirNetwork
import WeirScenario
import WeirTree
import WeirWorkload

// The devices that take part.
extension World {
  /// Makes the device of a client, with its links.
  func device(_ place: Plan.Device) -> Device {
    let group = scenario.clients[place.group]
    let rules = plan.links[place.link]
    let clock = DeviceClock(ahead: group.clockAhead)
    let app = app(place, after: 0, life: 0, clock)
    return Device(
      isGrouped: place.screen.grouping != nil, list: place.list, link: place.link,
      stack: app.stack, client: app.client, view: app.view,
      up: Link(
        seed: seed, direction: "up", of: group.name, client: place.number, rules: rules),
      down: Link(
        seed: seed, direction: "down", of: group.name, client: place.number, rules: rules),
      surfaces: Self.surfaces(of: place, app.stack),
      hand: Hand(of: UInt32(devices.count), in: group.name, number: place.number, seed: seed),
      lists: place.lists, screen: place.screen, group: place.group, number: place.number,
      presence: group.presence.map {
        Path($0).appending(Key("\(group.name)-\(place.number)"))
      },
      clock: clock, listPoint: app.listPoint,
      draftList: place.keepsDrafts ? place.lists.last : nil,
      tamper: plan.stacks[place.group].mutant?.makeClientTamper())
  }

  /// The parts of a client that are lost when its app is killed.
  typealias App = (
    client: Client, stack: any ClientStack, view: StrictListView<Row>, listPoint: ListBuggifyPoint?
  )

  /// A fresh app for a client whose last one had this session.
  func app(of client: Int, after session: UInt32) -> App {
    app(plan.devices[client], after: session, life: devices[client].life, devices[client].clock)
  }

  private func app(
    _ place: Plan.Device, after session: UInt32, life number: Int, _ clock: DeviceClock
  ) -> App {
    let group = scenario.clients[place.group]
    let rules = plan.links[place.link]
    var options = Client.Options()
    options.isReliable = rules.isStream
    options.patience = rules.retransmit
    options.clock = clock
    options.firstSession = session + 1
    options.hasOracle = scenario.hasOracle
    options.quirks = ViewQuirks(named: group.quirks)
    options.auth = plan.user(of: place, in: scenario)
    let life = "\(group.name) session \(session)"
    let chance = RandomStream(seed: seed, "reconnect", of: life, place.number)
    options.buggify = Buggify(
      seed: seed, Client.BuggifyPoint.allCases.map(\.name), of: "client \(life)", place.number,
      chance: buggify)
    let point = listPoint(of: life, place.number)
    let batching = point.batching(of: group)
    let stack = plan.makeStack(
      place,
      StackContext(
        screen: place.screen, batching: batching, keepsDrafts: place.keepsDrafts,
        number: place.number, group: group.name, run: stackRun, hasOracle: scenario.hasOracle,
        chance: RandomStream(seed: seed, "stack", of: life, place.number)),
      seed: seed, group: group.name, life: number)
    var view = StrictListView<Row>(
      sections: Array(repeating: [], count: stack.sectionCount))
    if let isFlipped = group.look.isFlipped {
      view.viewport = Viewport(count: Self.visibleRows, isFlipped: isFlipped)
    }
    return (Client(options: options, chance: chance), stack, view, point)
  }

  /// Draws the buggify point that the list of an app has in this life of it; nil: none.
  private func listPoint(of life: String, _ number: Int) -> ListBuggifyPoint? {
    var buggify = Buggify(
      seed: seed, ListBuggifyPoint.allCases.map(\.name), of: "list \(life)", number,
      chance: buggify)
    return ListBuggifyPoint.allCases.first { buggify.fires($0.rawValue) }
  }
}

extension ListBuggifyPoint? {
  /// The gathering of changes in a group, in a life with such a buggify point.
  func batching(of group: Scenario.ClientGroup) -> Batching {
    let usual = Batching(wait: group.batchWait, atMost: group.batchAtMost)
    return map { $0.batching(usual) } ?? usual
  }
}

extension World {
  /// The chance that a new app does what few expect.
  private var buggify: Ratio { isBehaved ? .zero : plan.buggify }

  /// The number of rows that a person sees at once.
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
