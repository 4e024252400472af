/* SPDX-License-Identifier: BSD-3-Clause
 *
 * input.h: which ranks read gasnetrun's standard input (-stdin). The others have /dev/null.
 *
 * A rank on gasnetrun's own host that is alone to read has the very same open file, so that nothing
 * is read but what the rank reads. All else goes through gasnetrun (root_input.c) and agents
 * (agent_input.c), which read ahead: a pipe does not tell whether a rank waits at its end.
 */
#ifndef HYD_GASNETRUN_INPUT_H
#define HYD_GASNETRUN_INPUT_H

enum hyd_input {
  HYD_INPUT_FIRST, /* rank 0 */
  HYD_INPUT_ALL,   /* each gets a copy of all of it */
  HYD_INPUT_INIT,  /* each gets a copy up to its call of init, from there on rank 0 alone reads */
  HYD_INPUT_NONE,
  HYD_INPUTS
};

#endif
