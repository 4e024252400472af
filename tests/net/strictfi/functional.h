/* SPDX-License-Identifier: BSD-3-Clause
 *
 * functional.h: what the files of functional.c share: a pair of endpoints, contexts and what was
 * told of them, patterns.
 */
#ifndef STRICTFI_FUNCTIONAL_H
#define STRICTFI_FUNCTIONAL_H

#include <stdio.h>
#include <string.h>

#include "pair.h"

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) fail(__FILE__, __LINE__, #what);                                                  \
  } while (0)
#define IS(call, expected) check_is(__FILE__, __LINE__, #call, (call), expected)
/* Until the call does not say "try again". */
#define TRY(call)                                                                                  \
  do {                                                                                             \
    long rc_;                                                                                      \
    while ((rc_ = (call)) == -FI_EAGAIN) look();                                                   \
    check_is(__FILE__, __LINE__, #call, rc_, 0);                                                   \
  } while (0)

void fail(const char *file, int line, const char *what);
void check_is(const char *file, int line, const char *call, long rc, long expected);

/* The profile or provider under test. */
extern const char *provider;
extern struct side a, b;
extern size_t message_most, rma_most; /* bytes, of what tests send */

/* What was told of the operation with the context. */
struct told {
  unsigned n;
  int err;
  struct fi_cq_data_entry e;
};
#define CONTEXTS 1024
extern struct fi_context2 context[CONTEXTS];
extern struct told told[CONTEXTS], of_none; /* of_none: entries without a context */

/* A copy of fi_getinfo's first entry whose messages are long and whose keys are short enough. */
struct fi_info *usable(const struct fi_info *list);
/* A new pair, with an information for these hints; NULL: pair_hints. */
void open_pair(const struct pair_form *form, struct fi_info *hints);
extern const struct pair_form usual_form;
void close_pair(void);
struct fi_context2 *new_context(void);
struct told *told_of(const struct fi_context2 *c);
/* Reads what there is in both queues of both sides, in entries of FI_CQ_FORMAT_DATA. */
void look(void);
/* Until so much was told, 20 s at most. */
void await(const struct told *t, unsigned n);
/* Looks that long in vain. */
void idle(void);
/* Bytes of a side's memory that tests use: its first, second and third part. */
char *part(const struct side *s, int number);
void fill(char *at, size_t n, unsigned seed);
int is_filled(const char *at, size_t n, unsigned seed);
/* Posts a receive into the side's second part. */
struct told *receive(struct side *s, size_t n);
/* In which a write with data takes one. */
int writes_take_receives(void);

struct test {
  const char *name;
  void (*run)(void);
  uint64_t needs; /* capabilities */
};
extern const struct test asks[], moves[];

#endif
