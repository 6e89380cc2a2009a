// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// A row as it is stored.
private struct Saved {
  let versions: [StoredVersion]
  let nick, alias, city, town: String?

  init(
    _ versions: [StoredVersion], _ nick: String?, _ alias: String?, _ city: String?, _ town: String?
  ) {
    self.versions = versions
    (self.nick, self.alias, self.city, self.town) = (nick, alias, city, town)
  }
}

/// Rows of a list as apps of two versions sign them, in the eyes of the checker of versions.
private struct Stage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects.filter { $0.promise.name == "versions" },
    on: Ground(lists: [Path("l"), Path("m")], transactAction: 6))
  private var now = Instant.zero
  private var version: UInt64 = 0

  mutating func record(
    _ kind: Step.Kind, client: UInt32 = 0, list: UInt32 = 0, key: Key = Step.noKey, x: UInt64 = 0,
    y: UInt64 = 0, journey: UInt32 = 0, evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(
      Step(at: now, kind, client: client, journey: journey, list: list, key: key, x: x, y: y),
      evidence)
  }

  /// Somebody sets out to sign a row, as an app of either version.
  mutating func mean(_ journey: UInt32, older: Bool = false) {
    record(.meant, x: SignedRows.signing[older ? 1 : 0], journey: journey)
  }

  /// The server commits a row, and a client hears of it; on no journey it is one that nobody signed.
  mutating func commit(
    _ row: Saved?, _ journey: UInt32 = 0, key: String = "a", list: UInt32 = 0,
    heardBy client: UInt32? = 0
  ) {
    version += 1
    func text(_ text: String?) -> Node { text.map { .text($0) } ?? .null }
    let node = row.map { row in
      Node([
        (SignedRows.versions, StoredVersions(row.versions).node), (Key("nick"), text(row.nick)),
        (Key("alias"), text(row.alias)), (Key("word"), .text("w\(version)")),
        (Key("home"), Node([(Key("city"), text(row.city)), (Key("town"), text(row.town))])),
      ])
    }
    let stored = node ?? .null
    record(
      .committed, list: list, key: Key(key), x: stored.fingerprint, y: version, journey: journey,
      evidence: .row(stored))
    guard let client else { return }
    record(.heard, client: client, list: list, key: Key(key), x: stored.fingerprint)
  }

  consuming func verdict() -> (faults: [String], opportunities: Int) {
    let findings = checkers.findings
    return (
      findings.filter(\.verdict.isBroken).map { "\($0.verdict)" },
      findings.reduce(0) { $0 + $1.opportunities }
    )
  }
}

@Suite struct VersionCheckerTests {
  private let old = StoredVersion(1, 5)
  private let new = StoredVersion(2, 0)

  @Test func `a row that is made newer with all its fields keeps the promise`() {
    var stage = Stage()
    stage.mean(1, older: true)
    stage.commit(Saved([old], "x", nil, "x", nil), 1)
    stage.mean(2)
    stage.commit(Saved([new], nil, "x", nil, "x"), 2)
    // An older app writes what it knows, and a newer one leaves it alone.
    stage.mean(3, older: true)
    stage.commit(Saved([new], "y", "x", "y", "x"), 3)
    stage.mean(4)
    stage.commit(Saved([new], "y", "x", "y", "x"), 4)
    let verdict = stage.verdict()
    #expect(verdict.faults == [] && verdict.opportunities == 5)
  }

  @Test(arguments: [[], [StoredVersion(1, 5)], [StoredVersion(1, 9)], [StoredVersion(0, 9)]])
  func `who makes a row one of older versions breaks it`(versions: [StoredVersion]) {
    for isOlder in [false, true] {
      var stage = Stage()
      stage.commit(Saved([new], nil, "x", nil, "x"))
      stage.mean(1, older: isOlder)
      stage.commit(Saved(versions, nil, "x", nil, "x"), 1)
      let faults = stage.verdict().faults
      #expect(faults.count == 1 && faults[0].contains("had 2.0"), "\(faults)")
    }
  }

  @Test func `a level that goes or becomes older breaks it, and a newer one does not`() {
    let cases: [(from: [StoredVersion], to: [StoredVersion], isBroken: Bool)] = [
      ([new, old], [new], true), ([new, old], [old, new], true), ([new], [new, old], false),
      ([new], [StoredVersion(2, 1)], false), ([new], [StoredVersion(3, 0)], false),
      ([new, old], [StoredVersion(3, 0), StoredVersion(1, 4)], true),
    ]
    for (from, to, isBroken) in cases {
      var stage = Stage()
      stage.commit(Saved(from, nil, nil, nil, nil))
      stage.mean(1)
      stage.commit(Saved(to, nil, nil, nil, nil), 1)
      #expect((stage.verdict().faults.count == 1) == isBroken, "\(from) \(to)")
    }
  }

  @Test func `who makes a row newer and leaves a field, or loses it, breaks it`() {
    let rows = [
      Saved([new], "x", nil, nil, "x"), Saved([new], nil, nil, nil, "x"),
      Saved([new], "x", "x", nil, "x"), Saved([new], nil, "x", "x", nil),
      Saved([new], nil, "x", nil, nil), Saved([new], nil, "x", "x", "x"),
    ]
    for row in rows {
      for before in [[], [old]] {
        var stage = Stage()
        stage.commit(Saved(before, "x", nil, "x", nil))
        stage.mean(1)
        stage.commit(row, 1)
        let faults = stage.verdict().faults
        #expect(faults.count == 1 && faults[0].contains("was not moved"), "\(row): \(faults)")
      }
    }
  }

  @Test func `nothing need be moved where there is nothing, or where it was moved before`() {
    var stage = Stage()
    stage.commit(Saved([old], nil, nil, "x", nil))
    stage.mean(1)
    stage.commit(Saved([new], nil, nil, nil, "x"), 1)
    stage.commit(Saved([new], "late", nil, nil, "x"))
    stage.mean(2)
    stage.commit(Saved([StoredVersion(2, 1)], "late", nil, nil, "x"), 2)
    #expect(stage.verdict().faults == [])
  }

  @Test func `what nobody could know who set out to sign is not judged`() {
    // The row became newer, or got its nick, after an older app and a newer one have read it.
    var stage = Stage()
    stage.commit(Saved([], nil, nil, nil, nil))
    stage.mean(1, older: true)
    stage.mean(2)
    stage.commit(Saved([new], nil, nil, nil, nil))
    stage.commit(Saved([old], "x", nil, nil, nil), 1)
    stage.commit(Saved([new], "x", nil, nil, nil), 2)
    #expect(stage.verdict().faults == [])
    // It was newer before they set out, of which their client had not heard.
    for client in [nil, 1] as [UInt32?] {
      stage = Stage()
      stage.commit(Saved([old], nil, nil, "x", nil))
      stage.commit(Saved([new], nil, nil, nil, "x"), heardBy: client)
      stage.mean(1, older: true)
      stage.commit(Saved([old], nil, nil, "x", "x"), 1)
      stage.commit(Saved([], "x", nil, nil, nil), heardBy: client)
      stage.mean(2)
      stage.commit(Saved([new], "x", nil, nil, nil), 2)
      #expect(stage.verdict().faults == [])
    }
    // Who heard of much has heard of the last of it.
    stage = Stage()
    for number in 0..<70 { stage.commit(Saved([old], "x\(number)", nil, nil, nil)) }
    stage.mean(1)
    stage.commit(Saved([new], "x", nil, nil, nil), 1)
    #expect(stage.verdict().faults.count == 1)
    // A nick that was changed meanwhile was there all the time.
    stage = Stage()
    stage.commit(Saved([old], "x", nil, nil, nil))
    stage.mean(1)
    stage.commit(Saved([old], "y", nil, nil, nil))
    stage.commit(Saved([new], "y", nil, nil, nil), 1)
    #expect(stage.verdict().faults.count == 1)
  }

  @Test func `others may do what they like, and a row that comes back is another one`() {
    var stage = Stage()
    stage.commit(Saved([new], nil, "x", nil, "x"))
    stage.commit(Saved([], "x", nil, nil, nil))
    stage.commit(Saved([new], nil, "x", nil, "x"))
    stage.commit(nil)
    stage.mean(1, older: true)
    stage.commit(Saved([old], "x", nil, "x", nil), 1)
    // Rows of one name in two lists are two rows.
    stage.commit(Saved([new], nil, nil, nil, nil), list: 1)
    stage.mean(2, older: true)
    stage.commit(Saved([old], "z", nil, "z", nil), 2)
    stage.mean(3, older: true)
    stage.commit(Saved([old], "z", nil, "z", nil), 3, key: "b")
    #expect(stage.verdict().faults == [])
  }

  @Test func `versions are read as they are stored, and what is none is none`() {
    #expect(StoredVersions([StoredVersion(1, 0)]).node == .text("AQAAAAAAAAA="))
    #expect(StoredVersions([]).node == .null && StoredVersions(.null).levels == [])
    var chance = RandomStream(seed: 1, "versions")
    for count in 0..<5 {
      for _ in 0..<20 {
        let versions = StoredVersions(
          (0..<count).map { _ in
            StoredVersion(
              UInt32(truncatingIfNeeded: chance.below(1 << 32)),
              UInt32(truncatingIfNeeded: chance.below(300)))
          })
        #expect(StoredVersions(versions.node) == versions)
      }
    }
    for node in [Node.text("?"), .integer(3), .text("AQAAAAAAA")] {
      #expect(StoredVersions(node).levels == [])
    }
    #expect("\(StoredVersions([old, new]))" == "1.5 and 2.0" && "\(StoredVersions())" == "none")
  }
}
