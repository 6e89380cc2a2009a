// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// Transfers, and what comes of them.
extension ObjectFiles {
  mutating func giveUp(_ number: Int, into wishes: inout [FileWish]) {
    guard let tag = transfers[number]?.tag else { return }
    asked[tag] = nil
    wishes.append(.giveUp(tag: tag))
  }

  mutating func move(_ number: Int, into wishes: inout [FileWish]) {
    guard let transfer = transfers[number] else { return }
    let tag = nextTag(for: .transfer(number))
    transfers[number]?.stage = .moving
    transfers[number]?.tag = tag
    let (file, from) = (transfer.file, transfer.moved)
    wishes.append(
      transfer.home == nil
        ? .download(tag: tag, file, from: from) : .upload(tag: tag, file, from: from))
  }

  /// Ends a transfer; a file that nobody has then is taken away.
  mutating func end(
    _ number: Int, _ fault: FileFault?, isNoted: Bool = true, into wishes: inout [FileWish]
  ) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    asked[transfer.tag] = nil
    let id = FileTransferID(number: number)
    wishes.append(.ended(id, fault))
    guard let home = transfer.home else { return }
    if home.isOfTransaction, let fault, transfer.stage != .brought {
      wishes.append(.brought(id, fault))
    }
    let file = transfer.file
    if fault != nil {
      if isNoted { loosen(file.name, of: home.field, .unwanted, into: &wishes) }
      if !home.old.isEmpty {
        // Those before may have gone with the object, while this transfer was to take them away.
        leaveRecovery(into: &wishes)
      }
    } else {
      for name in home.old { loosen(name, of: home.field, .unwanted, into: &wishes) }
      loosen(file.name, of: home.field, .had(file.facts), into: &wishes)
    }
  }

  /// Takes in what the service says.
  public mutating func take(
    _ reply: FileReply, from tag: UInt32, into wishes: inout [FileWish]
  ) {
    switch asked[tag] {
    case .transfer(let number): take(reply, number, into: &wishes)
    case .loose(let name):
      if case .moved = reply { return }
      asked[tag] = nil
      take(reply, of: name, into: &wishes)
    case .notes, nil: return
    }
  }

  private mutating func take(
    _ reply: FileReply, _ number: Int, into wishes: inout [FileWish]
  ) {
    guard var transfer = transfers[number], transfer.stage == .moving else { return }
    let id = FileTransferID(number: number)
    switch reply {
    case .moved(let bytes):
      transfer.moved = bytes
      if bytes > transfer.told {
        transfer.told = bytes
        wishes.append(.progress(id, bytes))
      }
      transfers[number] = transfer
    case .failed(let fault, let bytes):
      asked[transfer.tag] = nil
      transfer.moved = min(bytes, transfer.file.size)
      transfer.stage = .waiting
      transfers[number] = transfer
      if fault.isPassing {
        wishes.append(.paused(id, fault))
      } else if fault == .missing, transfer.home != nil {
        move(number, into: &wishes)
      } else {
        end(number, fault, into: &wishes)
      }
    case .done:
      asked[transfer.tag] = nil
      if transfer.told < transfer.file.size {
        wishes.append(.progress(id, transfer.file.size))
      }
      if transfer.home?.isOfTransaction == true {
        transfers[number]?.stage = .brought
        wishes.append(.brought(id, nil))
      } else if let home = transfer.home {
        transfer.stage = .checking
        transfer.tag = nextTag(for: .transfer(number))
        transfers[number] = transfer
        wishes.append(.read(tag: transfer.tag, home.object))
      } else {
        end(number, nil, into: &wishes)
        let gone = memory.keep(transfer.file)
        if !gone.isEmpty { wishes.append(.drop(gone)) }
      }
    }
  }

  /// Takes in what was read, or why it was not.
  public mutating func take(
    _ found: Result<Node, ReadRefusal>, of tag: UInt32, into wishes: inout [FileWish]
  ) {
    switch (asked.removeValue(forKey: tag), found) {
    case (.notes, .success(let node)): takeNotes(node, into: &wishes)
    case (.notes, .failure(let refused)):
      // A reading that is forbidden stays so, however often somebody asks.
      if refused.refusal == .forbidden { return }
      leaveRecovery(into: &wishes)
    case (.loose(let name), let found): take(found, of: name, into: &wishes)
    case (.transfer(let number), .failure(let refused)):
      end(number, .unreadable(refused.refusal), into: &wishes)
    case (.transfer(let number), .success(let node)):
      if node.isNull { return end(number, .gone, into: &wishes) }
      write(number, into: &wishes)
    default: return
    }
  }

  /// Lets the object have the file, at the instant at which those before are noted, if it is still there.
  private mutating func write(_ number: Int, into wishes: inout [FileWish]) {
    guard var transfer = transfers[number], let home = transfer.home else { return }
    let parts = parts(transfer.file, home)
    transfer.stage = .writing
    transfer.tag = nextTag(for: .transfer(number))
    transfers[number] = transfer
    let isThere = WriteDemand(.something, at: home.object)
    wishes.append(.write(tag: transfer.tag, .merge(.root, parts), if: [isThere]))
  }

  /// Returns what gives an object its file, and notes those before.
  func parts(_ file: StoredFile, _ home: Home) -> [Write.Part] {
    let own = home.field.appending(file.name)
    return [Write.Part(own, Coding.fileFacts.node(for: file.facts))]
      + removal(of: home.old, from: home.field)
  }

  /// Returns what takes files away from a field, and notes them.
  func removal(of names: [Key], from field: Path) -> [Write.Part] {
    names.flatMap { name in
      [
        Write.Part(field.appending(name), .null),
        Write.Part(oldNote(name), .text(field.text)),
      ]
    }
  }

  /// Takes in that the transaction which was to give a file to its object has ended, as ``ObjectWish/filed(_:_:)`` tells.
  public mutating func end(
    _ id: FileTransferID, _ fault: FileFault?, into wishes: inout [FileWish]
  ) {
    guard let transfer = transfers[id.number], transfer.home?.isOfTransaction == true else {
      return
    }
    switch transfer.stage {
    case .noting: transfers[id.number]?.isCancelled = true
    case .moving:
      giveUp(id.number, into: &wishes)
      end(id.number, fault, into: &wishes)
    case .brought, .waiting, .checking, .writing:
      if case .refused = fault { leaveRecovery(into: &wishes) }
      end(id.number, fault, into: &wishes)
    }
  }

  /// Lets the notes be looked through in a while.
  private mutating func leaveRecovery(into wishes: inout [FileWish]) {
    isRecoveryLeft = true
    wishes.append(.untidy)
  }

  /// Takes in the answer to a write.
  public mutating func settle(
    _ tag: UInt32, _ answer: Message.Answer, into wishes: inout [FileWish]
  ) {
    let fault = answer == .committed ? nil : FileFault.refused(answer)
    switch asked.removeValue(forKey: tag) {
    case .transfer(let number):
      guard let transfer = transfers[number] else { return }
      if transfer.stage == .writing {
        // It may have been done all the same: sent twice, done the first time, and refused the second time.
        if fault != nil { leaveRecovery(into: &wishes) }
        end(number, answer == .stale ? .gone : fault, into: &wishes)
      } else if let fault {
        end(number, fault, isNoted: false, into: &wishes)
      } else if transfer.isCancelled {
        end(number, .cancelled, into: &wishes)
      } else if transfer.isPaused {
        transfers[number]?.stage = .waiting
      } else {
        move(number, into: &wishes)
      }
    case .loose(let name):
      // A note that stays is found by the next recovery.
      if fault == nil { loose.remove(name) } else { leave(name, into: &wishes) }
    case .notes, nil: return
    }
  }
}
