# Completion of weir for bash: source <(weir --generate-completion-script bash)
_weir() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      run | sweep | check | mutants | cases | explain | list | bench | help | version) verb=${COMP_WORDS[i]}; break ;;
    esac
  done
  COMPREPLY=()
  case $verb:$before in
    *:--generate-completion-script) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
    run:--seed) return ;;
    run:--set) return ;;
    run:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    run:--format) COMPREPLY=($(compgen -W 'text json csv github' -- "$word")); return ;;
    sweep:--seeds) return ;;
    sweep:--set) return ;;
    sweep:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    sweep:--cores) return ;;
    sweep:--limit) return ;;
    sweep:--checker) COMPREPLY=($(compgen -W 'converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters oracle' -- "$word")); return ;;
    sweep:--expect-broken) COMPREPLY=($(compgen -W 'converge lists read-your-writes transactions hooks grammar contiguity pages initial-load staleness resources counters oracle' -- "$word")); return ;;
    check:--set) return ;;
    check:--format) COMPREPLY=($(compgen -W 'text json github' -- "$word")); return ;;
    mutants:--seeds) return ;;
    mutants:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
    bench:--sizes) return ;;
    bench:--patterns) return ;;
    bench:--keys) return ;;
    bench:--rounds) return ;;
    bench:--seed) return ;;
    bench:--csv) compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); return ;;
    bench:--out) compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  case $verb in
    '') COMPREPLY=($(compgen -W 'run sweep check mutants cases explain list bench help version --help --version --generate-completion-script' -- "$word")) ;;
    run)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seed --set --out --quiet --format --verify --trace --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    sweep)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--seeds --set --out --cores --until-failure --limit --checker --expect-broken --fresh --quiet --no-progress --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    check)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--set --format --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    mutants) COMPREPLY=($(compgen -W '--seeds --out --help' -- "$word")) ;;
    cases)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--record --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    explain)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--schema --help' -- "$word"))
      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;
    list) COMPREPLY=($(compgen -W 'scenarios metrics checkers mutants keys --help' -- "$word")) ;;
    bench) COMPREPLY=($(compgen -W 'diff --sizes --patterns --keys --rounds --seed --quick --processor --csv --out --quiet --no-progress --help' -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'run sweep check mutants cases explain list bench help version --man --help' -- "$word")) ;;
    version) COMPREPLY=($(compgen -W '--help' -- "$word")) ;;
  esac
}
complete -F _weir weir
