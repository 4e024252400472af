/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi.h: what makes a symbol of a call that is inline or a macro.
 *
 * Inside this library `inline` is always inline: a copy that the compiler kept of gex_RMA_PutNB,
 * say, would have the name of the symbol that is to be made of it. Threading mode PAR, in which
 * locks lock and atomics are atomic; what the job is told is an argument of init.
 */
#ifndef HYD_FFI_H
#define HYD_FFI_H

#include <gasnet_basic.h>
#include <pthread.h>
#include <time.h>
#define inline inline __attribute__((always_inline))
#include <gasnet.h>
#include <gasnet_coll.h>
#include <gasnet_mk.h>
#include <gasnet_ratomic.h>
#include <gasnet_tools.h>
#include <gasnet_vis.h>
#include <hyd_boot.h>
#include <hyd_note.h>
#include <hyd_paged.h>
#undef inline

/* The function with the symbol `name`: declared and begun, or whole. The name may be a macro, and
 * is not expanded. */
#define FFI_SYMBOL(type, name, params)                                                             \
  type hyd_ffi_##name params __asm__(#name);                                                       \
  type hyd_ffi_##name params
#define FFI_CALL(type, name, params, call)                                                         \
  type hyd_ffi_##name params __asm__(#name);                                                       \
  type hyd_ffi_##name params { return call; }
#define FFI_VOID(name, params, call)                                                               \
  void hyd_ffi_##name params __asm__(#name);                                                       \
  void hyd_ffi_##name params { (void)(call); }

#endif
