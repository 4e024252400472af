/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_result.c: summaries are sums but for the most frequent k-mers, which are kept sorted: by
 * count, then alphabetically, so that the answer does not depend on the number of ranks.
 */
#include "kmer_result.h"

#include "kmer_codec.h"

#include <inttypes.h>
#include <string.h>

#define BAR 40

uint64_t kmer_bin_limit(unsigned bin) {
  static const uint64_t step[3] = {2, 5, 10};
  uint64_t limit = 10;
  if (bin < 10) return bin + 1;
  if (bin >= KMER_BINS - 1) return UINT64_MAX;
  for (unsigned i = 0; i < (bin - 10) / 3; i++) limit *= 10;
  return limit * step[(bin - 10) % 3];
}

unsigned kmer_bin_of(uint64_t count) {
  unsigned bin = 0;
  while (count > kmer_bin_limit(bin)) bin++;
  return bin;
}

static int before(const struct kmer_slot *a, const struct kmer_slot *b) {
  return a->count != b->count ? a->count > b->count : a->key < b->key;
}

static void offer(struct kmer_slot *top, struct kmer_slot s) {
  if (!s.key) return;
  for (int i = 0; i < KMER_TOP; i++) {
    struct kmer_slot was = top[i];
    if (was.key && !before(&s, &was)) continue;
    top[i] = s;
    if (!was.key) return;
    s = was;
  }
}

void kmer_summary_of(const struct kmer_table *t, struct kmer_summary *s) {
  memset(s, 0, sizeof *s);
  s->bits = t->bits;
  s->distinct = t->used;
  s->total = t->total;
  s->dropped = t->dropped;
  for (uint64_t i = 0; i < (uint64_t)1 << t->bits; i++) {
    if (!t->slot[i].key) continue;
    s->bin[kmer_bin_of(t->slot[i].count)]++;
    offer(s->top, t->slot[i]);
  }
}

void kmer_summary_merge(struct kmer_summary *all, const struct kmer_summary *part) {
  if (part->bits > all->bits) all->bits = part->bits;
  all->distinct += part->distinct;
  all->total += part->total;
  all->dropped += part->dropped;
  all->sent += part->sent;
  all->messages += part->messages;
  for (int i = 0; i < KMER_BINS; i++) all->bin[i] += part->bin[i];
  for (int i = 0; i < KMER_TOP; i++) offer(all->top, part->top[i]);
}

const char *kmer_grouped(uint64_t n, char *buf) {
  char plain[24], *to = buf;
  int len = sprintf(plain, "%" PRIu64, n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) *to++ = ',';
    *to++ = plain[i];
  }
  *to = 0;
  return buf;
}

static void bin_name(unsigned bin, char *name) {
  char lo[32], hi[32];
  if (bin < 10)
    sprintf(name, "%u", bin + 1);
  else if (bin == KMER_BINS - 1)
    sprintf(name, "> %s", kmer_grouped(kmer_bin_limit(bin - 1), lo));
  else
    sprintf(name, "%s-%s", kmer_grouped(kmer_bin_limit(bin - 1) + 1, lo),
            kmer_grouped(kmer_bin_limit(bin), hi));
}

static void print_histogram(FILE *to, const struct kmer_summary *s) {
  uint64_t most = 1;
  unsigned last = 0;
  for (unsigned i = 0; i < KMER_BINS; i++) {
    if (s->bin[i] > most) most = s->bin[i];
    if (s->bin[i]) last = i;
  }
  fprintf(to, "\n%20s %14s\n", "times seen", "k-mers");
  for (unsigned i = 0; s->distinct && i <= last; i++) {
    char name[80], n[32], bar[BAR + 1];
    int len = (int)((s->bin[i] * BAR + most - 1) / most);
    memset(bar, '#', sizeof bar);
    bin_name(i, name);
    fprintf(to, "%20s %14s%s%.*s\n", name, kmer_grouped(s->bin[i], n), len ? "  " : "", len, bar);
  }
}

static void print_top(FILE *to, const struct kmer_result *r) {
  char text[KMER_MAX_K + 1], n[32];
  fprintf(to, "\nmost frequent (with the other strand)\n");
  for (int i = 0; i < KMER_TOP && r->all.top[i].key; i++) {
    kmer_decode(r->all.top[i].key - 1, r->k, text);
    fprintf(to, "  %s  %s\n", text, kmer_grouped(r->all.top[i].count, n));
  }
}

static void print_queries(FILE *to, const struct kmer_result *r) {
  char n[32];
  if (r->queries) fprintf(to, "\nasked for\n");
  for (int i = 0; i < r->queries; i++)
    fprintf(to, "  %s  %s\n", r->query_text[i], kmer_grouped(r->query_count[i], n));
}

static double rate(uint64_t n, double seconds) {
  return (double)n / (seconds > 0 ? seconds : 1e-9) / 1e6;
}

void kmer_print_text(FILE *to, const struct kmer_result *r) {
  const struct kmer_summary *s = &r->all;
  char n[32];
  fprintf(to, "k-mers of length %u, both strands, counted by %u rank%s on %u host%s\n", r->k,
          r->ranks, r->ranks == 1 ? "" : "s", r->hosts, r->hosts == 1 ? "" : "s");
  fprintf(to, "  %-10s %14s in %u file%s\n", "records", kmer_grouped(r->records, n), r->files,
          r->files == 1 ? "" : "s");
  fprintf(to, "  %-10s %14s\n", "bases", kmer_grouped(r->bases, n));
  fprintf(to, "  %-10s %14s", "k-mers", kmer_grouped(s->total, n));
  if (r->windows > s->total)
    fprintf(to, "   (%s places skipped: not only A, C, G, T)",
            kmer_grouped(r->windows - s->total, n));
  fprintf(to, "\n  %-10s %14s\n", "distinct", kmer_grouped(s->distinct, n));
  if (s->distinct) {
    print_histogram(to, s);
    print_top(to, r);
  } else {
    fprintf(to, "\nno run of %u letters of A, C, G, T: nothing to count; try a smaller -k\n", r->k);
  }
  print_queries(to, r);
  fprintf(to, "\n%.3f s, %.1f million k-mers/s, ", r->seconds, rate(s->total, r->seconds));
  fprintf(to, "%s messages between ranks\n", kmer_grouped(s->messages, n));
}

void kmer_print_json(FILE *to, const struct kmer_result *r, const char *check) {
  const struct kmer_summary *s = &r->all;
  char text[KMER_MAX_K + 1];
  fprintf(to, "{\"k\": %u, \"ranks\": %u, \"hosts\": %u, \"files\": %u, \"file_bytes\": %" PRIu64,
          r->k, r->ranks, r->hosts, r->files, r->bytes);
  fprintf(to, ",\n \"records\": %" PRIu64 ", \"bases\": %" PRIu64 ", \"windows\": %" PRIu64,
          r->records, r->bases, r->windows);
  fprintf(to, ",\n \"kmers\": %" PRIu64 ", \"distinct\": %" PRIu64 ",\n \"histogram\": [", s->total,
          s->distinct);
  for (unsigned i = 0; i < KMER_BINS; i++) {
    fprintf(to, "%s\n  {\"from\": %" PRIu64, i ? "," : "", i ? kmer_bin_limit(i - 1) + 1 : 1);
    if (i < KMER_BINS - 1) fprintf(to, ", \"to\": %" PRIu64, kmer_bin_limit(i));
    fprintf(to, ", \"kmers\": %" PRIu64 "}", s->bin[i]);
  }
  fprintf(to, "],\n \"most_frequent\": [");
  for (int i = 0; i < KMER_TOP && s->top[i].key; i++) {
    kmer_decode(s->top[i].key - 1, r->k, text);
    fprintf(to, "%s\n  {\"kmer\": \"%s\", \"count\": %" PRIu64 "}", i ? "," : "", text,
            s->top[i].count);
  }
  fprintf(to, "],\n \"queries\": [");
  for (int i = 0; i < r->queries; i++)
    fprintf(to, "%s\n  {\"kmer\": \"%s\", \"count\": %" PRIu64 "}", i ? "," : "", r->query_text[i],
            r->query_count[i]);
  fprintf(to, "],\n \"seconds\": %.6f, \"million_kmers_per_second\": %.3f, \"messages\": %" PRIu64,
          r->seconds, rate(s->total, r->seconds), s->messages);
  if (check) fprintf(to, ",\n \"check\": \"%s\"", check);
  fprintf(to, "}\n");
}
