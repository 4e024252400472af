/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.h: the place of a coarray on an image, and transfers between a remote and a local section.
 */
#ifndef HYD_CAF_ACCESS_H
#define HYD_CAF_ACCESS_H
#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/words.h"

/* The coarray's place on the image. NULL, after reporting an error: no such image, or no coarray.
 * team_handle: the handle of TEAM=, or NULL. */
const struct caf_place *hyd_caf_place(const struct caf_token *token, int image, void **team_handle,
                                      uint32_t *rank_p, const struct caf_status *status,
                                      const char *statement);

/* Finds the words of an element in a coarray of locks or events. False, after reporting an error.
 * Image 0 is this image. */
bool hyd_caf_element(struct caf_word words[CAF_ELEMENT_WORDS], const struct caf_token *token,
                     size_t index, int image, const struct caf_status *status,
                     const char *statement);

/* Transfer between sections of one shape with at least one element; types may differ. `mapped`: the
 * remote section is given by addresses in this process, else by addresses in its image. */
void hyd_caf_put_from(uint32_t rank, bool mapped, struct caf_section *to,
                      const struct caf_section *from, const struct caf_status *status,
                      const char *statement);
void hyd_caf_get_to(uint32_t rank, bool mapped, const struct caf_section *to,
                    struct caf_section *from, const struct caf_status *status,
                    const char *statement);

#endif
