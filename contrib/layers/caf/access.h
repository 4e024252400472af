/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.h: where a coarray is on an image, and transfers between a section there and one here.
 */
#ifndef HYD_CAF_ACCESS_H
#define HYD_CAF_ACCESS_H
#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/words.h"

/* NULL after a report: no such image, or no coarray. team_handle: of TEAM=, or NULL. */
const struct caf_place *hyd_caf_place(const struct caf_token *token, int image, void **team_handle,
                                      uint32_t *rank_p, const struct caf_status *status,
                                      const char *statement);

/* The words of an element of a coarray of locks or events. false after a report. image 0: this
 * one. */
bool hyd_caf_element(struct caf_word words[CAF_ELEMENT_WORDS], const struct caf_token *token,
                     size_t index, int image, const struct caf_status *status,
                     const char *statement);

/* Between sections of one shape with at least one element, whatever their types. mapped: the
 * section at the image is given by addresses of this process, else by the image's own. */
void hyd_caf_put_from(uint32_t rank, bool mapped, struct caf_section *to,
                      const struct caf_section *from, const struct caf_status *status,
                      const char *statement);
void hyd_caf_get_to(uint32_t rank, bool mapped, const struct caf_section *to,
                    struct caf_section *from, const struct caf_status *status,
                    const char *statement);

#endif
