/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_sync.c: explicit handles, implicit operations, access regions: every sync call with complete,
 * incomplete and invalid handles mixed, and very many operations outstanding.
 *
 * Whether a handle is still incomplete when a call looks at it depends on the path to the peer; the
 * tests therefore assert what must hold either way: a successful sync means the data are there.
 */
#include "conform.h"

enum { WORDS = 512 };

/* Words of `node` that only this rank writes here. */
static uint64_t *words(gasnet_node_t node) {
  return (uint64_t *)conform_seg(node) + (size_t)gasnet_mynode() * 4096;
}

static uint64_t values[WORDS], back[WORDS];

static void new_values(void) {
  int i;
  for (i = 0; i < WORDS; i++) {
    values[i] = conform_rand();
    back[i] = 0;
  }
}

/* Starts a put of each word; a third each as put_nb_bulk, put_nb_val and put_nb. */
static void start_puts(gasnet_node_t node, gasnet_handle_t *h, int n) {
  uint64_t *w = words(node);
  int i;
  for (i = 0; i < n; i++) {
    if (i % 3 == 0) h[i] = gasnet_put_nb_bulk(node, w + i, &values[i], 8);
    if (i % 3 == 1) h[i] = gasnet_put_nb_val(node, w + i, values[i], 8);
    if (i % 3 == 2) h[i] = gasnet_put_nb(node, w + i, &values[i], 8);
  }
}

static void start_gets(gasnet_node_t node, gasnet_handle_t *h, int n) {
  int i;
  for (i = 0; i < n; i++) h[i] = gasnet_get_nb(&back[i], node, words(node) + i, 8);
}

static void check_back(int n) {
  int i;
  for (i = 0; i < n; i++) CHECK_EQ(back[i], values[i]);
}

static int count_valid(const gasnet_handle_t *h, int n) {
  int i, valid = 0;
  for (i = 0; i < n; i++) valid += h[i] != GASNET_INVALID_HANDLE;
  return valid;
}

typedef void (*sync_all_fn)(gasnet_handle_t *h, int n);

static void by_wait(gasnet_handle_t *h, int n) {
  int i;
  for (i = n - 1; i >= 0; i--) gasnet_wait_syncnb(h[i]);
}
static void by_try(gasnet_handle_t *h, int n) {
  int i;
  for (i = 0; i < n; i++) {
    double limit = conform_deadline();
    int result;
    /* X3.8: repeated tries succeed without any other call */
    while ((result = gasnet_try_syncnb(h[i])) == GASNET_ERR_NOT_READY)
      if (conform_now() > limit) conform_die(__FILE__, __LINE__, "try_syncnb never succeeds");
    CHECK_EQ(result, GASNET_OK);
  }
}
static void by_wait_all(gasnet_handle_t *h, int n) {
  gasnet_wait_syncnb_all(h, (size_t)n);
  CHECK_EQ(count_valid(h, n), 0);
}
static void by_try_all(gasnet_handle_t *h, int n) {
  double limit = conform_deadline();
  int result;
  while ((result = gasnet_try_syncnb_all(h, (size_t)n)) == GASNET_ERR_NOT_READY) {
    CHECK(count_valid(h, n) > 0);
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "try_syncnb_all never succeeds");
  }
  CHECK_EQ(result, GASNET_OK);
  CHECK_EQ(count_valid(h, n), 0);
}
static void by_wait_some(gasnet_handle_t *h, int n) {
  int valid = count_valid(h, n);
  while (valid > 0) {
    int now;
    gasnet_wait_syncnb_some(h, (size_t)n);
    now = count_valid(h, n);
    CHECK(now < valid); /* at least one completed */
    valid = now;
  }
}
static void by_try_some(gasnet_handle_t *h, int n) {
  double limit = conform_deadline();
  int valid = count_valid(h, n);
  while (valid > 0) {
    int result = gasnet_try_syncnb_some(h, (size_t)n), now = count_valid(h, n);
    CHECK(result == (now < valid ? GASNET_OK : GASNET_ERR_NOT_READY));
    valid = now;
    if (conform_now() > limit) conform_die(__FILE__, __LINE__, "try_syncnb_some never succeeds");
  }
  CHECK_EQ(gasnet_try_syncnb_some(h, (size_t)n), GASNET_OK); /* none valid */
}
static void by_nopoll(gasnet_handle_t *h, int n) {
  int i;
  for (i = 0; i < n / 2; i++) conform_wait_until(gasnet_try_syncnb_nopoll(h[i]) == GASNET_OK);
  for (i = 0; i < n / 2; i++) h[i] = GASNET_INVALID_HANDLE;
  while (gasnet_try_syncnb_some_nopoll(h, (size_t)n) == GASNET_ERR_NOT_READY) gasnet_AMPoll();
  conform_wait_until(gasnet_try_syncnb_all_nopoll(h, (size_t)n) == GASNET_OK);
  CHECK_EQ(count_valid(h, n), 0);
}

static void sync_with(sync_all_fn sync) {
  static gasnet_handle_t h[WORDS];
  static const int counts[] = {1, 2, 3, 17, WORDS};
  gasnet_node_t node;
  size_t k;
  for (node = 0; node < gasnet_nodes(); node++)
    for (k = 0; k < sizeof counts / sizeof *counts; k++) {
      new_values();
      start_puts(node, h, counts[k]);
      sync(h, counts[k]);
      start_gets(node, h, counts[k]);
      sync(h, counts[k]);
      check_back(counts[k]);
    }
  conform_barrier();
}

static void sync_wait(void) { sync_with(by_wait); }
static void sync_try(void) { sync_with(by_try); }
static void sync_wait_all(void) { sync_with(by_wait_all); }
static void sync_try_all(void) { sync_with(by_try_all); }
static void sync_wait_some(void) { sync_with(by_wait_some); }
static void sync_try_some(void) { sync_with(by_try_some); }
static void sync_nopoll(void) { sync_with(by_nopoll); }

/* Invalid handles, empty arrays, handles as values (X3.1, X3.5, gasnet1-core 6). */
static void invalid_handles(void) {
  static gasnet_handle_t zeros[4];
  gasnet_handle_t copy;
  CHECK(zeros[0] == GASNET_INVALID_HANDLE);
  CHECK((void *)GASNET_INVALID_HANDLE == NULL);
  CHECK_EQ(sizeof(gasnet_handle_t), sizeof(void *));
  CHECK_EQ(sizeof(gasnet_valget_handle_t), sizeof(void *));
  gasnet_wait_syncnb(GASNET_INVALID_HANDLE);
  CHECK_EQ(gasnet_try_syncnb(GASNET_INVALID_HANDLE), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_nopoll(GASNET_INVALID_HANDLE), GASNET_OK);
  gasnet_wait_syncnb_all(zeros, 4);
  gasnet_wait_syncnb_some(zeros, 4);
  CHECK_EQ(gasnet_try_syncnb_all(zeros, 4), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_some(zeros, 4), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_all_nopoll(zeros, 4), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_some_nopoll(zeros, 4), GASNET_OK);
  gasnet_wait_syncnb_all(NULL, 0);
  gasnet_wait_syncnb_some(NULL, 0);
  CHECK_EQ(gasnet_try_syncnb_all(NULL, 0), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_some(NULL, 0), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_all_nopoll(NULL, 0), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnb_some_nopoll(NULL, 0), GASNET_OK);
  new_values();
  copy = gasnet_put_nb_bulk(conform_next(), words(conform_next()), values, 8);
  copy = (gasnet_handle_t)(void *)copy;
  gasnet_wait_syncnb(copy);
  conform_barrier();
}

/* Arrays with invalid entries between valid ones. */
static void mixed_arrays(void) {
  gasnet_handle_t h[60];
  gasnet_node_t node = conform_next();
  int i, round;
  for (round = 0; round < 4; round++) {
    new_values();
    start_puts(node, h, 60);
    for (i = 0; i < 60; i += 2) {
      gasnet_wait_syncnb(h[i]);
      h[i] = GASNET_INVALID_HANDLE;
    }
    if (round == 0) gasnet_wait_syncnb_all(h, 60);
    if (round == 1) by_try_all(h, 60);
    if (round == 2) by_wait_some(h, 60);
    if (round == 3) by_try_some(h, 60);
    CHECK_EQ(count_valid(h, 60), 0);
    gasnet_get(back, node, words(node), 60 * 8);
    check_back(60);
  }
  conform_barrier();
}

/* X1.8: at least 65535 outstanding; all to one peer, puts and gets, explicit and implicit. */
static void many_outstanding(void) {
  enum { MANY = 70000 };
  gasnet_handle_t *h = malloc(MANY * sizeof *h);
  gasnet_node_t node = conform_next();
  uint64_t *there = words(node), *here = malloc(MANY * sizeof *here);
  int i, wrong = 0;
  for (i = 0; i < MANY; i++) h[i] = gasnet_put_nb_val(node, there + i % 4096, (uint64_t)i, 8);
  gasnet_wait_syncnb_all(h, MANY);
  for (i = 0; i < 4096; i++) gasnet_put_val(node, there + i, (uint64_t)i * 3, 8);
  memset(here, 0xff, MANY * sizeof *here);
  for (i = 0; i < MANY; i++) h[i] = gasnet_get_nb_bulk(here + i, node, there + i % 4096, 8);
  gasnet_wait_syncnb_all(h, MANY);
  for (i = 0; i < MANY; i++) wrong += here[i] != (uint64_t)(i % 4096) * 3;
  CHECK_EQ(wrong, 0);
  memset(here, 0xff, MANY * sizeof *here);
  for (i = 0; i < MANY; i++) gasnet_get_nbi_bulk(here + i, node, there + i % 4096, 8);
  gasnet_wait_syncnbi_gets();
  for (i = 0; i < MANY; i++) wrong += here[i] != (uint64_t)(i % 4096) * 3;
  CHECK_EQ(wrong, 0);
  conform_barrier();
  free(here);
  free(h);
}

/* ---- implicit ------------------------------------------------------------ */

static void nbi_puts_gets(void) {
  gasnet_node_t node;
  for (node = 0; node < gasnet_nodes(); node++) {
    uint64_t *w = words(node);
    int i;
    new_values();
    for (i = 0; i < WORDS; i++) {
      if (i % 4 == 0) gasnet_put_nbi(node, w + i, &values[i], 8);
      if (i % 4 == 1) gasnet_put_nbi_bulk(node, w + i, &values[i], 8);
      if (i % 4 == 2) gasnet_put_nbi_val(node, w + i, values[i], 8);
      if (i % 4 == 3) {
        values[i] = 0x0101010101010101u * (values[i] & 255);
        gasnet_memset_nbi(node, w + i, (int)(values[i] & 255), 8);
      }
    }
    gasnet_wait_syncnbi_puts();
    CHECK_EQ(gasnet_try_syncnbi_puts(), GASNET_OK); /* nothing left in scope */
    for (i = 0; i < WORDS; i++)
      if (i & 1)
        gasnet_get_nbi(&back[i], node, w + i, 8);
      else
        gasnet_get_nbi_bulk(&back[i], node, w + i, 8);
    if (node & 1)
      gasnet_wait_syncnbi_gets();
    else
      conform_wait_until(gasnet_try_syncnbi_gets() == GASNET_OK);
    CHECK_EQ(gasnet_try_syncnbi_gets(), GASNET_OK);
    check_back(WORDS);
  }
  conform_barrier();
}

/* X4.2: empty scopes; X4.1: _all covers both kinds. */
static void nbi_scopes(void) {
  gasnet_node_t node = conform_next();
  CHECK_EQ(gasnet_try_syncnbi_gets(), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnbi_puts(), GASNET_OK);
  CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);
  gasnet_wait_syncnbi_gets();
  gasnet_wait_syncnbi_puts();
  gasnet_wait_syncnbi_all();
  new_values();
  gasnet_put(node, words(node), values, sizeof values / 2);
  gasnet_get_nbi_bulk(back, node, words(node), sizeof back / 2);
  gasnet_put_nbi_bulk(node, words(node) + WORDS / 2, values + WORDS / 2, sizeof values / 2);
  conform_wait_until(gasnet_try_syncnbi_all() == GASNET_OK);
  check_back(WORDS / 2);
  gasnet_get(back, node, words(node), sizeof back);
  check_back(WORDS);
  conform_barrier();
}

/* ---- access regions ------------------------------------------------------ */

/* X4.8..X4.12: operations inside belong to the region's handle, those from before do not. */
static void region_basic(void) {
  gasnet_node_t node = conform_next();
  uint64_t *w = words(node), other = 0;
  gasnet_handle_t h, inner;
  int i;
  new_values();
  for (i = 0; i < 100; i++) gasnet_put_nbi_bulk(node, w + i, &values[i], 8); /* before: X4.9 */
  gasnet_begin_nbi_accessregion();
  for (i = 100; i < 200; i++) gasnet_put_nbi_bulk(node, w + i, &values[i], 8);
  for (i = 200; i < 300; i++) gasnet_put_nbi_val(node, w + i, values[i], 8);
  gasnet_put(node, w + 300, &values[300], 8); /* blocking, nb, value: X4.10 */
  inner = gasnet_put_nb_bulk(node, w + 301, &values[301], 8);
  CHECK_EQ(gasnet_get_val(node, w + 300, 8), (int64_t)values[300]);
  gasnet_wait_syncnb(inner);
  gasnet_get(&other, node, w + 301, 8);
  CHECK_EQ(other, values[301]);
  h = gasnet_end_nbi_accessregion();
  gasnet_wait_syncnbi_puts(); /* those from before the region */
  gasnet_get(back, node, w, 100 * 8);
  check_back(100);
  gasnet_wait_syncnb(h);
  gasnet_get(back, node, w, 302 * 8);
  check_back(302);
  CHECK_EQ(gasnet_try_syncnbi_all(), GASNET_OK);
  conform_barrier();
}

static void region_gets(void) {
  gasnet_node_t node = conform_next();
  gasnet_handle_t h[4];
  int i, r;
  new_values();
  gasnet_put(node, words(node), values, sizeof values);
  for (r = 0; r < 4; r++) { /* several regions' handles outstanding at once */
    gasnet_begin_nbi_accessregion();
    for (i = r * 100; i < r * 100 + 100; i++)
      gasnet_get_nbi_bulk(&back[i], node, words(node) + i, 8);
    h[r] = gasnet_end_nbi_accessregion();
  }
  gasnet_wait_syncnb(h[2]);
  h[2] = GASNET_INVALID_HANDLE;
  for (i = 200; i < 300; i++) CHECK_EQ(back[i], values[i]);
  conform_wait_until(gasnet_try_syncnb(h[0]) == GASNET_OK);
  h[0] = GASNET_INVALID_HANDLE;
  gasnet_wait_syncnb_all(h, 4);
  CHECK_EQ(count_valid(h, 4), 0);
  check_back(400);
  conform_barrier();
}

/* X4.11, and that regions work with the _some forms together with ordinary handles. */
static void region_empty_and_mixed(void) {
  gasnet_node_t node = conform_next();
  gasnet_handle_t h[3];
  int i;
  for (i = 0; i < 100; i++) {
    gasnet_begin_nbi_accessregion();
    gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
  }
  new_values();
  gasnet_begin_nbi_accessregion();
  gasnet_put_nbi_bulk(node, words(node), values, 800);
  h[0] = gasnet_end_nbi_accessregion();
  h[1] = gasnet_put_nb_bulk(node, words(node) + 100, values + 100, 800);
  gasnet_begin_nbi_accessregion();
  gasnet_memset_nbi(node, words(node) + 200, 0x6b, 800);
  h[2] = gasnet_end_nbi_accessregion();
  by_wait_some(h, 3);
  gasnet_get(back, node, words(node), 2400);
  check_back(200);
  CHECK_EQ(conform_not_all(back + 200, 800, 0x6b), -1);
  conform_barrier();
}

const struct conform_test conform_g1_sync[] = {
    {"g1_wait_syncnb", "gasnet1-extended 3 wait_syncnb, X3.1, X3.2", sync_wait, 0},
    {"g1_try_syncnb", "gasnet1-extended 3 try_syncnb, X3.8", sync_try, 0},
    {"g1_wait_syncnb_all", "gasnet1-extended 3 wait_syncnb_all", sync_wait_all, 0},
    {"g1_try_syncnb_all", "gasnet1-extended 3 try_syncnb_all", sync_try_all, 0},
    {"g1_wait_syncnb_some", "gasnet1-extended 3 wait_syncnb_some, X3.6", sync_wait_some, 0},
    {"g1_try_syncnb_some", "gasnet1-extended 3 try_syncnb_some, X3.6", sync_try_some, 0},
    {"g1_syncnb_nopoll", "gasnet1-extended 3 nopoll, X3.8", sync_nopoll, 0},
    {"g1_invalid_handles", "gasnet1-extended X3.1, X3.5, gasnet1-core 6", invalid_handles, 0},
    {"g1_mixed_arrays", "gasnet1-extended 3, X3.7", mixed_arrays, 0},
    {"g1_many_outstanding", "gasnet1-extended X1.8, X4.3", many_outstanding, 0},
    {"g1_nbi", "gasnet1-extended X4.1, X4.2, X4.3", nbi_puts_gets, 0},
    {"g1_nbi_scopes", "gasnet1-extended X4.1, X4.2", nbi_scopes, 0},
    {"g1_region", "gasnet1-extended X4.8, X4.9, X4.10", region_basic, 0},
    {"g1_region_gets", "gasnet1-extended X4.8, X4.12", region_gets, 0},
    {"g1_region_empty", "gasnet1-extended X4.11, X4.12", region_empty_and_mixed, 0},
    {0, 0, 0, 0}};
