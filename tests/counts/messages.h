/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: the handlers that messages.c needs.
 */
#ifndef HYD_TESTS_COUNTS_MESSAGES_H
#define HYD_TESTS_COUNTS_MESSAGES_H

#include <gasnetex.h>

enum { COUNT_HANDLERS = 5 };
extern gex_AM_Entry_t count_handlers[COUNT_HANDLERS];

#endif
