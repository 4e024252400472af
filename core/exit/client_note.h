/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_note.h: what the client says of what this rank waits for; in signal handlers.
 */
#ifndef HYD_EXIT_CLIENT_NOTE_H
#define HYD_EXIT_CLIENT_NOTE_H

#include <stddef.h>

/* The line's bytes; 0: there is none. */
size_t hyd_note_get(char *text, size_t bytes);

#endif
