/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.h: modules and libraries that are looked for when they are first needed, so that a client's
 * link line need name none of them, and a machine need have only those that it uses. What is called
 * of them is listed in calls.def; every file of libgasnet is compiled with names.h,
 * which gives those calls names of ours. The sources that use a library do so as ever; a call that
 * is not listed is an undefined symbol when libgasnet is linked.
 */
#ifndef HYD_OPTLIB_LOAD_H
#define HYD_OPTLIB_LOAD_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/sys/cpu.h"

/* -1: the library is not there; `why` says what was expected. Any thread, any number of times. */
int hyd_late_hwloc(char *why, size_t why_size);
int hyd_late_crypto(char *why, size_t why_size);
int hyd_late_nettle(char *why, size_t why_size);
int hyd_late_ipsec_mb(char *why, size_t why_size);

/* Where a module of ours is, as hyd_conduit_ibv.so: in `given`, if that is not empty; else where
 * this library is (as in the tree where it was built; the program's place, if it is an archive), or
 * in the directory `hydrant` there (also of an installation that was moved); else where it was
 * meant to be installed. */
void hyd_module_path(const char *given, const char *file, char *path, size_t size);

/* --- for LIBRARY.c -------------------------------------------------------- */

struct hyd_late_call {
  const char *name;
  void *place; /* of a pointer to the function */
};

struct hyd_late {
  const char *file, *path; /* soname, and where configure found it */
  const struct hyd_late_call *call;
  size_t calls;
  _Atomic int ready; /* all places are filled */
};

int hyd_late_load(struct hyd_late *l, char *why, size_t why_size);
void hyd_late_fatal(struct hyd_late *l); /* loads, or ends the job */

HYD_HOT_INLINE void hyd_late_need(struct hyd_late *l) {
  /* acquire: pairs with the release in hyd_late_load; the places are read next */
  if (hyd_unlikely(!atomic_load_explicit(&l->ready, memory_order_acquire))) hyd_late_fatal(l);
}

#endif
