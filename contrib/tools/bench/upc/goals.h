/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.h: the loops of make goals GOALS=upc: n repetitions of a statement.
 */
#ifndef HYD_BENCH_UPC_GOALS_H
#define HYD_BENCH_UPC_GOALS_H

typedef void loop(int n);
enum { ELEMENTS = 2000 };

extern int *private_ints;         /* ELEMENTS of this thread */
extern unsigned long shared_ints; /* a packed pointer to the partner's ELEMENTS */

/* Statements as a compiler makes them with Hydrant's headers (goals_inlined.c). n: elements. */
loop inlined_gets, inlined_puts, private_gets, private_puts;

#endif
