/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message.h: messages and reductions of the ranks of ARMCI, over MPI. While a call waits, this rank
 * serves the one-sided operations of others. libarmci(7).
 */
#ifndef HYD_ARMCI_MESSAGE_H
#define HYD_ARMCI_MESSAGE_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif

int armci_msg_me(void);
int armci_msg_nproc(void);
void armci_msg_abort(int code);
double armci_timer(void); /* seconds */
/* MPI_Init, unless MPI is initialised; MPI_Finalize. */
void armci_msg_init(int *argc, char ***argv);
void armci_msg_finalize(void);

/* To and from ranks of the world. Lengths in bytes; `len`: NULL, or what came. A message to oneself
 * may be sent before it is received. */
void armci_msg_snd(int tag, void *buf, int len, int to);
void armci_msg_rcv(int tag, void *buf, int buflen, int *len, int from);
int armci_msg_rcvany(int tag, void *buf, int buflen, int *len); /* the sender's rank */

/* Collective over the default group, of which `root` is a rank, or over `scope` of that group: all
 * of it, its members of this host, or one member of each host. */
void armci_msg_barrier(void);
void armci_msg_bintree(int scope, int *root, int *up, int *left, int *right);
void armci_msg_bcast(void *buf, int len, int root);
void armci_msg_brdcst(void *buf, int len, int root);
void armci_msg_bcast_scope(int scope, void *buf, int len, int root);
/* x[i] becomes the combination of all members' x[i]. op: + * max min absmax absmin or && || & |,
 * land lor band bor. type: ARMCI_INT, ... */
void armci_msg_igop(int *x, int n, char *op);
void armci_msg_lgop(long *x, int n, char *op);
void armci_msg_llgop(long long *x, int n, char *op);
void armci_msg_fgop(float *x, int n, char *op);
void armci_msg_dgop(double *x, int n, char *op);
void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type);
void armci_msg_reduce(void *x, int n, char *op, int type);
void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type);
/* x is a record of n bytes that begins with a value: all get the record with the largest or
 * smallest one ("max", "min") of the members with contribute != 0. */
void armci_msg_sel(void *x, int n, char *op, int type, int contribute);
void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute);

/* The same for a group. root is a rank of the world. */
void armci_msg_group_barrier(ARMCI_Group *g);
void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *g);
void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *g);
void armci_msg_group_igop(int *x, int n, char *op, ARMCI_Group *g);
void armci_msg_group_lgop(long *x, int n, char *op, ARMCI_Group *g);
void armci_msg_group_llgop(long long *x, int n, char *op, ARMCI_Group *g);
void armci_msg_group_fgop(float *x, int n, char *op, ARMCI_Group *g);
void armci_msg_group_dgop(double *x, int n, char *op, ARMCI_Group *g);

/* Each member has set its own entry of ptrs, n the number of members; all get all. */
void armci_exchange_address(void *ptrs[], int n);
void armci_exchange_address_grp(void *ptrs[], int n, ARMCI_Group *g);

/* Over the ranks of this host; the root is the first of them. */
void armci_msg_clus_brdcst(void *buf, int len);
void armci_msg_clus_igop(int *x, int n, char *op);
void armci_msg_clus_lgop(long *x, int n, char *op);
void armci_msg_clus_llgop(long long *x, int n, char *op);
void armci_msg_clus_fgop(float *x, int n, char *op);
void armci_msg_clus_dgop(double *x, int n, char *op);

#ifdef __cplusplus
}
#endif
#endif
