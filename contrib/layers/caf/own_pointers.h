/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_pointers.h: the addresses in a derived type that CO_BROADCAST must not change. For a type
 * that contains or extends a type with allocatable components, gfortran broadcasts the components
 * of the inner type, and then the bytes of the outer one, which hold the source's addresses of
 * these components (row 17 of libcaf.md 7.2). So each image records the addresses of the components
 * that it has broadcast; the source marks the words that are such addresses, and the other images
 * keep their own words there.
 */
#ifndef HYD_CAF_OWN_POINTERS_H
#define HYD_CAF_OWN_POINTERS_H
#include <stddef.h>

void hyd_caf_note_component(const void *base);

/* The size of the marks for n bytes of data. */
size_t hyd_caf_marks_size(size_t n);
void hyd_caf_mark_components(unsigned char *marks, const char *bytes, size_t n);
/* Replaces the marked words in the received bytes by this image's own addresses. */
void hyd_caf_keep_components(const unsigned char *marks, char *bytes, const char *own, size_t n);

#endif
