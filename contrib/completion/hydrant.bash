# SPDX-License-Identifier: BSD-3-Clause
#
# hydrant.bash: completion for gasnetrun, gasnet-bench, gasnet-sim and their like, by bash, and by zsh (_hydrant). What each offers, the program itself
# says (--help, --version, `gasnetrun env`), so that nothing here has to follow it.

_hydrant_options() { # PROGRAM: the options in its --help
  "$1" --help 2>/dev/null | grep -Eo -- '(^|[ ,[])--?[a-z][a-z-]*' | grep -Eo -- '--?[a-z].*' | sort -u
}

_hydrant_complete() {
  local program=$1 word=$2 before=$3
  case $before in
  -c) COMPREPLY=($(compgen -W "$("$program" --version 2>/dev/null | sed -n 's/.*conduits: //p' | tr -d ,)" -- "$word")) ;;
  -E) COMPREPLY=($(compgen -e -- "$word")) ;;
  -H | -host | --host) COMPREPLY=($(compgen -A hostname -- "$word")) ;;
  top | --dump | -dump) COMPREPLY=($(compgen -W "$(ps -U "$(id -u)" -o comm=)" -- "$word")) ;;
  -hostfile | --hostfile) COMPREPLY=($(compgen -f -- "$word")) ;;
  -spawner) COMPREPLY=($(compgen -W 'fork ssh custom mpi pmi' -- "$word")) ;;
  env) COMPREPLY=($(compgen -W "$("$program" env 2>/dev/null | sed -n 's/^\(GASNET_[A-Z_0-9]*\) .*/\1/p')" -- "$word")) ;;
  *)
    case $word in
    -*) COMPREPLY=($(compgen -W "$(_hydrant_options "$program")" -- "$word")) ;;
    *)
      COMPREPLY=($(compgen -f -- "$word"))
      [ "$COMP_CWORD" != 1 ] || case $program in
      *gasnetrun*) COMPREPLY+=($(compgen -W 'doctor env top' -- "$word")) ;;
      *gasnet-bench*) COMPREPLY+=($(compgen -W 'goals peers waits growth' -- "$word")) ;;
      esac
      ;;
    esac
    ;;
  esac
}
complete -o filenames -F _hydrant_complete gasnetrun gasnetrun_smp gasnetrun_udp gasnetrun_ibv gasnetrun_ofi gasnetrun_mpi amudprun gasnet-bench gasnet-sim gasnet-trace
