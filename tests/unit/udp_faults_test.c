/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_faults_test.c: the bad network that tests ask of the udp conduit (GASNET_UDP_FAULTS,
 * conduits/udp/faults.c) is as bad as they ask, and no worse.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/udp/socket.h"

#define ALL 20000u
#define TRAIN 16u
#define LATEST 3u /* datagrams that overtake a late one, at most */

static uint32_t came[2 * ALL + 2]; /* the numbers of the datagrams, as they were sent */
static unsigned ncame;

static void note(void *arg, const struct udp_datagram *d, int n) {
  assert_ptr_equal(arg, came);
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    unsigned char bytes[12] = {0};
    size_t at = 0;
    uint32_t number, check;
    for (int k = 0; k < d[i].parts; k++) {
      assert_true(at + d[i].part[k].iov_len <= sizeof bytes);
      memcpy(bytes + at, d[i].part[k].iov_base, d[i].part[k].iov_len);
      at += d[i].part[k].iov_len;
    }
    memcpy(&number, bytes, 4);
    memcpy(&check, bytes + 8, 4);
    assert_int_equal(at, 12);
    assert_int_equal(check, ~number);
    assert_int_equal(d[i].peer, number % 7);
    assert_true(ncame < sizeof came / sizeof came[0]);
    came[ncame++] = number;
  }
}

/* Sends ALL datagrams, of two parts each, in trains of 1 to TRAIN, whose memory is used again. */
static void send_all(const char *text, uint32_t rank) {
  static unsigned char bytes[TRAIN][12];
  struct udp_datagram train[TRAIN];
  int bad = -1;
  struct udp_faults *f = hyd_udp_faults_new(text, rank, &bad);
  assert_non_null(f);
  assert_int_equal(bad, 0);
  ncame = 0;
  for (uint32_t next = 0, n = 0; next < ALL; next += n) {
    n = 1 + next % TRAIN;
    if (n > ALL - next) n = ALL - next;
    memset(bytes, 0xee, sizeof bytes);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t number = next + i, check = ~number;
      memcpy(bytes[i], &number, 4);
      memcpy(bytes[i] + 8, &check, 4);
      train[i] = (struct udp_datagram){.peer = number % 7, .parts = 2};
      train[i].part[0] = (struct iovec){bytes[i], 5};
      train[i].part[1] = (struct iovec){bytes[i] + 5, 7};
    }
    hyd_udp_faults_pass(f, train, (int)n, note, came);
  }
  free(f);
}

/* What became of the datagrams. */
static struct sums { unsigned lost, twice, late, overtaken[LATEST + 1]; } sums;

static void add_up(void) {
  static unsigned char times[ALL];
  memset(times, 0, sizeof times);
  sums = (struct sums){0};
  for (unsigned i = 0; i < ncame; i++) {
    unsigned before = 0; /* datagrams behind which this one comes late, each once */
    if (times[came[i]]++) continue;
    for (unsigned k = i; k-- > 0 && came[k] > came[i];) before += k == 0 || came[k - 1] != came[k];
    assert_true(before <= LATEST);
    sums.overtaken[before]++;
    sums.late += before != 0;
  }
  for (unsigned i = 0; i < ALL; i++) {
    assert_true(times[i] <= 2);
    sums.lost += times[i] == 0;
    sums.twice += times[i] == 2;
  }
}

static void about(unsigned n, double share) {
  assert_true(n > (share - 0.02) * ALL && n < (share + 0.02) * ALL);
}

static void test_one_kind(void **state) {
  (void)state;
  send_all("drop=0", 0), add_up();
  assert_int_equal(ncame, ALL);
  assert_true(sums.lost + sums.twice + sums.late == 0);
  send_all("drop=25", 0), add_up();
  about(sums.lost, 0.25);
  assert_true(sums.twice + sums.late == 0);
  send_all("double=40.5", 0), add_up();
  about(sums.twice, 0.405);
  assert_true(sums.lost + sums.late == 0);
  send_all("reorder=90", 0), add_up();
  assert_true(sums.lost <= 1 && sums.twice == 0); /* the last may wait for a successor for ever */
  for (unsigned k = 1; k <= LATEST; k++) assert_true(sums.overtaken[k] > ALL / 20);
  send_all("reorder=10", 0), add_up();
  about(sums.late, 0.1 / (1 + 0.1 * 2)); /* one at a time, each for two successors in the mean */
}

static void test_all_kinds(void **state) {
  (void)state;
  for (uint32_t rank = 0; rank < 5; rank++) {
    send_all("drop=10,double=20,reorder=15,seed=3", rank), add_up();
    about(sums.lost, 0.1);
    about(sums.twice, 0.2 * (0.9 - 0.1));
    assert_true(sums.late > ALL / 20);
  }
}

/* The same in every run, another for another rank or seed. */
static void test_seeds(void **state) {
  static uint32_t first[2 * ALL + 2];
  static const struct {
    const char *text;
    uint32_t rank;
    int same;
  } run[] = {{"drop=10,seed=7", 1, 1}, {"drop=10,seed=7", 2, 0}, {"drop=10,seed=8", 1, 0}};
  unsigned n;
  (void)state;
  send_all("drop=10,seed=7", 1);
  n = ncame;
  memcpy(first, came, sizeof first);
  for (size_t i = 0; i < sizeof run / sizeof run[0]; i++) {
    send_all(run[i].text, run[i].rank);
    assert_int_equal(ncame == n && memcmp(first, came, n * sizeof first[0]) == 0, run[i].same);
  }
}

static void test_settings(void **state) {
  static const char *const wrong[] = {"drop",       "drop=",         "drop=x",  "drop=90.5",
                                      "drop=-1",    "drop=5%",       "speed=1", "seed=",
                                      "seed=1x",    "drop=1;seed=2", "=5",      "seed=1,",
                                      "drop=1,seed"},
                           *const right[] = {"drop=90", "double=0.1", "seed=18446744073709551615"};
  int bad = -1;
  (void)state;
  assert_null(hyd_udp_faults_new("", 0, &bad));
  assert_int_equal(bad, 0);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    int may = strcmp(wrong[i], "seed=1,") == 0; /* an empty item is none */
    struct udp_faults *f = hyd_udp_faults_new(wrong[i], 0, &bad);
    assert_int_equal(bad, !may);
    assert_int_equal(f != NULL, may);
    free(f);
  }
  for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
    struct udp_faults *f = hyd_udp_faults_new(right[i], 0, &bad);
    assert_non_null(f);
    assert_int_equal(bad, 0);
    free(f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_kind),
                                     cmocka_unit_test(test_all_kinds), cmocka_unit_test(test_seeds),
                                     cmocka_unit_test(test_settings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
