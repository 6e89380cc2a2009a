// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTrace
import WeirTree

// Going away and coming back, whoever is the cause: people, or faults.
extension World {
  /// A client goes offline until ``endLeave(of:)``.
  mutating func leave(_ client: Int) {
    devices[client].absence.leave()
    devices[client].client.goOffline(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// A client is online again, unless it is wanted offline by somebody else.
  mutating func endLeave(of client: Int) {
    guard devices[client].absence.endLeave(), devices[client].isRunning else { return }
    if devices[client].background != nil {
      devices[client].background?.isWantedOnline = true
      return
    }
    devices[client].client.goOnline(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// An app is killed, with what it saves or without, and stays dead until ``endKill(of:)``.
  ///
  /// If something happens to what it saves, `damage` says what.
  mutating func kill(_ client: Int, isPersistent: Bool, damage: RandomStream? = nil) {
    devices[client].absence.kill()
    guard devices[client].isRunning else { return }
    var saved = devices[client].client.saved()
    if var damage { saved.damage(&damage) }
    let savedStack = isPersistent ? devices[client].stack.saved() : nil
    record(
      Step(
        at: now, .killed, client: UInt32(client), list: devices[client].list,
        x: UInt64(isPersistent ? saved.count : 0), y: savedStack == nil ? 0 : 1))
    tellBackend(ofLost: client)
    let session = devices[client].client.session
    strand(client, isPersistent ? saved.journeys : [])
    devices[client].life += 1
    let fresh = app(of: client, after: session)
    devices[client].client = fresh.client
    devices[client].stack = fresh.stack
    devices[client].savedStack = savedStack
    devices[client].requests.outlive(isSaved: savedStack != nil)
    killServices(of: client)
    devices[client].view = fresh.view
    devices[client].shown = 0
    devices[client].surfaces = Self.surfaces(of: plan.devices[client], fresh.stack)
    devices[client].listPoint = fresh.listPoint
    devices[client].saved = isPersistent ? saved : nil
    devices[client].isRunning = false
    devices[client].background = nil
    dropDrafts(of: client)
    devices[client].calls.removeAll()
    devices[client].isFilterOff = false
  }

  /// An app that was killed starts again, unless it is wanted dead by somebody else.
  mutating func endKill(of client: Int) {
    guard devices[client].absence.endKill() else { return }
    start(client)
    let stranded = devices[client].stranded
    devices[client].stranded.removeAll()
    for journey in stranded { answered(UInt32(client), journey) }
    planThoughts()
  }

  /// Remembers who waits for an answer that a killed app forgets, so that they do not wait for ever.
  private mutating func strand(_ client: Int, _ saved: [UInt32]) {
    var open = devices[client].client.openJourneys + devices[client].calls.map(\.journey)
    open += devices[client].acts.filter { !open.contains($0) }
    devices[client].stranded += open.filter { !saved.contains($0) }
    devices[client].acts.removeAll { !saved.contains($0) }
  }

  /// An app goes to the background until ``endPause(of:)``: it neither hears nor does anything.
  mutating func pause(_ client: Int) {
    devices[client].absence.pause()
    guard isAwake(client) else { return }
    devices[client].background = Background()
    record(Step(at: now, .paused, client: UInt32(client), list: devices[client].list, x: 1))
  }

  /// An app is in the foreground again, unless it is wanted in the background by somebody else: it hears all that has
  /// waited, in order, and then looks at its clocks.
  mutating func endPause(of client: Int) {
    guard devices[client].absence.endPause(), let background = devices[client].background else {
      return
    }
    devices[client].background = nil
    record(Step(at: now, .paused, client: UInt32(client), list: devices[client].list, x: 0))
    for arrival in background.arrivals {
      switch arrival {
      case .message(let message): hand(message, to: client)
      case .lost(let session): lose(client, session: session)
      }
    }
    if background.isWantedOnline {
      devices[client].client.goOnline(at: now, into: &clientWishes)
    }
    devices[client].client.wake(at: now, into: &clientWishes)
    handleClientWishes(of: client)
    if background.isListWanted, devices[client].isListClosed {
      beginListLife(of: client)
    }
    devices[client].stack.wake(at: now, into: &stackWishes)
    handleStackWishes(of: client)
    wakeStore(of: client)
    wakeFiles(of: client)
    wakeFetches(of: client)
  }
}
