/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.h: commands of the person's own, with places for what a job needs (GASNET_MPIRUN_CMD,
 * GASNET_CSPAWN_CMD; gasnet-env-launch.md 4, 5).
 */
#ifndef HYD_TEMPLATE_H
#define HYD_TEMPLATE_H

#include <stddef.h>

/* What stands for %letter: a text, or words. %% is always %. */
struct hyd_place {
  char letter;
  const char *text;
  char *const *words; /* in place of text: ended by NULL */
  const char *means;  /* for messages */
};
#define HYD_PLACES 8 /* at most */

/* The template taken apart as a shell does (hyd_words), and its places filled. Words that are a
 * place's become words as they are if the place is a word of its own, and are quoted for a shell
 * within a longer one. To be freed by hyd_template_free; NULL with one line in `why`. */
char **hyd_template_words(const char *text, const struct hyd_place *place, size_t places, char *why,
                          size_t why_size);
void hyd_template_free(char **words);

/* The template as a text for a shell, its places filled with words quoted where they need it. To be
 * freed. */
char *hyd_template_text(const char *text, const struct hyd_place *place, size_t places, char *why,
                        size_t why_size);

/* Whether %letter is in it. */
int hyd_template_has(const char *text, char letter);

#endif
