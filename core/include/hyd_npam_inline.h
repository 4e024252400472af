/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_npam_inline.h: negotiated-payload active messages (gex-core.md section 17). Not for direct
 * inclusion.
 *
 * Prepare agrees on a length L, least <= L <= most (SrcDescSize), and a buffer of that size
 * (SrcDescAddr): the client's, or the library's if client_buf is NULL, which in shared memory is
 * where the target's handler will find it. Commit sends its first nbytes bytes; Cancel gives it
 * back. Both by the thread that prepared, which until then may do no more than in a reply handler.
 * One request and one reply may be prepared at a time for each thread.
 *
 * lc_opt: as of the fixed-payload call with a client's buffer; NULL with the library's. flags: 0 or
 * GEX_FLAG_IMMEDIATE, with which Prepare may return GEX_AM_SRCDESC_NO_OP, and a commit (_v2)
 * non-zero: nothing was sent then, and the descriptor lives on. dest_addr of a Long's Prepare:
 * NULL, or what Commit will say. NP-1..11.
 */
#ifndef HYD_NPAM_INLINE_H
#define HYD_NPAM_INLINE_H

#ifdef __cplusplus
extern "C" {
#endif

gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf,
                                             size_t least_payload, size_t most_payload,
                                             gex_Event_t *lc_opt, gex_Flags_t flags,
                                             unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf,
                                           size_t least_payload, size_t most_payload,
                                           gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf,
                                           size_t least_payload, size_t most_payload,
                                           void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                           unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf,
                                         size_t least_payload, size_t most_payload, void *dest_addr,
                                         gex_Event_t *lc_opt, gex_Flags_t flags,
                                         unsigned int numargs);
void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd);
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd);
int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);

/* What a descriptor is for. */
#define HYD_NPAM_MEDIUM 1u
#define HYD_NPAM_LONG 2u
#define HYD_NPAM_REPLY 4u
int hyd_am_commit(gex_AM_SrcDesc_t sd, unsigned family, gex_AM_Index_t handler, size_t nbytes,
                  void *dest_addr, gex_Flags_t commit_flags, unsigned nargs,
                  const gex_AM_Arg_t *args);

#define HYD_COMMIT_MEDIUM(name, family, M)                                                         \
  static inline int name##M##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,       \
                                 gex_Flags_t commit_flags HYD_AM_P##M) {                           \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_commit(sd, family, handler, nbytes, 0, commit_flags, M, args_);                  \
  }                                                                                                \
  static inline void name##M(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler,                          \
                             size_t nbytes HYD_AM_P##M) {                                          \
    HYD_AM_ARRAY(M);                                                                               \
    (void)hyd_am_commit(sd, family, handler, nbytes, 0, 0, M, args_);                              \
  }
#define HYD_COMMIT_LONG(name, family, M)                                                           \
  static inline int name##M##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,       \
                                 void *dest_addr, gex_Flags_t commit_flags HYD_AM_P##M) {          \
    HYD_AM_ARRAY(M);                                                                               \
    return hyd_am_commit(sd, family, handler, nbytes, dest_addr, commit_flags, M, args_);          \
  }                                                                                                \
  static inline void name##M(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,           \
                             void *dest_addr HYD_AM_P##M) {                                        \
    HYD_AM_ARRAY(M);                                                                               \
    (void)hyd_am_commit(sd, family, handler, nbytes, dest_addr, 0, M, args_);                      \
  }
#define HYD_COMMIT_FAMILIES(M)                                                                     \
  HYD_COMMIT_MEDIUM(gex_AM_CommitRequestMedium, HYD_NPAM_MEDIUM, M)                                \
  HYD_COMMIT_MEDIUM(gex_AM_CommitReplyMedium, HYD_NPAM_MEDIUM | HYD_NPAM_REPLY, M)                 \
  HYD_COMMIT_LONG(gex_AM_CommitRequestLong, HYD_NPAM_LONG, M)                                      \
  HYD_COMMIT_LONG(gex_AM_CommitReplyLong, HYD_NPAM_LONG | HYD_NPAM_REPLY, M)

HYD_COMMIT_FAMILIES(0)
HYD_COMMIT_FAMILIES(1)
HYD_COMMIT_FAMILIES(2)
HYD_COMMIT_FAMILIES(3)
HYD_COMMIT_FAMILIES(4)
HYD_COMMIT_FAMILIES(5)
HYD_COMMIT_FAMILIES(6)
HYD_COMMIT_FAMILIES(7)
HYD_COMMIT_FAMILIES(8)
HYD_COMMIT_FAMILIES(9)
HYD_COMMIT_FAMILIES(10)
HYD_COMMIT_FAMILIES(11)
HYD_COMMIT_FAMILIES(12)
HYD_COMMIT_FAMILIES(13)
HYD_COMMIT_FAMILIES(14)
HYD_COMMIT_FAMILIES(15)
HYD_COMMIT_FAMILIES(16)

/* Argument-counting forms; the last named parameter comes with the rest. */
#define HYD_PASTE3(a, b, c) HYD_PASTE3_(a, b, c)
#define HYD_PASTE3_(a, b, c) a##b##c
#define gex_AM_CommitRequestMedium(sd, handler, ...)                                               \
  HYD_PASTE(gex_AM_CommitRequestMedium, HYD_COUNT(__VA_ARGS__))(sd, handler, __VA_ARGS__)
#define gex_AM_CommitReplyMedium(sd, handler, ...)                                                 \
  HYD_PASTE(gex_AM_CommitReplyMedium, HYD_COUNT(__VA_ARGS__))(sd, handler, __VA_ARGS__)
#define gex_AM_CommitRequestLong(sd, handler, nbytes, ...)                                         \
  HYD_PASTE(gex_AM_CommitRequestLong, HYD_COUNT(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyLong(sd, handler, nbytes, ...)                                           \
  HYD_PASTE(gex_AM_CommitReplyLong, HYD_COUNT(__VA_ARGS__))(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitRequestMedium_v2(sd, handler, nbytes, ...)                                    \
  HYD_PASTE3(gex_AM_CommitRequestMedium, HYD_COUNT(__VA_ARGS__), _v2)                              \
  (sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyMedium_v2(sd, handler, nbytes, ...)                                      \
  HYD_PASTE3(gex_AM_CommitReplyMedium, HYD_COUNT(__VA_ARGS__), _v2)                                \
  (sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitRequestLong_v2(sd, handler, nbytes, dest, ...)                                \
  HYD_PASTE3(gex_AM_CommitRequestLong, HYD_COUNT(__VA_ARGS__), _v2)                                \
  (sd, handler, nbytes, dest, __VA_ARGS__)
#define gex_AM_CommitReplyLong_v2(sd, handler, nbytes, dest, ...)                                  \
  HYD_PASTE3(gex_AM_CommitReplyLong, HYD_COUNT(__VA_ARGS__), _v2)                                  \
  (sd, handler, nbytes, dest, __VA_ARGS__)

#ifdef __cplusplus
}
#endif
#endif
