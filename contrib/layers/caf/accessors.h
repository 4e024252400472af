/* SPDX-License-Identifier: BSD-3-Clause
 *
 * accessors.h: the procedures that gfortran 15 and 16 generate for coindexed expressions, and the
 * message layout of an access.
 */
#ifndef HYD_CAF_ACCESSORS_H
#define HYD_CAF_ACCESSORS_H
#include "contrib/layers/caf/caf.h"

typedef void caf_getter(void *add_data, const int *caller_image, void *buffer, int32_t *free_buffer,
                        void *base, void *cb_token, size_t unused, size_t *dst_charlen,
                        const size_t *src_charlen);
typedef void caf_receiver(void *add_data, const int *caller_image, void *base, const void *buffer,
                          void *cb_token, size_t unused, const size_t *dst_charlen,
                          const size_t *src_charlen);
typedef void caf_presence(void *add_data, const int *caller_image, int32_t *result, void *base,
                          void *cb_token, size_t unused);

void *hyd_caf_accessor(int hash); /* NULL: not registered */
bool hyd_caf_has_accessors(void);

enum caf_access_kind { CAF_ACCESS_GET, CAF_ACCESS_SEND, CAF_ACCESS_PRESENT };

/* The head of a request. add_data follow; then, for a send, the data. */
struct caf_access {
  int32_t kind, hash, caller_image;
  int32_t has_coarray_desc, has_data_desc, has_dst_charlen, has_src_charlen;
  uint32_t caller_rank;
  char *base;     /* the coarray's address at the target */
  void *callback; /* the caller's add_data, an address in the caller */
  uint64_t add_data_size, data_size, dst_charlen, src_charlen;
  union gfc_full_desc coarray, data;
};

/* The head of an answer. For a get, the data follow. */
struct caf_accessed {
  int32_t found; /* the target has the accessor */
  int32_t result;
  uint64_t data_size, dst_charlen;
  union gfc_full_desc data;
};

#endif
