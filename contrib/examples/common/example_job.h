/* SPDX-License-Identifier: BSD-3-Clause
 *
 * example_job.h: how examples end the job with one clear line.
 */
#ifndef EXAMPLE_JOB_H
#define EXAMPLE_JOB_H

#include <gasnetex.h>

/* Ends the job with a line `program: text` on stderr. fail: by one rank. fail_all: by every rank
 * with the same text, printed once. */
void example_fail(const char *program, int status, const char *text) __attribute__((noreturn));
void example_fail_all(const char *program, gex_Rank_t rank, int status, const char *text)
    __attribute__((noreturn));

#endif
