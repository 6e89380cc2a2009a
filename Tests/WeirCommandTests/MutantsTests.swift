// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import Testing
import WeirMutants
import WeirScenario

import WeirCommand

@Suite struct MutantsTests {
  /// A scenario for each mutant, in which only those are caught that show a short list wrongly.
  private static func files(
    mutant: (Mutant) -> String = { $0.name }, list: String = "a: { by: 1 }, b: { by: 1 }"
  ) -> [String: String] {
    var files: [String: String] = [:]
    for one in Mutant.all {
      files["all/\(one.name).yaml"] = """
        weir: 1
        about: A short list.
        seed: 1
        server: { tree: { list: { \(list) } } }
        network: { delay: 20ms }
        clients: [ { count: 1, stack: { mutant: \(mutant(one)) }, list: list } ]
        workload: [ { each: client, does: edit, every: 1s, for: 1s } ]
        """
    }
    return files
  }

  @Test func `a mutant is caught in its scenario, and who has none is missed`() {
    // Nobody is looked for but the canary: all other scenarios are left out.
    let files = Self.files().filter { $0.key == "all/canary.yaml" }
    let trial = Trial(
      ["mutants", "all", "--seeds", "3", "--matrix"], files: files, program: SweepTests.program)
    #expect(trial.code == .fileMissing)
    #expect(trial.printed.contains("\ncanary  converge   1      1       1-4   3/3    "))
    #expect(trial.printed.contains("\n1 of \(Mutant.all.count) mutants caught\n"))
    #expect(trial.printed.contains("\ncanary  # . "))
  }

  @Test func `a mutant that no seed catches has survived, however many were asked for`() {
    let blind = Self.files(list: "")
    let trial = canary(blind, MutantsOptions(folder: "all", seeds: 1, patience: 4))
    #expect(trial.code == .measurementInvalid)
    #expect(trial.said.contains("the canary was missed by 4 of 4 seeds"))
    #expect(trial.printed.contains("\ncanary  converge   survived  -       -     0/4 "))
  }

  @Test func `what is printed is the same whatever the number of cores`() {
    func trial(_ cores: Int) -> (code: ExitCode, printed: String, said: String) {
      var options = MutantsOptions(folder: "all", seeds: 8, patience: 8)
      options.cores = cores
      return canary(Self.files(), options)
    }
    #expect(trial(1).printed == trial(3).printed)
    #expect(trial(1).printed.contains(" 8/8 "))
  }

  /// The proof of the canary alone: all other mutants have no file.
  private func canary(
    _ files: [String: String], _ options: MutantsOptions
  ) -> (code: ExitCode, printed: String, said: String) {
    var environment = CommandEnvironment(
      out: Output(nil, called: "out"), err: Output(nil, called: "err"),
      files: FileLoader { path in
        path == "all/canary.yaml"
          ? .success(Array(files[path, default: ""].utf8)) : .failure(.missing)
      })
    environment.program = SweepTests.program
    let code = Mutants.perform(options, in: environment)
    return (code, environment.out.kept, environment.err.kept)
  }

  @Test func `a number of seeds is a number`() {
    let trial = Trial("mutants", "--seeds", "0")
    #expect(trial.code == .usage)
    #expect(trial.said.contains("'--seeds' cannot be 0"))
  }
}
