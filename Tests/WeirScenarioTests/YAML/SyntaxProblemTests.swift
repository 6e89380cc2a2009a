// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct SyntaxProblemTests {
  @Test(arguments: wrong)
  func `what is no YAML, or YAML that the format does not take, is told with place and remedy`(
    _ example: WrongText
  ) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  static let wrong: [WrongText] = [
    WrongText(
      "an empty file",
      text: """

        """,
      expected: """
        f.yaml:1:1: error: the file is empty
          remedy: start with `weir: 1`; `weir explain keys` lists what may follow
        """),
    WrongText(
      "a file of comments",
      text: """
        # nothing


        """,
      expected: """
        f.yaml:1:1: error: the file is empty
          remedy: start with `weir: 1`; `weir explain keys` lists what may follow
        """),
    WrongText(
      "an empty document",
      text: """
        ---
        ...

        """,
      expected: """
        f.yaml:1:1: error: the file is empty
          remedy: start with `weir: 1`; `weir explain keys` lists what may follow
        """),
    WrongText(
      "two documents",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        ---
        weir: 1

        """,
      expected: """
        f.yaml:5:1: error: a second document starts here
          remedy: keep one scenario in a file; remove the `---`
        """),
    WrongText(
      "a list instead of a mapping",
      text: """
        - weir: 1

        """,
      expected: """
        f.yaml:1:1: error: expected a mapping, found a list
          remedy: keys allowed here: weir, about, extends, seed, warm-up, settle, oracle, server, network, networks, resources, clients, workload, faults, schedule, buggify, expect, gate
        """),
    WrongText(
      "a text instead of a mapping",
      text: """
        hello

        """,
      expected: """
        f.yaml:1:1: error: expected a mapping, found 'hello'
          remedy: keys allowed here: weir, about, extends, seed, warm-up, settle, oracle, server, network, networks, resources, clients, workload, faults, schedule, buggify, expect, gate
        """),
    WrongText(
      "a tab in the indentation",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server:
        \tservers: 4

        """,
      expected: """
        f.yaml:6:1: error: a tab in the indentation
          remedy: indent with spaces, two a level
        """),
    WrongText(
      "a quote that never ends",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: 'abc
        settle: 1s

        """,
      expected: """
        f.yaml:5:7: error: a quote is opened here and never closed
          remedy: add the closing quote
        """),
    WrongText(
      "a double quote that never ends",
      text: """
        weir: 1
        about: "A test.

        """,
      expected: """
        f.yaml:2:8: error: a quote is opened here and never closed
          remedy: add the closing quote
        """),
    WrongText(
      "an unknown escape",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: "\\q"

        """,
      expected: """
        f.yaml:5:8: error: an unknown escape inside double quotes
          remedy: write \\\\ for a backslash, or use single quotes, where nothing is an escape
        """),
    WrongText(
      "a list that never ends",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a }
        workload: []

        """,
      expected: """
        f.yaml:4:1: error: expected ',' or ']' in the list that starts in line 3
          remedy: separate entries with ',' and close the list with ']'
        """),
    WrongText(
      "a mapping that never ends",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { servers: 4

        """,
      expected: """
        f.yaml:6:1: error: expected ',' or '}' in the mapping that starts in line 5
          remedy: separate entries with ',' and close the mapping with '}'
        """),
    WrongText(
      "a colon in a text",
      text: """
        weir: 1
        about: A test: really

        """,
      expected: """
        f.yaml:2:14: error: a ':' where no key can stand
          remedy: quote the text if it contains ': '; a key starts a line, in the column of its neighbours
        """),
    WrongText(
      "a key without a colon",
      text: """
        weir: 1
        about A test.
        seed: 1

        """,
      expected: """
        f.yaml:2:1: error: a key without ':'
          remedy: write `key: value`, with a space after the colon
        """),
    WrongText(
      "a wrong indentation",
      text: """
        weir: 1
          about: A test.

        """,
      expected: """
        f.yaml:2:8: error: a ':' where no key can stand
          remedy: quote the text if it contains ': '; a key starts a line, in the column of its neighbours
        """),
    WrongText(
      "an outdented key",
      text: """
        server:
            servers: 4
          queue: 5

        """,
      expected: """
        f.yaml:3:3: error: this line does not fit the indentation of the lines above
          remedy: start it in the same column as its neighbours, with spaces
        """),
    WrongText(
      "a value that starts with a percent sign",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: %5

        """,
      expected: """
        f.yaml:5:7: error: a value cannot start with '%'
          remedy: put the text in quotes
        """),
    WrongText(
      "a value that starts with an at sign",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: @5

        """,
      expected: """
        f.yaml:5:7: error: a value cannot start with '@'
          remedy: put the text in quotes
        """),
    WrongText(
      "a star without a name",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: *

        """,
      expected: """
        f.yaml:5:7: error: a name is missing after '&' or '*'
          remedy: write `&name` or `*name`, or quote the text
        """),
    WrongText(
      "an unknown anchor",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: &good { delay: 1ms }
        networks: { a: *goof }

        """,
      expected: """
        f.yaml:6:16: error: no anchor '&goof' stands above
          remedy: did you mean '*good'?
        """),
    WrongText(
      "an anchor inside itself",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { tree: &a { b: *a } }

        """,
      expected: """
        f.yaml:5:25: error: '*a' stands inside what it stands for
          remedy: the anchor is in line 5; write the value out
        """),
    WrongText(
      "a tag",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: !!int 5

        """,
      expected: """
        f.yaml:5:7: error: a YAML tag (a word that starts with '!')
          remedy: remove it; quote the text if it should start with '!'
        """),
    WrongText(
      "a duplicate key",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        seed: 1
        seed: 2

        """,
      expected: """
        f.yaml:6:1: error: duplicate key 'seed' (first in line 5)
          remedy: remove one of the two
        """),
    WrongText(
      "a merge key",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        network: { <<: { delay: 1ms } }

        """,
      expected: """
        f.yaml:5:12: error: the merge key '<<' is not a part of the format
          remedy: write the keys out, or use `extends: other.yaml`
        """),
    WrongText(
      "a key that is a list",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        ? [a]
        : 1

        """,
      expected: """
        f.yaml:5:3: error: a key that is not a text
          remedy: write `key: value`
        """),
    WrongText(
      "values nested too deep",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { tree: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: b}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}} }

        """,
      expected: """
        f.yaml:5:265: error: values are nested more than 64 deep
          remedy: check the brackets and the indentation
        """),
  ]
}
