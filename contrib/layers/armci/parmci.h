/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parmci.h: the functions of armci.h under second names, for profilers: a program that defines a
 * function ARMCI_X calls PARMCI_X in it. ARMCI_X of the library is a weak symbol. libarmci(7).
 */
#ifndef HYD_PARMCI_H
#define HYD_PARMCI_H

#include "armci.h"

#ifdef __cplusplus
extern "C" {
#endif

int PARMCI_Init(void);
int PARMCI_Init_args(int *argc, char ***argv);
int PARMCI_Init_mpi_comm(MPI_Comm comm);
int PARMCI_Init_thread(int level);
int PARMCI_Init_thread_comm(int level, MPI_Comm comm);
int PARMCI_Initialized(void);
int PARMCI_Finalize(void);
int PARMCI_Malloc(void **ptrs, armci_size_t bytes);
int PARMCI_Malloc_group(void **ptrs, armci_size_t bytes, ARMCI_Group *group);
int PARMCI_Malloc_memdev(void **ptrs, armci_size_t bytes, const char *device);
int PARMCI_Malloc_group_memdev(void **ptrs, armci_size_t bytes, ARMCI_Group *group,
                               const char *device);
int PARMCI_Free(void *ptr);
int PARMCI_Free_group(void *ptr, ARMCI_Group *group);
int PARMCI_Free_memdev(void *ptr);
void *PARMCI_Malloc_local(armci_size_t bytes);
int PARMCI_Free_local(void *ptr);
void PARMCI_Memget(size_t bytes, armci_meminfo_t *m, int flag);
void *PARMCI_Memat(armci_meminfo_t *m, long offset);
void PARMCI_Memctl(armci_meminfo_t *m);
int PARMCI_Put(void *src, void *dst, int bytes, int proc);
int PARMCI_Get(void *src, void *dst, int bytes, int proc);
int PARMCI_Acc(int op, void *scale, void *src, void *dst, int bytes, int proc);
int PARMCI_PutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                int proc);
int PARMCI_GetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                int proc);
int PARMCI_AccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
                int count[], int levels, int proc);
int PARMCI_PutV(armci_giov_t *iov, int n, int proc);
int PARMCI_GetV(armci_giov_t *iov, int n, int proc);
int PARMCI_AccV(int op, void *scale, armci_giov_t *iov, int n, int proc);
int PARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int PARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int PARMCI_NbAcc(int op, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *h);
int PARMCI_NbPutS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                  int proc, armci_hdl_t *h);
int PARMCI_NbGetS(void *src, int src_stride[], void *dst, int dst_stride[], int count[], int levels,
                  int proc, armci_hdl_t *h);
int PARMCI_NbAccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
                  int count[], int levels, int proc, armci_hdl_t *h);
int PARMCI_NbPutV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h);
int PARMCI_NbGetV(armci_giov_t *iov, int n, int proc, armci_hdl_t *h);
int PARMCI_NbAccV(int op, void *scale, armci_giov_t *iov, int n, int proc, armci_hdl_t *h);
int PARMCI_Wait(armci_hdl_t *h);
int PARMCI_Test(armci_hdl_t *h);
int PARMCI_WaitProc(int proc);
int PARMCI_WaitAll(void);
int PARMCI_PutValueInt(int v, void *dst, int proc);
int PARMCI_PutValueLong(long v, void *dst, int proc);
int PARMCI_PutValueFloat(float v, void *dst, int proc);
int PARMCI_PutValueDouble(double v, void *dst, int proc);
int PARMCI_NbPutValueInt(int v, void *dst, int proc, armci_hdl_t *h);
int PARMCI_NbPutValueLong(long v, void *dst, int proc, armci_hdl_t *h);
int PARMCI_NbPutValueFloat(float v, void *dst, int proc, armci_hdl_t *h);
int PARMCI_NbPutValueDouble(double v, void *dst, int proc, armci_hdl_t *h);
int PARMCI_GetValueInt(void *src, int proc);
long PARMCI_GetValueLong(void *src, int proc);
float PARMCI_GetValueFloat(void *src, int proc);
double PARMCI_GetValueDouble(void *src, int proc);
int PARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int value, int proc);
int PARMCI_PutS_flag(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                     int levels, int *flag, int value, int proc);
int PARMCI_PutS_flag_dir(void *src, int src_stride[], void *dst, int dst_stride[], int count[],
                         int levels, int *flag, int value, int proc);
void PARMCI_Fence(int proc);
void PARMCI_AllFence(void);
void PARMCI_GroupFence(ARMCI_Group *group);
void PARMCI_Barrier(void);
void PARMCI_Access_begin(void *ptr);
void PARMCI_Access_end(void *ptr);
int PARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc);
int PARMCI_Create_mutexes(int n);
int PARMCI_Destroy_mutexes(void);
void PARMCI_Lock(int mutex, int proc);
void PARMCI_Unlock(int mutex, int proc);
int parmci_notify(int proc);
int parmci_notify_wait(int proc, int *pval);
void parmci_msg_barrier(void);
void parmci_msg_group_barrier(ARMCI_Group *g);

#ifdef __cplusplus
}
#endif
#endif
