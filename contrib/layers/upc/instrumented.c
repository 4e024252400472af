/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instrumented.c: the calls of programs that GNU UPC has compiled with -fupc-instrument (libupc.md
 * 3.8). Those of the library carry the place in the source, which messages name; events of the
 * program and of functions are for tools of the GASP interface, which this run time does not serve.
 */
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/report.h"

#define PLACE const char *file, int line

/* X(type, name, parameters, arguments) for calls with a result; Y without. */
#define WITH_RESULT(X)                                                                             \
  X(size_t, upc_threadof, (pts_t p, PLACE), (p))                                                   \
  X(size_t, upc_phaseof, (pts_t p, PLACE), (p))                                                    \
  X(size_t, upc_addrfield, (pts_t p, PLACE), (p))                                                  \
  X(pts_t, upc_resetphase, (pts_t p, PLACE), (p))                                                  \
  X(size_t, upc_affinitysize, (size_t total, size_t nbytes, size_t thread, PLACE),                 \
    (total, nbytes, thread))                                                                       \
  X(pts_t, upc_global_alloc, (size_t nblocks, size_t nbytes, PLACE), (nblocks, nbytes))            \
  X(pts_t, upc_all_alloc, (size_t nblocks, size_t nbytes, PLACE), (nblocks, nbytes))               \
  X(pts_t, upc_alloc, (size_t nbytes, PLACE), (nbytes))                                            \
  X(pts_t, upc_global_lock_alloc, (PLACE), ())                                                     \
  X(pts_t, upc_all_lock_alloc, (PLACE), ())                                                        \
  X(int, upc_lock_attempt, (pts_t lock, PLACE), (lock))
#define WITHOUT_RESULT(Y)                                                                          \
  Y(upc_free, (pts_t p, PLACE), (p))                                                               \
  Y(upc_all_free, (pts_t p, PLACE), (p))                                                           \
  Y(upc_lock, (pts_t lock, PLACE), (lock))                                                         \
  Y(upc_unlock, (pts_t lock, PLACE), (lock))                                                       \
  Y(upc_lock_free, (pts_t lock, PLACE), (lock))                                                    \
  Y(upc_all_lock_free, (pts_t lock, PLACE), (lock))                                                \
  Y(upc_memcpy, (pts_t to, pts_t from, size_t n, PLACE), (to, from, n))                            \
  Y(upc_memget, (void *to, pts_t from, size_t n, PLACE), (to, from, n))                            \
  Y(upc_memput, (pts_t to, const void *from, size_t n, PLACE), (to, from, n))                      \
  Y(upc_memset, (pts_t to, int value, size_t n, PLACE), (to, value, n))                            \
  Y(upc_global_exit, (int status, PLACE), (status))

#define DEFINE_WITH(type, name, parameters, arguments)                                             \
  type name##g parameters;                                                                         \
  type name##g parameters {                                                                        \
    hyd_upc_enter_place(file, line);                                                               \
    type result = name arguments;                                                                  \
    hyd_upc_leave_place();                                                                         \
    return result;                                                                                 \
  }
#define DEFINE_WITHOUT(name, parameters, arguments)                                                \
  void name##g parameters;                                                                         \
  void name##g parameters {                                                                        \
    hyd_upc_enter_place(file, line);                                                               \
    name arguments;                                                                                \
    hyd_upc_leave_place();                                                                         \
  }
WITH_RESULT(DEFINE_WITH)
WITHOUT_RESULT(DEFINE_WITHOUT)

/* --- events --- */

void __upc_funcg(int start, const char *function, PLACE);
void __upc_forallg(int start, PLACE);
int pupc_control(int on);
unsigned pupc_create_event(const char *name, const char *description);
void pupc_event_start(unsigned event, ...);
void pupc_event_end(unsigned event, ...);
void pupc_event_atomic(unsigned event, ...);
void pupc_event_startg(unsigned event, PLACE, ...);
void pupc_event_endg(unsigned event, PLACE, ...);
void pupc_event_atomicg(unsigned event, PLACE, ...);

void __upc_funcg(int start, const char *function, PLACE) {
  (void)start;
  (void)function;
  (void)file;
  (void)line;
}
void __upc_forallg(int start, PLACE) {
  (void)start;
  (void)file;
  (void)line;
}
int pupc_control(int on) {
  (void)on;
  return 0;
}
unsigned pupc_create_event(const char *name, const char *description) {
  (void)name;
  (void)description;
  return 0;
}
void pupc_event_start(unsigned event, ...) { (void)event; }
void pupc_event_end(unsigned event, ...) { (void)event; }
void pupc_event_atomic(unsigned event, ...) { (void)event; }
void pupc_event_startg(unsigned event, PLACE, ...) {
  (void)event;
  (void)file;
  (void)line;
}
void pupc_event_endg(unsigned event, PLACE, ...) {
  (void)event;
  (void)file;
  (void)line;
}
void pupc_event_atomicg(unsigned event, PLACE, ...) {
  (void)event;
  (void)file;
  (void)line;
}
