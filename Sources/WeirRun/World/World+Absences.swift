import WeirClient
import WeirCore
import WeirTrace
import WeirTree

// Going away and coming back, whoever is the cause: people, or faults.
extension World {
  /// A client goes offline until ``endLeave(of:)``.
  mutating func leave(_ client: Int) {
    seats[client].absence.leave()
    seats[client].client.goOffline(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// A client is online again, unless it is wanted offline by somebody else.
  mutating func endLeave(of client: Int) {
    guard seats[client].absence.endLeave(), seats[client].isRunning else { return }
    if seats[client].background != nil {
      seats[client].background?.isWantedOnline = true
      return
    }
    seats[client].client.goOnline(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// An app is killed, with what it saves or without, and stays dead until ``endKill(of:)``.
  ///
  /// If something happens to what it saves, `damage` says what.
  mutating func kill(_ client: Int, isPersistent: Bool, damage: RandomStream? = nil) {
    seats[client].absence.kill()
    guard seats[client].isRunning else { return }
    var saved = seats[client].client.saved()
    if var damage { saved.damage(&damage) }
    let savedStack = isPersistent ? seats[client].stack.saved() : nil
    record(
      Step(
        at: now, .killed, client: UInt32(client), list: seats[client].list,
        x: UInt64(isPersistent ? saved.count : 0), y: savedStack == nil ? 0 : 1))
    tellBackend(ofLost: client)
    let session = seats[client].client.session
    seats[client].life += 1
    let fresh = app(of: client, after: session)
    seats[client].client = fresh.client
    seats[client].stack = fresh.stack
    seats[client].savedStack = savedStack
    seats[client].requests.outlive(isSaved: savedStack != nil)
    seats[client].view = fresh.view
    seats[client].surfaces = Self.surfaces(of: plan.seats[client], fresh.stack)
    seats[client].listPoint = fresh.listPoint
    seats[client].saved = isPersistent ? saved : nil
    seats[client].isRunning = false
    seats[client].background = nil
    dropDrafts(of: client)
    seats[client].calls.removeAll()
    seats[client].isFilterOff = false
  }

  /// An app that was killed starts again, unless it is wanted dead by somebody else.
  mutating func endKill(of client: Int) {
    guard seats[client].absence.endKill() else { return }
    start(client)
  }

  /// An app goes to the background until ``endPause(of:)``: it neither hears nor does anything.
  mutating func pause(_ client: Int) {
    seats[client].absence.pause()
    guard isAwake(client) else { return }
    seats[client].background = Background()
    record(Step(at: now, .paused, client: UInt32(client), list: seats[client].list, x: 1))
  }

  /// An app is in the foreground again, unless it is wanted in the background by somebody else: it hears all that has
  /// waited, in order, and then looks at its clocks.
  mutating func endPause(of client: Int) {
    guard seats[client].absence.endPause(), let background = seats[client].background else {
      return
    }
    seats[client].background = nil
    record(Step(at: now, .paused, client: UInt32(client), list: seats[client].list, x: 0))
    for arrival in background.arrivals {
      switch arrival {
      case .message(let message): hand(message, to: client)
      case .lost(let session): lose(client, session: session)
      }
    }
    if background.isWantedOnline {
      seats[client].client.goOnline(at: now, into: &clientWishes)
    }
    seats[client].client.wake(at: now, into: &clientWishes)
    handleClientWishes(of: client)
    if background.isListWanted, seats[client].isListClosed {
      beginListLife(of: client)
    }
    seats[client].stack.wake(at: now, into: &stackWishes)
    handleStackWishes(of: client)
  }
}
