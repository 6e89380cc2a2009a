internal import WeirCore
internal import WeirMutants
internal import WeirReport
internal import WeirScenario

/// `weir mutants`: whether the checkers still find the bugs that they were made for.
enum Mutants {
  /// Runs every mutant in its scenario, seed after seed, and says which checker caught it when.
  static func perform(_ options: MutantsOptions, in surroundings: Surroundings) -> ExitCode {
    Interruption.listen()
    var proofs: [MutantProof] = []
    var codes: [ExitCode] = []
    for mutant in Mutant.all {
      let file = "\(options.folder)/\(mutant.name).yaml"
      do throws(Refusal) {
        let scenario = try ScenarioFiles.load(file, settings: [], in: surroundings)
        var proof = MutantProof(mutant, scenario)
        codes.append(try prove(&proof, options, in: surroundings))
        proofs.append(proof)
      } catch {
        for problem in error.problems { surroundings.report(problem) }
        codes.append(error.code)
      }
      if let code = Interruption.code {
        codes.append(code)
        break
      }
    }
    List.write(MutantTable.rows(proofs), to: surroundings.out)
    let caught = proofs.count { $0.firstSeed != nil }
    surroundings.out.write("\n\(caught) of \(Mutant.all.count) mutants caught\n")
    if let folder = options.out {
      do throws(FileFailure) {
        try WholeFile.write(MutantTable.csv(proofs), to: "\(folder)/mutants.csv")
        try WholeFile.write(MutantTable.matrix(proofs), to: "\(folder)/matrix.csv")
      } catch {
        surroundings.report(error.problem)
        codes.append(ExitCode(error))
      }
    }
    return .mostSerious(codes)
  }

  /// Runs as many seeds as were asked for, and more where none of those caught the mutant.
  private static func prove(
    _ proof: inout MutantProof, _ options: MutantsOptions, in surroundings: Surroundings
  ) throws(Refusal) -> ExitCode {
    do throws(Problems) {
      while Interruption.code == nil,
        proof.isCaught.count < options.seeds
          || proof.firstSeed == nil && proof.isCaught.count < options.patience
      {
        try proof.run()
      }
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
    let name = proof.mutant.name
    if let words = proof.innocent {
      surroundings.say("\(name): a stack without a bug broke a promise: \(words)")
    }
    if proof.firstSeed == nil {
      surroundings.say("\(name) survived \(proof.isCaught.count) seeds")
    }
    return proof.innocent == nil && proof.firstSeed != nil ? .pass : .checkerBroken
  }
}

/// What is known of the mutants, as tables.
enum MutantTable {
  /// For people.
  static func rows(_ proofs: [MutantProof]) -> [[String]] {
    let head = ["mutant", "caught by", "first", "median", "seeds", "at", "also by", "known from"]
    return [head]
      + proofs.map { proof in
        [
          proof.mutant.name, proof.mutant.checker ?? "",
          proof.firstSeed.map { "\($0)" } ?? "survived",
          proof.seedsNeeded.map { "\($0)" } ?? "-",
          "\(proof.caughtCount)/\(proof.isCaught.count)",
          proof.caughtAt.map { "\($0)" } ?? "-", others(proof), proof.mutant.provenance,
        ]
      }
  }

  /// For programs: one row a mutant.
  static func csv(_ proofs: [MutantProof]) -> String {
    var writer = CSVWriter(columns: [
      "mutant", "provenance", "checker", "first-seed", "median-seeds", "seeds-caught", "seeds",
      "caught-at-seconds", "about",
    ])
    for proof in proofs {
      writer.append([
        .text(proof.mutant.name), .text(proof.mutant.provenance),
        .text(proof.mutant.checker ?? ""),
        proof.firstSeed.map { .integer(Int64($0)) } ?? .none,
        proof.seedsNeeded.map { .integer(Int64($0)) } ?? .none,
        .integer(Int64(proof.caughtCount)), .integer(Int64(proof.isCaught.count)),
        proof.caughtAt.map { .number(Double($0.nanoseconds) / 1e9) } ?? .none,
        .text(proof.mutant.about),
      ])
    }
    return writer.text
  }

  /// For programs: one row for each checker that a mutant broke.
  static func matrix(_ proofs: [MutantProof]) -> String {
    var writer = CSVWriter(columns: ["mutant", "checker", "named", "seeds-broken", "seeds"])
    for proof in proofs {
      for (checker, seeds) in proof.broken {
        writer.append([
          .text(proof.mutant.name), .text(checker),
          .text(checker == proof.mutant.checker ? "yes" : "no"), .integer(Int64(seeds)),
          .integer(Int64(proof.isCaught.count)),
        ])
      }
    }
    return writer.text
  }

  private static func others(_ proof: MutantProof) -> String {
    let others = proof.broken.map(\.checker).filter { $0 != proof.mutant.checker }
    return others.isEmpty ? "-" : others.joined(separator: " ")
  }
}
