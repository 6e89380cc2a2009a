// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirObjects

/// Operators that remember, against models over lists.
@Suite struct MemoryMarbleTests {
  private let bench = MarbleBench()

  @Test func `distinctUntilChanged drops what is as the one before`() {
    bench.check("distinctUntilChanged") { _, sources in
      sources[0].distinctUntilChanged().lists
    } _: { inputs in
      inputs.values { $0 > 0 && $1[$0] == $1[$0 - 1] ? nil : [$1[$0]] }
    }
    bench.check("distinctUntilChanged(from:)") { _, sources in
      sources[0].distinctUntilChanged(from: 2).lists
    } _: { inputs in
      inputs.values { ([2] + $1)[$0] == $1[$0] ? nil : [$1[$0]] }
    }
  }

  @Test func `distinctUntilChanged holds a value against the last one that was sent`() {
    bench.check("distinctUntilChanged(by:)") { _, sources in
      sources[0].distinctUntilChanged(from: 0) { last, new in
        if new == 4 { throw Fault(code: 9) }
        return last >= new
      }.lists
    } _: { inputs in
      var greatest = 0
      return inputs.marbles { heard in
        guard let number = heard.number else { return heard }
        if number == 4 { return .error(9) }
        defer { greatest = max(greatest, number) }
        return number > greatest ? heard : nil
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `memoize sends the last values`(count: Int) {
    bench.check("memoize(last:)") { _, sources in
      sources[0].memoize(last: count)
    } _: { inputs in
      inputs.values { Array($1[max(0, $0 - count + 1)...$0]) }
    }
    bench.check("memoize(last:waitsUntilFull:)") { _, sources in
      sources[0].memoize(last: count, waitsUntilFull: true)
    } _: { inputs in
      inputs.values { $0 + 1 < count ? nil : Array($1[$0 - count + 1...$0]) }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `portions hold each value once`(count: Int) {
    bench.check("memoize(portions:)") { _, sources in
      sources[0].memoize(portions: count)
    } _: { inputs in
      inputs.values { ($0 + 1) % count == 0 ? Array($1[$0 - count + 1...$0]) : nil }
    }
  }

  @Test func `old values come with the new ones`() {
    bench.check("oldValue") { _, sources in
      sources[0].oldValue().map { [$0.old ?? -5, $0.new] }
    } _: { inputs in
      inputs.values { [$0 == 0 ? -5 : $1[$0 - 1], $1[$0]] }
    }
    bench.check("oldValue(from:)") { _, sources in
      sources[0].oldValue(from: 7).map { [$0.old, $0.new] }
    } _: { inputs in
      inputs.values { [([7] + $1)[$0], $1[$0]] }
    }
  }
}
