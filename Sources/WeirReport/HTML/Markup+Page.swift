// SPDX-License-Identifier: GPL-3.0-or-later
extension Markup {
  /// Returns a whole page for a browser, which fetches nothing and runs nothing, for words of any
  /// content.
  package static func page(_ title: String, _ main: (inout Markup) -> Void) -> String {
    var markup = Markup()
    markup.own("<!DOCTYPE html>\n")
    markup.element("html", ["lang": "en"]) { html in
      html.element("head") { head in
        head.empty("meta", ["charset": "utf-8"])
        head.empty(
          "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        head.empty(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
          ])
        head.element("title", title)
        head.element("style") { $0.style() }
      }
      html.line()
      html.element("body") { $0.element("main", [:], main) }
    }
    markup.line()
    return markup.text
  }

  /// Writes the head of a page: its subject, the verdict with its sign, and the numbers behind it,
  /// a line each.
  package mutating func verdict(
    _ words: String, _ shade: Shade, _ sign: String, of subject: String, tally: [String],
    _ rest: (inout Markup) -> Void = { _ in }
  ) {
    element("header") { header in
      header.element("p", ["class": "quiet"], subject)
      header.element("h1", ["class": shade.name]) { heading in
        heading.element("span", ["aria-hidden": "true"], sign + " ")
        heading.words(words)
      }
      for line in tally { header.element("p", ["class": "tally"], line) }
      rest(&header)
    }
  }

  /// Writes a command that a person can copy, under a line that says what it does.
  package mutating func command(_ command: String, to purpose: String) {
    element("p", purpose)
    element("pre", ["tabindex": "0"]) { $0.element("code", command) }
  }

  /// Writes a part of a page under a heading.
  package mutating func section(_ title: String, _ inside: (inout Markup) -> Void) {
    line()
    element("section") { section in
      section.element("h2", title)
      inside(&section)
    }
  }

  /// Writes a table with a heading and a caption for those who cannot see it; it scrolls by itself
  /// if it is too wide.
  ///
  /// Columns from `start` to before `end` hold numbers and lean to the right.
  package mutating func table(
    _ heading: [String], _ rows: [[String]], caption: String, numbersFrom start: Int = .max,
    numbersUntil end: Int = .max
  ) {
    cells(
      heading, caption: caption, numbersFrom: start, numbersUntil: end, rows.count,
      isLong: { row, column in column < rows[row].count && rows[row][column].count > 24 }
    ) { row, column, cell in
      if column < rows[row].count { cell.words(rows[row][column]) }
    }
  }

  /// Writes a table as ``table(_:_:caption:numbersFrom:numbersUntil:)`` does, whose cells may hold
  /// more than words.
  ///
  /// `write` is told the row and the column. What `isLong` is not pressed into a narrow column.
  package mutating func cells(
    _ heading: [String], caption: String, numbersFrom start: Int = .max,
    numbersUntil end: Int = .max, _ rows: Int, isLong: (Int, Int) -> Bool = { _, _ in false },
    _ write: (Int, Int, inout Markup) -> Void
  ) {
    func isNumber(_ column: Int) -> Bool { column >= start && column < end }
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption]) {
      $0.element("table") { table in
        table.element("caption", caption)
        table.element("tr") { row in
          for (place, words) in heading.enumerated() {
            row.element(
              "th", ["scope": "col", "class": isNumber(place) ? "number" : "word"], words)
          }
        }
        for number in 0..<rows {
          table.line()
          table.element("tr") { row in
            for place in heading.indices {
              let kind: KeyValuePairs<StaticString, String> =
                isNumber(place)
                ? ["class": "number"] : isLong(number, place) ? ["class": "long"] : [:]
              row.element("td", kind) {
                write(number, place, &$0)
              }
            }
          }
        }
      }
    }
  }

  /// Writes something that is shown when a person asks for it.
  package mutating func details(_ summary: String, _ inside: (inout Markup) -> Void) {
    line()
    element("details") { details in
      details.element("summary", summary)
      inside(&details)
    }
  }

  /// Writes the style sheet: one column on a phone, more where there is room; light or dark as the
  /// reader has it.
  package mutating func style() {
    own(":root{color-scheme:light dark;")
    words(Shade.definitions(dark: false))
    own("}@media(prefers-color-scheme:dark){:root{")
    words(Shade.definitions(dark: true))
    own(
      """
      }}
      *{box-sizing:border-box}
      body{margin:0;background:var(--paper);color:var(--words);font:16px/1.5 system-ui,sans-serif}
      main{max-width:72rem;margin:0 auto;padding:1rem}
      h1{font-size:1.8rem;margin:.2rem 0;line-height:1.2}
      h2{font-size:1.15rem;margin:1.6rem 0 .5rem}
      h3{font-size:1rem;margin:0}
      p{margin:.4rem 0;max-width:46rem;overflow-wrap:anywhere}
      .quiet,caption,figcaption{color:var(--quiet)}
      .tally{font-weight:600}
      .good{color:var(--good)}.bad{color:var(--bad)}.doubt{color:var(--doubt)}
      header{border-bottom:1px solid var(--grid);padding-bottom:.6rem}
      pre{background:var(--panel);padding:.6rem .8rem;border-radius:6px;overflow-x:auto;margin:.4rem 0}
      a{color:var(--first)}
      code{font:.9rem/1.4 ui-monospace,monospace}
      .figures{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr))}
      figure{margin:0;padding:.7rem;background:var(--panel);border-radius:8px;min-width:0}
      figure.wide{max-width:40rem}
      figcaption{font-size:.85rem}
      svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;margin:.4rem 0}
      svg text{fill:var(--words)}svg text.quiet{fill:var(--quiet)}svg text.bad{fill:var(--bad)}
      svg text.halo{paint-order:stroke;stroke:var(--panel);stroke-width:3px;stroke-linejoin:round}
      .line{fill:none;stroke-width:1.8}.dash{stroke-dasharray:5 3}
      .dots{stroke-width:3;stroke-linecap:round;opacity:.4}
      .grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--quiet);stroke-width:1}
      .trouble{fill:var(--bad);opacity:.15}
      .broke{stroke:var(--bad);stroke-width:1.5;stroke-dasharray:2 2}
      .leader{stroke:var(--grid);stroke-width:1;stroke-dasharray:1 3}
      .lane{stroke:var(--grid);stroke-width:2}
      .message{fill:none;stroke:var(--quiet);stroke-width:1.2}
      .message.bad{stroke:var(--bad);stroke-width:3}
      .legend{display:flex;flex-wrap:wrap;gap:.2rem .9rem;margin:.2rem 0;padding:0;list-style:none;font-size:.85rem}
      .legend svg{display:inline-block;width:22px;height:8px;margin:0 .3rem 1px 0}
      details{margin:.3rem 0}summary{cursor:pointer;padding:.25rem 0}
      summary:focus-visible,.scroll:focus-visible,pre:focus-visible{outline:2px solid var(--first)}
      .scroll{overflow-x:auto}
      table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
      caption{text-align:left;font-size:.8rem;padding:.2rem 0}
      th,td{text-align:left;padding:.2rem .7rem .2rem 0;border-bottom:1px solid var(--grid);vertical-align:top}
      th.number,td.number{text-align:right;white-space:nowrap}
      td.long{min-width:12rem}
      @media print{details{display:none}}
      """)
  }
}
