// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct FilesAgainTests {
  private let photo = StoredFile(Key("f1"), size: 100, stamp: 31)

  // MARK: Writes that are sent again

  /// Two phones over one tree: the write of the first one, by which ann has a photo, is done and not answered, and the second
  /// one replaces the photo.
  private func replaced() -> (first: FileBench, second: FileBench) {
    var first = FileBench.withAnn()
    _ = first.files.upload(
      photo, to: Portrait.photo, of: FileBench.ann, replacing: [], into: &first.wishes)
    first.take()
    first.answerWrite()
    first.move()
    first.answerRead()
    first.applyWrites(1)
    var second = FileBench("other")
    (second.tree, second.server) = (first.tree, first.server)
    _ = second.files.upload(
      StoredFile(Key("f2"), size: 10, stamp: 32), to: Portrait.photo, of: FileBench.ann,
      replacing: second.photos, into: &second.wishes)
    return (first, second)
  }

  @Test func `a write that is sent again does not bring back a photo that was replaced`() {
    var (first, second) = replaced()
    second.drain()
    #expect(second.server.files.map(\.key) == [Key("f2")] && second.photos.count == 1)
    (first.tree, first.server) = (second.tree, second.server)
    first.answerWrite()
    #expect(first.photos.map(\.name) == [Key("f1"), Key("f2")], "it is done twice")
    first.drain()
    #expect(first.photos.map(\.name) == [Key("f2")])
    #expect(first.server.files.map(\.key) == [Key("f2")] && first.tree[Key("__fls")].isNull)
    #expect(first.told().last == "ended" && first.files.unfinished == 0)
  }

  @Test func `nor does it if the app is killed before it could look for the photo`() {
    var (first, second) = replaced()
    second.drain()
    var later = FileBench()
    (later.tree, later.server) = (second.tree, second.server)
    for (_, write, _) in first.writes { write.apply(to: &later.tree) }
    later.files.recover(into: &later.wishes)
    later.drain()
    #expect(later.photos.map(\.name) == [Key("f2")] && later.tree[Key("__fls")].isNull)
  }

  @Test func `a photo that comes back before it is taken away goes with that`() {
    var (first, second) = replaced()
    // All but taking away the first photo.
    second.take()
    second.answerWrite()
    second.move()
    second.answerRead()
    second.answerWrite()
    (first.tree, first.server) = (second.tree, second.server)
    first.drain()
    #expect(first.photos.map(\.name) == [Key("f1"), Key("f2")])
    #expect(first.files.unfinished == 0)
    (second.tree, second.server) = (first.tree, first.server)
    second.drain()
    #expect(second.photos.map(\.name) == [Key("f2")] && second.tree[Key("__fls")].isNull)
    #expect(second.server.files.map(\.key) == [Key("f2")])
  }

  @Test func `an app that starts keeps the photo that it has brought and was not told of`() {
    var (first, _) = replaced()
    let before = first
    first = FileBench()
    (first.tree, first.server) = (before.tree, before.server)
    first.files.recover(into: &first.wishes)
    first.drain()
    #expect(first.photos == [photo] && first.server.files.map(\.key) == [photo.name])
    #expect(first.tree[Key("__fls")].isNull)
  }

  @Test func `a note whose object may not be read waits for the next recovery`() {
    var (first, _) = replaced()
    let before = first
    first = FileBench()
    (first.tree, first.server) = (before.tree, before.server)
    for refusal in [Message.Refusal.forbidden, .overloaded] {
      first.files.recover(into: &first.wishes)
      first.take()
      first.answerRead()
      first.answerRead(refusal)
      #expect(first.files.unfinished == (refusal == .forbidden ? 0 : 1) && !first.isWaiting)
      #expect(first.tree == before.tree)
    }
    #expect(first.told() == ["untidy"])
    first.files.tidy(into: &first.wishes)
    first.drain()
    #expect(first.photos == [photo] && first.tree[Key("__fls")].isNull)
  }

  // MARK: Kills

  /// Every file that no object has, or that an object has and that is not there.
  private func faults<Kind>(
    of field: FileField<Kind>, _ tree: Node, _ server: FileServer
  ) -> [String] {
    let had = FileBench.photos(of: field, tree).map(\.name)
    return server.files.map(\.key).filter { !had.contains($0) }.map { "nobody has \($0)" }
      + had.filter { server.files[$0] == nil }.map { "\($0) is not there" }
  }

  /// The files that an object has and that are neither at the service nor noted by any app.
  private func missing<Kind>(
    of field: FileField<Kind>, _ tree: Node, _ server: FileServer
  ) -> [Key] {
    FileBench.photos(of: field, tree).map(\.name).filter { name in
      server.files[name] == nil
        && tree[Key("__fls")].children.allSatisfy {
          $0.value[Key("new")][name].isNull && $0.value[Key("old")][name].isNull
        }
    }
  }

  @Test
  func
    `whenever an app is killed or a row deleted, no file is left that nobody has, and none is missing`()
    throws
  {
    try play(Portrait.photo, isInner: false)
  }

  @Test func `nor is any of a nested object`() throws { try play(Resident.photo, isInner: true) }

  private func play<Kind>(_ field: FileField<Kind>, isInner: Bool) throws {
    let seeds = fewerInDebug(0..<5_000)
    var (kills, brought, replaced, resent) = (0, 0, 0, 0)
    var (deleted, refused, takenAway) = (0, 0, 0)
    for seed in seeds {
      var chance = RandomStream(seed: seed, "files")
      var (tree, server, names) = (
        isInner ? FileBench.withHouse().tree : FileBench.withAnn().tree, FileServer(), 0
      )
      var phones = [FileBench("p"), FileBench("q")]
      var deletes = [ObjectBench(), ObjectBench()]
      for _ in 0..<60 {
        let who = chance.index(below: 2)
        var (phone, deleter) = (phones[who], deletes[who])
        (phone.tree, phone.server) = (tree, server)
        let waiting = phone.paused.map(\.key)
        switch chance.index(below: 19) {
        case 0 where phone.files.unfinished < 2:
          names += 1
          let file = StoredFile(Key("f\(100 + names)"), size: 40, stamp: UInt64(names))
          let old = FileBench.photos(of: field, tree)
          if !old.isEmpty { replaced += 1 }
          phone.ids.append(
            phone.files.upload(
              file, to: field, of: FileBench.ann, replacing: old, into: &phone.wishes))
        case 1:
          kills += 1
          for (_, write, demands) in phone.writes + deleter.writes
          where chance.index(below: 2) == 0
            && WriteGuard.demands(demands).holds(for: write, on: phone.tree)
          {
            write.apply(to: &phone.tree)
          }
          deleter = ObjectBench()
          // A removal may have been done, though nobody hears of it.
          for request in phone.requests
          where request.upload == nil && request.download == nil && chance.index(below: 2) == 0 {
            phone.server.files.remove(request.name)
          }
          let (faults, now) = (phone.faults, (phone.tree, phone.server))
          phone = FileBench(["p", "q"][who])
          phone.faults = faults
          (phone.tree, phone.server) = now
          phone.files.recover(into: &phone.wishes)
        case 2 where !phone.requests.isEmpty:
          phone.fail(.interrupted, chance.index(below: phone.requests.count))
        case 3: phone.files.tidy(into: &phone.wishes)
        case 4 where !phone.ids.isEmpty:
          phone.files.cancel(
            phone.ids[chance.index(below: phone.ids.count)], into: &phone.wishes)
        case 5...6 where !waiting.isEmpty:
          for id in phone.ids { phone.files.resume(id, into: &phone.wishes) }
        case 7 where !phone.reads.isEmpty: phone.answerRead()
        case 8...9 where !phone.writes.isEmpty:
          phone.answerWrite(chance.index(below: 6) == 0 ? .forbidden : .committed)
        case 10 where !phone.writes.isEmpty:
          // The answers get lost, and the writes are sent again.
          resent += 1
          phone.applyWrites(1 + chance.index(below: phone.writes.count))
        case 11 where phone.tree[FileBench.ann].isNull:
          phone.tree.set(.text("Ann"), at: FileBench.ann.appending(Key("name")))
          if isInner, chance.index(below: 8) > 0 {
            phone.tree.set(
              .text("Church Lane"), at: FileBench.ann.appending(Path("home/street")))
          }
        case 11 where deleter.store.kept.isEmpty:
          let handle = deleter.store.open(Kind.self, at: FileBench.ann)
          let id = deleter.store.begin()
          try phone.files.delete(handle, in: id, of: &deleter.store)
          try deleter.store.commit(id, into: &deleter.wishes)
          deleter.store.close(handle.id, into: &deleter.wishes)
          deleter.take()
        case 15 where deleter.store.kept.isEmpty && !FileBench.photos(of: field, tree).isEmpty:
          let handle = deleter.store.open(Kind.self, at: FileBench.ann)
          let id = deleter.store.begin()
          try phone.files.remove(
            FileBench.photos(of: field, tree), from: field, of: FileBench.ann, in: id,
            of: &deleter.store)
          try deleter.store.commit(id, into: &deleter.wishes)
          deleter.store.close(handle.id, into: &deleter.wishes)
          deleter.take()
          takenAway += 1
        case 12...14 where !deleter.store.kept.isEmpty:
          deleter.tree = phone.tree
          if !deleter.reads.isEmpty {
            deleter.answerRead()
          } else {
            deleter.answerWrite(chance.index(below: 6) == 0 ? .forbidden : .committed)
            if !deleter.reads.isEmpty { refused += 1 }
            if phone.tree != deleter.tree { deleted += 1 }
          }
          phone.tree = deleter.tree
          if deleter.store.kept.isEmpty { phone.files.recover(into: &phone.wishes) }
        default:
          if !phone.requests.isEmpty {
            phone.move(chance.index(below: 40) + 1, of: chance.index(below: phone.requests.count))
          } else if !phone.writes.isEmpty {
            phone.answerWrite()
          } else if !phone.reads.isEmpty {
            phone.answerRead()
          }
        }
        phone.take()
        (tree, server) = (phone.tree, phone.server)
        (phones[who], deletes[who]) = (phone, deleter)
        let missing = missing(of: field, tree, server)
        if !missing.isEmpty {
          Issue.record("seed \(seed): \(missing) not there")
          return
        }
      }
      for who in [0, 1, 0, 1] {
        var phone = phones[who]
        deletes[who].tree = tree
        deletes[who].drain()
        (phone.tree, phone.server) = (deletes[who].tree, server)
        for id in phone.ids { phone.files.resume(id, into: &phone.wishes) }
        phone.drain()
        phone.files.recover(into: &phone.wishes)
        phone.files.tidy(into: &phone.wishes)
        phone.drain()
        (tree, server) = (phone.tree, phone.server)
        phones[who] = phone
      }
      brought += server.files.count
      let found = faults(of: field, tree, server) + phones.flatMap(\.faults)
      if found.isEmpty, tree[Key("__fls")].isNull,
        phones.allSatisfy({ $0.files.unfinished == 0 })
      {
        continue
      }
      Issue.record("seed \(seed): \(found), notes \(tree[Key("__fls")])")
      return
    }
    #expect(kills > seeds.count && 4 * brought > seeds.count, "\(kills) kills, \(brought) brought")
    #expect(4 * replaced > seeds.count && 4 * resent > seeds.count, "\(replaced), \(resent) resent")
    #expect(
      2 * deleted > seeds.count && 20 * refused > seeds.count && 10 * takenAway > seeds.count,
      "\(deleted) deleted, \(refused) turned away, \(takenAway) without their photos")
  }
}
