/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.h: a user's commands, with places for what a job needs (GASNET_MPIRUN_CMD,
 * GASNET_CSPAWN_CMD; gasnet-env-launch.md 4, 5).
 */
#ifndef HYD_GASNETRUN_TEMPLATE_H
#define HYD_GASNETRUN_TEMPLATE_H

#include "contrib/gasnetrun/words.h"

/* What stands for %letter: a text, or words. %% is always %. */
struct hyd_place {
  char letter;
  const char *text;
  char *const *words; /* in place of text: ended by NULL */
  const char *means;  /* for messages */
};

/* The template taken apart as a shell does (words.h), and its places filled. Words that are a
 * place's become words as they are if the place is a word of its own, and are quoted for a shell
 * within a longer one. 0, or -1 with one line in `why`. */
int hyd_template_words(struct hyd_words *words, const char *text, const struct hyd_place *place,
                       size_t places, char *why, size_t why_size);

/* The template as a text for a shell, its places filled with words quoted where they need it. To be
 * freed. */
char *hyd_template_text(const char *text, const struct hyd_place *place, size_t places, char *why,
                        size_t why_size);

/* Whether %letter is in it. */
int hyd_template_has(const char *text, char letter);

#endif
