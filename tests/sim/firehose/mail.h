/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mail.h: control messages between nodes of one thread, which are delivered when a case says so, in
 * the order in which they were sent. (post.h: between threads.)
 */
#ifndef FH_TEST_MAIL_H
#define FH_TEST_MAIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "firehose/firehose.h"

struct mail {
  struct mail *next;
  uint32_t from, to;
  size_t len;
  unsigned char bytes[];
};

struct mails {
  struct mail *head, **end;
};

static inline void mails_open(struct mails *q) { *q = (struct mails){NULL, &q->head}; }

static inline void mails_put(struct mails *q, uint32_t from, uint32_t to, const void *bytes,
                             size_t len) {
  struct mail *m = malloc(sizeof *m + len);
  assert_non_null(m);
  *m = (struct mail){NULL, from, to, len};
  memcpy(m->bytes, bytes, len);
  *q->end = m;
  q->end = &m->next;
}

/* The oldest: NULL, there is none. The caller's to free. */
static inline struct mail *mails_take(struct mails *q) {
  struct mail *m = q->head;
  if (m && (q->head = m->next) == NULL) q->end = &q->head;
  return m;
}

/* One, to the library of its node; 0: there is none. */
static inline int mails_deliver(struct mails *q, struct fh *const *fh) {
  struct mail *m = mails_take(q);
  if (m == NULL) return 0;
  assert_int_equal(fh_input(fh[m->to], m->from, m->bytes, m->len), 0);
  free(m);
  return 1;
}

#endif
