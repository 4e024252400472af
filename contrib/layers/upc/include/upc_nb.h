/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_nb.h: copies that are complete when they are synchronised: one by its handle, or all of the
 * caller's that have none. Fences and barriers do not complete them.
 */
#ifndef HYD_UPC_NB_H
#define HYD_UPC_NB_H
#include <stddef.h>

typedef unsigned long upc_handle_t;
#define UPC_COMPLETE_HANDLE 0UL
#define UPC_NB_NOT_COMPLETED 0
#define UPC_NB_COMPLETED 1

extern upc_handle_t upc_memcpy_nb(shared void *to, shared const void *from, size_t n);
extern upc_handle_t upc_memget_nb(void *to, shared const void *from, size_t n);
extern upc_handle_t upc_memput_nb(shared void *to, const void *from, size_t n);
extern upc_handle_t upc_memset_nb(shared void *to, int value, size_t n);
extern int upc_sync_attempt(upc_handle_t handle); /* UPC_NB_COMPLETED ends the handle */
extern void upc_sync(upc_handle_t handle);

extern void upc_memcpy_nbi(shared void *to, shared const void *from, size_t n);
extern void upc_memget_nbi(void *to, shared const void *from, size_t n);
extern void upc_memput_nbi(shared void *to, const void *from, size_t n);
extern void upc_memset_nbi(shared void *to, int value, size_t n);
extern int upc_synci_attempt(void);
extern void upc_synci(void);

#endif
