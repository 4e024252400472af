/* SPDX-License-Identifier: BSD-3-Clause
 *
 * debug.c: the calls of programs compiled with -fupc-debug (libupc.md 3.2): the same as without,
 * with the place in the source, which messages name.
 */
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/report.h"

#define AT(file, line, call)                                                                       \
  hyd_upc_enter_place(file, line);                                                                 \
  call;                                                                                            \
  hyd_upc_leave_place()

#define DEFINE(letters, type)                                                                      \
  type __getg##letters##3(pts_t p, const char *file, int line) {                                   \
    AT(file, line, type value = __get##letters##2(p));                                             \
    return value;                                                                                  \
  }                                                                                                \
  type __getsg##letters##3(pts_t p, const char *file, int line) {                                  \
    AT(file, line, type value = __gets##letters##2(p));                                            \
    return value;                                                                                  \
  }                                                                                                \
  void __putg##letters##4(pts_t p, type value, const char *file, int line) {                       \
    AT(file, line, __put##letters##2(p, value));                                                   \
  }                                                                                                \
  void __putsg##letters##4(pts_t p, type value, const char *file, int line) {                      \
    AT(file, line, __puts##letters##2(p, value));                                                  \
  }
UPC_SCALARS(DEFINE)

void __getgblk5(void *to, pts_t from, size_t n, const char *file, int line) {
  AT(file, line, __getblk3(to, from, n));
}
void __putgblk5(pts_t to, const void *from, size_t n, const char *file, int line) {
  AT(file, line, __putblk3(to, from, n));
}
void __copygblk5(pts_t to, pts_t from, size_t n, const char *file, int line) {
  AT(file, line, __copyblk3(to, from, n));
}
void __getsgblk5(void *to, pts_t from, size_t n, const char *file, int line) {
  AT(file, line, __getsblk3(to, from, n));
}
void __putsgblk5(pts_t to, const void *from, size_t n, const char *file, int line) {
  AT(file, line, __putsblk3(to, from, n));
}
void __copysgblk5(pts_t to, pts_t from, size_t n, const char *file, int line) {
  AT(file, line, __copysblk3(to, from, n));
}

void *__getaddrg(pts_t p, const char *file, int line) {
  AT(file, line, void *at = __getaddr(p));
  return at;
}

void __upc_notifyg(int id, const char *file, int line) { AT(file, line, __upc_notify(id)); }
void __upc_waitg(int id, const char *file, int line) { AT(file, line, __upc_wait(id)); }
void __upc_barrierg(int id, const char *file, int line) { AT(file, line, __upc_barrier(id)); }
