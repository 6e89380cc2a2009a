// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirRun
import WeirTestSupport

import WeirReport

@Suite struct MarkupTests {
  @Test func `words cannot end an element or begin one`() throws {
    for words in [
      "</p><script>alert(1)</script>", "a & b", "\"x\" 'y'", "]]>", "<!-- -->", "&lt;", "&#0;",
      "é ✔",
    ] {
      var markup = Markup()
      markup.element("p", ["title": words], words)
      let heard = try #require(Heard.of(markup.text), "\(markup.text)")
      #expect(heard.words == words && heard.attributes == [words])
      #expect(heard.elements == ["page", "p"])
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `any text at all is read back, but for what no page may hold`(seed: UInt64) throws {
    var random = RandomStream(seed: seed, "text", of: "markup")
    let dangerous = Array(
      "<>&\"'/=!-[]{}; \n\u{0}\u{1B}\u{85}\u{202E}\u{2066}\u{FFFE}aé✔😀".unicodeScalars)
    var words = ""
    for _ in 0..<60 {
      words.unicodeScalars.append(dangerous[Int(random.next() % UInt64(dangerous.count))])
    }
    var markup = Markup()
    markup.element("p", words)
    let heard = try #require(Heard.of(markup.text))
    let forbidden = Set("\u{0}\u{1B}\u{85}\u{202E}\u{2066}\u{FFFE}".unicodeScalars)
    var expected = ""
    for scalar in words.unicodeScalars {
      expected.unicodeScalars.append(forbidden.contains(scalar) ? "\u{FFFD}" : scalar)
    }
    #expect(heard.words == expected)
  }
}

@Suite struct AxisTests {
  @Test func `ends stand at the ends, and what is beyond them, too`() {
    let axis = Axis(.from(0, to: 90), pixels: 50, 390)
    #expect(axis[0] == 50 && axis[90] == 390 && axis[45] == 220)
    #expect(axis[-5] == 50 && axis[1000] == 390)
    let down = Axis(.from(0.001, to: 10), .logarithmic, pixels: 200, 0)
    #expect(down[0.001] == 200 && down[10] == 0 && abs(down[0.1] - 100) < 1e-9 && down[0] == 200)
  }

  @Test func `an axis of nothing has a length`() {
    let flat = Axis(.from(3, to: 3), pixels: 0, 10)
    #expect(flat[3] == 0 && flat[4] == 10 && !flat.ticks.isEmpty)
    let none = Axis(.from(0, to: 0), .logarithmic, pixels: 0, 10)
    #expect(none[0] == 0 && none.ticks.allSatisfy(\.isFinite))
  }

  @Test(arguments: [100, 1, 0.9, 0.09, 0.02, 0.0031, 0.0004, 0.000_07] as [Double])
  func `the ticks of an axis are written with as many places as tell them apart`(high: Double) {
    let axis = Axis(.from(0, to: high), pixels: 0, 10)
    let words = axis.ticks.map { WeirCore.Decimal($0, places: axis.decimalPlaces).description }
    #expect(words.count > 2 && Set(words).count == words.count, "\(words)")
    #expect(words.allSatisfy { $0.count <= 8 }, "\(words)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `ticks are few, round, rising and between the ends`(seed: UInt64) {
    var random = RandomStream(seed: seed, "range", of: "axis")
    func draw() -> Double {
      let exponent = Double(random.next() % 18) - 9
      var value = 1 + Double(random.next() % 1000) / 100
      for _ in 0..<Int(exponent.magnitude) { value *= exponent < 0 ? 0.1 : 10 }
      return value
    }
    let (a, b) = (draw(), draw())
    for growth in [Axis.Growth.linear, .logarithmic] {
      let axis = Axis(.from(a, to: b), growth, pixels: 0, 100)
      let ticks = axis.ticks
      #expect(ticks.count <= 8 && ticks == ticks.sorted())
      // A hair beyond the ends is still at the end.
      let hair = growth == .linear ? (axis.high - axis.low) * 1e-6 : 0
      let margin = 1.0002
      #expect(
        ticks.allSatisfy { axis.low <= $0 * margin + hair && $0 <= axis.high * margin + hair })
      if growth == .logarithmic { #expect(!ticks.isEmpty) }
    }
  }
}

@Suite struct PlotTests {
  @Test func `no edge cuts words off`() {
    #expect(Plot.whole("0.5", around: 200) == (200, "middle"))
    #expect(Plot.whole("100.5k", around: Plot.width - 12) == (Plot.width - 1, "end"))
    #expect(Plot.whole("client 100000", around: 20) == (1, "start"))
    // Four letters of seven reach just to the edge from here.
    #expect(Plot.whole("50 %", around: 14) == (14, "middle"))
  }

  @Test func `a line through a load that rises, stays and falls goes from load to load`() {
    let ramp = [(1.0, 10.0), (2, 20), (3, 30), (3.01, 50), (2, 40), (1, 10)].map { (x: $0, y: $1) }
    let line = Figure.joined(ramp, within: 0.1)
    #expect(line.map(\.x) == [1, 2, 3.005] && line.map(\.y) == [10, 30, 40])
    #expect(Figure.joined([], within: 1).isEmpty)
  }
}

@Suite struct ShadeTests {
  /// The relative luminance of a colour, after the rules for accessible content.
  private static func luminance(_ colour: UInt32) -> Double {
    func linear(_ shift: UInt32) -> Double {
      let value = Double(colour >> shift & 0xFF) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test func `every colour that says something can be read on both papers, light and dark`() {
    for shade in Shade.all where ![Shade.paper, .panel, .grid].contains(shade) {
      for paper in [Shade.paper, .panel] {
        #expect(Self.contrast(shade.light, paper.light) >= 4.5, "\(shade.name) on \(paper.name)")
        #expect(
          Self.contrast(shade.dark, paper.dark) >= 4.5, "\(shade.name) on \(paper.name), dark")
      }
    }
  }
}
