/* SPDX-License-Identifier: BSD-3-Clause
 *
 * entries.h: the entry points that gfortran's code calls (libcaf.md 3 and 4), in the order of that
 * document.
 */
#ifndef HYD_CAF_ENTRIES_H
#define HYD_CAF_ENTRIES_H
#include <stdbool.h>

#include "contrib/layers/caf/gfortran.h"

#pragma GCC visibility push(default)

/* 3.1 start, 3.2 queries */
void _gfortran_caf_init(int *argc, char ***argv);
void _gfortran_caf_finalize(void);
int _gfortran_caf_this_image(intptr_t distance_or_team);
int _gfortran_caf_num_images(intptr_t distance_or_team, intptr_t failed_or_number);
int _gfortran_caf_image_status(int image, intptr_t team);
void _gfortran_caf_failed_images(struct gfc_desc *result, void *team, int *kind);
void _gfortran_caf_stopped_images(struct gfc_desc *result, void *team, int *kind);
int _gfortran_caf_team_number(void *team);
void *_gfortran_caf_get_team(int *level);

/* 3.3 memory */
void _gfortran_caf_register(size_t size, int type, void **token, struct gfc_desc *d, int *stat,
                            char *errmsg, size_t len);
void _gfortran_caf_deregister(void **token, int type, int *stat, char *errmsg, size_t len);

/* 3.4 coindexed access */
void _gfortran_caf_get(void *token, size_t offset, int image, struct gfc_desc *src,
                       struct gfc_vector *src_vector, struct gfc_desc *dest, int src_kind,
                       int dst_kind, bool tmp, int *stat);
void _gfortran_caf_send(void *token, size_t offset, int image, struct gfc_desc *dest,
                        struct gfc_vector *dst_vector, struct gfc_desc *src, int dst_kind,
                        int src_kind, bool tmp, int *stat, void **team);
void _gfortran_caf_sendget(void *dst_token, size_t dst_offset, int dst_image, struct gfc_desc *dest,
                           struct gfc_vector *dst_vector, void *src_token, size_t src_offset,
                           int src_image, struct gfc_desc *src, struct gfc_vector *src_vector,
                           int dst_kind, int src_kind, bool tmp, int *stat);

/* 3.5 by reference */
void _gfortran_caf_get_by_ref(void *token, int image, struct gfc_desc *dst, struct gfc_ref *refs,
                              int dst_kind, int src_kind, bool tmp, bool dst_reallocatable,
                              int *stat, int src_type);
void _gfortran_caf_send_by_ref(void *token, int image, struct gfc_desc *src, struct gfc_ref *refs,
                               int dst_kind, int src_kind, bool tmp, bool dst_reallocatable,
                               int *stat, int dst_type);
void _gfortran_caf_sendget_by_ref(void *dst_token, int dst_image, struct gfc_ref *dst_refs,
                                  void *src_token, int src_image, struct gfc_ref *src_refs,
                                  int dst_kind, int src_kind, bool tmp, int *dst_stat,
                                  int *src_stat, int dst_type, int src_type);
int _gfortran_caf_is_present(void *token, int image, struct gfc_ref *refs);

/* 3.6 synchronisation; errmsg is the address of a pointer to the variable */
void _gfortran_caf_sync_all(int *stat, char **errmsg, size_t len);
void _gfortran_caf_sync_memory(int *stat, char **errmsg, size_t len);
void _gfortran_caf_sync_images(int count, int *images, int *stat, char **errmsg, size_t len);

/* 3.7 locks and events */
void _gfortran_caf_lock(void *token, size_t index, int image, int *acquired, int *stat,
                        char *errmsg, size_t len);
void _gfortran_caf_unlock(void *token, size_t index, int image, int *stat, char *errmsg,
                          size_t len);
void _gfortran_caf_event_post(void *token, size_t index, int image, int *stat, char *errmsg,
                              size_t len);
void _gfortran_caf_event_wait(void *token, size_t index, int until_count, int *stat, char *errmsg,
                              size_t len);
void _gfortran_caf_event_query(void *token, size_t index, int image, int *count, int *stat);

/* 3.8 atomics */
void _gfortran_caf_atomic_define(void *token, size_t offset, int image, void *value, int *stat,
                                 int type, int kind);
void _gfortran_caf_atomic_ref(void *token, size_t offset, int image, void *value, int *stat,
                              int type, int kind);
void _gfortran_caf_atomic_cas(void *token, size_t offset, int image, void *old, void *compare,
                              void *new_val, int *stat, int type, int kind);
void _gfortran_caf_atomic_op(int op, void *token, size_t offset, int image, void *value, void *old,
                             int *stat, int type, int kind);

/* 3.9 collectives */
void _gfortran_caf_co_broadcast(struct gfc_desc *a, int source_image, int *stat, char *errmsg,
                                size_t len);
void _gfortran_caf_co_sum(struct gfc_desc *a, int result_image, int *stat, char *errmsg,
                          size_t len);
void _gfortran_caf_co_min(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len);
void _gfortran_caf_co_max(struct gfc_desc *a, int result_image, int *stat, char *errmsg, int a_len,
                          size_t len);
void _gfortran_caf_co_reduce(struct gfc_desc *a, void *fn, int flags, int result_image, int *stat,
                             char *errmsg, int a_len, size_t len);

/* 3.10 teams, as GCC 9 to 15 call them */
void _gfortran_caf_form_team(int number, void **team, int unused);
void _gfortran_caf_change_team(void **team, int unused);
void _gfortran_caf_end_team(int *unused);
void _gfortran_caf_sync_team(void **team, int unused);

/* 3.11 the end, 3.12 random numbers */
void _gfortran_caf_stop_numeric(int code, bool quiet) __attribute__((noreturn));
void _gfortran_caf_stop_str(const char *s, size_t len, bool quiet) __attribute__((noreturn));
void _gfortran_caf_error_stop(int code, bool quiet) __attribute__((noreturn));
void _gfortran_caf_error_stop_str(const char *s, size_t len, bool quiet) __attribute__((noreturn));
void _gfortran_caf_fail_image(void) __attribute__((noreturn));
void _gfortran_caf_random_init(bool repeatable, bool image_distinct);

/* 4 accessors of GCC 15 and 16 */
void _gfortran_caf_register_accessor(int hash, void *fn);
void _gfortran_caf_register_accessors_finish(void);
int _gfortran_caf_get_remote_function_index(int hash);
void _gfortran_caf_get_from_remote(void *token, const struct gfc_desc *opt_src_desc,
                                   const size_t *opt_src_charlen, int image, size_t dst_size,
                                   void **dst_data, size_t *opt_dst_charlen,
                                   struct gfc_desc *opt_dst_desc, bool may_realloc_dst, int index,
                                   void *add_data, size_t add_data_size, int *stat, void **team,
                                   int *team_number);
void _gfortran_caf_send_to_remote(void *token, struct gfc_desc *opt_dst_desc,
                                  const size_t *opt_dst_charlen, int image, size_t src_size,
                                  const void *src_data, const size_t *opt_src_charlen,
                                  const struct gfc_desc *opt_src_desc, int index, void *add_data,
                                  size_t add_data_size, int *stat, void **team, int *team_number);
void _gfortran_caf_transfer_between_remotes(
    void *dst_token, struct gfc_desc *opt_dst_desc, size_t *opt_dst_charlen, int dst_image,
    int dst_index, void *dst_add_data, size_t dst_add_data_size, void *src_token,
    const struct gfc_desc *opt_src_desc, const size_t *opt_src_charlen, int src_image,
    int src_index, void *src_add_data, size_t src_add_data_size, size_t src_size,
    bool scalar_transfer, int *dst_stat, int *src_stat, void **dst_team, int *dst_team_number,
    void **src_team, int *src_team_number);
int32_t _gfortran_caf_is_present_on_remote(void *token, int image, int index, void *add_data,
                                           size_t add_data_size);

#pragma GCC visibility pop
#endif
