#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# kmer_cli_test.sh: the k-mer example as its user meets it: agreement with the serial count and the
# same answer on 1, 2, 4 and 8 ranks, an independent count by awk, the forms of output, and one clear
# line and a non-zero status for everything that can be wrong with the input or the command line.
#
# Environment: KMER, the program (default ./kmer); KMER_RANKS (default "1 2 4 8").
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "${KMER:-./kmer}"
RANKS=${KMER_RANKS:-1 2 4 8}
examples=/usr/share/doc/bowtie2/examples

# what does not depend on the number of ranks or the speed
answer() { grep -v -e ' ranks\{0,1\} on ' -e ' s, .* messages ' "$1"; }

# ---- input -----------------------------------------------------------------------------------

awk 'BEGIN { srand(7); l = "ACGT"
  for (r = 0; r < 300; r++) {
    print ">read" r " made by awk"; s = ""
    n = int(rand() * 400)
    for (i = 0; i < n; i++) {
      c = substr(l, int(rand() * rand() * 4) + 1, 1)
      if (rand() < 0.01) c = "N"
      if (rand() < 0.2) c = tolower(c)
      s = s c
      if (i % 70 == 69) s = s "\n"
    }
    print s
  } }' >small.fa
# one long record, so that its stripes go to all ranks, over more than one round
awk 'BEGIN { srand(8); print ">long"; l = "ACGT"
  for (i = 0; i < 4000; i++) { s = ""
    for (j = 0; j < 80; j++) s = s substr(l, int(rand() * 4) + 1, 1)
    print s } }' >long.fa
gzip -k small.fa long.fa
run 1 -k 31 small.fa.gz
if grep -q 'built without zlib' err; then
  echo "skip: kmer was built without zlib, and most of the files here are compressed"
  exit 77
fi
awk '{ if (/^>/) { if (s != "") put(); h = substr($0, 2); s = "" } else s = s $0 }
  function put() { q = s; gsub(/./, "I", q); print "@" h "\n" s "\n+\n" q }
  END { if (s != "") put() }' small.fa >small.fq

# reference K: total and distinct canonical k-mers of small.fa, the slow and plain way
reference() {
  awk -v k="$1" 'BEGIN { c["A"] = "T"; c["C"] = "G"; c["G"] = "C"; c["T"] = "A" }
    function record(i, j, w, r, ch) {
      for (i = 1; i + k - 1 <= length(s); i++) {
        w = substr(s, i, k); if (w !~ /^[ACGT]*$/) continue
        r = ""; for (j = k; j; j--) r = r c[substr(w, j, 1)]
        if (r < w) w = r
        total++; if (!seen[w]++) distinct++
      } }
    /^>/ { record(); s = ""; next } { s = s toupper($0) }
    END { record(); print total + 0, distinct + 0 }' small.fa
}
totals() {
  awk '$1 == "k-mers" && $2 ~ /^[0-9,]+$/ { t = $2 } $1 == "distinct" { d = $2 }
    END { gsub(/,/, "", t); gsub(/,/, "", d); print t, d }' out
}

# ---- right answers ---------------------------------------------------------------------------

for k in 1 2 5 14 31; do
  want=$(LC_ALL=C reference $k)
  for n in $RANKS; do
    run "$n" -k $k --check small.fa
    [ $status -eq 0 ] && grep -qx 'agrees with the serial count' out && [ ! -s err ] &&
      [ "$(totals)" = "$want" ]
    verdict $? "k $k on $n ranks: total and distinct are $want, agrees"
  done
done

run 1 -k 21 small.fa && answer out >want
for f in small.fa.gz small.fq; do
  run 4 -k 21 --check $f
  answer out | grep -v -e agrees -e records >got
  grep -v records want | cmp -s - got
  verdict $? "$f gives what small.fa gives"
done

run 1 -k 31 --check small.fa long.fa && answer out >want
for n in $RANKS; do
  run "$n" -k 31 --check small.fa.gz long.fa
  answer out | cmp -s want - && [ $status -eq 0 ] && grep -q agrees out
  verdict $? "two files, one record over several rounds, on $n ranks: the same answer"
done

if [ -r $examples/reads/longreads.fq.gz ] && [ -r $examples/reference/lambda_virus.fa.gz ]; then
  for n in $RANKS; do
    run "$n" -k 31 --check $examples/reference/lambda_virus.fa.gz $examples/reads/longreads.fq.gz
    answer out >got
    [ "$n" = "${RANKS%% *}" ] && cp got want
    [ $status -eq 0 ] && grep -qx 'agrees with the serial count' out && [ ! -s err ] &&
      cmp -s want got
    verdict $? "lambda_virus.fa.gz and longreads.fq.gz on $n ranks: agrees"
  done
  run 2 -k 31 --memory 1 $examples/reads/longreads.fq.gz
  [ $status -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'full.*--memory' err && [ ! -s out ]
  verdict $? "a table that does not fit --memory: one line, status 1"
else
  skip "lambda_virus.fa.gz and longreads.fq.gz" "Debian's bowtie2-examples is not installed"
fi

printf '>a\nACGTNNNACGTAAC\n' >tiny.fa
run 3 -k 4 --query ttac --query GTAA --query CCCC tiny.fa
[ "$(sed -n '/asked for/,/^$/p' out | awk 'NF == 2 && /^  / { printf "%s ", $2 }')" = "1 1 0 " ]
verdict $? "--query counts a word with its other strand, 0 if never seen"

run 2 -k 8 tiny.fa
[ $status -eq 0 ] && grep -q 'nothing to count' out
verdict $? "no run of k letters: says so, status 0"

if command -v python3 >/dev/null; then
  run 4 -k 5 --json --check --query ACGTA small.fa
  python3 - "$(LC_ALL=C reference 5)" >>err 2>&1 <<'END'
import json, sys
r = json.load(open("out"))
assert "%d %d" % (r["kmers"], r["distinct"]) == sys.argv[1], sys.argv[1]
assert sum(b["kmers"] for b in r["histogram"]) == r["distinct"]
assert r["ranks"] == 4 and r["k"] == 5 and r["check"] == "agrees"
assert len(r["queries"]) == 1 and len(r["most_frequent"]) == 5
END
  verdict $? "--json is JSON, and its sums are right"
else
  skip "--json is JSON" "no python3 to read it with"
fi

run 2 -k 5 --progress long.fa
[ $status -eq 0 ] && tr '\r' '\n' <err | grep -q '100 %'
verdict $? "--progress draws a bar on stderr"

prints_usage 2

# ---- one clear line ---------------------------------------------------------------------------

head -c 20000 long.fa.gz >cut.fa.gz
head -c 20000 small.fq >cut.fq
{ head -c 20000 long.fa.gz; printf 'XXXX'; tail -c +20005 long.fa.gz; } >damaged.fa.gz
cp "$(command -v gzip)" binary
head -c 3000 binary | gzip >binary.gz
{ printf '>a\nACGT'; printf '\000\001\002\n'; } >half.fa
: >empty.fa
gzip -c empty.fa >empty.gz
mkfifo pipe

# refused_by_all STATUS PATTERN WHAT ARGS...: by one rank and by four
refused_by_all() {
  local want=$1 pattern=$2 what=$3 n
  shift 3
  for n in 1 4; do refused $n "$want" "$pattern" "$what on $n ranks" "$@"; done
}
refused_by_all 1 'cut.fa.gz: the gzip data end too early' 'a truncated gzip' -k 31 cut.fa.gz
refused_by_all 1 'cut.fa.gz: the gzip' 'a truncated gzip after a good file' -k 31 small.fa cut.fa.gz
refused_by_all 1 'damaged.fa.gz: the gzip data are damaged' 'a damaged gzip' -k 31 damaged.fa.gz
refused_by_all 1 'cut.fq: line .* ends inside a FASTQ record' 'a truncated FASTQ' -k 31 cut.fq
refused_by_all 1 'binary: is neither FASTA nor FASTQ' 'a binary file' -k 31 binary
refused_by_all 1 'binary.gz: is neither FASTA nor FASTQ' 'a binary file in gzip' -k 31 binary.gz
refused_by_all 1 'half.fa: line 2: .*byte 0x00.*binary' 'a file that turns binary' -k 31 half.fa
refused_by_all 1 'empty.fa: is empty' 'an empty file' -k 31 empty.fa
refused_by_all 1 'empty.gz: is empty' 'an empty file in gzip' -k 31 empty.gz
refused_by_all 1 'none.fa: No such file' 'a missing file' -k 31 none.fa
refused_by_all 1 'none.fa: No such file' 'a missing second file' -k 31 small.fa none.fa
refused_by_all 1 '\.: is a directory' 'a directory' -k 31 .
refused_by_all 1 'pipe: is not a regular file' 'a pipe' -k 31 pipe
refused_by_all 2 '-k 0: expected .* from 1 to 31' 'k = 0' -k 0 small.fa
refused_by_all 2 '-k 32: expected .* from 1 to 31' 'k = 32' -k 32 small.fa
refused_by_all 2 '-k is missing' 'no k' small.fa
refused_by_all 2 'no input' 'no file' -k 5
refused_by_all 2 '--frob: unknown option' 'an unknown option' -k 5 --frob small.fa
refused_by_all 2 '--query AC: expected a word of 5' 'a query of another length' -k 5 --query AC small.fa

full_disk 4 -k 5 small.fa

cli_end
