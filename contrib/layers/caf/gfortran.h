/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gfortran.h: the data that gfortran's code and this library pass to each other: array descriptors,
 * vector subscripts, references, constants (libcaf.md 2). Only this header knows the layouts, which
 * GCC 9 to 15 share.
 */
#ifndef HYD_CAF_GFORTRAN_H
#define HYD_CAF_GFORTRAN_H
#include <stddef.h>
#include <stdint.h>

#define GFC_MAX_RANK 15

enum gfc_type {
  GFC_INTEGER = 1,
  GFC_LOGICAL = 2,
  GFC_REAL = 3,
  GFC_COMPLEX = 4,
  GFC_DERIVED = 5,
  GFC_CHARACTER = 6,
  GFC_VOID = 10,
  GFC_UNSIGNED = 14
};

/* A dimension; strides are in units of the descriptor's span. dim[rank] onward are codimensions. */
struct gfc_dim {
  ptrdiff_t stride, lower, upper;
};

struct gfc_desc {
  void *base;    /* the first element in array element order; NULL: not allocated */
  size_t offset; /* for the compiler's index arithmetic */
  size_t elem_len;
  int version;
  signed char rank, type;
  short attribute;
  ptrdiff_t span; /* bytes of a stride of 1; 0: elem_len. A scalar's descriptor ends here */
  struct gfc_dim dim[];
};
_Static_assert(offsetof(struct gfc_desc, span) == 32 && offsetof(struct gfc_desc, dim) == 40,
               "descriptor of GCC 9 and later");

/* Room for a descriptor of any rank. */
enum { GFC_FULL_DESC = sizeof(struct gfc_desc) + GFC_MAX_RANK * sizeof(struct gfc_dim) };
union gfc_full_desc {
  struct gfc_desc d;
  char bytes[GFC_FULL_DESC];
};

/* The subscript of one dimension: a vector of n integers of a kind; if n is 0, a triplet. */
struct gfc_vector {
  size_t n;
  union {
    struct {
      const void *vector;
      int kind;
    } v;
    struct {
      ptrdiff_t lower, upper, stride;
    } t;
  };
};
_Static_assert(sizeof(struct gfc_vector) == 32, "caf_vector_t");

enum gfc_ref_type { GFC_REF_COMPONENT, GFC_REF_ARRAY, GFC_REF_STATIC_ARRAY };
enum gfc_mode {
  GFC_MODE_NONE,
  GFC_MODE_VECTOR,
  GFC_MODE_FULL,
  GFC_MODE_RANGE,
  GFC_MODE_SINGLE,
  GFC_MODE_OPEN_END,
  GFC_MODE_OPEN_START
};

union gfc_ref_dim {
  struct {
    ptrdiff_t start, end, stride;
  } s;
  struct {
    const void *vector;
    size_t n;
    int kind;
  } v;
};

/* A step from an object to a part of it: a component, or elements of an array. */
struct gfc_ref {
  struct gfc_ref *next;
  int type;
  size_t item_size;
  union {
    struct {
      ptrdiff_t offset;
      ptrdiff_t token_offset; /* 0: the component lies in the object; else it is allocatable or a
                                 pointer */
    } c;
    struct {
      unsigned char mode[GFC_MAX_RANK];
      int static_type;
      union gfc_ref_dim dim[GFC_MAX_RANK];
    } a;
  };
};
_Static_assert(sizeof(struct gfc_ref) == 408 && offsetof(struct gfc_ref, a.dim) == 48,
               "caf_reference_t");

enum gfc_register {
  GFC_COARRAY_STATIC,
  GFC_COARRAY_ALLOC,
  GFC_LOCK_STATIC,
  GFC_LOCK_ALLOC,
  GFC_CRITICAL,
  GFC_EVENT_STATIC,
  GFC_EVENT_ALLOC,
  GFC_COMPONENT_REGISTER,
  GFC_COMPONENT_ALLOCATE,
  GFC_MAP_EXISTING
};
enum gfc_deregister { GFC_DEREGISTER, GFC_DEALLOCATE_ONLY };

enum gfc_stat {
  GFC_STAT_UNLOCKED = 0,
  GFC_STAT_LOCKED = 1,
  GFC_STAT_LOCKED_OTHER_IMAGE = 2,
  GFC_STAT_DUPLICATE_IMAGE = 3,
  GFC_STAT_ERROR = 4, /* chosen by this library, like GFC_STAT_DUPLICATE_IMAGE */
  GFC_STAT_ALLOCATION = 5014,
  GFC_STAT_STOPPED_IMAGE = 6000,
  GFC_STAT_FAILED_IMAGE = 6001
};

enum gfc_atomic_op { GFC_ATOMIC_ADD = 1, GFC_ATOMIC_AND, GFC_ATOMIC_OR, GFC_ATOMIC_XOR };
enum gfc_reduce_flag { GFC_REDUCE_RESULT_REF = 1, GFC_REDUCE_LENGTHS = 2, GFC_REDUCE_BY_VALUE = 4 };

/* The number of dimensions of an array reference, and the step in one of them. A mode alone does
 * not say which elements are meant: gfortran 12 gives a(::2) the mode FULL. A single subscript has
 * no stride. */
static inline int gfc_ref_rank(const struct gfc_ref *ref) {
  int n = 0;
  while (n < GFC_MAX_RANK && ref->a.mode[n] != GFC_MODE_NONE) n++;
  return n;
}
static inline ptrdiff_t gfc_ref_step(const struct gfc_ref *ref, int i) {
  int mode = ref->a.mode[i];
  if (mode == GFC_MODE_SINGLE || mode == GFC_MODE_VECTOR || ref->a.dim[i].s.stride == 0) return 1;
  return ref->a.dim[i].s.stride;
}

/* The distance in bytes of two elements with stride 1. Only this function reads span, and only of
 * descriptors whose span the compiler has set (libcaf.md 2.6; for arguments of collectives see
 * described.h). Elements do not overlap: a smaller span is unset, or wrong (gfortran 11: 4 for
 * characters of kind 4). */
static inline ptrdiff_t gfc_span(const struct gfc_desc *d) {
  return d->span < (ptrdiff_t)d->elem_len ? (ptrdiff_t)d->elem_len : d->span;
}
static inline size_t gfc_desc_size(const struct gfc_desc *d) {
  return sizeof *d + (size_t)d->rank * sizeof d->dim[0];
}
static inline size_t gfc_extent(const struct gfc_dim *dim) {
  return dim->upper < dim->lower ? 0 : (size_t)(dim->upper - dim->lower + 1);
}

#endif
