/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_support.c: the shared handlers and helpers of the gex_* groups; no tests of its own.
 */
#include "gex_support.h"

#include <time.h>
#include <unistd.h>

conform_count_t gex_count[C_COUNTERS];
gex_AM_Arg_t gex_told[GEX_MAX_RANKS][GEX_SLOTS];

gex_Rank_t gex_source(gex_Token_t token) {
  gex_Token_Info_t info;
  CHECK(gex_Token_Info(token, &info, GEX_TI_SRCRANK) & GEX_TI_SRCRANK);
  return info.gex_srcrank;
}

int gex_is_request(gex_Token_t token) {
  gex_Token_Info_t info;
  CHECK(gex_Token_Info(token, &info, GEX_TI_IS_REQ) & GEX_TI_IS_REQ);
  return info.gex_is_req;
}

int gex_is_long(gex_Token_t token) {
  gex_Token_Info_t info;
  CHECK(gex_Token_Info(token, &info, GEX_TI_IS_LONG) & GEX_TI_IS_LONG);
  return info.gex_is_long;
}

static void bump_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  (void)token;
  conform_add(&gex_count[counter], 1);
}

static void ping_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  CHECK_EQ(gex_AM_ReplyShort1(token, H_BUMP, 0, counter), 0);
}

static void data_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed,
                         gex_AM_Arg_t counter) {
  (void)token;
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  conform_add(&gex_count[counter], 1);
}

static void echo_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed,
                         gex_AM_Arg_t counter, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  if (gex_is_long(token))
    CHECK_EQ(gex_AM_ReplyLong2(token, H_DATA, buf, n, gex_ptr(hi, lo), GEX_EVENT_NOW, 0, seed,
                               counter),
             0);
  else
    CHECK_EQ(gex_AM_ReplyMedium2(token, H_DATA, buf, n, GEX_EVENT_NOW, 0, seed, counter), 0);
}

static void tell_handler(gex_Token_t token, gex_AM_Arg_t slot, gex_AM_Arg_t counter, gex_AM_Arg_t a,
                         gex_AM_Arg_t b, gex_AM_Arg_t c, gex_AM_Arg_t d) {
  gex_AM_Arg_t *words = gex_told[gex_source(token) % GEX_MAX_RANKS] + slot;
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
  conform_add(&gex_count[counter], 1);
}

void gex_tell(gex_Rank_t rank, int counter, int slot, gex_AM_Arg_t a, gex_AM_Arg_t b,
              gex_AM_Arg_t c, gex_AM_Arg_t d) {
  CHECK_EQ(gex_AM_RequestShort6(conform_tm(), rank, H_TELL, 0, slot, counter, a, b, c, d), 0);
}

void gex_check_settled(int c) {
  int i;
  conform_barrier();
  for (i = 0; i < 20; i++) gasnet_AMPoll();
  CHECK_EQ(conform_get(&gex_count[c]), 0);
  conform_barrier(); /* no rank sends again before all have looked */
}

static int stderr_saved = -1, stderr_file = -1;

void gex_stderr_begin(void) {
  char name[] = "/tmp/conform-XXXXXX";
  stderr_file = mkstemp(name);
  if (stderr_file < 0) conform_die(__FILE__, __LINE__, "mkstemp failed");
  unlink(name);
  fflush(stderr);
  stderr_saved = dup(2);
  dup2(stderr_file, 2);
}

long gex_stderr_end(void) {
  long n;
  fflush(stderr);
  dup2(stderr_saved, 2);
  n = (long)lseek(stderr_file, 0, SEEK_END);
  close(stderr_saved);
  close(stderr_file);
  return n;
}

void gex_sleep_ms(int ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
  while (nanosleep(&t, &t)) continue;
}

gex_AM_Entry_t conform_gex_support_handlers[] = {
    CONFORM_ENTRY(H_BUMP, bump_handler, GEX_FLAG_AM_SHORT, 1),
    CONFORM_ENTRY(H_PING, ping_handler, GEX_FLAG_AM_SHORT, 1),
    CONFORM_ENTRY(H_DATA, data_handler, GEX_FLAG_AM_MEDLONG, 2),
    CONFORM_ENTRY(H_ECHO, echo_handler, GEX_FLAG_AM_MEDLONG, 4),
    CONFORM_ENTRY(H_TELL, tell_handler, GEX_FLAG_AM_SHORT, 6),
    {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_support[] = {{0, 0, 0, 0}};
