/* SPDX-License-Identifier: BSD-3-Clause
 *
 * armci.h: one-sided access to the memory of the ranks of an MPI program: the ARMCI interface on
 * Hydrant, with the binary interface of ARMCI-MPI 0.3, which Debian's libga.a was compiled against.
 * libarmci(7) is the manual. A rank is one of the world group, which ARMCI_Init makes of
 * MPI_COMM_WORLD and ARMCI_Init_mpi_comm of a communicator. Calls return 0; errors end the job with
 * a line on standard error, unless something else is said.
 */
#ifndef HYD_ARMCI_H
#define HYD_ARMCI_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long armci_size_t;

/* A nonblocking operation. Its parts are the library's. */
typedef struct {
  int slot, tag;
} armci_hdl_t;

/* A group. Copies made by assignment are the same group. `comm` has its members, and is for the
 * program's own use of MPI, too. */
typedef struct {
  MPI_Comm comm, noncoll_pgroup_comm;
  int *grp_to_abs, *abs_to_grp;
  int rank, size; /* -1 and 0 in a process that is no member */
} ARMCI_Group;

/* Pieces of `bytes` bytes: the i-th from src_ptr_array[i] to dst_ptr_array[i]. */
typedef struct {
  void **src_ptr_array, **dst_ptr_array;
  int bytes, ptr_array_len;
} armci_giov_t;

/* Memory that one rank has made and others access (ARMCI_Memget). */
typedef struct {
  char *armci_addr, *addr;
  size_t size;
  int cpid;
  long idlist[128];
} armci_meminfo_t;

enum { ARMCI_FETCH_AND_ADD, ARMCI_FETCH_AND_ADD_LONG, ARMCI_SWAP, ARMCI_SWAP_LONG };
enum { ARMCI_ACC_INT, ARMCI_ACC_LNG, ARMCI_ACC_FLT, ARMCI_ACC_DBL, ARMCI_ACC_CPL, ARMCI_ACC_DCP };
#define ARMCI_ACC_DCPL ARMCI_ACC_DCP
enum { ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT, ARMCI_DOUBLE };
enum { SCOPE_ALL, SCOPE_NODE, SCOPE_MASTERS };
enum armci_domain_e { ARMCI_DOMAIN_SMP };
typedef int armci_domain_t;

#define ARMCI_MPI 3
#define ARMCI_MAX_STRIDE_LEVEL 8
#define FAIL (-1)
#define FAIL2 (-2)
#define FAIL3 (-3)
#define FAIL4 (-4)
#define FAIL5 (-5)
#define FAIL6 (-6)
#define FAIL7 (-7)
#define FAIL8 (-8)

/* ---- start and end ------------------------------------------------------- */

/* Each initialises MPI if the program has not. Repeated calls are counted, and so are those of
 * ARMCI_Finalize, after the last of which ARMCI can be initialised again, for the same ranks.
 * ARMCI_Init_mpi_comm and ARMCI_Init_thread_comm: collective over `comm`, whose members are the
 * world; they return 1. `level`: a thread level of MPI; an MPI that the program has initialised
 * must have that level. */
int ARMCI_Init(void);
int ARMCI_Init_args(int *argc, char ***argv);
int ARMCI_Init_mpi_comm(MPI_Comm comm);
int ARMCI_Init_thread(int level);
int ARMCI_Init_thread_comm(int level, MPI_Comm comm);
int ARMCI_Initialized(void);
/* Collective. MPI stays initialised. */
int ARMCI_Finalize(void);
/* For error paths: never waits. */
void ARMCI_Cleanup(void);
/* Prints the message and the code, and aborts the job with that code. */
void ARMCI_Error(const char *msg, int code);

/* ---- memory -------------------------------------------------------------- */

/* Collective over the default group, or `group`. ptrs[i] becomes the address of member i's `bytes`
 * bytes, NULL for 0 bytes, as its owner uses it, aligned to 64. Returns 0, or 1 in all members if
 * memory is short in one. */
int ARMCI_Malloc(void **ptrs, armci_size_t bytes);
int ARMCI_Malloc_group(void **ptrs, armci_size_t bytes, ARMCI_Group *group);
int ARMCI_Malloc_memdev(void **ptrs, armci_size_t bytes, const char *device);
int ARMCI_Malloc_group_memdev(void **ptrs, armci_size_t bytes, ARMCI_Group *group,
                              const char *device);
/* Collective over the group of the allocation, but waits for no other member: the memory is used
 * again after the next collective call of that group. NULL is allowed. Returns 0, or 1 if `ptr` is
 * no address that ARMCI_Malloc has given to this rank. */
int ARMCI_Free(void *ptr);
int ARMCI_Free_group(void *ptr, ARMCI_Group *group);
int ARMCI_Free_memdev(void *ptr);
/* Memory of this rank alone, of which transfers are fast. NULL: 0 bytes, or memory is short. */
void *ARMCI_Malloc_local(armci_size_t bytes);
int ARMCI_Free_local(void *ptr);

/* Non-collective memory that others access: the creator sends *m to them, each gets an address in
 * it by ARMCI_Memat, for calls with rank m->cpid. The creator alone frees it, by ARMCI_Memctl. */
void ARMCI_Memget(size_t bytes, armci_meminfo_t *m, int flag);
void *ARMCI_Memat(armci_meminfo_t *m, long offset);
void ARMCI_Memdt(armci_meminfo_t *m, long offset);
void ARMCI_Memctl(armci_meminfo_t *m);

/* ---- data ---------------------------------------------------------------- */

/* Copies between local memory, of any kind, and memory of rank `proc`. Put and Acc return when
 * `src` may be reused; Get, when the data are there. Operations on one rank take effect in the
 * order of the calls. */
int ARMCI_Put(void *src, void *dst, int bytes, int proc);
int ARMCI_Get(void *src, void *dst, int bytes, int proc);
/* dst += *scale * src, by elements of the type of `op`; atomic for each piece. */
int ARMCI_Acc(int op, void *scale, void *src, void *dst, int bytes, int proc);

/* Strided: count[0] bytes, repeated count[i + 1] times at the distance stride[i] in bytes. */
int ARMCI_PutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
               int proc);
int ARMCI_GetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
               int proc);
int ARMCI_AccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
               int count[], int levels, int proc);

int ARMCI_PutV(armci_giov_t *iov, int n, int proc);
int ARMCI_GetV(armci_giov_t *iov, int n, int proc);
int ARMCI_AccV(int op, void *scale, armci_giov_t *iov, int n, int proc);

/* Nonblocking. NULL as handle: completed by ARMCI_WaitProc, ARMCI_WaitAll, fences and barriers. */
int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int ARMCI_NbAcc(int op, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int ARMCI_NbPutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                 int proc, armci_hdl_t *h);
int ARMCI_NbGetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                 int proc, armci_hdl_t *h);
int ARMCI_NbAccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
                 int count[], int levels, int proc, armci_hdl_t *h);
int ARMCI_NbPutV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h);
int ARMCI_NbGetV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h);
int ARMCI_NbAccV(int op, void *scale, armci_giov_t *iov, int n, int proc, armci_hdl_t *h);

void ARMCI_INIT_HANDLE(armci_hdl_t *h);
/* Accepted; each operation is started at once, aggregate or not. */
void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *h);
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *h);
int ARMCI_Wait(armci_hdl_t *h);
int ARMCI_Test(armci_hdl_t *h); /* 0: complete */
int ARMCI_WaitProc(int proc);
int ARMCI_WaitAll(void);

int ARMCI_PutValueInt(int v, void *dst, int proc);
int ARMCI_PutValueLong(long v, void *dst, int proc);
int ARMCI_PutValueFloat(float v, void *dst, int proc);
int ARMCI_PutValueDouble(double v, void *dst, int proc);
int ARMCI_NbPutValueInt(int v, void *dst, int proc, armci_hdl_t *h);
int ARMCI_NbPutValueLong(long v, void *dst, int proc, armci_hdl_t *h);
int ARMCI_NbPutValueFloat(float v, void *dst, int proc, armci_hdl_t *h);
int ARMCI_NbPutValueDouble(double v, void *dst, int proc, armci_hdl_t *h);
int ARMCI_GetValueInt(void *src, int proc);
long ARMCI_GetValueLong(void *src, int proc);
float ARMCI_GetValueFloat(void *src, int proc);
double ARMCI_GetValueDouble(void *src, int proc);

/* The data, then *flag = value at the target, which may wait for it by plain loads. */
int ARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int value, int proc);
int ARMCI_PutS_flag(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                    int levels, int *flag, int value, int proc);
int ARMCI_PutS_flag_dir(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                        int levels, int *flag, int value, int proc);

/* Local: a copy, and strided memory to and from a buffer. */
void ARMCI_Copy(void *src, void *dst, int bytes);
void armci_write_strided(void *ptr, int levels, int stride[], int count[], char *buf);
void armci_read_strided(void *ptr, int levels, int stride[], int count[], char *buf);

/* ---- completion ---------------------------------------------------------- */

/* All operations of this rank on memory of rank `proc`, or of all ranks, or of the members of a
 * group, are complete there. */
void ARMCI_Fence(int proc);
void ARMCI_AllFence(void);
void ARMCI_GroupFence(ARMCI_Group *group);
/* ARMCI_AllFence, and a barrier of the default group. */
void ARMCI_Barrier(void);
/* Around loads and stores of this rank's own part of an allocation. */
void ARMCI_Access_begin(void *ptr);
void ARMCI_Access_end(void *ptr);

/* FETCH_AND_ADD: `extra` is added to the int or long at prem, whose old value goes to ploc. SWAP:
 * *ploc and *prem change places. Complete at return, atomic. */
int ARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc);

/* Collective: this rank hosts `n` mutexes, numbered from 0. */
int ARMCI_Create_mutexes(int n);
int ARMCI_Destroy_mutexes(void);
/* Served in the order of the calls. Unlock begins with ARMCI_AllFence. */
void ARMCI_Lock(int mutex, int proc);
void ARMCI_Unlock(int mutex, int proc);

/* A count of notifications to rank `proc`, sent after the effect of all operations before. Returns
 * how many have been sent. */
int armci_notify(int proc);
/* Waits for one more notification of rank `proc` than were waited for. Returns how many have come;
 * *pval: how many were waited for. */
int armci_notify_wait(int proc, int *pval);

/* ---- groups -------------------------------------------------------------- */

/* Collective over the parent (without `_child`: the default group). pids: ranks of the parent, in
 * the order of the new ranks. */
void ARMCI_Group_create(int n, int *pids, ARMCI_Group *out);
void ARMCI_Group_create_child(int n, int *pids, ARMCI_Group *out, ARMCI_Group *parent);
void ARMCI_Group_free(ARMCI_Group *g);
int ARMCI_Group_rank(ARMCI_Group *g, int *rank); /* nonzero: no member */
void ARMCI_Group_size(ARMCI_Group *g, int *size);
int ARMCI_Absolute_id(ARMCI_Group *g, int rank);
/* The group of ARMCI_Malloc, ARMCI_Free, ARMCI_Barrier and of messages without a group. */
void ARMCI_Group_set_default(ARMCI_Group *g);
void ARMCI_Group_get_default(ARMCI_Group *out);
void ARMCI_Group_get_world(ARMCI_Group *out);
MPI_Comm armci_group_comm(ARMCI_Group *g);
extern MPI_Comm ARMCI_COMM_WORLD; /* of the world group, once initialised */

/* ---- hosts --------------------------------------------------------------- */

/* A domain is a host, if all hosts have the same number of consecutive ranks; else one rank. */
int armci_domain_nprocs(armci_domain_t d, int id); /* id -1: this rank's */
int armci_domain_id(armci_domain_t d, int proc);
int armci_domain_glob_proc_id(armci_domain_t d, int id, int local);
int armci_domain_my_id(armci_domain_t d);
int armci_domain_count(armci_domain_t d);
int armci_domain_same_id(armci_domain_t d, int proc);
int ARMCI_Same_node(int proc);
int armci_sameclusnode(int proc);
/* 0: addresses of other ranks are not to be dereferenced. */
int ARMCI_Uses_shm(void);
int ARMCI_Uses_shm_grp(ARMCI_Group *group);
/* Before init: bytes for ARMCI_Malloc in this process; 0, or all ones: no limit. */
void ARMCI_Set_shm_limit(unsigned long bytes);

#ifdef __cplusplus
}
#endif

#include "message.h"
#include "parmci.h"

#endif
