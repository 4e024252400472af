# SPDX-License-Identifier: BSD-3-Clause
#
# hydrant.bash: completion for gasnetrun, gasnet-bench, gasnet-sim and their like, by bash, and by zsh (_hydrant). What
# each offers, the program itself says (--help, --version, `gasnetrun env`), so that nothing here has to follow it.

_hydrant_options() { # PROGRAM: the options in its --help
  "$1" --help 2>/dev/null | grep -Eo -- '(^|[ ,[])--?[a-zA-Z][a-zA-Z-]*' | grep -Eo -- '--?[a-zA-Z].*' | sort -u
}

_hydrant_values() { # PROGRAM OPTION: the values that its --help names: in a line each, or in one sentence after a colon
  "$1" --help 2>/dev/null | awk -v option="$2" '
    function say(  n, i, word) {
      gsub(/\([^)]*\)/, "", text)
      if (!sub(/^[^:]*: */, "", text)) return
      n = split(text, word, / *, *| or /)
      for (i = 1; i <= n; i++) { gsub(/^ +| +$/, "", word[i]); if (word[i] !~ /^[a-z0-9-]+$/) return }
      for (i = 1; i <= n; i++) print word[i]
    }
    /^  [^ ]/ || !NF {
      if (on) say()
      split($0, part, /  +/)
      on = NF && part[2] ~ ("(^|[ ,])" option "([ ,=]|$)")
      text = part[3]
      next
    }
    on && /^      [a-z-]+  / { print $1; text = ""; next }
    on { text = text " " $0 }'
}

_hydrant_words() { # PROGRAM: words that are no options: those of its usage, and those that begin a line of their own
  "$1" --help 2>/dev/null | awk '
    NR == 1 { usage = 1; name = $2 }
    NR > 1 && $1 != name { usage = 0 }
    usage { for (i = 2; i <= NF; i++) if ($i ~ /^[a-z]+$/ && $i != name) print $i }
    /^  [a-z][a-z-]* / { print $1 }' | sort -u
}

_hydrant_complete() {
  local program=$1 word=$2 before=$3 prefix='' values=''
  # -option=value: one word of zsh's, three of bash's.
  case $word in
  =) word= ;;
  -*=*) prefix=${word%%=*}= before=${word%%=*} word=${word#*=} ;;
  *) [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD-2]} ;;
  esac
  case $before in
  -c) values=$("$program" --version 2>/dev/null | sed -n 's/.*conduits: //p' | tr -d ,) ;;
  -E) values=$(compgen -e) ;;
  -H | -host | --host) values=$(compgen -A hostname) ;;
  top | --dump | -dump) # no threads of the kernel
    values=$(ps -U "$(id -u)" -o vsz=,comm= | awk '$1 { $1 = ""; print }') ;;
  env) values=$("$program" env 2>/dev/null | sed -n 's/^\(GASNET_[A-Z_0-9]*\) .*/\1/p') ;;
  -?*) values=$(_hydrant_values "$program" "$before") ;;
  esac
  if [ -n "$values" ]; then
    case $word in *,*) prefix+=${word%,*}, word=${word##*,} ;; esac # a list
    COMPREPLY=($(compgen -P "$prefix" -W "$values" -- "$word"))
    return
  fi
  case $word in
  -*) COMPREPLY=($(compgen -W "$(_hydrant_options "$program")" -- "$word")) ;;
  *)
    COMPREPLY=($(compgen -P "$prefix" -f -- "$word"))
    [[ $COMP_CWORD != 1 && $program != *gasnet-bench ]] ||
      COMPREPLY+=($(compgen -W "$(_hydrant_words "$program")" -- "$word"))
    ;;
  esac
}
complete -o filenames -F _hydrant_complete gasnetrun gasnetrun_smp gasnetrun_udp gasnetrun_ibv gasnetrun_ofi \
  gasnetrun_mpi amudprun hydrant gasnet-bench gasnet-sim gasnet-trace
