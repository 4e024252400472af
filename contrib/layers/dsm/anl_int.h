/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_int.h: declarations shared by the sources of the ANL macros.
 */
#ifndef HYD_DSM_ANL_INT_H
#define HYD_DSM_ANL_INT_H

#include "contrib/layers/dsm/dsm.h"

/* --- anl_variables.c ------------------------------------------------------- */
struct hyd_anl_variables {
  char *data, *end; /* the executable's variables */
  char *copy;       /* rank 0: their values at MAIN_INITENV */
};
/* Collective. Checks the addresses of the variables, and that all ranks have the same values. */
void hyd_anl_variables_open(struct hyd_anl_variables *v, char *data, char *end);
/* Rank 0: copies the variables; CREATE sends the changes from now on. */
void hyd_anl_variables_keep(struct hyd_anl_variables *v);
/* Records a value of CLOCK: variables with this value may differ among the ranks. */
void hyd_anl_note_clock(uint64_t us);
void hyd_anl_variables_send(const struct hyd_anl_variables *v, uint32_t to);

/* --- anl_writes.c ---------------------------------------------------------- */
void hyd_anl_writes_open(char *data, char *end);
/* Begins and ends the reporting of writes to the program's variables. */
void hyd_anl_writes_watch(void);
void hyd_anl_writes_allow(void);

#endif
