// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirKernel
import WeirScenario
import WeirTrace
import WeirTree
import WeirWorkload

// Lists that are closed and opened again: people go from one screen to another and come back.
extension World {
  /// Somebody leaves the screen with the list, and comes back to it after a while.
  mutating func closeList(_ intent: Intent) {
    let client = Int(intent.client)
    queue.post(
      WorldEvent.code(WorldEvent.reopen, intent.work, intent.client), at: whenBack(intent))
    devices[client].isListClosed = true
    endListLife(of: client)
  }

  /// Somebody is back at a list, unless its app was started anew meanwhile and shows it already.
  mutating func reopen(_ client: Int, work: Int) {
    if devices[client].isListClosed, devices[client].isRunning {
      if devices[client].background == nil {
        beginListLife(of: client)
      } else {
        devices[client].background?.isListWanted = true
      }
    }
    workload.answered(work: work, client: UInt32(client), at: now, into: &thoughts)
    planThoughts()
  }

  /// A list is closed, and alarms that it asked for ring no more.
  mutating func endListLife(of client: Int) {
    devices[client].listLife = (devices[client].listLife + 1) & 0xFF_FFFF
    devices[client].stack.close(into: &stackWishes)
    handleStackWishes(of: client)
    record(Step(at: now, .closed, client: UInt32(client), list: devices[client].list))
    if !devices[client].surfaces.isEmpty { recordSurfaceClosings(of: client) }
  }

  /// A list is opened that was open before; it shows what it showed until it hears something else.
  mutating func beginListLife(of client: Int) {
    devices[client].isListClosed = false
    devices[client].wasRefused = false
    recordOpening(of: client)
    devices[client].stack.open(at: now, into: &stackWishes)
    handleStackWishes(of: client)
  }

  /// Says that a list is opened, and what it promises to show.
  mutating func recordOpening(of client: Int) {
    let (list, screen) = (devices[client].list, devices[client].screen)
    var rows: [[Row]]?
    if devices[client].listLife > 0 {
      var sections: [[Row]] = []
      devices[client].rows(into: &sections)
      rows = sections
    }
    record(
      Step(
        at: now, .opened, client: UInt32(client), list: list, x: Step.window(of: screen)),
      .screen(openedScreen(screen, of: client, rows: rows)))
    if !devices[client].surfaces.isEmpty { recordSurfaceOpenings(of: client) }
    // Who has taken the filter away finds the list without it.
    if devices[client].isFilterOff {
      record(Step(at: now, .filtered, client: UInt32(client), list: list, x: 0))
    }
  }

  /// Says that a list shows only what a filter admits of what its screen shows.
  mutating func recordFilter(_ filter: Filter, of client: Int, _ journey: UInt32) {
    var screen = devices[client].screen
    if screen.filter == .everything {
      screen.filter = filter
    } else if filter != .everything {
      screen.filter = .every([screen.filter, filter])
    }
    record(
      Step(
        at: now, .filtered, client: UInt32(client), journey: journey, list: devices[client].list,
        x: filter == .everything ? 0 : 1),
      .screen(openedScreen(screen, of: client)))
  }

  private mutating func openedScreen(
    _ screen: Screen, of client: Int, rows: [[Row]]? = nil
  ) -> OpenedScreen {
    let group = scenario.clients[devices[client].group]
    let stack = plan.stacks[devices[client].group]
    let batching = devices[client].listPoint.batching(of: group)
    let opened = OpenedScreen(
      screen, lists: devices[client].lists, wait: stack.publishesInBatches ? batching.wait : .zero,
      atMost: group.batchAtMost, rows: rows, lastIsOwn: devices[client].draftList != nil,
      pace: stack.pace)
    let list = Int(devices[client].list)
    if let last = lastOpened[list], last.saysTheSame(as: opened) { return last }
    lastOpened[list] = opened
    return opened
  }
}
