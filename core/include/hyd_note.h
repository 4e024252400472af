/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_note.h: a client says what its rank waits for (gasnet_exit(7)).
 *
 * Dumps (gasnetrun --dump, SIGQUIT) and time-outs (GASNET_HANG_SECONDS) show what each rank waits
 * for in the library. A client that knows more, as which lock of its own that is about, sets a
 * note. May be included alone, in C and C++, and needs no threading mode.
 */
#ifndef HYD_NOTE_H
#define HYD_NOTE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a line without its end, of fewer than `bytes` bytes, into `text`, and returns how many; 0:
 * there is nothing to say. Runs in a signal handler: it calls only what those may, and nothing of
 * the library. */
typedef size_t (*hyd_note_fn_t)(void *arg, char *text, size_t bytes);

/* From now on this function is asked, in place of any before it; NULL: none. By one thread at a
 * time. */
void hyd_note_set(hyd_note_fn_t fn, void *arg);

#ifdef __cplusplus
}
#endif
#endif
