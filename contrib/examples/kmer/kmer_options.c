/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_options.c: getopt_long with its own messages off; ours name the option and what it expects.
 */
#include "kmer_options.h"

#include "example.h"
#include "kmer_codec.h"
#include "kmer_input.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MEMORY_MB (UINT64_C(1) << 30)

enum { OPT_CHECK = 256, OPT_JSON, OPT_PROGRESS, OPT_NO_PROGRESS, OPT_MEMORY, OPT_QUERY };

static const struct option long_options[] = {
    {"kmer-length", required_argument, NULL, 'k'},
    {"check", no_argument, NULL, OPT_CHECK},
    {"json", no_argument, NULL, OPT_JSON},
    {"progress", no_argument, NULL, OPT_PROGRESS},
    {"no-progress", no_argument, NULL, OPT_NO_PROGRESS},
    {"memory", required_argument, NULL, OPT_MEMORY},
    {"query", required_argument, NULL, OPT_QUERY},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

void kmer_options_usage(FILE *to) {
  fputs(
      "usage: kmer -k K [options] FILE...\n"
      "\n"
      "Counts the k-mers (words of K letters) of DNA sequences, a k-mer and its reverse\n"
      "complement as one, with a hash table spread over the ranks of a GASNet job.\n"
      "FILE: FASTA or FASTQ, plain or compressed by gzip, readable by every rank.\n"
      "\n"
      "  -k, --kmer-length K  1 to 31\n"
      "      --check          count again in one process and compare\n"
      "      --query WORD     also print the count of this word of K letters; repeatable\n"
      "      --json           print the result as JSON\n"
      "      --memory MB      limit of each rank's table (default: the largest segment)\n"
      "      --progress       show progress on stderr (default: on a terminal, if it takes long)\n"
      "      --no-progress    never show it\n"
      "  -h, --help           print this\n"
      "\n"
      "To run on 4 processes:  gasnetrun -c smp -n 4 kmer -k 31 reads.fq.gz\n"
      "Exit status: 0, 1 if the input or the check failed, 2 for a wrong command line.\n",
      to);
}

static int parse_queries(struct kmer_options *o, char *error) {
  for (int i = 0; i < o->queries; i++) {
    const char *text = o->query_text[i];
    struct kmer_window w;
    int full = 0;
    kmer_window_init(&w, o->k);
    for (const char *c = text; *c; c++)
      full = kmer_window_push(&w, (unsigned char)*c, &o->query[i]);
    if (!full || strlen(text) != o->k)
      return example_bad(error,
                         "--query %.100s: expected a word of %u letters A, C, G, T (the k of -k)",
                         text, o->k);
  }
  return 0;
}

static int take_option(struct kmer_options *o, int c, char **argv, char *error) {
  uint64_t k = 0;
  switch (c) {
  case 'k':
    if (example_number(optarg, 1, KMER_MAX_K, &k) != 0)
      return example_bad(error, "-k %.100s: expected a whole number from 1 to %d", optarg,
                         KMER_MAX_K);
    o->k = (unsigned)k;
    return 0;
  case OPT_MEMORY:
    if (example_number(optarg, 1, MAX_MEMORY_MB, &o->memory_mb) != 0)
      return example_bad(error, "--memory %.100s: expected megabytes, a whole number from 1",
                         optarg);
    return 0;
  case OPT_QUERY:
    if (o->queries == KMER_MAX_QUERIES)
      return example_bad(error, "--query: at most %d at a time", KMER_MAX_QUERIES);
    o->query_text[o->queries++] = optarg;
    return 0;
  case OPT_CHECK: o->check = 1; return 0;
  case OPT_JSON: o->json = 1; return 0;
  case OPT_PROGRESS: o->progress = 1; return 0;
  case OPT_NO_PROGRESS: o->progress = 0; return 0;
  case 'h': o->help = 1; return 0;
  default: return example_unknown("kmer", c, argv, error);
  }
}

int kmer_options_parse(struct kmer_options *o, int argc, char **argv, char *error) {
  int c;
  memset(o, 0, sizeof *o);
  o->progress = -1;
  opterr = 0;
  while ((c = getopt_long(argc, argv, ":k:h", long_options, NULL)) != -1)
    if (take_option(o, c, argv, error) != 0) return -1;
  if (o->help) return 0;
  o->file = argv + optind;
  o->files = argc - optind;
  if (!o->k)
    return example_bad(error,
                       "-k is missing: give the length of the k-mers, as in kmer -k 31 FILE");
  if (!o->files) return example_bad(error, "no input: give FASTA or FASTQ files, plain or gzip");
  return parse_queries(o, error);
}
