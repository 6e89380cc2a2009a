// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct VerifyTests {
  @Test func `runs in unlike processes have one digest`() throws {
    try GateTests.inPlace { place in
      let trial = Trial(real: ["verify", place.file], program: SweepTests.program)
      #expect(trial.code == .pass && trial.printed.contains("4 runs, one digest: "))
      let more = Trial(real: ["verify", "--times", "5", place.file], program: SweepTests.program)
      #expect(more.printed.contains("5 runs, one digest: "))
    }
  }

  @Test func `a run that hears its locale is found out, with the first step that differs`() throws {
    try GateTests.inPlace { place in
      let odd = try place.program(
        """
        if [ "$LANG" = tr_TR.UTF-8 ]; then
          set -- "${@:1:$#-2}" --set network.delay=41ms -- "${@: -1}"
        fi
        """)
      let trial = Trial(real: ["verify", place.file], program: odd)
      #expect(trial.code == .notDeterministic)
      #expect(trial.printed.hasPrefix("NOT DETERMINISTIC  1 of 1 scenario\n"))
      #expect(trial.printed.contains("run 2: fixed hash seed"))
      #expect(trial.printed.contains("first step that differs: "))
    }
  }

  @Test func `the first line that a program answers otherwise is named, with both answers`() throws
  {
    try GateTests.inPlace { place in
      let program =
        #"case $LANG in tr*) n=2 ;; *) n=1 ;; esac; while read -r line; do case $line in "#
        + #"*weir-stack*) echo '{"weir-stack":1}' ;; *'"open"'*) echo "[{\"listen\":$n}]" ;; *) echo '[]' ;; esac; done"#
      try WholeFile.write(
        """
        weir: 1
        about: A program that hears its locale.
        settle: 1s
        clients:
          - name: phones
            list: a
            stack:
              run:
                program: |-
                  \(program)
        workload: [ { does: post, every: 1s, for: 1s } ]
        """, to: place.file)
      let trial = Trial(
        real: ["verify", "--times", "3", place.file], program: SweepTests.program)
      #expect(trial.code == .notDeterministic)
      #expect(
        trial.printed.contains("answers to its line 3, at 0s, from column 12 on:"),
        "\(trial.printed)")
      #expect(trial.printed.contains("run 2: [{\"listen\":2}]"))
    }
  }

  @Test func `a run that crashes in one variation only is not a pass`() throws {
    try GateTests.inPlace { place in
      let odd = try place.program("if [ \"$TZ\" = America/St_Johns ]; then kill -SEGV $$; fi")
      let trial = Trial(real: ["verify", place.file], program: odd)
      #expect(trial.code == .nothingMeasured && trial.printed.contains("run 3: its process"))
    }
  }

  @Test func `twice is not enough`() {
    #expect(Trial("verify", "--times", "2", "a.yaml").code == .usage)
    #expect(Trial("verify", "-").code == .usage)
  }

  @Test func `variations differ, and a number has always the same`() {
    let tools = ProcessVariation.Tools()
    let all = (0..<8).map { ProcessVariation.number($0, tools) }
    #expect(Set(all.map(\.words)).count == 8)
    #expect(ProcessVariation.number(3, tools).variables == all[3].variables)
    #expect(all[3].isWarm && !all[0].isWarm)
    for variation in all { #expect(variation.variables.contains { $0.hasPrefix("TZ=") }) }
  }
}
