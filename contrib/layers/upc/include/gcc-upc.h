/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gcc-upc.h: GNU UPC includes this file before every other. That compiler needs declarations of all
 * that it calls, and makes no record of the program's kind itself (libupc.md 8).
 */
#ifndef HYD_GCC_UPC_H
#define HYD_GCC_UPC_H
#include <hyd_upc_language.h>
#ifndef NO_GCC_UPC_LIB
#ifdef __UPC_PTHREADS_MODEL_TLS__
#error UPC threads of Hydrant are processes: compile without -fupc-pthreads-model-tls
#endif
#define HYD_UPC_WANTS_PROTOTYPES 1
#include <hyd_upc_access.h>

#ifndef __UPC_STATIC_THREADS__
extern const int THREADS;
#endif
extern const int MYTHREAD;
extern int __upc_forall_depth;
extern char __upc_shared_start[];

#ifdef __UPC_STATIC_THREADS__
#define HYD_UPC_THREADS "staticthreads=" HYD_UPC_TEXT(THREADS)
#else
#define HYD_UPC_THREADS "dynamicthreads"
#endif
static const char hyd_upc_model[] __attribute__((__section__("upc_pgm_info"), __used__)) =
    "$GCCUPCConfig: (" __BASE_FILE__ ") " HYD_UPC_THREADS " process$";
#endif
#endif
