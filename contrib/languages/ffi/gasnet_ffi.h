/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_ffi.h: every call of libgasnet and libgasnet-ffi as a plain C function, for other languages.
 *
 * Made by contrib/languages/ffi/generate.py from the headers of the library, which say what each call does.
 * Declarations only, no inline code, constants as numbers. A reader that knows no preprocessor takes
 * each `#define NAME NUMBER` and drops the other lines that begin with #. Programs in C and C++ use
 * gasnetex.h and gasnet.h, which this header is not to be mixed with.
 *
 * What differs from C: gex_Client_Init and gasnet_init have the threading mode as last argument,
 * GASNET_FFI_SEQ, _PARSYNC or _PAR. Message calls without a number, as gex_AM_RequestShort, have their
 * arguments as a count and an array. GASNET_BLOCKUNTIL is gasnet_ffi_blockuntil, with a function for
 * its condition. GEX_EVENT_NOW, GEX_MK_HOST, ... are numbers here, to be converted to the pointer type.
 * gasnet_ffi_query("GASNET_PAGESIZE") is what this installation was configured to. gasnet-languages(7).
 */
/* clang-format off */
#ifndef GASNET_FFI_H
#define GASNET_FFI_H
#include <stddef.h>
#include <stdint.h>

#define GASNET_FFI_SEQ 1 /* one thread of the process calls */
#define GASNET_FFI_PARSYNC 2 /* any, one at a time */
#define GASNET_FFI_PAR 3 /* all, at once */

#define GASNETT_ATOMIC_ACQ 4
#define GASNETT_ATOMIC_ACQ_IF_FALSE 32
#define GASNETT_ATOMIC_ACQ_IF_TRUE 16
#define GASNETT_ATOMIC_MAX 4294967295u
#define GASNETT_ATOMIC_MB_POST 12
#define GASNETT_ATOMIC_MB_PRE 3
#define GASNETT_ATOMIC_NONE 0
#define GASNETT_ATOMIC_REL 2
#define GASNETT_ATOMIC_RMB_POST 4
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 32
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 16
#define GASNETT_ATOMIC_RMB_PRE 1
#define GASNETT_ATOMIC_SIGNED_MAX 2147483647
#define GASNETT_ATOMIC_SIGNED_MIN -2147483648
#define GASNETT_ATOMIC_WMB_POST 8
#define GASNETT_ATOMIC_WMB_PRE 2
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_RELEASE_VERSION_MAJOR 2025
#define GASNETT_RELEASE_VERSION_MINOR 8
#define GASNETT_RELEASE_VERSION_PATCH 0
#define GASNETT_SET_AFFINITY_SUPPORT 1
#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 20
#define GASNETT_STRONGATOMIC_MAX 4294967295u
#define GASNETT_STRONGATOMIC_SIGNED_MAX 2147483647
#define GASNETT_STRONGATOMIC_SIGNED_MIN -2147483648
#define GASNETT_TICK_MAX 18446744073709551615ull
#define GASNETT_TICK_MIN 0
#define GASNETT_TRACE_ENABLED 0
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_BARRIERFLAG_ANONYMOUS 1
#define GASNET_BARRIERFLAG_IMAGES 4
#define GASNET_BARRIERFLAG_MISMATCH 2
#define GASNET_BARRIERFLAG_UNNAMED 9
#define GASNET_COLL_AGGREGATE 256
#define GASNET_COLL_AMSAFE 1
#define GASNET_COLL_DISABLE_AUTOTUNE 262144
#define GASNET_COLL_DST_IN_SEGMENT 1024
#define GASNET_COLL_EXCLUSIVE_SCAN 131072
#define GASNET_COLL_FIXED_THREADS_PER_NODE 512
#define GASNET_COLL_INCLUSIVE_SCAN 65536
#define GASNET_COLL_INVALID_HANDLE 0
#define GASNET_COLL_IN_ALLSYNC 4
#define GASNET_COLL_IN_MYSYNC 2
#define GASNET_COLL_IN_NOSYNC 1
#define GASNET_COLL_LOCAL 128
#define GASNET_COLL_NONCOMM 2
#define GASNET_COLL_NO_IMAGES 524288
#define GASNET_COLL_OUT_ALLSYNC 32
#define GASNET_COLL_OUT_MYSYNC 16
#define GASNET_COLL_OUT_NOSYNC 8
#define GASNET_COLL_REDUCE_OP_CUSTOM 32768
#define GASNET_COLL_REDUCE_OP_MAX 8192
#define GASNET_COLL_REDUCE_OP_MIN 16384
#define GASNET_COLL_REDUCE_OP_SUM 4096
#define GASNET_COLL_SINGLE 64
#define GASNET_COLL_SRC_IN_SEGMENT 2048
#define GASNET_COLL_SYNC_FLAG_MASK 63
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_BARRIER_MISMATCH 10005
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_RESOURCE 10002
#define GASNET_HIDDEN_AM_CONCURRENCY_LEVEL 0
#define GASNET_INVALID_HANDLE 0
#define GASNET_MAXNODES 2147483647
#define GASNET_NATIVE_NP_ALLOC_REP_MEDIUM 1
#define GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM 1
#define GASNET_NULL_ARGV_OK 1
#define GASNET_OK 0
#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0
#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8
#define GASNET_SUPPORTS_AM_CANCEL 20240418
#define GASNET_SUPPORTS_AM_COMMIT_V2 20240906
#define GASNET_SUPPORTS_TI_ENTRY 1
#define GASNET_SUPPORTS_TI_EP 1
#define GASNET_SUPPORTS_TI_IS_LONG 1
#define GASNET_SUPPORTS_TI_IS_REQ 1
#define GASNET_SUPPORTS_TI_SRCRANK 1
#define GASNET_TEAM_ALL 1
#define GASNET_VERSION 1
#define GASNET_WAIT_BLOCK 1
#define GASNET_WAIT_SPIN 0
#define GASNET_WAIT_SPINBLOCK 2
#define GEX_AD_INVALID 0
#define GEX_AM_INDEX_BASE 128
#define GEX_AM_SRCDESC_NO_OP 0
#define GEX_CLIENT_INVALID 0
#define GEX_DT_DBL 32
#define GEX_DT_FLT 16
#define GEX_DT_I32 1
#define GEX_DT_I64 4
#define GEX_DT_U32 2
#define GEX_DT_U64 8
#define GEX_DT_USER 64
#define GEX_EC_ALL 4294967295u
#define GEX_EC_AM 2
#define GEX_EC_GET 4
#define GEX_EC_LC 2
#define GEX_EC_PUT 3
#define GEX_EC_RMW 8
#define GEX_EP_CAPABILITY_AD 16
#define GEX_EP_CAPABILITY_ALL 31
#define GEX_EP_CAPABILITY_AM 2
#define GEX_EP_CAPABILITY_COLL 8
#define GEX_EP_CAPABILITY_RMA 1
#define GEX_EP_CAPABILITY_VIS 4
#define GEX_EP_INDEX_INVALID 65535
#define GEX_EP_INVALID 0
#define GEX_EVENT_DEFER 2
#define GEX_EVENT_GROUP 3
#define GEX_EVENT_INVALID 0
#define GEX_EVENT_NOW 1
#define GEX_EVENT_NO_OP 1
#define GEX_FLAG_AD_ACQ 4
#define GEX_FLAG_AD_FAVOR_MY_NBRHD 2
#define GEX_FLAG_AD_FAVOR_MY_RANK 1
#define GEX_FLAG_AD_FAVOR_REMOTE 4
#define GEX_FLAG_AD_MY_NBRHD 4096
#define GEX_FLAG_AD_MY_RANK 2048
#define GEX_FLAG_AD_REL 2
#define GEX_FLAG_AM_LONG 4
#define GEX_FLAG_AM_MEDIUM 2
#define GEX_FLAG_AM_MEDLONG 6
#define GEX_FLAG_AM_PREPARE_LEAST_ALLOC 4096
#define GEX_FLAG_AM_PREPARE_LEAST_CLIENT 2048
#define GEX_FLAG_AM_REPLY 16
#define GEX_FLAG_AM_REQREP 24
#define GEX_FLAG_AM_REQUEST 8
#define GEX_FLAG_AM_SHORT 1
#define GEX_FLAG_DEFER_THREADS 2
#define GEX_FLAG_ENABLE_LEAF_LC 2048
#define GEX_FLAG_GLOBALLY_QUIESCED 8192
#define GEX_FLAG_HINT_ACCEL_AD 1
#define GEX_FLAG_HINT_ACCEL_ALL 3
#define GEX_FLAG_HINT_ACCEL_COLL 2
#define GEX_FLAG_IMMEDIATE 1
#define GEX_FLAG_PEER_NEVER_NBRHD 16384
#define GEX_FLAG_PEER_NEVER_SELF 32768
#define GEX_FLAG_PEER_SEG_BOUND 512
#define GEX_FLAG_PEER_SEG_OFFSET 1024
#define GEX_FLAG_PEER_SEG_SOME 256
#define GEX_FLAG_PEER_SEG_UNKNOWN 128
#define GEX_FLAG_RANK_IS_JOBRANK 8192
#define GEX_FLAG_SCRATCH_SEG_OFFSET 64
#define GEX_FLAG_SELF_SEG_BOUND 32
#define GEX_FLAG_SELF_SEG_OFFSET 64
#define GEX_FLAG_SELF_SEG_SOME 16
#define GEX_FLAG_SELF_SEG_UNKNOWN 8
#define GEX_FLAG_TM_GLOBAL_SCRATCH 4
#define GEX_FLAG_TM_LOCAL_SCRATCH 8
#define GEX_FLAG_TM_NO_SCRATCH 32
#define GEX_FLAG_TM_SCRATCH_SIZE_MIN 1
#define GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED 2
#define GEX_FLAG_TM_SYMMETRIC_SCRATCH 16
#define GEX_FLAG_USES_GASNET1 1
#define GEX_MK_HOST 1
#define GEX_MK_INVALID 0
#define GEX_OP_ADD 8
#define GEX_OP_AND 1
#define GEX_OP_CAS 2048
#define GEX_OP_CSWAP 67108864
#define GEX_OP_DEC 512
#define GEX_OP_FADD 262144
#define GEX_OP_FAND 32768
#define GEX_OP_FCAS 67108864
#define GEX_OP_FDEC 16777216
#define GEX_OP_FINC 8388608
#define GEX_OP_FMAX 4194304
#define GEX_OP_FMIN 2097152
#define GEX_OP_FMULT 1048576
#define GEX_OP_FOR 65536
#define GEX_OP_FSUB 524288
#define GEX_OP_FXOR 131072
#define GEX_OP_GET 134217728
#define GEX_OP_INC 256
#define GEX_OP_MAX 128
#define GEX_OP_MIN 64
#define GEX_OP_MULT 32
#define GEX_OP_OR 2
#define GEX_OP_SET 1024
#define GEX_OP_SUB 16
#define GEX_OP_SWAP 33554432
#define GEX_OP_USER 1073741824
#define GEX_OP_USER_NC 2147483648u
#define GEX_OP_XOR 4
#define GEX_RANK_INVALID 4294967295u
#define GEX_SEGMENT_INVALID 0
#define GEX_SPEC_VERSION_MAJOR 0
#define GEX_SPEC_VERSION_MINOR 19
#define GEX_THREAD_ROLE_RCV 1
#define GEX_THREAD_ROLE_SND 2
#define GEX_TI_ALL 31
#define GEX_TI_ENTRY 2
#define GEX_TI_EP 16
#define GEX_TI_IS_LONG 8
#define GEX_TI_IS_REQ 4
#define GEX_TI_SRCRANK 1
#define GEX_TM_INVALID 0
#define GEX_VIS_MAX_PEERCOMPLETION 127
#define SIZEOF_GASNET_REGISTER_VALUE_T 8
#define SIZEOF_GEX_RMA_VALUE_T 8

typedef uint32_t gex_Rank_t;
typedef uint16_t gex_EP_Index_t;
typedef void *gex_Addr_t;
typedef uint32_t gex_Flags_t;
typedef uint32_t gex_DT_t;
typedef uint32_t gex_OP_t;
typedef uint32_t gex_EP_Capabilities_t;
typedef struct {
  gex_Rank_t gex_rank;
  gex_EP_Index_t gex_ep_index;
} gex_EP_Location_t;
typedef struct gex_event_s *gex_Event_t;
typedef struct gex_client_s *gex_Client_t;
typedef struct gex_ep_s *gex_EP_t;
typedef struct gex_segment_s *gex_Segment_t;
typedef struct gex_tm_s *gex_TM_t;
typedef struct gex_mk_s *gex_MK_t;
typedef struct gex_token_s *gex_Token_t;
typedef struct gex_am_srcdesc_s *gex_AM_SrcDesc_t;
typedef uint8_t gex_AM_Index_t;
typedef int32_t gex_AM_Arg_t;
typedef uint64_t gex_RMA_Value_t;
typedef void (*gex_AM_Fn_t)(void);
typedef unsigned int gex_TI_t;
typedef unsigned int gex_EC_t;
typedef struct {
  void *gex_addr;
  size_t gex_len;
} gex_Memvec_t;
typedef struct {
  gex_AM_Index_t gex_index;
  gex_AM_Fn_t gex_fnptr;
  gex_Flags_t gex_flags;
  unsigned int gex_nargs;
  const void *gex_cdata;
  const char *gex_name;
} gex_AM_Entry_t;
typedef struct {
  gex_Rank_t gex_srcrank;
  gex_EP_t gex_ep;
  const gex_AM_Entry_t *gex_entry;
  int gex_is_req;
  int gex_is_long;
} gex_Token_Info_t;
typedef struct {
  gex_Rank_t gex_jobrank;
} gex_RankInfo_t;
typedef struct {
  const char *gex_device_list;
  unsigned int gex_thread_roles;
  void *(*gex_progress_fn)(void *);
  void *gex_progress_arg;
} gex_ProgressThreadInfo_t;
typedef void *gasnet_threadinfo_t;
typedef struct {
  gex_AM_Index_t index;
  void (*fnptr)(void);
} gasnet_handlerentry_t;
typedef struct {
  void *addr;
  uintptr_t size;
} gasnet_seginfo_t;
typedef struct {
  gex_Rank_t host;
  gex_Rank_t supernode;
  uintptr_t offset;
  uintptr_t auxoffset;
} gasnet_nodeinfo_t;
typedef struct gex_hsl_s {
  uint32_t hyd_word;
  uint32_t hyd_magic;
  void *hyd_owner;
  struct gex_hsl_s *hyd_below;
} gex_HSL_t;
typedef uint64_t gasnett_tick_t;
typedef struct {
  uint32_t hyd_v;
} gasnett_atomic_t;
typedef struct {
  uint32_t hyd_v;
} gasnett_atomic32_t;
typedef struct {
  uint64_t hyd_v;
} gasnett_atomic64_t;
typedef struct {
  uint32_t hyd_v;
} gasnett_strongatomic_t;
typedef struct {
  uint32_t hyd_v;
} gasnett_strongatomic32_t;
typedef struct {
  uint64_t hyd_v;
} gasnett_strongatomic64_t;
typedef uint32_t gasnett_atomic_val_t;
typedef int32_t gasnett_atomic_sval_t;
typedef uint32_t gasnett_strongatomic_val_t;
typedef int32_t gasnett_strongatomic_sval_t;
typedef struct {
  uint64_t hyd_opaque[8];
} gasnett_mutex_t;
typedef struct {
  uint64_t hyd_opaque[8];
} gasnett_cond_t;
typedef struct {
  uint64_t hyd_opaque[16];
} gasnett_rwlock_t;
typedef struct {
  const char *name;
  int (*fnp)(int fd);
  int threadsupport;
} gasnett_backtrace_type_t;
typedef void (*gasnett_sighandlerfn_t)(int);
typedef gex_Rank_t gasnet_node_t;
typedef gex_Token_t gasnet_token_t;
typedef gex_AM_Index_t gasnet_handler_t;
typedef gex_AM_Arg_t gasnet_handlerarg_t;
typedef gex_RMA_Value_t gasnet_register_value_t;
typedef gex_Event_t gasnet_handle_t;
typedef struct {
  void *addr;
  size_t len;
} gasnet_memvec_t;
typedef struct gasnet_valget_s *gasnet_valget_handle_t;
typedef void (*gex_Coll_ReduceFn_t)(const void *arg1, void *arg2_and_out, size_t count, const void *cdata);
typedef uint32_t gasnet_image_t;
typedef gex_Event_t gasnet_coll_handle_t;
typedef struct hyd_coll_team_s *gasnet_team_handle_t;
typedef gasnet_team_handle_t gasnete_coll_team_t;
typedef void (*gasnet_coll_reduce_fn_t)(void *results, size_t result_count, const void *left_operands,
    size_t left_count, const void *right_operands, size_t elem_size, int flags, int arg);
typedef gex_AM_Arg_t gasnet_coll_fn_handle_t;
typedef struct {
  gasnet_coll_reduce_fn_t fnptr;
  unsigned int flags;
} gasnet_coll_fn_entry_t;
typedef enum {
  GASNET_COLL_BROADCAST_OP = 0,
  GASNET_COLL_BROADCASTM_OP,
  GASNET_COLL_SCATTER_OP,
  GASNET_COLL_SCATTERM_OP,
  GASNET_COLL_GATHER_OP,
  GASNET_COLL_GATHERM_OP,
  GASNET_COLL_GATHER_ALL_OP,
  GASNET_COLL_GATHER_ALLM_OP,
  GASNET_COLL_EXCHANGE_OP,
  GASNET_COLL_EXCHANGEM_OP,
  GASNET_COLL_REDUCE_OP,
  GASNET_COLL_REDUCEM_OP,
  GASNET_COLL_NUM_COLL_OPTYPES
} gasnet_coll_optype_t;
typedef enum {
  GASNET_COLL_PIPE_SEG_SIZE,
  GASNET_COLL_DISSEM_RADIX,
  GASNET_COLL_TREE_TYPE,
  GASNET_COLL_NUM_PARAM_TYPES
} gasnet_coll_tuning_param_type_t;
typedef void (*gasnet_coll_overlap_sample_work_t)(void *arg);
typedef struct {
  uint8_t **dst, **src;
  gasnet_image_t rootimg;
  size_t src_blksz, src_offset, elem_size, nbytes, dist;
  gasnet_coll_fn_handle_t func;
  int func_arg;
} gasnet_coll_args_t;
typedef struct gex_ad_s *gex_AD_t;
typedef enum {
  GEX_MK_CLASS_HOST,
  GEX_MK_CLASS_CUDA_UVA,
  GEX_MK_CLASS_HIP,
  GEX_MK_CLASS_ZE,
  HYD_MK_CLASS_PAGED = 16
} gex_MK_Class_t;
typedef struct {
  uint64_t gex_flags;
  gex_MK_Class_t gex_class;
  union {
    struct {
      int gex_CUdevice;
    } gex_class_cuda_uva;
    struct {
      int gex_hipDevice;
    } gex_class_hip;
    struct {
      void *gex_zeDevice;
      void *gex_zeContext;
      uint32_t gex_zeMemoryOrdinal;
    } gex_class_ze;
    struct {
      const void *hyd_settings;
    } hyd_class_paged;
  } gex_args;
} gex_MK_Create_args_t;
typedef size_t (*hyd_note_fn_t)(void *arg, char *text, size_t bytes);
struct hyd_paged_settings {
  const char *file;
  const char *directory;
  uint64_t bytes_resident;
  uint32_t page_size;
  uint32_t flags;
  uint32_t depth;
};
struct hyd_paged_counts {
  uint64_t pages, page_size, resident;
  uint64_t page_ins, evictions, write_backs;
  uint64_t deferred;
  uint64_t faults;
  uint64_t strangers;
};
struct hyd_paged_traffic {
  uint64_t hits;
  uint64_t bounces;
  uint64_t refused;
  uint64_t stalls;
  uint64_t credits;
  uint64_t waiting, most_waiting;
};
struct hyd_paged_range {
  uint64_t key, offset, size;
  gex_Rank_t rank;
  uint32_t slot;
};
typedef void (*hyd_paged_note_fn_t)(gex_Rank_t from, uint64_t a, uint64_t b);
typedef enum {
  HYD_PAGED_READ,
  HYD_PAGED_SWAP,
  HYD_PAGED_CSWAP,
  HYD_PAGED_ADD,
  HYD_PAGED_AND,
  HYD_PAGED_OR,
  HYD_PAGED_XOR,
  HYD_PAGED_ENQUEUE,
  HYD_PAGED_DEQUEUE,
  HYD_PAGED_NEW_HEAD,
  HYD_PAGED_SEM_P,
  HYD_PAGED_SEM_V
} hyd_paged_atomic_t;
struct hyd_paged_queue {
  uint32_t lock;
  uint32_t head;
  uint32_t tail;
  uint32_t waiting;
  uint32_t promised;
  uint32_t count;
  uint32_t unused[2];
};
struct hyd_paged_answer {
  uint64_t value[2];
  int error;
};
typedef gex_HSL_t gasnet_hsl_t;

extern void (*gasnet_client_attach_hook)(void *base, uintptr_t size);
extern const char *gasnet_max_segsize_str;
extern uint64_t gasnet_max_segsize;
extern int gasnet_frozen;
extern int (*gasnett_print_backtrace_ifenabled)(int fd);
extern gasnett_backtrace_type_t gasnett_backtrace_user;

void *GASNETT_FAST_ALIGNED_MEMCPY(void *dst, const void *src, size_t n);
void *GASNETT_FAST_UNALIGNED_MEMCPY(void *dst, const void *src, size_t n);
void GASNETT_STATS_DUMP(int reset);
const char *GASNETT_STATS_GETMASK(void);
int GASNETT_STATS_INIT(void (*callback)(void (*)(const char *, ...)));
void GASNETT_STATS_SETMASK(const char *mask);
void GASNETT_TRACE_FREEZESOURCELINE(void);
const char *GASNETT_TRACE_GETMASK(void);
void GASNETT_TRACE_GETSOURCELINE(const char **file_p, unsigned *line_p);
int GASNETT_TRACE_GET_TRACELOCAL(void);
void GASNETT_TRACE_SETMASK(const char *mask);
void GASNETT_TRACE_SETSOURCELINE(const char *file, unsigned line);
void GASNETT_TRACE_SET_TRACELOCAL(int on);
void GASNETT_TRACE_UNFREEZESOURCELINE(void);
void GASNETT_VALUE_ASSIGN(void *dst, uint64_t value, size_t n);
gasnet_threadinfo_t GASNET_GET_THREADINFO(void);
gex_OP_t GEX_OP_TO_FETCHING(gex_OP_t op);
gex_OP_t GEX_OP_TO_NONFETCHING(gex_OP_t op);
void _gasneti_threadkey_init(void **cell);
int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcindex);
size_t gasnet_AMMaxArgs(void);
size_t gasnet_AMMaxLongReply(void);
size_t gasnet_AMMaxLongRequest(void);
size_t gasnet_AMMaxMedium(void);
int gasnet_AMPoll(void);
int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes, void *dst, int numargs,
    ...);
int gasnet_AMReplyLong0(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst);
int gasnet_AMReplyLong1(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0);
int gasnet_AMReplyLong2(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1);
int gasnet_AMReplyLong3(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2);
int gasnet_AMReplyLong4(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMReplyLong5(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4);
int gasnet_AMReplyLong6(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5);
int gasnet_AMReplyLong7(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6);
int gasnet_AMReplyLong8(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMReplyLong9(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8);
int gasnet_AMReplyLong10(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9);
int gasnet_AMReplyLong11(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10);
int gasnet_AMReplyLong12(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMReplyLong13(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12);
int gasnet_AMReplyLong14(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13);
int gasnet_AMReplyLong15(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14);
int gasnet_AMReplyLong16(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes, int numargs, ...);
int gasnet_AMReplyMedium0(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n);
int gasnet_AMReplyMedium1(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0);
int gasnet_AMReplyMedium2(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1);
int gasnet_AMReplyMedium3(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2);
int gasnet_AMReplyMedium4(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMReplyMedium5(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4);
int gasnet_AMReplyMedium6(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5);
int gasnet_AMReplyMedium7(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6);
int gasnet_AMReplyMedium8(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMReplyMedium9(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8);
int gasnet_AMReplyMedium10(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9);
int gasnet_AMReplyMedium11(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10);
int gasnet_AMReplyMedium12(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMReplyMedium13(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12);
int gasnet_AMReplyMedium14(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13);
int gasnet_AMReplyMedium15(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14);
int gasnet_AMReplyMedium16(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t h, int numargs, ...);
int gasnet_AMReplyShort0(gasnet_token_t token, gasnet_handler_t h);
int gasnet_AMReplyShort1(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0);
int gasnet_AMReplyShort2(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1);
int gasnet_AMReplyShort3(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2);
int gasnet_AMReplyShort4(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMReplyShort5(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4);
int gasnet_AMReplyShort6(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5);
int gasnet_AMReplyShort7(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6);
int gasnet_AMReplyShort8(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMReplyShort9(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8);
int gasnet_AMReplyShort10(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9);
int gasnet_AMReplyShort11(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10);
int gasnet_AMReplyShort12(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMReplyShort13(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12);
int gasnet_AMReplyShort14(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13);
int gasnet_AMReplyShort15(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13,
    gasnet_handlerarg_t a14);
int gasnet_AMReplyShort16(gasnet_token_t token, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13,
    gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMRequestLong(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes, void *dst, int numargs,
    ...);
int gasnet_AMRequestLong0(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst);
int gasnet_AMRequestLong1(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0);
int gasnet_AMRequestLong2(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1);
int gasnet_AMRequestLong3(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2);
int gasnet_AMRequestLong4(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMRequestLong5(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4);
int gasnet_AMRequestLong6(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5);
int gasnet_AMRequestLong7(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6);
int gasnet_AMRequestLong8(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMRequestLong9(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8);
int gasnet_AMRequestLong10(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9);
int gasnet_AMRequestLong11(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10);
int gasnet_AMRequestLong12(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMRequestLong13(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12);
int gasnet_AMRequestLong14(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13);
int gasnet_AMRequestLong15(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14);
int gasnet_AMRequestLong16(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMRequestLongAsync(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes, void *dst,
    int numargs, ...);
int gasnet_AMRequestLongAsync0(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst);
int gasnet_AMRequestLongAsync1(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0);
int gasnet_AMRequestLongAsync2(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1);
int gasnet_AMRequestLongAsync3(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2);
int gasnet_AMRequestLongAsync4(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMRequestLongAsync5(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4);
int gasnet_AMRequestLongAsync6(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5);
int gasnet_AMRequestLongAsync7(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6);
int gasnet_AMRequestLongAsync8(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMRequestLongAsync9(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8);
int gasnet_AMRequestLongAsync10(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9);
int gasnet_AMRequestLongAsync11(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10);
int gasnet_AMRequestLongAsync12(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMRequestLongAsync13(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12);
int gasnet_AMRequestLongAsync14(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13);
int gasnet_AMRequestLongAsync15(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14);
int gasnet_AMRequestLongAsync16(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, void *dst,
    gasnet_handlerarg_t a0, gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3,
    gasnet_handlerarg_t a4, gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7,
    gasnet_handlerarg_t a8, gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11,
    gasnet_handlerarg_t a12, gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMRequestMedium(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes, int numargs, ...);
int gasnet_AMRequestMedium0(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n);
int gasnet_AMRequestMedium1(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0);
int gasnet_AMRequestMedium2(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1);
int gasnet_AMRequestMedium3(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2);
int gasnet_AMRequestMedium4(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMRequestMedium5(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4);
int gasnet_AMRequestMedium6(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5);
int gasnet_AMRequestMedium7(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6);
int gasnet_AMRequestMedium8(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMRequestMedium9(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8);
int gasnet_AMRequestMedium10(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9);
int gasnet_AMRequestMedium11(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10);
int gasnet_AMRequestMedium12(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMRequestMedium13(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12);
int gasnet_AMRequestMedium14(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13);
int gasnet_AMRequestMedium15(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14);
int gasnet_AMRequestMedium16(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t n, gasnet_handlerarg_t a0,
    gasnet_handlerarg_t a1, gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4,
    gasnet_handlerarg_t a5, gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8,
    gasnet_handlerarg_t a9, gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12,
    gasnet_handlerarg_t a13, gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
int gasnet_AMRequestShort(gasnet_node_t dest, gasnet_handler_t h, int numargs, ...);
int gasnet_AMRequestShort0(gasnet_node_t dest, gasnet_handler_t h);
int gasnet_AMRequestShort1(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0);
int gasnet_AMRequestShort2(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1);
int gasnet_AMRequestShort3(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2);
int gasnet_AMRequestShort4(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3);
int gasnet_AMRequestShort5(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4);
int gasnet_AMRequestShort6(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5);
int gasnet_AMRequestShort7(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6);
int gasnet_AMRequestShort8(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7);
int gasnet_AMRequestShort9(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8);
int gasnet_AMRequestShort10(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9);
int gasnet_AMRequestShort11(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10);
int gasnet_AMRequestShort12(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11);
int gasnet_AMRequestShort13(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12);
int gasnet_AMRequestShort14(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13);
int gasnet_AMRequestShort15(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13,
    gasnet_handlerarg_t a14);
int gasnet_AMRequestShort16(gasnet_node_t dest, gasnet_handler_t h, gasnet_handlerarg_t a0, gasnet_handlerarg_t a1,
    gasnet_handlerarg_t a2, gasnet_handlerarg_t a3, gasnet_handlerarg_t a4, gasnet_handlerarg_t a5,
    gasnet_handlerarg_t a6, gasnet_handlerarg_t a7, gasnet_handlerarg_t a8, gasnet_handlerarg_t a9,
    gasnet_handlerarg_t a10, gasnet_handlerarg_t a11, gasnet_handlerarg_t a12, gasnet_handlerarg_t a13,
    gasnet_handlerarg_t a14, gasnet_handlerarg_t a15);
const char *gasnet_ErrorDesc(int errval);
const char *gasnet_ErrorName(int errval);
void gasnet_QueryGexObjects(gex_Client_t *client_p, gex_EP_t *endpoint_p, gex_TM_t *tm_p, gex_Segment_t *segment_p);
int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset);
int gasnet_barrier(int id, int flags);
void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_result(int *id);
int gasnet_barrier_try(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
void gasnet_begin_nbi_accessregion(void);
int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags);
void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id);
int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags);
int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags);
void gasnet_coll_broadcast(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes,
    int flags);
void gasnet_coll_broadcastM(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_broadcastM_nb(gasnet_team_handle_t team, void *const dstlist[],
    gasnet_image_t srcimage, void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_broadcast_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags);
void gasnet_coll_dumpProfile(char *file, gasnet_team_handle_t team);
void gasnet_coll_dumpTuningState(char *file, gasnet_team_handle_t team);
void gasnet_coll_exchange(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_exchangeM(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes,
    int flags);
gasnet_coll_handle_t gasnet_coll_exchangeM_nb(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[],
    size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_exchange_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_gather(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes,
    int flags);
void gasnet_coll_gatherM(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[],
    size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gatherM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst,
    void *const srclist[], size_t nbytes, int flags);
void gasnet_coll_gather_all(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes, int flags);
void gasnet_coll_gather_allM(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[], size_t nbytes,
    int flags);
gasnet_coll_handle_t gasnet_coll_gather_allM_nb(gasnet_team_handle_t team, void *const dstlist[], void *const srclist[],
    size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_gather_all_nb(gasnet_team_handle_t team, void *dst, void *src, size_t nbytes,
    int flags);
gasnet_coll_handle_t gasnet_coll_gather_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src,
    size_t nbytes, int flags);
int gasnet_coll_get_num_tree_classes(gasnet_team_handle_t team, gasnet_coll_optype_t optype);
void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t fn_tbl[],
    size_t fn_count, int init_flags);
void gasnet_coll_loadTuningState(char *file, gasnet_team_handle_t team);
void gasnet_coll_reduce(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src, size_t src_blksz,
    size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg, int flags);
void gasnet_coll_reduceM(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *const srclist[],
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_reduceM_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst,
    void *const srclist[], size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count,
    gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_reduce_nb(gasnet_team_handle_t team, gasnet_image_t dstimage, void *dst, void *src,
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags);
void gasnet_coll_scan(gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset, void *src,
    size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags);
void gasnet_coll_scanM(gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz, size_t dst_offset,
    void *const srclist[], size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count,
    gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_scanM_nb(gasnet_team_handle_t team, void *const dstlist[], size_t dst_blksz,
    size_t dst_offset, void *const srclist[], size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count,
    gasnet_coll_fn_handle_t func, int func_arg, int flags);
gasnet_coll_handle_t gasnet_coll_scan_nb(gasnet_team_handle_t team, void *dst, size_t dst_blksz, size_t dst_offset,
    void *src, size_t src_blksz, size_t src_offset, size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func,
    int func_arg, int flags);
void gasnet_coll_scatter(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes,
    int flags);
void gasnet_coll_scatterM(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_scatterM_nb(gasnet_team_handle_t team, void *const dstlist[], gasnet_image_t srcimage,
    void *src, size_t nbytes, int flags);
gasnet_coll_handle_t gasnet_coll_scatter_nb(gasnet_team_handle_t team, void *dst, gasnet_image_t srcimage, void *src,
    size_t nbytes, int flags);
void gasnet_coll_set_dissem_limit(gasnet_team_handle_t team, size_t limit, gasnet_coll_optype_t optype);
void gasnet_coll_set_tree_kind(gasnet_team_handle_t team, int type, int fanout, gasnet_coll_optype_t optype);
void gasnet_coll_team_free(gasnet_team_handle_t team);
gex_Rank_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gex_Rank_t node);
gex_Rank_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, int rank);
gex_Rank_t gasnet_coll_team_size(gasnet_team_handle_t team);
gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent, gex_Rank_t color, gex_Rank_t relrank,
    void *clientdata);
int gasnet_coll_try_sync(gasnet_coll_handle_t h);
int gasnet_coll_try_sync_all(gasnet_coll_handle_t *h, size_t n);
int gasnet_coll_try_sync_some(gasnet_coll_handle_t *h, size_t n);
void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t op, gasnet_coll_args_t args, int flags,
    gasnet_coll_overlap_sample_work_t fn, void *work_arg, uint32_t *best_alg, uint32_t *num_params,
    uint32_t **best_param, char **best_tree);
void gasnet_coll_wait_sync(gasnet_coll_handle_t h);
void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *h, size_t n);
void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *h, size_t n);
gasnet_handle_t gasnet_end_nbi_accessregion(void);
void gasnet_exit(int exitcode);
void gasnet_get(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
uintptr_t gasnet_getMaxLocalSegmentSize(void);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *table, int numentries);
int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries);
void gasnet_get_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
gasnet_handle_t gasnet_get_nb_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes);
void gasnet_get_nbi(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
void gasnet_get_nbi_bulk(void *dest, gasnet_node_t node, const void *src, size_t nbytes);
gasnet_register_value_t gasnet_get_val(gasnet_node_t node, const void *src, size_t nbytes);
char *gasnet_getenv(const char *name);
void gasnet_geti_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount,
    void *const srclist[], size_t srclen);
gasnet_handle_t gasnet_geti_nb_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode,
    size_t srccount, void *const srclist[], size_t srclen);
void gasnet_geti_nbi_bulk(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount,
    void *const srclist[], size_t srclen);
void gasnet_gets_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels);
gasnet_handle_t gasnet_gets_nb_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode,
    const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
void gasnet_gets_nbi_bulk(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels);
void gasnet_getv_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount,
    gasnet_memvec_t const srclist[]);
gasnet_handle_t gasnet_getv_nb_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode,
    size_t srccount, gasnet_memvec_t const srclist[]);
void gasnet_getv_nbi_bulk(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount,
    gasnet_memvec_t const srclist[]);
void gasnet_hold_interrupts(void);
void gasnet_hsl_destroy(gex_HSL_t *hsl);
void gasnet_hsl_init(gex_HSL_t *hsl);
void gasnet_hsl_lock(gex_HSL_t *hsl);
int gasnet_hsl_trylock(gex_HSL_t *hsl);
void gasnet_hsl_unlock(gex_HSL_t *hsl);
void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes);
gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes);
void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes);
gasnet_node_t gasnet_mynode(void);
gasnet_node_t gasnet_nodes(void);
void gasnet_put(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_put_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_put_nbi(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, const void *src, size_t nbytes);
void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_puti_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
    void *const srclist[], size_t srclen);
gasnet_handle_t gasnet_puti_nb_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen);
void gasnet_puti_nbi_bulk(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
    void *const srclist[], size_t srclen);
void gasnet_puts_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels);
gasnet_handle_t gasnet_puts_nb_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[],
    const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
void gasnet_puts_nbi_bulk(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], const void *srcaddr,
    const size_t srcstrides[], const size_t count[], size_t stridelevels);
void gasnet_putv_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
    gasnet_memvec_t const srclist[]);
gasnet_handle_t gasnet_putv_nb_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[],
    size_t srccount, gasnet_memvec_t const srclist[]);
void gasnet_putv_nbi_bulk(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount,
    gasnet_memvec_t const srclist[]);
void gasnet_resume_interrupts(void);
int gasnet_set_waitmode(int wait_mode);
int gasnet_try_syncnb(gasnet_handle_t h);
int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_all_nopoll(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_nopoll(gasnet_handle_t h);
int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnb_some_nopoll(gasnet_handle_t *handles, size_t n);
int gasnet_try_syncnbi_all(void);
int gasnet_try_syncnbi_gets(void);
int gasnet_try_syncnbi_puts(void);
void gasnet_wait_syncnb(gasnet_handle_t h);
void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t n);
void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t n);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);
void gasnet_wait_syncnbi_all(void);
void gasnet_wait_syncnbi_gets(void);
void gasnet_wait_syncnbi_puts(void);
void gasnete_coll_team_free(gasnet_team_handle_t team);
gex_Rank_t gasnete_coll_team_node2rank(gasnet_team_handle_t team, gex_Rank_t node);
gex_Rank_t gasnete_coll_team_rank2node(gasnet_team_handle_t team, int rank);
gex_Rank_t gasnete_coll_team_size(gasnet_team_handle_t team);
gasnet_team_handle_t gasnete_coll_team_split(gasnet_team_handle_t parent, gex_Rank_t color, gex_Rank_t relrank,
    void *clientdata);
const char *gasneti_gethostname(void);
uint32_t gasnett_atomic32_add(gasnett_atomic32_t *p, uint32_t op, int flags);
int gasnett_atomic32_compare_and_swap(gasnett_atomic32_t *p, uint32_t oldv, uint32_t newv, int flags);
void gasnett_atomic32_decrement(gasnett_atomic32_t *p, int flags);
int gasnett_atomic32_decrement_and_test(gasnett_atomic32_t *p, int flags);
void gasnett_atomic32_increment(gasnett_atomic32_t *p, int flags);
uint32_t gasnett_atomic32_read(const gasnett_atomic32_t *p, int flags);
void gasnett_atomic32_set(gasnett_atomic32_t *p, uint32_t v, int flags);
uint32_t gasnett_atomic32_subtract(gasnett_atomic32_t *p, uint32_t op, int flags);
uint32_t gasnett_atomic32_swap(gasnett_atomic32_t *p, uint32_t newv, int flags);
uint64_t gasnett_atomic64_add(gasnett_atomic64_t *p, uint64_t op, int flags);
int gasnett_atomic64_compare_and_swap(gasnett_atomic64_t *p, uint64_t oldv, uint64_t newv, int flags);
void gasnett_atomic64_decrement(gasnett_atomic64_t *p, int flags);
int gasnett_atomic64_decrement_and_test(gasnett_atomic64_t *p, int flags);
void gasnett_atomic64_increment(gasnett_atomic64_t *p, int flags);
uint64_t gasnett_atomic64_read(const gasnett_atomic64_t *p, int flags);
void gasnett_atomic64_set(gasnett_atomic64_t *p, uint64_t v, int flags);
uint64_t gasnett_atomic64_subtract(gasnett_atomic64_t *p, uint64_t op, int flags);
uint64_t gasnett_atomic64_swap(gasnett_atomic64_t *p, uint64_t newv, int flags);
uint32_t gasnett_atomic_add(gasnett_atomic_t *p, uint32_t op, int flags);
int gasnett_atomic_compare_and_swap(gasnett_atomic_t *p, uint32_t oldv, uint32_t newv, int flags);
void gasnett_atomic_decrement(gasnett_atomic_t *p, int flags);
int gasnett_atomic_decrement_and_test(gasnett_atomic_t *p, int flags);
void gasnett_atomic_increment(gasnett_atomic_t *p, int flags);
uint32_t gasnett_atomic_read(const gasnett_atomic_t *p, int flags);
void gasnett_atomic_set(gasnett_atomic_t *p, uint32_t v, int flags);
gasnett_atomic_sval_t gasnett_atomic_signed(gasnett_atomic_val_t v);
uint32_t gasnett_atomic_subtract(gasnett_atomic_t *p, uint32_t op, int flags);
uint32_t gasnett_atomic_swap(gasnett_atomic_t *p, uint32_t newv, int flags);
void gasnett_backtrace_init(const char *exename);
uint64_t gasnett_checksum(const void *p, int numbytes);
void gasnett_close_streams(void);
void gasnett_compiler_fence(void);
void gasnett_cond_broadcast(gasnett_cond_t *c);
void gasnett_cond_destroy(gasnett_cond_t *c);
void gasnett_cond_init(gasnett_cond_t *c);
void gasnett_cond_signal(gasnett_cond_t *c);
void gasnett_cond_wait(gasnett_cond_t *c, gasnett_mutex_t *m);
size_t gasnett_count0s(const void *p, size_t n);
size_t gasnett_count0s_copy(void *dst, const void *src, size_t n);
int gasnett_count0s_uint32_t(uint32_t v);
int gasnett_count0s_uint64_t(uint64_t v);
int gasnett_count0s_uintptr_t(uintptr_t v);
int gasnett_cpu_count(void);
void gasnett_envdbl_display(const char *name, double value, int is_dflt);
void gasnett_envint_display(const char *name, int64_t value, int is_dflt, int is_mem_size);
void gasnett_envstr_display(const char *name, const char *value, int is_dflt);
const char *gasnett_exe_name(void);
void gasnett_fatalerror_nopos(const char *fmt, ...);
void gasnett_flush_streams(void);
char *gasnett_format_addrlist(char *buf, size_t count, void *const *list, size_t len);
size_t gasnett_format_addrlist_bufsz(size_t count);
size_t gasnett_format_dt(char *buf, uint32_t dt);
char *gasnett_format_memveclist(char *buf, size_t count, gex_Memvec_t const *list);
size_t gasnett_format_memveclist_bufsz(size_t count);
char *gasnett_format_number(int64_t value, char *buf, size_t bufsz, int is_mem_size);
size_t gasnett_format_op(char *buf, uint32_t op);
char *gasnett_format_putigeti(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, void *const dstlist[],
    size_t dstlen, size_t srccount, void *const srclist[], size_t srclen);
size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount);
char *gasnett_format_putsgets(char *buf, void *stats, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
    const ptrdiff_t dststrides[], const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz,
    const size_t count[], size_t stridelevels);
size_t gasnett_format_putsgets_bufsz(size_t stridelevels);
char *gasnett_format_putvgetv(char *buf, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, gex_Memvec_t const dstlist[],
    size_t srccount, gex_Memvec_t const srclist[]);
size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount);
char *gasnett_format_strides(char *buf, size_t count, const ptrdiff_t *list);
size_t gasnett_format_strides_bufsz(size_t count);
size_t gasnett_format_ti(char *buf, uint32_t ti);
void gasnett_free_aligned(void *p);
void gasnett_freezeForDebuggerErr(void);
void gasnett_freezeForDebuggerNow(int *flag, const char *flagname);
uint64_t gasnett_getPhysMemSz(int failure_is_fatal);
char *gasnett_getenv(const char *name);
double gasnett_getenv_dbl_withdefault(const char *name, double dflt);
int64_t gasnett_getenv_int_withdefault(const char *name, int64_t dflt, uint64_t mem_size_multiplier);
char *gasnett_getenv_withdefault(const char *name, const char *dflt);
int gasnett_getenv_yesno_withdefault(const char *name, int dflt);
const char *gasnett_gethostname(void);
uint64_t gasnett_gettimeofday_us(void);
int gasnett_isLittleEndian(void);
void gasnett_killmyprocess(int exitcode);
void gasnett_local_mb(void);
void gasnett_local_rmb(void);
void gasnett_local_wmb(void);
void *gasnett_malloc_aligned(size_t align, size_t size);
int gasnett_maximize_rlimit(int res, const char *desc);
int gasnett_maximize_rlimits(void);
void *gasnett_mmap(uintptr_t size);
void gasnett_mutex_assertlocked(gasnett_mutex_t *m);
void gasnett_mutex_assertunlocked(gasnett_mutex_t *m);
void gasnett_mutex_destroy(gasnett_mutex_t *m);
int gasnett_mutex_destroy_ignoreerr(gasnett_mutex_t *m);
void gasnett_mutex_init(gasnett_mutex_t *m);
void gasnett_mutex_lock(gasnett_mutex_t *m);
int gasnett_mutex_trylock(gasnett_mutex_t *m);
void gasnett_mutex_unlock(gasnett_mutex_t *m);
int gasnett_nsleep(uint64_t ns);
int64_t gasnett_parse_int(const char *text, uint64_t mem_size_multiplier);
const char *gasnett_performance_warning_str(void);
int gasnett_print_backtrace(int fd);
gasnett_sighandlerfn_t gasnett_reghandler(int sig, gasnett_sighandlerfn_t handler);
uint64_t gasnett_release_version(void);
const char *gasnett_release_version_str(void);
void gasnett_rwlock_assertlocked(gasnett_rwlock_t *r);
void gasnett_rwlock_assertrdlocked(gasnett_rwlock_t *r);
void gasnett_rwlock_assertunlocked(gasnett_rwlock_t *r);
void gasnett_rwlock_assertwrlocked(gasnett_rwlock_t *r);
void gasnett_rwlock_destroy(gasnett_rwlock_t *r);
void gasnett_rwlock_init(gasnett_rwlock_t *r);
void gasnett_rwlock_rdlock(gasnett_rwlock_t *r);
int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *r);
int gasnett_rwlock_trywrlock(gasnett_rwlock_t *r);
void gasnett_rwlock_unlock(gasnett_rwlock_t *r);
void gasnett_rwlock_wrlock(gasnett_rwlock_t *r);
void gasnett_sched_yield(void);
int gasnett_set_affinity(int rank);
void gasnett_setenv(const char *name, const char *value);
const char *gasnett_signame_fromval(int sig);
void gasnett_spinloop_hint(void);
uint32_t gasnett_strongatomic32_add(gasnett_strongatomic32_t *p, uint32_t op, int flags);
int gasnett_strongatomic32_compare_and_swap(gasnett_strongatomic32_t *p, uint32_t oldv, uint32_t newv, int flags);
void gasnett_strongatomic32_decrement(gasnett_strongatomic32_t *p, int flags);
int gasnett_strongatomic32_decrement_and_test(gasnett_strongatomic32_t *p, int flags);
void gasnett_strongatomic32_increment(gasnett_strongatomic32_t *p, int flags);
uint32_t gasnett_strongatomic32_read(const gasnett_strongatomic32_t *p, int flags);
void gasnett_strongatomic32_set(gasnett_strongatomic32_t *p, uint32_t v, int flags);
uint32_t gasnett_strongatomic32_subtract(gasnett_strongatomic32_t *p, uint32_t op, int flags);
uint32_t gasnett_strongatomic32_swap(gasnett_strongatomic32_t *p, uint32_t newv, int flags);
uint64_t gasnett_strongatomic64_add(gasnett_strongatomic64_t *p, uint64_t op, int flags);
int gasnett_strongatomic64_compare_and_swap(gasnett_strongatomic64_t *p, uint64_t oldv, uint64_t newv, int flags);
void gasnett_strongatomic64_decrement(gasnett_strongatomic64_t *p, int flags);
int gasnett_strongatomic64_decrement_and_test(gasnett_strongatomic64_t *p, int flags);
void gasnett_strongatomic64_increment(gasnett_strongatomic64_t *p, int flags);
uint64_t gasnett_strongatomic64_read(const gasnett_strongatomic64_t *p, int flags);
void gasnett_strongatomic64_set(gasnett_strongatomic64_t *p, uint64_t v, int flags);
uint64_t gasnett_strongatomic64_subtract(gasnett_strongatomic64_t *p, uint64_t op, int flags);
uint64_t gasnett_strongatomic64_swap(gasnett_strongatomic64_t *p, uint64_t newv, int flags);
uint32_t gasnett_strongatomic_add(gasnett_strongatomic_t *p, uint32_t op, int flags);
int gasnett_strongatomic_compare_and_swap(gasnett_strongatomic_t *p, uint32_t oldv, uint32_t newv, int flags);
void gasnett_strongatomic_decrement(gasnett_strongatomic_t *p, int flags);
int gasnett_strongatomic_decrement_and_test(gasnett_strongatomic_t *p, int flags);
void gasnett_strongatomic_increment(gasnett_strongatomic_t *p, int flags);
uint32_t gasnett_strongatomic_read(const gasnett_strongatomic_t *p, int flags);
void gasnett_strongatomic_set(gasnett_strongatomic_t *p, uint32_t v, int flags);
gasnett_strongatomic_sval_t gasnett_strongatomic_signed(gasnett_strongatomic_val_t v);
uint32_t gasnett_strongatomic_subtract(gasnett_strongatomic_t *p, uint32_t op, int flags);
uint32_t gasnett_strongatomic_swap(gasnett_strongatomic_t *p, uint32_t newv, int flags);
void *gasnett_threadkey_get(void **key);
void *gasnett_threadkey_get_noinit(void **key);
void gasnett_threadkey_init(void **key);
void gasnett_threadkey_set(void **key, void *value);
void gasnett_threadkey_set_noinit(void **key, void *value);
double gasnett_tick_granularityus(void);
double gasnett_tick_overheadus(void);
gasnett_tick_t gasnett_ticks_now(void);
uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks);
uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks);
void gasnett_unsetenv(const char *name);
int gasnett_verboseenv(void);
void gasnett_weak_mb(void);
void gasnett_weak_rmb(void);
void gasnett_weak_wmb(void);
void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);
void gex_AD_Destroy(gex_AD_t ad);
int gex_AD_OpNBI_DBL(gex_AD_t ad, double *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    double operand1, double operand2, gex_Flags_t flags);
int gex_AD_OpNBI_FLT(gex_AD_t ad, float *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode, float operand1,
    float operand2, gex_Flags_t flags);
int gex_AD_OpNBI_I32(gex_AD_t ad, int32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int32_t operand1, int32_t operand2, gex_Flags_t flags);
int gex_AD_OpNBI_I64(gex_AD_t ad, int64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int64_t operand1, int64_t operand2, gex_Flags_t flags);
int gex_AD_OpNBI_U32(gex_AD_t ad, uint32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint32_t operand1, uint32_t operand2, gex_Flags_t flags);
int gex_AD_OpNBI_U64(gex_AD_t ad, uint64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint64_t operand1, uint64_t operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_DBL(gex_AD_t ad, double *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    double operand1, double operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_FLT(gex_AD_t ad, float *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    float operand1, float operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_I32(gex_AD_t ad, int32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int32_t operand1, int32_t operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_I64(gex_AD_t ad, int64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    int64_t operand1, int64_t operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_U32(gex_AD_t ad, uint32_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint32_t operand1, uint32_t operand2, gex_Flags_t flags);
gex_Event_t gex_AD_OpNB_U64(gex_AD_t ad, uint64_t *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode,
    uint64_t operand1, uint64_t operand2, gex_Flags_t flags);
void *gex_AD_QueryCData(gex_AD_t ad);
gex_DT_t gex_AD_QueryDT(gex_AD_t ad);
gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad);
gex_OP_t gex_AD_QueryOps(gex_AD_t ad);
gex_TM_t gex_AD_QueryTM(gex_AD_t ad);
void gex_AD_SetCData(gex_AD_t ad, const void *val);
int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags);
void gex_AM_CommitReplyLong(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr, unsigned nargs,
    const gex_AM_Arg_t *args);
void gex_AM_CommitReplyLong0(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr);
int gex_AM_CommitReplyLong0_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags);
void gex_AM_CommitReplyLong1(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0);
int gex_AM_CommitReplyLong1_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0);
void gex_AM_CommitReplyLong2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_CommitReplyLong2_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
void gex_AM_CommitReplyLong3(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_CommitReplyLong3_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
void gex_AM_CommitReplyLong4(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_CommitReplyLong4_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
void gex_AM_CommitReplyLong5(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_CommitReplyLong5_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
void gex_AM_CommitReplyLong6(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_CommitReplyLong6_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5);
void gex_AM_CommitReplyLong7(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6);
int gex_AM_CommitReplyLong7_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6);
void gex_AM_CommitReplyLong8(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_CommitReplyLong8_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
void gex_AM_CommitReplyLong9(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_CommitReplyLong9_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
void gex_AM_CommitReplyLong10(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_CommitReplyLong10_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
void gex_AM_CommitReplyLong11(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_CommitReplyLong11_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
void gex_AM_CommitReplyLong12(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_CommitReplyLong12_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11);
void gex_AM_CommitReplyLong13(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12);
int gex_AM_CommitReplyLong13_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12);
void gex_AM_CommitReplyLong14(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_CommitReplyLong14_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
void gex_AM_CommitReplyLong15(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_CommitReplyLong15_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
void gex_AM_CommitReplyLong16(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitReplyLong16_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitReplyLong_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args);
void gex_AM_CommitReplyMedium(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, unsigned nargs,
    const gex_AM_Arg_t *args);
void gex_AM_CommitReplyMedium0(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes);
int gex_AM_CommitReplyMedium0_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags);
void gex_AM_CommitReplyMedium1(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0);
int gex_AM_CommitReplyMedium1_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0);
void gex_AM_CommitReplyMedium2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1);
int gex_AM_CommitReplyMedium2_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1);
void gex_AM_CommitReplyMedium3(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_CommitReplyMedium3_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
void gex_AM_CommitReplyMedium4(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_CommitReplyMedium4_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
void gex_AM_CommitReplyMedium5(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_CommitReplyMedium5_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
void gex_AM_CommitReplyMedium6(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_CommitReplyMedium6_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
void gex_AM_CommitReplyMedium7(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_CommitReplyMedium7_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6);
void gex_AM_CommitReplyMedium8(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7);
int gex_AM_CommitReplyMedium8_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7);
void gex_AM_CommitReplyMedium9(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_CommitReplyMedium9_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
void gex_AM_CommitReplyMedium10(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_CommitReplyMedium10_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
void gex_AM_CommitReplyMedium11(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_CommitReplyMedium11_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
void gex_AM_CommitReplyMedium12(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_CommitReplyMedium12_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
void gex_AM_CommitReplyMedium13(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_CommitReplyMedium13_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12);
void gex_AM_CommitReplyMedium14(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13);
int gex_AM_CommitReplyMedium14_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13);
void gex_AM_CommitReplyMedium15(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_CommitReplyMedium15_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
void gex_AM_CommitReplyMedium16(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitReplyMedium16_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitReplyMedium_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    unsigned nargs, const gex_AM_Arg_t *args);
void gex_AM_CommitRequestLong(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    unsigned nargs, const gex_AM_Arg_t *args);
void gex_AM_CommitRequestLong0(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr);
int gex_AM_CommitRequestLong0_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags);
void gex_AM_CommitRequestLong1(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0);
int gex_AM_CommitRequestLong1_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0);
void gex_AM_CommitRequestLong2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_CommitRequestLong2_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
void gex_AM_CommitRequestLong3(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_CommitRequestLong3_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
void gex_AM_CommitRequestLong4(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_CommitRequestLong4_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
void gex_AM_CommitRequestLong5(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_CommitRequestLong5_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
void gex_AM_CommitRequestLong6(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_CommitRequestLong6_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5);
void gex_AM_CommitRequestLong7(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6);
int gex_AM_CommitRequestLong7_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6);
void gex_AM_CommitRequestLong8(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_CommitRequestLong8_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
void gex_AM_CommitRequestLong9(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_CommitRequestLong9_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
void gex_AM_CommitRequestLong10(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_CommitRequestLong10_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
void gex_AM_CommitRequestLong11(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_CommitRequestLong11_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
void gex_AM_CommitRequestLong12(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_CommitRequestLong12_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11);
void gex_AM_CommitRequestLong13(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12);
int gex_AM_CommitRequestLong13_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12);
void gex_AM_CommitRequestLong14(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_CommitRequestLong14_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
void gex_AM_CommitRequestLong15(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_CommitRequestLong15_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
void gex_AM_CommitRequestLong16(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11,
    gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitRequestLong16_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitRequestLong_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,
    gex_Flags_t commit_flags, unsigned nargs, const gex_AM_Arg_t *args);
void gex_AM_CommitRequestMedium(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, unsigned nargs,
    const gex_AM_Arg_t *args);
void gex_AM_CommitRequestMedium0(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes);
int gex_AM_CommitRequestMedium0_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags);
void gex_AM_CommitRequestMedium1(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0);
int gex_AM_CommitRequestMedium1_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0);
void gex_AM_CommitRequestMedium2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1);
int gex_AM_CommitRequestMedium2_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1);
void gex_AM_CommitRequestMedium3(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_CommitRequestMedium3_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
void gex_AM_CommitRequestMedium4(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_CommitRequestMedium4_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
void gex_AM_CommitRequestMedium5(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_CommitRequestMedium5_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
void gex_AM_CommitRequestMedium6(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_CommitRequestMedium6_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
void gex_AM_CommitRequestMedium7(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_CommitRequestMedium7_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6);
void gex_AM_CommitRequestMedium8(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7);
int gex_AM_CommitRequestMedium8_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7);
void gex_AM_CommitRequestMedium9(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_CommitRequestMedium9_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5,
    gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
void gex_AM_CommitRequestMedium10(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_CommitRequestMedium10_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
void gex_AM_CommitRequestMedium11(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_CommitRequestMedium11_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
void gex_AM_CommitRequestMedium12(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_CommitRequestMedium12_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11);
void gex_AM_CommitRequestMedium13(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_CommitRequestMedium13_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12);
void gex_AM_CommitRequestMedium14(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13);
int gex_AM_CommitRequestMedium14_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
void gex_AM_CommitRequestMedium15(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_CommitRequestMedium15_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
void gex_AM_CommitRequestMedium16(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitRequestMedium16_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,
    gex_Flags_t commit_flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4,
    gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10,
    gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_CommitRequestMedium_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, gex_Flags_t commit_flags,
    unsigned nargs, const gex_AM_Arg_t *args);
size_t gex_AM_LUBReplyLong(void);
size_t gex_AM_LUBReplyMedium(void);
size_t gex_AM_LUBRequestLong(void);
size_t gex_AM_LUBRequestMedium(void);
unsigned int gex_AM_MaxArgs(void);
size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
    unsigned int numargs);
size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
    unsigned int numargs);
size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
    unsigned int numargs);
size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt, gex_Flags_t flags,
    unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf, size_t least_payload,
    size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf, size_t least_payload,
    size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
    size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
    size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
int gex_AM_ReplyLong(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, void *dest_addr,
    gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int gex_AM_ReplyLong0(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags);
int gex_AM_ReplyLong1(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_ReplyLong2(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_ReplyLong3(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_ReplyLong4(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3);
int gex_AM_ReplyLong5(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_ReplyLong6(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_ReplyLong7(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_ReplyLong8(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_ReplyLong9(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_ReplyLong10(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9);
int gex_AM_ReplyLong11(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_ReplyLong12(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_ReplyLong13(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_ReplyLong14(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_ReplyLong15(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_ReplyLong16(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,
    gex_AM_Arg_t a15);
int gex_AM_ReplyMedium(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int gex_AM_ReplyMedium0(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags);
int gex_AM_ReplyMedium1(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_ReplyMedium2(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_ReplyMedium3(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_ReplyMedium4(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_ReplyMedium5(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4);
int gex_AM_ReplyMedium6(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_ReplyMedium7(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_ReplyMedium8(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_ReplyMedium9(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_ReplyMedium10(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_ReplyMedium11(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10);
int gex_AM_ReplyMedium12(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_ReplyMedium13(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_ReplyMedium14(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_ReplyMedium15(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_ReplyMedium16(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_ReplyShort(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
    const gex_AM_Arg_t *args);
int gex_AM_ReplyShort0(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags);
int gex_AM_ReplyShort1(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_ReplyShort2(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_ReplyShort3(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2);
int gex_AM_ReplyShort4(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_ReplyShort5(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_ReplyShort6(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_ReplyShort7(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_ReplyShort8(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_ReplyShort9(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8);
int gex_AM_ReplyShort10(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_ReplyShort11(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_ReplyShort12(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_ReplyShort13(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_ReplyShort14(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_ReplyShort15(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13,
    gex_AM_Arg_t a14);
int gex_AM_ReplyShort16(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1,
    gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7,
    gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13,
    gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_RequestLong(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int gex_AM_RequestLong0(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags);
int gex_AM_RequestLong1(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_RequestLong2(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_RequestLong3(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_RequestLong4(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3);
int gex_AM_RequestLong5(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_RequestLong6(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_RequestLong7(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_RequestLong8(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_RequestLong9(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_RequestLong10(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9);
int gex_AM_RequestLong11(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_RequestLong12(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_RequestLong13(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_RequestLong14(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_RequestLong15(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_RequestLong16(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2,
    gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8,
    gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14,
    gex_AM_Arg_t a15);
int gex_AM_RequestMedium(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, unsigned nargs, const gex_AM_Arg_t *args);
int gex_AM_RequestMedium0(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags);
int gex_AM_RequestMedium1(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_RequestMedium2(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1);
int gex_AM_RequestMedium3(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_RequestMedium4(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_RequestMedium5(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4);
int gex_AM_RequestMedium6(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_RequestMedium7(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_RequestMedium8(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7);
int gex_AM_RequestMedium9(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_RequestMedium10(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_RequestMedium11(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10);
int gex_AM_RequestMedium12(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_RequestMedium13(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_RequestMedium14(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13);
int gex_AM_RequestMedium15(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_RequestMedium16(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Event_t *lc_opt, gex_Flags_t flags, gex_AM_Arg_t a0, gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3,
    gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6, gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9,
    gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12, gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
int gex_AM_RequestShort(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
    const gex_AM_Arg_t *args);
int gex_AM_RequestShort0(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags);
int gex_AM_RequestShort1(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0);
int gex_AM_RequestShort2(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1);
int gex_AM_RequestShort3(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2);
int gex_AM_RequestShort4(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3);
int gex_AM_RequestShort5(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4);
int gex_AM_RequestShort6(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5);
int gex_AM_RequestShort7(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6);
int gex_AM_RequestShort8(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7);
int gex_AM_RequestShort9(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8);
int gex_AM_RequestShort10(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9);
int gex_AM_RequestShort11(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10);
int gex_AM_RequestShort12(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11);
int gex_AM_RequestShort13(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12);
int gex_AM_RequestShort14(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13);
int gex_AM_RequestShort15(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14);
int gex_AM_RequestShort16(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, gex_AM_Arg_t a0,
    gex_AM_Arg_t a1, gex_AM_Arg_t a2, gex_AM_Arg_t a3, gex_AM_Arg_t a4, gex_AM_Arg_t a5, gex_AM_Arg_t a6,
    gex_AM_Arg_t a7, gex_AM_Arg_t a8, gex_AM_Arg_t a9, gex_AM_Arg_t a10, gex_AM_Arg_t a11, gex_AM_Arg_t a12,
    gex_AM_Arg_t a13, gex_AM_Arg_t a14, gex_AM_Arg_t a15);
void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd);
size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd);
void *gex_Client_QueryCData(gex_Client_t client);
gex_Flags_t gex_Client_QueryFlags(gex_Client_t client);
const char *gex_Client_QueryName(gex_Client_t client);
void gex_Client_SetCData(gex_Client_t client, const void *val);
void gex_Coll_BarrierBlocking(gex_TM_t tm, gex_Flags_t flags);
gex_Event_t gex_Coll_BarrierNB(gex_TM_t tm, gex_Flags_t flags);
gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, size_t nbytes,
    gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt, size_t dt_sz, size_t dt_cnt,
    gex_OP_t op, gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);
gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src, gex_DT_t dt, size_t dt_sz,
    size_t dt_cnt, gex_OP_t op, gex_Coll_ReduceFn_t user_op, void *user_cdata, gex_Flags_t flags);
int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags);
int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities, gex_Flags_t flags);
int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags);
gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p,
    uintptr_t *size_p, gex_Flags_t flags);
void *gex_EP_QueryCData(gex_EP_t ep);
gex_Client_t gex_EP_QueryClient(gex_EP_t ep);
gex_Flags_t gex_EP_QueryFlags(gex_EP_t ep);
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep);
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep);
int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t *table, size_t numentries);
void gex_EP_SetCData(gex_EP_t ep, const void *val);
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t event_category);
int gex_Event_Test(gex_Event_t event);
int gex_Event_TestAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
int gex_Event_TestSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_Wait(gex_Event_t event);
void gex_Event_WaitAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_Event_WaitSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags);
void gex_HSL_Destroy(gex_HSL_t *hsl);
void gex_HSL_Init(gex_HSL_t *hsl);
void gex_HSL_Lock(gex_HSL_t *hsl);
int gex_HSL_Trylock(gex_HSL_t *hsl);
void gex_HSL_Unlock(gex_HSL_t *hsl);
int gex_MK_Create(gex_MK_t *kind_p, gex_Client_t client, const gex_MK_Create_args_t *args, gex_Flags_t flags);
void gex_MK_Destroy(gex_MK_t kind, gex_Flags_t flags);
void *gex_MK_QueryCData(gex_MK_t mk);
gex_MK_Class_t gex_MK_QueryClass(gex_MK_t mk);
gex_Client_t gex_MK_QueryClient(gex_MK_t mk);
gex_Flags_t gex_MK_QueryFlags(gex_MK_t mk);
void gex_MK_SetCData(gex_MK_t mk, const void *val);
void gex_NBI_BeginAccessRegion(gex_Flags_t flags);
gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags);
int gex_NBI_Test(gex_EC_t event_mask, gex_Flags_t flags);
void gex_NBI_Wait(gex_EC_t event_mask, gex_Flags_t flags);
int gex_RMA_GetBlocking(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes, gex_Flags_t flags);
gex_RMA_Value_t gex_RMA_GetBlockingVal(gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes, gex_Flags_t flags);
gex_Event_t gex_RMA_GetNB(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_GetNBI(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutBlocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Flags_t flags);
int gex_RMA_PutBlockingVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags);
gex_Event_t gex_RMA_PutNB(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt,
    gex_Flags_t flags);
int gex_RMA_PutNBI(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes, gex_Event_t *lc_opt,
    gex_Flags_t flags);
int gex_RMA_PutNBIVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags);
gex_Event_t gex_RMA_PutNBVal(gex_TM_t tm, gex_Rank_t rank, void *dest, gex_RMA_Value_t value, size_t nbytes,
    gex_Flags_t flags);
int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t size);
int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address, uintptr_t length,
    gex_MK_t kind, gex_Flags_t flags);
void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags);
void *gex_Segment_QueryAddr(gex_Segment_t seg);
int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p, uintptr_t *size_p);
void *gex_Segment_QueryCData(gex_Segment_t seg);
gex_Client_t gex_Segment_QueryClient(gex_Segment_t seg);
gex_Flags_t gex_Segment_QueryFlags(gex_Segment_t seg);
uintptr_t gex_Segment_QuerySize(gex_Segment_t seg);
void gex_Segment_SetCData(gex_Segment_t seg, const void *val);
int gex_System_GetVerboseErrors(void);
int gex_System_QueryHiddenAMConcurrencyLevel(void);
void gex_System_QueryHostInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
gex_Rank_t gex_System_QueryJobRank(void);
gex_Rank_t gex_System_QueryJobSize(void);
uint64_t gex_System_QueryMaxThreads(void);
void gex_System_QueryMyPosition(gex_Rank_t *nbrhd_set_size_p, gex_Rank_t *nbrhd_set_rank_p, gex_Rank_t *host_set_size_p,
    gex_Rank_t *host_set_rank_p);
void gex_System_QueryNbrhdInfo(gex_RankInfo_t **info_p, gex_Rank_t *info_count_p, gex_Rank_t *my_info_index_p);
int gex_System_QueryProgressThreads(gex_Client_t client, unsigned int *count_p, const gex_ProgressThreadInfo_t **info_p,
    gex_Flags_t flags);
void gex_System_SetVerboseErrors(int enable);
size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent_tm, gex_EP_Location_t *args, size_t numargs,
    gex_Addr_t *scratch_addrs, size_t scratch_size, gex_Flags_t flags);
int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags);
gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index);
void *gex_TM_QueryCData(gex_TM_t tm);
gex_Client_t gex_TM_QueryClient(gex_TM_t tm);
gex_EP_t gex_TM_QueryEP(gex_TM_t tm);
gex_Flags_t gex_TM_QueryFlags(gex_TM_t tm);
gex_Rank_t gex_TM_QueryRank(gex_TM_t tm);
gex_Rank_t gex_TM_QuerySize(gex_TM_t tm);
void gex_TM_SetCData(gex_TM_t tm, const void *val);
size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent_tm, int color, int key, void *scratch_addr, size_t scratch_size,
    gex_Flags_t flags);
gex_Rank_t gex_TM_TranslateJobrankToRank(gex_TM_t tm, gex_Rank_t jobrank);
gex_EP_Location_t gex_TM_TranslateRankToEP(gex_TM_t tm, gex_Rank_t rank, gex_Flags_t flags);
gex_Rank_t gex_TM_TranslateRankToJobrank(gex_TM_t tm, gex_Rank_t rank);
gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t *info, gex_TI_t mask);
size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags, unsigned int numargs);
int gex_VIS_IndexedGetBlocking(gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen, gex_Rank_t srcrank,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
gex_Event_t gex_VIS_IndexedGetNB(gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen, gex_Rank_t srcrank,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
int gex_VIS_IndexedGetNBI(gex_TM_t tm, size_t dstcount, void *const dstlist[], size_t dstlen, gex_Rank_t srcrank,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
int gex_VIS_IndexedPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
gex_Event_t gex_VIS_IndexedPutNB(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
int gex_VIS_IndexedPutNBI(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, void *const dstlist[], size_t dstlen,
    size_t srccount, void *const srclist[], size_t srclen, gex_Flags_t flags);
void gex_VIS_SetPeerCompletionHandler(gex_AM_Index_t handler, const void *source_addr, size_t nbytes,
    gex_Flags_t flags);
int gex_VIS_StridedGetBlocking(gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
gex_Event_t gex_VIS_StridedGetNB(gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
int gex_VIS_StridedGetNBI(gex_TM_t tm, void *dstaddr, const ptrdiff_t dststrides[], gex_Rank_t srcrank,
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
int gex_VIS_StridedPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
gex_Event_t gex_VIS_StridedPutNB(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
int gex_VIS_StridedPutNBI(gex_TM_t tm, gex_Rank_t dstrank, void *dstaddr, const ptrdiff_t dststrides[],
    const void *srcaddr, const ptrdiff_t srcstrides[], size_t elemsz, const size_t count[], size_t stridelevels,
    gex_Flags_t flags);
int gex_VIS_VectorGetBlocking(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
gex_Event_t gex_VIS_VectorGetNB(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
int gex_VIS_VectorGetNBI(gex_TM_t tm, size_t dstcount, gex_Memvec_t const dstlist[], gex_Rank_t srcrank,
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
int gex_VIS_VectorPutBlocking(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
gex_Event_t gex_VIS_VectorPutNB(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
int gex_VIS_VectorPutNBI(gex_TM_t tm, gex_Rank_t dstrank, size_t dstcount, gex_Memvec_t const dstlist[],
    size_t srccount, gex_Memvec_t const srclist[], gex_Flags_t flags);
void hyd_note_set(hyd_note_fn_t fn, void *arg);
gex_Event_t hyd_paged_atomic(const struct hyd_paged_range *range, uint64_t offset, unsigned size, hyd_paged_atomic_t op,
    uint64_t a, uint64_t b, struct hyd_paged_answer *answer);
int hyd_paged_export(gex_Segment_t segment, uint64_t name, void *addr, size_t n, struct hyd_paged_range *range_p);
int hyd_paged_find_export(const void *addr, struct hyd_paged_range *range_p, uint64_t *offset_p);
gex_Event_t hyd_paged_get(void *dest, const struct hyd_paged_range *range, uint64_t offset, size_t n, int *error_p,
    unsigned flags);
int hyd_paged_import(gex_TM_t tm, gex_Rank_t rank, uint64_t name, struct hyd_paged_range *range_p);
void hyd_paged_on_note(hyd_paged_note_fn_t fn);
gex_Event_t hyd_paged_put(const struct hyd_paged_range *range, uint64_t offset, const void *src, size_t n, int *error_p,
    unsigned flags);
gex_Event_t hyd_paged_put_note(const struct hyd_paged_range *range, uint64_t offset, const void *src, size_t n,
    uint64_t a, uint64_t b, int *error_p, unsigned flags);
int hyd_paged_query(gex_Segment_t segment, struct hyd_paged_counts *counts_p);
void hyd_paged_query_traffic(struct hyd_paged_traffic *traffic_p);
int hyd_paged_touch(gex_Segment_t segment, const void *addr, size_t n);
int hyd_paged_unexport(const struct hyd_paged_range *range);
int hyd_paged_will_need(gex_Segment_t segment, const void *addr, size_t n);
int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char *clientName, int *argc,
    char ***argv, gex_Flags_t flags, int threads);
int gasnet_init(int *argc, char ***argv, int threads);
void gasnet_ffi_blockuntil(int (*is_true)(void *), void *arg);
uint64_t gasnet_ffi_query(const char *name);
void gasnett_fatalerror(const char *fmt, ...);
void GASNETT_TRACE_PRINTF(const char *fmt, ...);
void GASNETT_TRACE_PRINTF_FORCE(const char *fmt, ...);
void GASNETT_STATS_PRINTF(const char *fmt, ...);
void GASNETT_STATS_PRINTF_FORCE(const char *fmt, ...);
void _gasnett_trace_printf_noop(const char *fmt, ...);

#endif
