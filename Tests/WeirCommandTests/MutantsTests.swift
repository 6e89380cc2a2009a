import Testing
import WeirMutants
import WeirScenario

@testable import WeirCommand

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
    let trial = Trial(["mutants", "all", "--seeds", "3"], files: files)
    #expect(trial.code == .fileMissing)
    #expect(trial.printed.contains("\ncanary  converge   1      1       3/3    "))
    #expect(trial.printed.hasSuffix("\n1 of \(Mutant.all.count) mutants caught\n"))
  }

  @Test func `a mutant that no seed catches has survived, however many were asked for`() {
    let blind = Self.files(list: "")
    let surroundings = Surroundings(
      out: Output(nil, called: "out"), err: Output(nil, called: "err"),
      files: FileLoader { path in
        path == "all/canary.yaml"
          ? .success(Array(blind[path, default: ""].utf8)) : .failure(.missing)
      })
    _ = Mutants.perform(MutantsOptions(folder: "all", seeds: 1, patience: 4), in: surroundings)
    #expect(surroundings.err.kept.contains("canary survived 4 seeds\n"))
    #expect(surroundings.out.kept.contains("\ncanary  converge   survived  -       0/4 "))
  }

  @Test func `a number of seeds is a number`() {
    let trial = Trial("mutants", "--seeds", "0")
    #expect(trial.code == .usage)
    #expect(trial.said.contains("'--seeds' cannot be 0"))
  }

  @Test func `the median of seeds needed counts from every seed to the next that catches`() {
    #expect(MutantProof.median(of: [false, true, false, false, true, false]) == 2)
    #expect(MutantProof.median(of: [true, true]) == 1)
    #expect(MutantProof.median(of: [false]) == nil)
  }
}
