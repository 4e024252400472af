/* SPDX-License-Identifier: BSD-3-Clause
 *
 * clang-upc.h: Clang UPC includes this file before every other (libupc.md 4.1); Hydrant's, found
 * before the compiler's own by -I.
 */
#ifndef HYD_CLANG_UPC_H
#define HYD_CLANG_UPC_H
#include <hyd_upc_language.h>
#ifndef NO_CLANG_UPC_LIB
#include <hyd_upc_access.h>
#endif
#endif
