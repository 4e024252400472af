#!/usr/bin/env zsh
# SPDX-License-Identifier: BSD-3-Clause
#
# completion.zsh DIRECTORY LINE: what zsh makes of LINE when a tab is typed after it, with the completion of DIRECTORY.
zmodload zsh/zpty || exit 77
TERM=dumb zpty z zsh -f -i
say() { zpty -n -w z "$1"; }
heard() { # PATTERN: what is said until then, in `text`
  local part
  text=
  while zpty -r z part; do
    text+=$part
    [[ $text != *$~1* ]] || return 0
  done
  return 1
}
say "unsetopt prompt_cr prompt_sp; PS1=; fpath=(${(q)1} \$fpath); autoload -U compinit && compinit -u -D
show() { print -r -- \"<\$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^T' show; print re''ady
"
heard '*ready' && say "$2"$'\t\024' && heard '<*>' && print -r -- ${${text##*<}%%>*}
