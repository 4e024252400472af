/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_note.h: gets the client's text about what this rank waits for (hyd_note.h).
 */
#ifndef HYD_EXIT_CLIENT_NOTE_H
#define HYD_EXIT_CLIENT_NOTE_H

#include <stddef.h>

/* Writes the client's line; how many bytes, 0: there is none. In signal handlers. */
size_t hyd_note_get(char *text, size_t bytes);

#endif
