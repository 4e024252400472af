/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_word.h: how a thread of the torture test gets at words of memory: as a program, through a
 * registration, and into and out of the pipe between those two. Programs' accesses go by the pipe,
 * too, where memory may not be there at the moment: that is an error then, and no signal.
 */
#ifndef FH_TEST_TORTURE_WORD_H
#define FH_TEST_TORTURE_WORD_H

#include "tests/sim/firehose/torture.h"

#define WORD sizeof(uint64_t)

/* A number that was never used before. */
uint64_t word_new(struct worker *w);
/* 0: that memory is not there. */
int word_put(const struct worker *w, const void *from);
int word_get(const struct worker *w, void *to);
int word_store(const struct worker *w, uintptr_t at, uint64_t value);
int word_load(const struct worker *w, uintptr_t at, uint64_t *value);

/* What names the registration through which a node's request reaches an address. */
uint64_t word_key(struct node *n, const struct fh_request *r, uintptr_t at);
/* As fh_remote_pin; sometimes it tries whether it is a hit. */
int word_pin(struct worker *w, struct node *from, uint32_t to, uintptr_t at, size_t len,
             struct fh_request *r);

/* A thread's last: others may need this node as long as they work. */
void *torture_until_all_end(struct worker *w);

#endif
