// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import WeirTestSupport

/// Commands that behave as those of Slurm do, on this machine: one process runs the tasks of an array, one by one.
///
/// Files in the folder say what goes wrong: `hold` keeps tasks waiting, `die` has a line for each shard that is to die
/// once, and what `refuse` holds is what sbatch says. `calls` has a line for each call of sbatch and scancel.
struct FakeSlurm {
  /// The folder of the commands and of what they know.
  let folder: String

  /// Writes the commands into a folder.
  init(in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: "\(folder)/tasks", withIntermediateDirectories: true)
    try writeProgram(
      """
      #!/bin/bash
      cd \(folder)
      echo "sbatch $*" >>calls
      if [[ -e refuse ]]; then cat refuse >&2; exit 1; fi
      for word in "$@"; do
        case $word in
          --array=*) list=${word#*=} ;;
          --output=*) log=${word#*=} ;;
        esac
      done
      numbers=()
      for range in ${list//,/ }; do numbers+=($(seq ${range%-*} ${range#*-})); done
      for i in "${numbers[@]}"; do touch tasks/$i; done
      (
        # Whoever waits for the end of the process that submitted must not wait for the tasks, too.
        for end in /proc/$BASHPID/fd/*; do
          if [[ ${end##*/} -gt 2 ]]; then eval "exec ${end##*/}>&-"; fi
        done
        for i in "${numbers[@]}"; do
          while [[ -e hold ]]; do sleep 0.02; done
          if grep -s -q -x $i die; then
            sed -i "0,/^$i\\$/{//d}" die
            echo "weir: error: no memory" >>"${log//%a/$i}"
          elif [[ -e tasks/$i ]]; then
            SLURM_ARRAY_TASK_ID=$i bash "$word" >>"${log//%a/$i}" 2>&1
          fi
          rm -f tasks/$i
        done
      ) </dev/null >/dev/null 2>&1 &
      echo "7;cluster"

      """, to: "\(folder)/sbatch")
    try writeProgram(
      """
      #!/bin/bash
      cd \(folder)
      if [[ -e dumb ]]; then echo "squeue: error: Unable to contact slurm controller" >&2; exit 1; fi
      for file in $(ls tasks); do
        if [[ -e hold ]]; then echo "$file PD Resources"; else echo "$file R None"; fi
      done

      """, to: "\(folder)/squeue")
    try writeProgram(
      """
      #!/bin/bash
      cd \(folder)
      echo "scancel $*" >>calls
      rm -f tasks/* hold

      """, to: "\(folder)/scancel")
  }

  /// Writes a file that says what goes wrong.
  func set(_ name: String, _ text: String = "") throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Puts right what went wrong.
  func clear(_ name: String) { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }

  /// The calls so far.
  var calls: [String] {
    ((try? String(contentsOfFile: "\(folder)/calls", encoding: .utf8)) ?? "").split(separator: "\n")
      .map(String.init)
  }

  /// `true` while tasks wait or run.
  var hasTasks: Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/tasks"))?.isEmpty == false
  }

  /// The value of `PATH` with the commands first.
  var path: String { "\(folder):/usr/bin:/bin" }
}
