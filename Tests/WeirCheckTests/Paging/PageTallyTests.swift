// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

/// The counts of runs, against those that know every list of a pass.
@Suite struct PageTallyTests {
  /// A pass through a list by offsets or by places, and what both make of it.
  private struct Story {
    /// The shares of a run, by the names of their metrics.
    var shares: [String: [Int64]]
    var anomalies: PageAnomalies
    /// `true` if it was told that it has reached the end.
    var isWhole: Bool
  }

  /// Plays a pass of random pages through a list in which rows come and go between them.
  private static func story(
    _ seed: UInt64, isByPlace: Bool, comes: Bool = true, goes: Bool = true
  ) -> Story {
    var chance = RandomStream(seed: seed, "pass")
    var names = Set((0..<(4 + chance.index(below: 20))).map { _ in Self.name(&chance) }).sorted()
    var desk = PageDesk(names.joined(separator: " "))
    var (now, pass) = (Instant.zero, PagePass())
    var timeline = ListTimeline(names.map { Key($0) }, at: now)
    var (rows, offset, last, isWhole, total) = ([String](), 0, String?.none, false, 0)
    let pages = 1 + chance.index(below: 6)
    for page in 0..<pages where !isWhole {
      let size = 1 + chance.index(below: 6)
      let start =
        isByPlace ? last.map { last in names.count { $0 <= last } } ?? 0 : min(offset, names.count)
      let slice = Array(names.dropFirst(start).prefix(size))
      (isWhole, total) = (start + slice.count >= names.count, names.count)
      let place: PageQuery.Start =
        isByPlace && page > 0 ? .beyond(.none, Key(last ?? "")) : .offset(offset)
      desk.ask(UInt64(page), from: place, size, isFresh: page == 0)
      desk.bring(
        UInt64(page), slice.joined(separator: " "), offset: start, more: !isWhole, total: total)
      pass.receive(slice.map { Key($0) }, from: start, at: now)
      rows += slice
      (offset, last) = (start + slice.count, slice.last ?? last)
      if page == pages - 1 || isWhole { break }
      for _ in 0..<chance.index(below: 5) {
        now = now + .milliseconds(1)
        let name = Self.name(&chance)
        if comes, chance.index(below: 2) == 0, !names.contains(name) {
          names = (names + [name]).sorted()
          desk.commit(name)
        } else if goes, !names.isEmpty {
          desk.commit(names.remove(at: chance.index(below: names.count)), nil)
        }
        timeline.become(names.map { Key($0) }, on: now)
      }
    }
    desk.rest()
    var seen: Set<String> = []
    let shown = rows.filter { seen.insert($0).inserted }.map { Key($0) }
    let anomalies = pass.anomalies(
      in: timeline, shown: shown, total: total, isComplete: isWhole, at: now)
    let metrics = ["doubles", "skips", "phantoms", "misorders", "count-lies"].map { "page-\($0)" }
    let shares = Dictionary(uniqueKeysWithValues: metrics.map { ($0, desk.share($0) ?? []) })
    return Story(shares: shares, anomalies: anomalies, isWhole: isWhole)
  }

  private static func name(_ chance: inout RandomStream) -> String {
    "r\(100 + chance.index(below: 900))"
  }

  private static func share(_ tally: PageAnomalies.Tally) -> [Int64] {
    [Int64(tally.count), Int64(tally.opportunities)]
  }

  @Test(arguments: 0..<300 as Range<UInt64>, [false, true])
  func `what came twice, is gone or is miscounted is counted exactly`(
    seed: UInt64, isByPlace: Bool
  ) {
    let story = Self.story(seed, isByPlace: isByPlace)
    #expect(story.shares["page-doubles"] == Self.share(story.anomalies.duplicates))
    #expect(story.shares["page-phantoms"] == Self.share(story.anomalies.phantoms))
    #expect(story.shares["page-count-lies"] == Self.share(story.anomalies.countLies))
  }

  /// A pass that has not come to the end of the list is counted up to its last row that stayed: the exact one knows how
  /// many rows it has covered, and may find more.
  @Test(arguments: 0..<300 as Range<UInt64>, [false, true])
  func `what was passed over is counted exactly in whole passes, and never too often in others`(
    seed: UInt64, isByPlace: Bool
  ) throws {
    let story = Self.story(seed, isByPlace: isByPlace)
    let (skips, exact) = (try #require(story.shares["page-skips"]), story.anomalies.skips)
    if story.isWhole {
      #expect(skips == Self.share(exact))
    } else {
      #expect(skips[0] <= exact.count && skips[1] <= exact.opportunities)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `neighbours in the wrong order are found if any two rows are`(seed: UInt64) throws {
    let story = Self.story(seed, isByPlace: false, goes: false)
    let misorders = try #require(story.shares["page-misorders"])
    #expect(misorders[0] == 0 || story.anomalies.misorders.count > 0)
  }

  @Test func `the stories have something to count`() {
    let stories = (0..<300).map { Self.story($0, isByPlace: false) }
    #expect(stories.count { $0.anomalies.duplicates.count > 0 } > 30)
    #expect(stories.count { $0.isWhole && $0.anomalies.skips.count > 0 } > 30)
    #expect(stories.count { $0.anomalies.phantoms.count > 0 } > 30)
    #expect(stories.count { $0.anomalies.countLies.count > 0 } > 30)
  }
}
