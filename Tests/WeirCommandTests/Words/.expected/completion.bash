# Completion of weir for bash: source <(weir --generate-completion-script bash)
_weir() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      run | sweep | shrink | follow | compare | merge | gate | verify | trend | check | draw | new | stack | mutants | cases | explain | list | bench | help | version) verb=${COMP_WORDS[i]}; break ;;
    esac
  done
  COMPREPLY=()
  case $verb:$before in
    *:--generate-completion-script) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
    run:--seed) return ;;
    run:--set) return ;;
    run:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    run:--format) COMPREPLY=($(compgen -W 'text json csv github' -- "$word")); return ;;
    run:--export) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    run:--around) COMPREPLY=($(compgen -W 'first converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters lost-writes at-most-once monotonic-reads monotonic-writes writes-follow-reads write-order value-last anomalies bounded-work leak linearizable authority page-requests page-rows page-whole page-more source-rows source-events screens-agree screen-rows screen-events kept-models forms relations files versions kept-forms tables offline-edits whole-transactions previews cards sheets program oracle' -- "$word")); return ;;
    sweep:--seeds) return ;;
    sweep:--set) return ;;
    sweep:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    sweep:--cores) return ;;
    sweep:--vary) return ;;
    sweep:--points) return ;;
    sweep:--measure) return ;;
    sweep:--seed-limit) return ;;
    sweep:--limit) return ;;
    sweep:--checker) COMPREPLY=($(compgen -W 'converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters lost-writes at-most-once monotonic-reads monotonic-writes writes-follow-reads write-order value-last anomalies bounded-work leak linearizable authority page-requests page-rows page-whole page-more source-rows source-events screens-agree screen-rows screen-events kept-models forms relations files versions kept-forms tables offline-edits whole-transactions previews cards sheets program oracle' -- "$word")); return ;;
    sweep:--expect-broken) COMPREPLY=($(compgen -W 'converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters lost-writes at-most-once monotonic-reads monotonic-writes writes-follow-reads write-order value-last anomalies bounded-work leak linearizable authority page-requests page-rows page-whole page-more source-rows source-events screens-agree screen-rows screen-events kept-models forms relations files versions kept-forms tables offline-edits whole-transactions previews cards sheets program oracle' -- "$word")); return ;;
    sweep:--shard) return ;;
    sweep:--on) COMPREPLY=($(compgen -W 'slurm' -- "$word")); return ;;
    sweep:--shards) return ;;
    shrink:--seed) return ;;
    shrink:--checker) COMPREPLY=($(compgen -W 'converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters lost-writes at-most-once monotonic-reads monotonic-writes writes-follow-reads write-order value-last anomalies bounded-work leak linearizable authority page-requests page-rows page-whole page-more source-rows source-events screens-agree screen-rows screen-events kept-models forms relations files versions kept-forms tables offline-edits whole-transactions previews cards sheets program oracle' -- "$word")); return ;;
    shrink:--set) return ;;
    shrink:--budget) return ;;
    shrink:--runs) return ;;
    shrink:--out) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    shrink:--format) COMPREPLY=($(compgen -W 'text csv' -- "$word")); return ;;
    follow:--seed) return ;;
    follow:--set) return ;;
    compare:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    compare:--format) COMPREPLY=($(compgen -W 'text csv' -- "$word")); return ;;
    merge:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    gate:--baseline) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    gate:--reason) return ;;
    gate:--allow) return ;;
    gate:--against) return ;;
    gate:--relinked) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    gate:--budget) return ;;
    gate:--max-time) return ;;
    gate:--seed) return ;;
    gate:--gates) return ;;
    gate:--timeout) return ;;
    gate:--jobs) return ;;
    gate:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    gate:--history) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    gate:--head) return ;;
    gate:--set) return ;;
    gate:--format) COMPREPLY=($(compgen -W 'text github junit markdown json csv' -- "$word")); return ;;
    verify:--times) return ;;
    verify:--jobs) return ;;
    verify:--timeout) return ;;
    verify:--set) return ;;
    verify:--format) COMPREPLY=($(compgen -W 'text github junit markdown json csv' -- "$word")); return ;;
    trend:--alpha) return ;;
    check:--set) return ;;
    check:--format) COMPREPLY=($(compgen -W 'text json github' -- "$word")); return ;;
    draw:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    new:--weir) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    stack:--seeds) return ;;
    stack:--world) COMPREPLY=($(compgen -W 'calm busy ranked rough refused paged tapped' -- "$word")); return ;;
    mutants:--seeds) return ;;
    mutants:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    mutants:--cores) return ;;
    list:--fault) COMPREPLY=($(compgen -W 'slow-link loss duplicate reorder clog partition disconnect background kill clock cache-loss cache-corruption crash slow-server overload throttle quota revoke reject stale-replica late-answers lost-answers early-answers slow-files stalled-files cut-files' -- "$word")); return ;;
    bench:--sizes) return ;;
    bench:--patterns) return ;;
    bench:--keys) return ;;
    bench:--rounds) return ;;
    bench:--seed) return ;;
    bench:--csv) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    bench:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  case $verb in
    '') COMPREPLY=($(compgen -W 'run sweep shrink follow compare merge gate verify trend check draw new stack mutants cases explain list bench help version --help --version --generate-completion-script' -- "$word")) ;;
    run)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seed --set --allow-outside --out --quiet --format --verify --trace --samples --export --no-html --around --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    sweep)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seeds --set --allow-outside --out --cores --vary --points --measure --coverage --seed-limit --until-failure --limit --checker --expect-broken --shard --on --shards --fresh --quiet --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    shrink)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seed --checker --set --allow-outside --budget --runs --out --format --quiet --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    follow)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seed --set --allow-outside --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    compare) COMPREPLY=($(compgen -W '--out --format --help' -- "$word")) ;;
    merge) COMPREPLY=($(compgen -W '--out --quiet --help' -- "$word")) ;;
    gate)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--baseline --accept --reason --keep-steps --allow --against --relinked --budget --max-time --seed --self-check --gates --timeout --jobs --out --history --head --set --allow-outside --quiet --format --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    verify)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--times --jobs --timeout --set --allow-outside --quiet --format --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    trend)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--alpha --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    check)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--set --allow-outside --format --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    draw) COMPREPLY=($(compgen -W '--out --help' -- "$word")) ;;
    new) COMPREPLY=($(compgen -W '--weir --help' -- "$word")) ;;
    stack) COMPREPLY=($(compgen -W 'check --seeds --world --scenario --help' -- "$word")) ;;
    mutants) COMPREPLY=($(compgen -W '--seeds --out --cores --matrix --help' -- "$word")) ;;
    cases)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--record --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    explain)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--schema --allow-outside --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    list) COMPREPLY=($(compgen -W 'scenarios metrics checkers mutants keys features pairs triples --fault --help' -- "$word")) ;;
    bench) COMPREPLY=($(compgen -W 'diff --sizes --patterns --keys --rounds --seed --quick --processor --csv --out --quiet --no-progress --help' -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'run sweep shrink follow compare merge gate verify trend check draw new stack mutants cases explain list bench help version --man --help' -- "$word")) ;;
    version) COMPREPLY=($(compgen -W '--help' -- "$word")) ;;
  esac
}
complete -F _weir weir
