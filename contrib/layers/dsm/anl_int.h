/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_int.h: what the files of the ANL macros know of each other.
 */
#ifndef HYD_DSM_ANL_INT_H
#define HYD_DSM_ANL_INT_H

#include "contrib/layers/dsm/dsm.h"

/* --- anl_variables.c ------------------------------------------------------- */
struct hyd_anl_variables {
  char *data, *end; /* of the executable */
  char *copy;       /* rank 0: what they were at MAIN_INITENV */
};
/* Collective. Checks where they lie, and that they are the same at all ranks. */
void hyd_anl_variables_open(struct hyd_anl_variables *v, char *data, char *end);
/* Rank 0: what changes from now on is what CREATE carries. */
void hyd_anl_variables_keep(struct hyd_anl_variables *v);
/* Notes a value of CLOCK: variables with that value may differ among the ranks. */
void hyd_anl_note_clock(uint64_t us);
void hyd_anl_variables_send(const struct hyd_anl_variables *v, uint32_t to);

/* --- anl_writes.c ---------------------------------------------------------- */
void hyd_anl_writes_open(char *data, char *end);
/* From now on the program's writes to its variables are told; or no more. */
void hyd_anl_writes_watch(void);
void hyd_anl_writes_allow(void);

#endif
