/* SPDX-License-Identifier: BSD-3-Clause
 *
 * armcix.h: extensions of ARMCI-MPI: sets of mutexes, groups by colour, progress. libarmci(7).
 */
#ifndef HYD_ARMCIX_H
#define HYD_ARMCIX_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct armcix_mutex_hdl_s *armcix_mutex_hdl_t;

/* Collective over the group: each member hosts `n` mutexes. `proc` is a rank of the world. */
armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int n, ARMCI_Group *g);
int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl);
void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc); /* 0: locked */
void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);

/* Collective over the parent. */
int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *out);
int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *out);

void ARMCIX_Progress(void);
void ARMCIX_Get_world_comm(MPI_Comm *comm);

#ifdef __cplusplus
}
#endif
#endif
