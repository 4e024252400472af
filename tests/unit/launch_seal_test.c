/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch_seal_test.c: sealed connections (contrib/tools/gasnetrun/seal.h): what one side says the
 * other hears, whatever pieces it comes in; and nothing that was altered, left out, repeated,
 * recorded in another connection, sent back, or made without the secret. Tickets (worker.h) come
 * back as they were written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "contrib/tools/gasnetrun/worker.h"

static const unsigned char secret[HYD_SEAL_SECRET] = {1, 2, 3}, other[HYD_SEAL_SECRET] = {1, 2, 4};

struct pair {
  struct hyd_seal *here, *there;
};

/* Both have begun, with their secrets. */
static struct pair connect_with(const unsigned char *a, const unsigned char *b) {
  struct pair p = {hyd_seal_new(HYD_SEAL_CONNECTS, a), hyd_seal_new(HYD_SEAL_LISTENS, b)};
  struct hyd_bytes x = {0}, y = {0}, none = {0};
  assert_int_equal(hyd_seal_begin(p.here, &x), 0);
  assert_int_equal(hyd_seal_begin(p.there, &y), 0);
  assert_false(hyd_seal_ready(p.here));
  assert_int_equal(hyd_seal_open(p.here, &y, &none), 0);
  assert_int_equal(hyd_seal_open(p.there, &x, &none), 0);
  assert_true(hyd_seal_ready(p.here) && hyd_seal_ready(p.there));
  assert_int_equal(hyd_bytes_used(&none), 0);
  hyd_bytes_free(&x);
  hyd_bytes_free(&y);
  return p;
}

static void disconnect(struct pair p) {
  hyd_seal_free(p.here);
  hyd_seal_free(p.there);
}

/* What side `from` makes of a text. */
static struct hyd_bytes sealed(struct hyd_seal *from, const char *text) {
  struct hyd_bytes clear = {0}, wire = {0};
  assert_int_equal(hyd_bytes_add(&clear, text, strlen(text)), 0);
  while (hyd_bytes_used(&clear)) assert_int_equal(hyd_seal_make(from, &clear, &wire), 0);
  hyd_bytes_free(&clear);
  return wire;
}

static void hears(struct hyd_seal *to, struct hyd_bytes *wire, const char *text) {
  struct hyd_bytes clear = {0};
  assert_int_equal(hyd_seal_open(to, wire, &clear), 0);
  assert_int_equal(hyd_bytes_used(&clear), strlen(text));
  assert_memory_equal(hyd_bytes_at(&clear), text, strlen(text));
  hyd_bytes_free(&clear);
  hyd_bytes_free(wire);
}

static void refuses(struct hyd_seal *to, struct hyd_bytes *wire) {
  struct hyd_bytes clear = {0};
  assert_int_equal(hyd_seal_open(to, wire, &clear), -1);
  assert_int_equal(hyd_bytes_used(&clear), 0);
  hyd_bytes_free(&clear);
  hyd_bytes_free(wire);
}

static struct hyd_bytes copy_of(const struct hyd_bytes *b) {
  struct hyd_bytes c = {0};
  assert_int_equal(hyd_bytes_add(&c, hyd_bytes_at(b), hyd_bytes_used(b)), 0);
  return c;
}

static void both_ways(void **state) {
  struct pair p = connect_with(secret, secret);
  char *longer = malloc(100001);
  struct hyd_bytes w;
  (void)state;
  memset(longer, 'x', 100000);
  longer[100000] = '\0';
  for (int i = 0; i < 3; i++) {
    w = sealed(p.here, "up");
    hears(p.there, &w, "up");
    w = sealed(p.there, longer);
    assert_null(memmem(w.p, w.n, "xxxxxxxx", 8));
    hears(p.here, &w, longer);
  }
  free(longer);
  disconnect(p);
}

static void in_pieces(void **state) {
  struct pair p = connect_with(secret, secret);
  struct hyd_bytes w = sealed(p.here, "a word"), some = {0}, clear = {0};
  (void)state;
  for (size_t i = 0; i < w.n; i++) {
    assert_int_equal(hyd_bytes_used(&clear), 0);
    assert_int_equal(hyd_bytes_add(&some, w.p + i, 1), 0);
    assert_int_equal(hyd_seal_open(p.there, &some, &clear), 0);
  }
  assert_int_equal(hyd_bytes_used(&clear), 6);
  hyd_bytes_free(&w);
  hyd_bytes_free(&some);
  hyd_bytes_free(&clear);
  disconnect(p);
}

static void altered(void **state) {
  (void)state;
  for (size_t i = 0; i < 4 + 6 + 16; i++) {
    struct pair p = connect_with(secret, secret);
    struct hyd_bytes w = sealed(p.here, "a word"), clear = {0};
    w.p[i] ^= 1;
    (void)hyd_seal_open(p.there, &w, &clear); /* a longer frame is waited for; it never opens */
    assert_int_equal(hyd_bytes_used(&clear), 0);
    if (i >= 4)
      refuses(p.there, &w);
    else
      hyd_bytes_free(&w);
    hyd_bytes_free(&clear);
    disconnect(p);
  }
}

static void out_of_order(void **state) {
  struct pair p = connect_with(secret, secret), q = connect_with(secret, secret),
              r = connect_with(secret, secret);
  struct hyd_bytes one = sealed(p.here, "one"), again = copy_of(&one), stale = copy_of(&one), lost,
                   next;
  (void)state;
  hears(p.there, &one, "one");
  refuses(p.there, &again); /* repeated */
  refuses(q.there, &stale); /* of another connection */
  lost = sealed(r.here, "lost");
  next = sealed(r.here, "next");
  refuses(r.there, &next);
  hyd_bytes_free(&lost);
  disconnect(p);
  disconnect(q);
  disconnect(r);
}

static void sent_back(void **state) {
  struct pair p = connect_with(secret, secret);
  struct hyd_bytes w = sealed(p.here, "mine"), begun = {0}, clear = {0};
  struct hyd_seal *alone = hyd_seal_new(HYD_SEAL_LISTENS, secret);
  (void)state;
  refuses(p.here, &w);
  assert_int_equal(hyd_seal_begin(alone, &begun), 0);
  assert_int_equal(hyd_seal_open(alone, &begun, &clear), -1);
  hyd_bytes_free(&begun);
  hyd_seal_free(alone);
  disconnect(p);
}

static void another_secret(void **state) {
  struct pair p = connect_with(secret, other);
  struct hyd_bytes w = sealed(p.here, "word");
  (void)state;
  refuses(p.there, &w);
  disconnect(p);
}

static void tickets(void **state) {
  static const char *const bad[] = {"", "hydrant-ticket", "hydrant-ticket n 00 60 80 host"};
  struct hyd_ticket t = {.name = ".gasnetrun-1-a", .seconds = 75, .port = 40000, .addresses = 2}, u;
  char line[HYD_TICKET_LINE];
  (void)state;
  memcpy(t.secret, secret, sizeof secret);
  strcpy(t.address[0], "10.0.0.1");
  strcpy(t.address[1], "fd00::1");
  assert_int_equal(hyd_ticket_write(&t, line), 0);
  assert_int_equal(hyd_ticket_read(line, &u), 0);
  assert_memory_equal(&t, &u, sizeof t);
  *strchr(line, '.') = 'x';
  assert_int_equal(hyd_ticket_read(line, &u), 0); /* a name is any word */
  strchr(line, '4')[0] = '9';                     /* port 90000 */
  assert_int_equal(hyd_ticket_read(line, &u), -1);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_int_equal(hyd_ticket_read(bad[i], &u), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_ways),    cmocka_unit_test(in_pieces), cmocka_unit_test(altered),
      cmocka_unit_test(out_of_order), cmocka_unit_test(sent_back), cmocka_unit_test(another_secret),
      cmocka_unit_test(tickets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
