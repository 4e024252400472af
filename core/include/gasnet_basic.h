/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_basic.h: what every public header brings along: the system headers that clients have come
 * to expect, and the helper macros that leak out of them (gasnet1-core.md 4.3, test-suite-names.md
 * section 1). Declares nothing of ours; needs no thread mode; usable from C99 and C++.
 */
#ifndef GASNET_BASIC_H
#define GASNET_BASIC_H

#ifndef __STDC_FORMAT_MACROS
#define __STDC_FORMAT_MACROS 1
#endif
#ifndef __STDC_LIMIT_MACROS
#define __STDC_LIMIT_MACROS 1
#endif
#include <alloca.h>
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>
#include <sys/types.h>
#include <unistd.h>

/* Expand the argument, then turn it into a string; expand both arguments, then paste them. */
#ifndef _STRINGIFY
#define _STRINGIFY_HELPER(x) #x
#define _STRINGIFY(x) _STRINGIFY_HELPER(x)
#endif
#ifndef _CONCAT
#define _CONCAT_HELPER(a, b) a##b
#define _CONCAT(a, b) _CONCAT_HELPER(a, b)
#endif

/* printf conversion of size_t, without the % */
#ifndef PRIuSZ
#define PRIuSZ "zu"
#endif

/* `if` with a branch hint */
#ifndef if_pf
#define if_pf(cond) if (__builtin_expect(!!(cond), 0))
#endif
#ifndef if_pt
#define if_pt(cond) if (__builtin_expect(!!(cond), 1))
#endif

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#endif
