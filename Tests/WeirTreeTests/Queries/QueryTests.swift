// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct QueryTests {
  @Test func `a limit counts from its end and shows no more than there is`() {
    for count in 0...6 {
      let all = Array(0..<count)
      #expect(Array(Query().ranks(of: count)) == all)
      for most in 0...8 {
        #expect(Array(Query(limit: .first(most)).ranks(of: count)) == Array(all.prefix(most)))
        #expect(Array(Query(limit: .last(most)).ranks(of: count)) == Array(all.suffix(most)))
      }
    }
    #expect(Query.Limit.none.count == .max)
    #expect(Query.Limit.first(3).count == 3)
    #expect(Query.Limit.last(4).count == 4)
  }

  @Test func `no limit is too large or too small to be taken`() {
    for most in [Int.max, .max - 1, 7] {
      #expect(Query(limit: .first(most)).ranks(of: 5..<9) == 5..<9)
      #expect(Query(limit: .last(most)).ranks(of: 5..<9) == 5..<9)
    }
    for most in [Int.min, -1, 0] {
      #expect(Query(limit: .first(most)).ranks(of: 5..<9) == 5..<5)
      #expect(Query(limit: .last(most)).ranks(of: 5..<9) == 9..<9)
    }
  }

  @Test func `a range whose ends were taken away is none`() {
    var query = Query(from: .init(Key("a")), to: .init(Key("b")))
    #expect(query.start == .init(Key("a")) && query.end == .init(Key("b")))
    let copy = query
    query.start = nil
    #expect(query == Query(to: .init(Key("b"))) && !query.showsEverything)
    query.end = nil
    #expect(query == Query() && query.showsEverything)
    #expect(copy.start == .init(Key("a")) && copy.end == .init(Key("b")))
  }

  @Test func `rows are told apart by key, and look the same when their stamps are equal`() {
    let row = Row(key: Key("a"), stamp: 1)
    #expect(row.rowID == Key("a"))
    #expect(row.showsTheSame(as: Row(key: Key("b"), stamp: 1)))
    #expect(!row.showsTheSame(as: Row(key: Key("a"), stamp: 2)))
  }

  @Test func `kinds of event stand in the order of a batch`() {
    let kinds: [DataEvent.Kind] = [.value, .moved, .added, .removed, .changed]
    #expect(kinds.sorted() == [.removed, .added, .moved, .changed, .value])
  }
}
