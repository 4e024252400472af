/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker_fuzz.c: fuzz target for how a worker reaches gasnetrun: its ticket, a line of a file, and
 * the sealed link, over which gasnetrun and the worker tell each other bytes while what is on the
 * way is broken. What comes out is what was told, from the first byte on, and then perhaps no more.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/tools/gasnetrun/worker.h"
#include "tests/fuzz/grammar.h"

#define MOST_FRAMES 24u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- the ticket ----------------------------------------------------------------------- */

static void take_line(const char *line) {
  struct hyd_ticket t, again;
  char text[HYD_TICKET_LINE];
  if (hyd_ticket_read(line, &t)) return;
  must(t.port > 0 && t.port <= 65535 && t.addresses > 0 && t.addresses <= HYD_TICKET_ADDRESSES);
  must(memchr(t.name, 0, sizeof t.name) != NULL);
  for (uint32_t i = 0; i < t.addresses; i++)
    must(memchr(t.address[i], 0, sizeof t.address[i]) != NULL);
  if (hyd_ticket_write(&t, text)) return;
  must(hyd_ticket_read(text, &again) == 0 && memcmp(&t, &again, sizeof t) == 0);
}

static void tickets(struct fuzz_choices *c) {
  struct hyd_ticket t = {.name = ".gasnetrun-1", .seconds = fuzz_below(c, 100), .port = 1};
  struct fuzz_messages lines = {0};
  char text[HYD_TICKET_LINE], *line;
  t.addresses = 1 + fuzz_below(c, HYD_TICKET_ADDRESSES);
  for (uint32_t i = 0; i < t.addresses; i++) memcpy(t.address[i], "10.0.0.1", 9);
  must(hyd_ticket_write(&t, text) == 0);
  fuzz_add(&lines, 0, text, strlen(text));
  fuzz_break(c, &lines);
  must((line = calloc(1, lines.at[0].n + 1)) != NULL); /* with nothing behind it */
  memcpy(line, lines.at[0].p, lines.at[0].n);
  take_line(line);
  free(line);
  fuzz_free(&lines);
}

/* --- the sealed link -------------------------------------------------------------------- */

struct side {
  struct hyd_seal *seal;
  struct hyd_bytes told; /* all that the other side has told */
  struct hyd_bytes wire, heard;
};

static void make_side(struct side *s, enum hyd_seal_side which, unsigned char first) {
  unsigned char secret[HYD_SEAL_SECRET] = {first};
  memset(s, 0, sizeof *s);
  must((s->seal = hyd_seal_new(which, secret)) != NULL);
}

static void free_side(struct side *s) {
  hyd_seal_free(s->seal);
  hyd_bytes_free(&s->told);
  hyd_bytes_free(&s->wire);
  hyd_bytes_free(&s->heard);
}

/* What the side hears; -1: the link is broken. */
static int hear(struct side *s, const void *p, size_t n) {
  int rc;
  must(hyd_bytes_add(&s->wire, p, n) == 0);
  rc = hyd_seal_open(s->seal, &s->wire, &s->heard);
  must(hyd_bytes_used(&s->heard) <= hyd_bytes_used(&s->told));
  must(memcmp(hyd_bytes_at(&s->heard), hyd_bytes_at(&s->told), hyd_bytes_used(&s->heard)) == 0);
  return rc;
}

/* The sides begin: what comes first is perhaps broken. */
static int begin(struct fuzz_choices *c, struct side *from, struct side *to) {
  struct fuzz_messages first = {0};
  struct hyd_bytes wire = {0};
  int rc;
  must(hyd_seal_begin(from->seal, &wire) == 0);
  fuzz_add(&first, 0, hyd_bytes_at(&wire), hyd_bytes_used(&wire));
  if (fuzz_below(c, 8) == 0) fuzz_break(c, &first);
  rc = hear(to, first.at[0].p, first.at[0].n);
  hyd_bytes_free(&wire);
  fuzz_free(&first);
  return rc;
}

static void tell(struct fuzz_choices *c, struct side *from, struct side *to,
                 struct fuzz_messages *frames) {
  static unsigned char text[40000];
  struct hyd_bytes clear = {0}, wire = {0};
  size_t n = fuzz_below(c, 8) ? fuzz_below(c, 300) : fuzz_below(c, sizeof text);
  memset(text, (int)fuzz_below(c, 256), n);
  must(hyd_bytes_add(&clear, text, n) == 0 && hyd_bytes_add(&to->told, text, n) == 0);
  while (hyd_bytes_used(&clear)) {
    must(hyd_seal_make(from->seal, &clear, &wire) == 0);
    fuzz_add(frames, 0, hyd_bytes_at(&wire), hyd_bytes_used(&wire));
    wire.start = wire.n;
  }
  hyd_bytes_free(&clear);
  hyd_bytes_free(&wire);
}

/* A stranger does not have the secret. */
static void links(struct fuzz_choices *c) {
  struct side from, to;
  struct fuzz_messages frames = {0};
  int is_stranger = fuzz_below(c, 4) == 0;
  make_side(&from, HYD_SEAL_LISTENS, 1);
  make_side(&to, HYD_SEAL_CONNECTS, is_stranger ? 2 : 1);
  if (begin(c, &to, &from) == 0 && begin(c, &from, &to) == 0 && hyd_seal_ready(from.seal)) {
    for (uint32_t n = fuzz_below(c, MOST_FRAMES); n > 0; n--) tell(c, &from, &to, &frames);
    fuzz_break(c, &frames);
    for (unsigned i = 0; i < frames.n && hear(&to, frames.at[i].p, frames.at[i].n) == 0;) i++;
  }
  must(!is_stranger || hyd_bytes_used(&to.heard) == 0);
  fuzz_free(&frames);
  free_side(&from);
  free_side(&to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_choices c = fuzz_choices_of(data, size);
  tickets(&c);
  links(&c);
  return 0;
}
