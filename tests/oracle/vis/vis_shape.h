/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_shape.h: what a vector, indexed or strided operation moves, in offsets, and what must come of
 * it, byte by byte in plain loops. For the conformance tests and the oracle test.
 *
 * Each side of an operation lies in a window of memory. Pieces are given by their offsets from the
 * window's start; nothing lies in the first and last VIS_GUARD bytes. Whatever of the destination's
 * window is not a piece is a guard: after the operation the whole window is compared.
 */
#ifndef VIS_SHAPE_H
#define VIS_SHAPE_H

#include <stddef.h>
#include <stdint.h>

enum vis_kind { VIS_VECTOR, VIS_INDEXED, VIS_STRIDED, VIS_KINDS };
enum { VIS_GUARD = 64 };

struct vis_side {
  size_t window; /* bytes, guards included */
  size_t count;  /* vector, indexed: pieces */
  size_t room;   /* of the two arrays */
  size_t *at;    /* offset of each piece */
  size_t *len;   /* its length; indexed: all the same */
  size_t start;  /* strided: the element whose indices are all 0 */
  ptrdiff_t *stride;
};

struct vis_shape {
  enum vis_kind kind;
  struct vis_side dst, src;
  size_t elemsz, levels, *count; /* strided */
  size_t total;                  /* bytes moved; valid after vis_seal */
};

extern const char *const vis_kind_name[VIS_KINDS];

/* A vector or indexed shape without pieces; vis_add appends one that begins `at` bytes behind the
 * guard. vis_seal ends the building: totals, windows. */
void vis_begin(struct vis_shape *s, enum vis_kind kind);
void vis_add(struct vis_side *side, size_t at, size_t len);
/* `n` pieces of `len` bytes, the first at `at`, each `step` bytes behind the one before. */
void vis_add_many(struct vis_side *side, size_t n, size_t at, size_t len, size_t step);
void vis_seal(struct vis_shape *s);
/* A strided shape, sealed; the arrays are copied. */
void vis_section(struct vis_shape *s, size_t elemsz, size_t levels, const size_t count[],
                 const ptrdiff_t dst_stride[], const ptrdiff_t src_stride[]);
void vis_free(struct vis_shape *s);

/* Whether two destination bytes coincide, which no operation may do (VIS-3). */
int vis_overlaps(const struct vis_shape *s);
/* Whether the GASNet-1 strided calls may be used for it (gasnet1-vis V4.5, V4.9). */
int vis_legacy_legal(const struct vis_shape *s);
/* Does to the destination's window what the operation must do. */
void vis_expect(const struct vis_shape *s, unsigned char *dst, const unsigned char *src);

/* malloc that ends the process rather than fail. */
void *vis_alloc(size_t n);

#endif
