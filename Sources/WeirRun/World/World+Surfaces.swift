// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirMetrics
import WeirScenario
import WeirTrace
import WeirTree

// What apps show beside their main lists: to those who judge, each surface is a list of a client of its own number.
extension World {
  /// The list views of a fresh app's surfaces.
  static func surfaces(of place: Plan.Device, _ stack: any ClientStack) -> [Device.Surface] {
    place.surfaces.enumerated().map { index, plan in
      var sections: [[Row]] = []
      stack.rows(ofSurface: index + 1, into: &sections)
      return Device.Surface(plan: plan, view: StrictListView(sections: sections))
    }
  }

  /// Says that the surfaces of an app are opened together with its list.
  mutating func recordSurfaceOpenings(of client: Int) {
    for (index, surface) in devices[client].surfaces.enumerated() {
      let plan = surface.plan
      var rows: [[Row]]?
      if devices[client].listLife > 0 {
        var sections: [[Row]] = []
        devices[client].stack.rows(ofSurface: index + 1, into: &sections)
        rows = sections
      }
      let group = scenario.clients[devices[client].group]
      let batching = devices[client].listPoint.batching(of: group)
      recordBeside(
        Step(
          at: now, .opened, client: plan.number, list: plan.lists[0],
          x: Step.window(of: plan.screen)),
        .screen(
          OpenedScreen(
            plan.screen, lists: plan.lists, wait: plan.isLive ? batching.wait : .zero,
            atMost: group.batchAtMost, rows: rows, pace: plan.isLive ? .live : .read)))
    }
  }

  /// Says that they are closed together with it.
  mutating func recordSurfaceClosings(of client: Int) {
    for surface in devices[client].surfaces {
      recordBeside(
        Step(at: now, .closed, client: surface.plan.number, list: surface.plan.lists[0]))
    }
  }

  /// A stack publishes a surface, the first of which is 1.
  mutating func publish(surface number: Int, of client: Int) {
    let plan = surface(number, of: client)
    update.removeAll()
    var sections: [[Row]] = []
    devices[client].stack.publish(surface: number, into: &update, rows: &sections)
    let news = update.news
    let publication = Publication(update, sections: sections)
    recordBeside(
      publishedStep(publication, plan.number, plan.lists[0]), .publication(publication))
    let fault = devices[client].surfaces[number - 1].view.take(
      publication, isGrouped: plan.screen.grouping != nil)
    if let fault {
      recordBeside(
        Step(
          at: now, .faulted, client: plan.number, list: plan.lists[0],
          x: UInt64(fault.rule.rawValue)))
    }
    for item in news { tell(item, surface: number, of: client) }
  }

  /// The app hears something of a surface; pages are the main list's.
  mutating func tell(_ news: StackNews, surface number: Int, of client: Int) {
    let plan = surface(number, of: client)
    if let step = loadStep(of: news, plan.number, plan.lists[0]) {
      noteRefusal(news, client)
      recordBeside(step)
    } else {
      tell(news, client)
    }
  }

  /// The surface of a number, the first of which is 1.
  private func surface(_ number: Int, of client: Int) -> Plan.Surface {
    invariant(
      devices[client].surfaces.indices.contains(number - 1),
      "a stack speaks of surface \(number), but its family has none of that number")
    return devices[client].surfaces[number - 1].plan
  }

  /// Records a step of a surface.
  ///
  /// A client is measured by its main list; faults of a list view count wherever they are.
  private mutating func recordBeside(_ step: Step, _ evidence: Evidence = .none) {
    trace.append(step)
    checkers.observe(step, evidence)
    guard step.kind == .faulted else { return }
    var copy = step
    copy.client = plan.surfaces.home(of: step.client)
    meter.observe(copy)
  }
}

extension Publication {
  /// `true` if it is about the rows of one section, and reloads none.
  var isPlain: Bool { reloads.isEmpty && sections.count == 1 && changes.sections.isEmpty }
}

extension StrictListView<Row> {
  /// Takes a publication in, and returns how it faults, if it does.
  mutating func take(_ publication: Publication, isGrouped: Bool) -> ListViewFault? {
    if !isGrouped, publication.isPlain {
      return apply(publication.changes, to: publication.sections[0])
    }
    var updates = BatchUpdates(publication.changes)
    updates.reloads = publication.reloads
    return perform(updates, to: publication.sections)
  }
}
