/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_pointers.h: the addresses in a derived type that CO_BROADCAST must not change. Of a type that
 * contains, or extends, a type with allocatable components gfortran sends the components of the
 * inner type, and then its bytes, with the source's addresses of these components
 * (row 17 of libcaf.md 7.2). So each image remembers what it has sent and received as components;
 * the source marks the words that are such addresses, and the others keep their own there.
 */
#ifndef HYD_CAF_OWN_POINTERS_H
#define HYD_CAF_OWN_POINTERS_H
#include <stddef.h>

void hyd_caf_note_component(const void *base);

/* Bytes of the marks of n bytes. */
size_t hyd_caf_marks_size(size_t n);
void hyd_caf_mark_components(unsigned char *marks, const char *bytes, size_t n);
/* Own addresses of components, at marked words, go to the bytes that came. */
void hyd_caf_keep_components(const unsigned char *marks, char *bytes, const char *own, size_t n);

#endif
