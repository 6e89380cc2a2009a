// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirClient

@Suite struct FileTransfersTests {
  /// A phone and the service, with time that goes on from wake to wake.
  private struct Play {
    var transfers: FileTransfers
    var service = FileService()
    var now = Instant.zero
    /// The answers, with the milliseconds at which they came.
    var heard: [(at: Int64, tag: UInt32, answer: FileAnswer)] = []

    init(failures: Ratio = .zero, seed: UInt64 = 1) {
      var rules = FileTransfers.Rules()
      rules.failures = failures
      transfers = FileTransfers(
        rules, delay: QuantileTable(constant: .milliseconds(50)),
        chance: RandomStream(seed: seed, "files"), cuts: RandomStream(seed: seed, "cuts"))
    }

    private var wakes: [Instant] = []

    private mutating func take(_ wishes: [FileTransfers.Wish]) {
      for wish in wishes {
        switch wish {
        case .wake(let at): wakes.append(at)
        case .answer(let tag, _, let answer):
          heard.append(((now - .zero).nanoseconds / 1_000_000, tag, answer))
        }
      }
    }

    mutating func ask(_ request: FileRequest, tag: UInt32 = 1, isConnected: Bool = true) {
      var wishes: [FileTransfers.Wish] = []
      transfers.ask(request, tag: tag, isConnected: isConnected, at: now, into: &wishes)
      take(wishes)
    }

    mutating func run(until milliseconds: Int64 = 1_000_000) {
      while let next = wakes.min(), next <= .zero + .milliseconds(milliseconds) {
        wakes.removeAll { $0 == next }
        now = next
        var wishes: [FileTransfers.Wish] = []
        transfers.wake(at: now, with: &service, into: &wishes)
        take(wishes)
      }
      now = max(now, .zero + .milliseconds(milliseconds))
    }

    /// Lets time pass in which nobody wakes anything.
    mutating func sleep(until milliseconds: Int64) {
      now = .zero + .milliseconds(milliseconds)
      for place in wakes.indices { wakes[place] = max(wakes[place], now) }
    }

    /// The way is so many times as slow from now on, stalls, or cuts what begins.
    mutating func set(slowness: Int64 = 1, isStalled: Bool = false, cuts: Ratio = .zero) {
      var conditions = FileTransfers.Conditions()
      (conditions.slowness, conditions.isStalled) = (1_000 * slowness, isStalled)
      conditions.cuts = cuts
      var wishes: [FileTransfers.Wish] = []
      transfers.set(conditions, at: now, into: &wishes)
      take(wishes)
    }

    mutating func breakOff() {
      var wishes: [FileTransfers.Wish] = []
      transfers.breakOff(into: &wishes)
      take(wishes)
    }

    /// The milliseconds at which something of a transfer was heard.
    func times(of tag: UInt32) -> [Int64] { heard.filter { $0.tag == tag }.map(\.at) }

    mutating func forget() { heard.removeAll() }
  }

  private let key = Key("photo")
  private let photo = FileContent(size: 800_000, stamp: 7)

  @Test func `a file moves in eight parts, at its rate after the delay, and is there`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 849)
    #expect(play.heard.map(\.at) == [150, 250, 350, 450, 550, 650, 750])
    #expect(play.heard.map(\.answer) == (1...7).map { .moved($0 * 100_000) })
    #expect(play.service.files[key] == nil && !play.transfers.isIdle)
    play.run(until: 850)
    #expect(play.heard.last?.answer == .done(photo) && play.service.files[key] == photo)
    #expect(play.transfers.isIdle)

    play.forget()
    play.ask(.download(key, nil, from: 0), tag: 2)
    play.run(until: 2000)
    #expect(play.heard.count == 8 && play.heard.allSatisfy { $0.tag == 2 })
    #expect(play.heard.last?.answer == .done(photo) && play.heard.last?.at == 1700)
    play.forget()
    play.ask(.remove(key))
    play.ask(.remove(key), tag: 2)
    play.run(until: 3000)
    #expect(play.heard.map(\.answer) == [.done(photo), .failed(.missing, at: 0)])
    #expect(play.service.files.count == 0)
  }

  @Test func `whoever comes late for a part goes on from then, and a whole file has no beginning`()
  {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 60)
    // In the background nothing moves.
    play.sleep(until: 500)
    play.run(until: 5000)
    #expect(play.heard.map(\.at) == [500, 600, 700, 800, 900, 1000, 1100, 1200])
    play.forget()
    play.ask(.upload(key, photo, from: 100_000))
    play.run(until: 6000)
    #expect(play.heard.map(\.answer) == [.failed(.missing, at: 0)])
  }

  @Test func `small files need fewer parts, and empty ones none`() {
    var play = Play()
    play.ask(.upload(key, FileContent(size: 3, stamp: 1), from: 0))
    play.run()
    #expect(
      play.heard.map(\.answer) == [.moved(1), .moved(2), .done(FileContent(size: 3, stamp: 1))])
    play.forget()
    play.ask(.upload(key, FileContent(size: 0, stamp: 2), from: 0))
    play.run(until: 2_000_000)
    #expect(play.heard.map(\.answer) == [.done(FileContent(size: 0, stamp: 2))])
  }

  @Test func `a transfer that broke off goes on from where it was, and only from there`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 360)
    play.breakOff()
    #expect(play.heard.last?.answer == .failed(.interrupted, at: 300_000))
    #expect(play.transfers.isIdle && play.service.files[key] == nil)
    play.forget()
    play.ask(.upload(key, photo, from: 400_000))
    play.run(until: 420)
    #expect(play.heard.map(\.answer) == [.failed(.missing, at: 300_000)])
    // Nor can another content go on with this one's beginning.
    play.forget()
    play.ask(.upload(key, FileContent(size: 800_000, stamp: 8), from: 300_000))
    play.run(until: 500)
    #expect(play.heard.map(\.answer) == [.failed(.missing, at: 0)])
    play.forget()
    play.ask(.upload(key, photo, from: 300_000))
    play.run(until: 5000)
    #expect(play.heard.map(\.answer) == (4...7).map { .moved($0 * 100_000) } + [.done(photo)])
    #expect(play.heard.last?.at == 1050)
  }

  @Test func `a file that is replaced under way is not mixed with the new one`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 1000)
    play.ask(.download(key, photo, from: 0), tag: 2)
    play.ask(.upload(key, FileContent(size: 8, stamp: 9), from: 0), tag: 3)
    play.forget()
    play.run(until: 3000)
    #expect(play.heard.filter { $0.tag == 2 }.map(\.answer) == [.failed(.replaced, at: 0)])
    play.forget()
    play.ask(.download(key, photo, from: 300_000), tag: 4)
    play.ask(.download(key, nil, from: 9), tag: 5)
    play.ask(.download(Key("none"), nil, from: 0), tag: 6)
    play.run(until: 4000)
    #expect(
      play.heard.map(\.answer) == [
        .failed(.replaced, at: 0), .failed(.replaced, at: 0), .failed(.missing, at: 0),
      ])
  }

  @Test func `nothing moves without a connection, and nothing is told of what was given up`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 100), isConnected: false)
    #expect(play.heard.map(\.answer) == [.failed(.offline, at: 100)] && play.transfers.isIdle)
    play.forget()
    play.ask(.upload(key, photo, from: 0), tag: 1)
    play.ask(.upload(Key("b"), photo, from: 0), tag: 2)
    play.run(until: 250)
    play.ask(.cancel, tag: 1)
    play.run(until: 300)
    play.transfers.kill()
    play.run()
    #expect(play.heard.allSatisfy { $0.at <= 250 } && play.heard.count == 4)
    // What had come over is kept for whoever goes on.
    play.forget()
    play.ask(.upload(key, photo, from: 200_000), tag: 3)
    play.run(until: 2_000_000)
    #expect(play.heard.last?.answer == .done(photo) && play.heard.count == 6)
  }

  @Test func `a way that fails breaks off at any part, and going on often enough brings all over`()
  {
    var places: Set<Int> = []
    for seed in 0..<60 as Range<UInt64> {
      var play = Play(failures: .one, seed: seed)
      play.ask(.upload(key, photo, from: 0))
      play.run()
      guard case .failed(.interrupted, let at)? = play.heard.last?.answer else {
        Issue.record("it did not break off: \(play.heard)")
        continue
      }
      places.insert(at)
    }
    #expect(places == Set((0...7).map { $0 * 100_000 }))
  }

  @Test func `on a slow way all takes longer, and what is under way with what is left of it`() {
    var play = Play()
    play.set(slowness: 10)
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 10_000)
    #expect(
      play.heard.map(\.at) == [1500, 2500, 3500, 4500, 5500, 6500, 7500, 8500])
    #expect(play.heard.last?.answer == .done(photo))

    play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 100)
    // Half of the first part is left.
    play.set(slowness: 2)
    play.run(until: 300)
    // And then half of the second one.
    play.set()
    play.run(until: 2_000)
    #expect(play.heard.map(\.at) == [200, 350, 450, 550, 650, 750, 850, 950])

    // A state that is no other one changes nothing, and one that is better is felt at once.
    play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 100)
    play.set()
    play.set(cuts: .one)
    play.set()
    play.run(until: 2_000)
    #expect(play.heard.map(\.at) == [150, 250, 350, 450, 550, 650, 750, 850])
  }

  @Test func `on a way that stalls nothing moves, and all goes on where it was`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 100)
    play.set(isStalled: true)
    // What is asked meanwhile waits, too, and what is given up is over.
    play.ask(.upload(Key("b"), photo, from: 0), tag: 2)
    play.ask(.upload(Key("c"), photo, from: 0), tag: 3)
    play.ask(.remove(Key("d")), tag: 4)
    play.run(until: 400)
    play.ask(.cancel, tag: 3)
    play.set(slowness: 4, isStalled: true)
    play.run(until: 500)
    #expect(play.heard.isEmpty && !play.transfers.isIdle)
    play.set(slowness: 4)
    play.run(until: 10_000)
    // 50 of the first part, and 50 until the first byte of the other one.
    #expect(play.times(of: 1) == [700, 1100, 1500, 1900, 2300, 2700, 3100, 3500])
    #expect(play.times(of: 2) == [1100, 1500, 1900, 2300, 2700, 3100, 3500, 3900])
    #expect(play.times(of: 4) == [700])
    #expect(play.times(of: 3) == [] && play.transfers.isIdle)
  }

  @Test func `what was late when the way stalled moves at once afterwards`() {
    var play = Play()
    play.ask(.upload(key, photo, from: 0))
    play.run(until: 60)
    // In the background nothing moves.
    play.sleep(until: 500)
    play.set(isStalled: true)
    play.sleep(until: 600)
    play.run(until: 650)
    #expect(play.heard.isEmpty)
    play.set()
    play.run(until: 5_000)
    #expect(play.heard.map(\.at) == [650, 750, 850, 950, 1050, 1150, 1250, 1350])
  }

  @Test func `a way that cuts breaks off in the middle, and never what has a single part left`() {
    var places: Set<Int> = []
    for seed in 0..<60 as Range<UInt64> {
      var play = Play(seed: seed)
      play.set(cuts: .one)
      play.ask(.upload(key, photo, from: 0))
      play.run()
      guard case .failed(.interrupted, let at)? = play.heard.last?.answer else {
        Issue.record("it did not break off: \(play.heard)")
        continue
      }
      places.insert(at)
      // Each time some of it comes over.
      var (from, tries) = (at, 0)
      while play.service.files[key] == nil, tries < 8 {
        tries += 1
        play.ask(.upload(key, photo, from: from))
        play.run(until: (play.now - .zero).nanoseconds / 1_000_000 + 10_000)
        if case .failed(.interrupted, let next)? = play.heard.last?.answer {
          #expect(next > from)
          from = next
        }
      }
      #expect(play.service.files[key] == photo && tries <= 7)
    }
    #expect(places == Set((1...7).map { $0 * 100_000 }))
  }

  @Test func `a way cuts as many as its chance says, and those that began before it did not`() {
    var cut = 0
    for seed in 0..<200 as Range<UInt64> {
      var play = Play(seed: seed)
      play.ask(.upload(Key("early"), photo, from: 0), tag: 1)
      play.run(until: 60)
      play.set(cuts: Ratio(1, of: 4))
      play.ask(.upload(key, photo, from: 0), tag: 2)
      play.run(until: 120)
      play.set()
      play.run()
      #expect(play.service.files[Key("early")] == photo)
      if play.service.files[key] == nil { cut += 1 }
    }
    #expect((30...70).contains(cut), "\(cut)")
  }

  @Test func `what is cut leaves all other chance as it was`() {
    func cutAtOnce(_ cuts: Ratio) -> [Int] {
      var play = Play(failures: .one, seed: 3)
      play.set(cuts: cuts)
      return (0..<60).filter { number in
        play.ask(.upload(Key("f\(number)"), photo, from: 0))
        play.run(until: Int64(number + 1) * 2_000)
        return play.heard.last?.answer == .failed(.interrupted, at: 0)
      }
    }
    #expect(cutAtOnce(.one) == cutAtOnce(.zero) && cutAtOnce(.zero).count > 2)
  }
}
