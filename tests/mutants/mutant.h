/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutant.h: each place of the library that can be changed (sites.py) asks HYD_M(its number): 1 in
 * the process that runs the mutant of this number, else 0. What was asked is noted. The compiler
 * includes this before each file of a tree of mutants.
 */
#ifndef HYD_MUTANT_H
#define HYD_MUTANT_H

#define HYD_MUTANT_PLACES (1 << 20)

extern int hyd_mutant;                 /* the number in the environment's HYD_MUTANT, or -1 */
extern unsigned char *hyd_mutant_seen; /* shared with the file HYD_MUTANT_SEEN, if there is one */

#define HYD_M(k) (hyd_mutant_seen[k] = 1, hyd_mutant == (k))

#endif
