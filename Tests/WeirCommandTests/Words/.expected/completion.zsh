#compdef weir
# Completion of weir for zsh: put it as _weir into a folder of $fpath.
_weir() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \
    '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' \
    '--version[Show the versions of the program and of its formats.]' \
    '--generate-completion-script[Print a completion script for bash, zsh or fish.]:SHELL:(bash zsh fish)' \
    '1:verb:->verb' \
    '*::operand:->operand'
  case $state in
    verb)
      local -a verbs=(
        'run:Run scenarios and judge what happened.'
        'sweep:Run scenarios with many seeds, on every core.'
        'check:Read scenarios and say everything that is wrong with them.'
        'mutants:Run the stacks that are wrong on purpose, and say which checker caught each.'
        'cases:Play step-by-step cases of the client'\''s views.'
        'explain:Explain a key of the scenario format, or how a file was understood.'
        'list:List what there is  scenarios, metrics, checkers, mutants or keys.'
        'bench:Measure the list diff on this machine.'
        'help:Show help.'
        'version:Show the versions of the program and of its formats.'
      )
      _describe verb verbs ;;
    operand)
      case $line[1] in
        run) _arguments '--seed[Use this seed instead of the scenario'\''s.]:N: ' '*--set[Change one key of the scenario, such as clients.0.count=100; may be repeated.]:KEY=VALUE: ' '--out[Write the results to this folder instead of Reports/latest.]:DIR:_files -/' '--quiet[Print the verdict only.]' '-q[Print the verdict only.]' '--format[How to print the result  text, json, csv, or github for annotations.]:FORMAT:(text json csv github)' '--verify[Run a second time in another process and compare every step.]' '--trace[Also write every step to trace.jsonl.]' '--no-progress[Show no progress, even on a terminal.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:FILE:_files' ;;
        sweep) _arguments '--seeds[The first and the last seed; 1..100 without.]:A..B: ' '*--set[Change one key of the scenario, such as clients.0.count=100; may be repeated.]:KEY=VALUE: ' '--out[Write sweep.csv, checkers.csv and sweep.txt to this folder, and keep there what is known while it runs.]:DIR:_files -/' '--cores[Run so many seeds side by side instead of one on each core.]:N: ' '--until-failure[Stop a scenario at its first failure.]' '--limit[Stop a scenario at its Nth failure.]:N: ' '--checker[Count a seed as failed only if this checker is broken.]:NAME:(converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters oracle)' '--expect-broken[Pass if this checker is broken by at least one seed of every scenario.]:NAME:(converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters oracle)' '--fresh[Drop what an unfinished sweep has left in the folder.]' '--quiet[Print the verdict only.]' '-q[Print the verdict only.]' '--no-progress[Show no progress, even on a terminal.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:FILE:_files' ;;
        check) _arguments '*--set[Change one key of the scenario, such as clients.0.count=100; may be repeated.]:KEY=VALUE: ' '--format[How to print what was found  text, json or github.]:FORMAT:(text json github)' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:FILE:_files' ;;
        mutants) _arguments '--seeds[How many seeds each mutant gets; 100 without.]:N: ' '--out[Write mutants.csv and matrix.csv to this folder.]:DIR:_files -/' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:DIR:_files -/' ;;
        cases) _arguments '--record[Judge nothing; print the files with what really happens as the expected events.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:FILE:_files' ;;
        explain) _arguments '--schema[Print the scenario format as a JSON Schema.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:KEY|FILE:_files' ;;
        list) _arguments '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:scenarios  DIR |metrics|checkers|mutants|keys:(scenarios metrics checkers mutants keys)' ;;
        bench) _arguments '--sizes[Rows of the old list, such as 500,1k,1M (1k,10k,100k); the exponent of growth needs three.]:N,…: ' '--patterns[What happens between the lists  usual, adverse, all, or some of identical, append1, prepend50, edits1, edits10, blocks, moves1, shuffle, replace, reversed, interleaved, organPipe, sawtooth, allEqual (usual).]:NAME,…: ' '--keys[By what rows are told apart  all, or some of int, push-id, string, general (all).]:KIND,…: ' '--rounds[How often each cell is measured (11); intervals need 6.]:N: ' '--seed[Make the lists and draw the order of measuring from this seed (1).]:N: ' '--quick[Small lists and little repetition (200,1k,5k rows, 6 rounds), unless other flags say more.]' '--processor[Take the processor'\''s time instead of the clock'\''s, on a machine with other work.]' '--csv[Write the table as CSV to this file; - prints it in the table'\''s place.]:FILE:_files' '--out[Write diff.txt and diff.csv to this folder.]:DIR:_files -/' '--quiet[Print the bare tables only.]' '-q[Print the bare tables only.]' '--no-progress[Show no progress, even on a terminal.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:diff:(diff)' ;;
        help) _arguments '--man[Print the whole manual as a man page.]' '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' '*:VERB:(run sweep check mutants cases explain list bench help version)' ;;
        version) _arguments '--help[Show help, for the verb if there is one.]' '-h[Show help, for the verb if there is one.]' ;;
      esac ;;
  esac
}
compdef _weir weir
