/* SPDX-License-Identifier: BSD-3-Clause
 *
 * top_screen.h: the terminal of gasnetrun top: a screen of its own, keys as they are pressed.
 */
#ifndef HYD_GASNETRUN_TOP_SCREEN_H
#define HYD_GASNETRUN_TOP_SCREEN_H

#include <stdio.h>

/* Takes the terminal of stdout, and its keys, if stdin is one; given back at exit and on signals
 * that end us. */
void hyd_screen_open(void);
void hyd_screen_close(void);
void hyd_screen_size(int *lines_p, int *columns_p);
/* Shows text in place of what was there: `lines` of it, each cut at `columns`. */
void hyd_screen_show(const char *text, int lines, int columns);
/* The next key within so many milliseconds; 0: none; 'q' when a signal asks for the end. */
int hyd_screen_key(int ms);
#define HYD_KEY_UP 1
#define HYD_KEY_DOWN 2
#define HYD_KEY_RESIZED 3

#endif
