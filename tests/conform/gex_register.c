/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_register.c: registration of handlers (gex-core 12.2): every rule that does not end the job.
 *
 * Indices are scarce: harness and groups hold about 120 of 128. The last test, in a group of its
 * own that comes last, takes what is left.
 */
#include "gex_support.h"

#include "start.h"

enum { FREE_INDEX = 252 }; /* held by no group */

static int quiet_register(gex_AM_Entry_t *table, size_t n) {
  int result;
  gex_System_SetVerboseErrors(0);
  result = gex_EP_RegisterHandlers(conform_ep(), table, n);
  gex_System_SetVerboseErrors(1);
  return result;
}

static conform_count_t dummy_calls;
static void dummy_handler(gex_Token_t token) {
  (void)token;
  conform_add(&dummy_calls, 1);
}

/* What Token_Info tells the handler of test_elsewhere. */
static gex_AM_Entry_t seen_entry;
static const gex_AM_Entry_t *seen_at;
static gex_TI_t seen_mask;
static void seen_handler(gex_Token_t token, gex_AM_Arg_t counter) {
  gex_Token_Info_t info;
  seen_mask = gex_Token_Info(token, &info, GEX_TI_ALL);
  if (seen_mask & GEX_TI_ENTRY) {
    seen_entry = *info.gex_entry;
    seen_at = info.gex_entry;
  }
  conform_add(&gex_count[counter], 1);
}

/* AMREG-5 */
static void test_none(void) {
  gex_AM_Entry_t entry = CONFORM_ENTRY(FREE_INDEX, dummy_handler, GEX_FLAG_AM_SHORT, 0);
  CHECK_EQ(gex_EP_RegisterHandlers(conform_ep(), &entry, 0), GASNET_OK);
  CHECK_EQ(gex_EP_RegisterHandlers(conform_ep(), 0, 0), GASNET_OK);
  CHECK_EQ(entry.gex_index, FREE_INDEX);
}

static void test_bad_arguments(void) {
  static gex_AM_Entry_t many[129];
  int i;
  CHECK_EQ(quiet_register(0, 1), GASNET_ERR_BAD_ARG);
  for (i = 0; i < 129; i++) {
    gex_AM_Entry_t entry = CONFORM_ENTRY(0, dummy_handler, GEX_FLAG_AM_SHORT, 0);
    many[i] = entry;
  }
  CHECK_EQ(quiet_register(many, 129), GASNET_ERR_BAD_ARG);
  for (i = 0; i < 129; i++) CHECK_EQ(many[i].gex_index, 0);
}

/* A taken or impossible index is refused, and what was there before still works. */
static void test_taken(void) {
  static const gex_AM_Index_t bad[] = {1, 2, 63, 64, 126, 127, H_BUMP, H_PING, 128};
  size_t i;
  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    gex_AM_Entry_t entry = CONFORM_ENTRY(bad[i], dummy_handler, GEX_FLAG_AM_SHORT, 0);
    CHECK_EQ(quiet_register(&entry, 1), GASNET_ERR_RESOURCE);
    CHECK_EQ(entry.gex_index, bad[i]);
  }
  conform_barrier();
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_REGISTER), 0);
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_BUMP, 0, C_REGISTER), 0);
  GEX_TAKE(C_REGISTER, 2);
  gex_check_settled(C_REGISTER);
  CHECK_EQ(conform_get(&dummy_calls), 0);
}

static int same_but_index(const gex_AM_Entry_t *a, const gex_AM_Entry_t *b) {
  return a->gex_fnptr == b->gex_fnptr && a->gex_flags == b->gex_flags &&
         a->gex_nargs == b->gex_nargs && a->gex_cdata == b->gex_cdata && a->gex_name == b->gex_name;
}

/* AMREG-2: fixed entries are placed first although they come last; the others get the highest free
 * index in table order; nothing but the index is written. */
static void test_assigned(void) {
  gex_AM_Entry_t table[3] = {CONFORM_ENTRY(0, dummy_handler, GEX_FLAG_AM_SHORT, 0),
                             {0, (gex_AM_Fn_t)dummy_handler,
                              GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, &table, 0},
                             CONFORM_ENTRY(FREE_INDEX, dummy_handler, GEX_FLAG_AM_SHORT, 0)};
  gex_AM_Entry_t before[3];
  int i, index;
  memcpy(before, table, sizeof before);
  CHECK_EQ(gex_EP_RegisterHandlers(conform_ep(), table, 3), GASNET_OK);
  for (i = 0; i < 3; i++) CHECK(same_but_index(&table[i], &before[i]));
  CHECK_EQ(table[2].gex_index, FREE_INDEX);
  CHECK(table[0].gex_index >= GEX_AM_INDEX_BASE && table[1].gex_index >= GEX_AM_INDEX_BASE);
  CHECK(table[0].gex_index != FREE_INDEX && table[1].gex_index != FREE_INDEX);
  CHECK(table[0].gex_index > table[1].gex_index);
  for (index = table[1].gex_index; index < 256; index++) { /* all above are taken */
    gex_AM_Entry_t entry =
        CONFORM_ENTRY((gex_AM_Index_t)index, dummy_handler, GEX_FLAG_AM_SHORT, 0);
    CHECK_EQ(quiet_register(&entry, 1), GASNET_ERR_RESOURCE);
  }
  conform_barrier();
  for (i = 0; i < 3; i++)
    CHECK_EQ(gex_AM_RequestShort0(conform_tm(), conform_rank(), table[i].gex_index, 0), 0);
  conform_wait_until(conform_get(&dummy_calls) >= 3);
  conform_barrier();
  CHECK_EQ(conform_get(&dummy_calls), 3);
}

/* FP-9, AMREG-1: an index is looked up at the target, which may have another table than the sender.
 * AMREG-2, TOK-3: the client's table may go; name and data are those registered. */
static void test_elsewhere(void) {
  static const int data = 5;
  static const char name[] = "seen_handler";
  int n = 1 + (int)(conform_rank() & 1), i;
  gex_AM_Entry_t *table = calloc(2, sizeof *table);
  gex_AM_Index_t mine;
  for (i = 0; i < 2; i++) {
    gex_AM_Entry_t entry = {
        0, (gex_AM_Fn_t)seen_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, &data, name};
    table[i] = entry;
  }
  CHECK_EQ(gex_EP_RegisterHandlers(conform_ep(), table, (size_t)n), GASNET_OK);
  mine = table[n - 1].gex_index;
  memset(table, 0xee, 2 * sizeof *table);
  free(table);
  gex_tell(conform_prev(), C_JOB, 0, mine, 0, 0, 0);
  GEX_TAKE(C_JOB, 1);
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(),
                                (gex_AM_Index_t)gex_told[conform_next()][0], 0, C_REGISTER),
           0);
  GEX_TAKE(C_REGISTER, 1);
  CHECK(seen_mask & GEX_TI_ENTRY);
  CHECK_EQ(seen_entry.gex_index, mine);
  CHECK(seen_entry.gex_fnptr == (gex_AM_Fn_t)seen_handler);
  CHECK_EQ(seen_entry.gex_flags, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST);
  CHECK_EQ(seen_entry.gex_nargs, 1);
  CHECK(seen_entry.gex_cdata == &data);
  CHECK(seen_entry.gex_name == name);
  CHECK(seen_at != 0);
  gex_check_settled(C_REGISTER);
}

static gex_AM_Index_t thread_index[2];
static void register_one(int i, void *arg) {
  gex_AM_Entry_t entry = CONFORM_ENTRY(0, dummy_handler, GEX_FLAG_AM_SHORT, 0);
  (void)arg;
  CHECK_EQ(gex_EP_RegisterHandlers(conform_ep(), &entry, 1), GASNET_OK);
  thread_index[i] = entry.gex_index;
}

/* AMREG-6 */
static void test_concurrent(void) {
  conform_threads(2, register_one, 0);
  CHECK(thread_index[0] >= GEX_AM_INDEX_BASE);
  CHECK(thread_index[1] >= GEX_AM_INDEX_BASE);
  CHECK(thread_index[0] != thread_index[1]);
}

const struct conform_test conform_gex_register[] = {
    {"gex_register_none", "gex-core AMREG-5", test_none, 0},
    {"gex_register_bad_arguments", "gex-core AMREG-5", test_bad_arguments, 0},
    {"gex_register_taken", "gex-core AMREG-5", test_taken, 0},
    {"gex_register_assigned", "gex-core AMREG-1, AMREG-2", test_assigned, 0},
    {"gex_register_elsewhere", "gex-core FP-9, AMREG-1, AMREG-2, TOK-3", test_elsewhere, 0},
    {"gex_register_concurrent", "gex-core AMREG-6", test_concurrent, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};

/* AMREG-5: once no index is left, registration fails and everything registered keeps working. */
static void test_exhausted(void) {
  int given[257] = {0}, i, result = GASNET_OK;
  for (i = 0; i < 256 && result == GASNET_OK; i++) {
    gex_AM_Entry_t entry = CONFORM_ENTRY(0, dummy_handler, GEX_FLAG_AM_SHORT, 0);
    result = quiet_register(&entry, 1);
    if (result != GASNET_OK) break;
    CHECK(entry.gex_index >= 1 && !given[entry.gex_index]);
    given[entry.gex_index] = 1;
  }
  CHECK(i <= 256 - GEX_AM_INDEX_BASE);
  CHECK_EQ(result, GASNET_ERR_RESOURCE);
  conform_barrier();
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_PING, 0, C_REGISTER), 0);
  GEX_TAKE(C_REGISTER, 1);
  gex_check_settled(C_REGISTER);
}

const struct conform_test conform_gex_register_last[] = {{"gex_register_exhausted",
                                                          "gex-core AMREG-5", test_exhausted, 0},
                                                         {0, 0, 0, 0}};
