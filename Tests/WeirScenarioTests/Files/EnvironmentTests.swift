// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct EnvironmentTests {
  @Test func `names are replaced inside texts, and what was put in is remembered`() throws {
    let scenario = try scenario(
      least.replacing("A test.", with: "From ${CITY} to ${GOAL:-nowhere}.")
        + "seed: ${SEED:-9}\nsettle: \"${N}${UNIT:-s}\"\n",
      environment: ["CITY": "Ulm", "N": "4", "OTHER": "unused"])
    #expect(scenario.about == "From Ulm to nowhere.")
    #expect(scenario.seed == 9)
    #expect(scenario.settle == .seconds(4))
    #expect(
      scenario.provenance.environment == [
        .init(name: "CITY", value: "Ulm", isDefault: false),
        .init(name: "GOAL", value: "nowhere", isDefault: true),
        .init(name: "SEED", value: "9", isDefault: true),
        .init(name: "N", value: "4", isDefault: false),
        .init(name: "UNIT", value: "s", isDefault: true),
      ])
  }

  @Test func `what is put in is not looked through again, and two dollars are one`() throws {
    let scenario = try scenario(
      least.replacing("A test.", with: "${A} $${A} $5"), environment: ["A": "${B}"])
    #expect(scenario.about == "${B} ${A} $5")
  }

  @Test func `an empty default is a text without a letter`() throws {
    #expect(try scenario(least.replacing("A test.", with: "'${A:-}'")).about == "")
  }

  @Test func `what is not set and has no default is told`() {
    #expect(
      problems(least + "seed: ${WEIR_SEED}\n") == """
        f.yaml:5:7: error: environment variable WEIR_SEED is not set and has no default
          remedy: set it, or write ${WEIR_SEED:-default}
        """)
  }

  @Test(arguments: [
    ("${", "'${' without '}' in '${'"), ("a${b", "'${' without '}' in 'a${b'"),
    ("${}", "'${}' does not name an environment variable"),
    ("${1a}", "'${1a}' does not name an environment variable"),
    ("${a b}", "'${a b}' does not name an environment variable"),
  ])
  func `what is no name is told`(_ text: String, _ message: String) {
    #expect(problems(least + "seed: '\(text)'\n").hasPrefix("f.yaml:5:7: error: \(message)\n"))
  }

  @Test func `a variable that nobody needs is not asked for`() throws {
    _ = try scenario(
      "extends: b.yaml\nseed: 1\n", files: ["b.yaml": least + "seed: ${NEVER_SET}\n"])
  }

  @Test func `the file that is extended may come from the environment`() throws {
    let scenario = try scenario(
      "extends: ${BASE}.yaml\n", files: ["b.yaml": least], environment: ["BASE": "b"])
    #expect(scenario.about == "A test.")
  }
}
