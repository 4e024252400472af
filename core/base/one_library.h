/* SPDX-License-Identifier: BSD-3-Clause
 *
 * one_library.h: the library and the one that checks define the same names: in one process, calls
 * would go to either.
 */
#ifndef HYD_BASE_ONE_LIBRARY_H
#define HYD_BASE_ONE_LIBRARY_H

/* Each library has a mark of its own (globals.c), by which the other finds it: wherever it is, as
 * the linker shows what a shared library asks for. */
#if HYD_DEBUG
#define HYD_MARK hyd_library_checking
#define HYD_OTHER_MARK hyd_library_release
#define HYD_MARK_NAME "libgasnet-debug"
#else
#define HYD_MARK hyd_library_release
#define HYD_OTHER_MARK hyd_library_checking
#define HYD_MARK_NAME "libgasnet"
#endif
extern const char *const HYD_MARK;
extern const char *const HYD_OTHER_MARK __attribute__((weak));

/* Ends the job if the other library is in this process. */
void hyd_check_alone(void);

#endif
