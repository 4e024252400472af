! SPDX-License-Identifier: BSD-3-Clause
!
! gasnet_c.f90: every call of libgasnet-ffi as it is in C. Message calls have their arguments as an array:
! those with a number are left out. Made by generate.py from gasnet_ffi.h. Handles are types of one pointer; other pointers are c_ptr, functions c_funptr,
! unsigned integers signed ones of their size.
module gasnet_c
  use, intrinsic :: iso_c_binding
  implicit none
  public
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_ACQ = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_ACQ_IF_FALSE = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_ACQ_IF_TRUE = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_MAX = -1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_MB_POST = 12_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_MB_PRE = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_NONE = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_REL = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_RMB_POST = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_RMB_POST_IF_FALSE = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_RMB_POST_IF_TRUE = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_RMB_PRE = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_SIGNED_MAX = 2147483647_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_SIGNED_MIN = -2147483647_c_int32_t - 1
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_WMB_POST = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_ATOMIC_WMB_PRE = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_HAVE_ATOMIC_ADD_SUB = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_HAVE_ATOMIC_CAS = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_HAVE_STRONGATOMIC_ADD_SUB = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_HAVE_STRONGATOMIC_CAS = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_RELEASE_VERSION_MAJOR = 2025_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_RELEASE_VERSION_MINOR = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_RELEASE_VERSION_PATCH = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_SET_AFFINITY_SUPPORT = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_SPEC_VERSION_MAJOR = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_SPEC_VERSION_MINOR = 20_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_STRONGATOMIC_MAX = -1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_STRONGATOMIC_SIGNED_MAX = 2147483647_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_STRONGATOMIC_SIGNED_MIN = -2147483647_c_int32_t - 1
  integer(c_int64_t), parameter, public :: GASNETT_TICK_MAX = -1_c_int64_t
  integer(c_int32_t), parameter, public :: GASNETT_TICK_MIN = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNETT_TRACE_ENABLED = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ALIGNED_SEGMENTS = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_BARRIERFLAG_ANONYMOUS = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_BARRIERFLAG_IMAGES = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_BARRIERFLAG_MISMATCH = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_BARRIERFLAG_UNNAMED = 9_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_AGGREGATE = 256_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_AMSAFE = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_BROADCASTM_OP = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_BROADCAST_OP = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_DISABLE_AUTOTUNE = 262144_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_DISSEM_RADIX = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_DST_IN_SEGMENT = 1024_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_EXCHANGEM_OP = 9_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_EXCHANGE_OP = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_EXCLUSIVE_SCAN = 131072_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_FIXED_THREADS_PER_NODE = 512_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_GATHERM_OP = 5_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_GATHER_ALLM_OP = 7_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_GATHER_ALL_OP = 6_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_GATHER_OP = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_INCLUSIVE_SCAN = 65536_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_INVALID_HANDLE = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_IN_ALLSYNC = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_IN_MYSYNC = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_IN_NOSYNC = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_LOCAL = 128_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_NONCOMM = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_NO_IMAGES = 524288_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_NUM_COLL_OPTYPES = 12_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_NUM_PARAM_TYPES = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_OUT_ALLSYNC = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_OUT_MYSYNC = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_OUT_NOSYNC = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_PIPE_SEG_SIZE = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCEM_OP = 11_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCE_OP = 10_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCE_OP_CUSTOM = 32768_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCE_OP_MAX = 8192_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCE_OP_MIN = 16384_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_REDUCE_OP_SUM = 4096_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_SCATTERM_OP = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_SCATTER_OP = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_SINGLE = 64_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_SRC_IN_SEGMENT = 2048_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_SYNC_FLAG_MASK = 63_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_COLL_TREE_TYPE = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ERR_BAD_ARG = 10003_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ERR_BARRIER_MISMATCH = 10005_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ERR_NOT_INIT = 10001_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ERR_NOT_READY = 10004_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_ERR_RESOURCE = 10002_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_FFI_PAR = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_FFI_PARSYNC = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_FFI_SEQ = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_HIDDEN_AM_CONCURRENCY_LEVEL = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_INVALID_HANDLE = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_MAXNODES = 2147483647_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_NATIVE_NP_ALLOC_REP_MEDIUM = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_NULL_ARGV_OK = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_OK = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_RELEASE_VERSION_MAJOR = 2025_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_RELEASE_VERSION_MINOR = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_RELEASE_VERSION_PATCH = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SPEC_VERSION_MAJOR = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SPEC_VERSION_MINOR = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_AM_CANCEL = 20240418_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_AM_COMMIT_V2 = 20240906_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_TI_ENTRY = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_TI_EP = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_TI_IS_LONG = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_TI_IS_REQ = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_SUPPORTS_TI_SRCRANK = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_TEAM_ALL = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_VERSION = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_WAIT_BLOCK = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_WAIT_SPIN = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GASNET_WAIT_SPINBLOCK = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_AD_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_AM_INDEX_BASE = 128_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_AM_SRCDESC_NO_OP = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_CLIENT_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_DBL = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_FLT = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_I32 = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_I64 = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_U32 = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_U64 = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_DT_USER = 64_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_ALL = -1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_AM = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_GET = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_LC = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_PUT = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EC_RMW = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_AD = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_ALL = 31_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_AM = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_COLL = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_RMA = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_CAPABILITY_VIS = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_INDEX_INVALID = 65535_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EP_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EVENT_DEFER = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EVENT_GROUP = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EVENT_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EVENT_NOW = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_EVENT_NO_OP = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_ACQ = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_FAVOR_MY_NBRHD = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_FAVOR_MY_RANK = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_FAVOR_REMOTE = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_MY_NBRHD = 4096_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_MY_RANK = 2048_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AD_REL = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_LONG = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_MEDIUM = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_MEDLONG = 6_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_PREPARE_LEAST_ALLOC = 4096_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_PREPARE_LEAST_CLIENT = 2048_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_REPLY = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_REQREP = 24_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_REQUEST = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_AM_SHORT = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_DEFER_THREADS = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_ENABLE_LEAF_LC = 2048_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_GLOBALLY_QUIESCED = 8192_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_HINT_ACCEL_AD = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_HINT_ACCEL_ALL = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_HINT_ACCEL_COLL = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_IMMEDIATE = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_NEVER_NBRHD = 16384_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_NEVER_SELF = 32768_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_SEG_BOUND = 512_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_SEG_OFFSET = 1024_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_SEG_SOME = 256_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_PEER_SEG_UNKNOWN = 128_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_RANK_IS_JOBRANK = 8192_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_SCRATCH_SEG_OFFSET = 64_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_SELF_SEG_BOUND = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_SELF_SEG_OFFSET = 64_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_SELF_SEG_SOME = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_SELF_SEG_UNKNOWN = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_GLOBAL_SCRATCH = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_LOCAL_SCRATCH = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_NO_SCRATCH = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_SCRATCH_SIZE_MIN = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_TM_SYMMETRIC_SCRATCH = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_FLAG_USES_GASNET1 = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_CLASS_CUDA_UVA = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_CLASS_HIP = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_CLASS_HOST = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_CLASS_ZE = 3_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_HOST = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_MK_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_ADD = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_AND = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_CAS = 2048_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_CSWAP = 67108864_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_DEC = 512_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FADD = 262144_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FAND = 32768_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FCAS = 67108864_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FDEC = 16777216_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FINC = 8388608_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FMAX = 4194304_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FMIN = 2097152_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FMULT = 1048576_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FOR = 65536_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FSUB = 524288_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_FXOR = 131072_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_GET = 134217728_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_INC = 256_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_MAX = 128_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_MIN = 64_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_MULT = 32_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_OR = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_SET = 1024_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_SUB = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_SWAP = 33554432_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_USER = 1073741824_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_OP_USER_NC = -2147483647_c_int32_t - 1
  integer(c_int32_t), parameter, public :: GEX_OP_XOR = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_RANK_INVALID = -1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_SEGMENT_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_SPEC_VERSION_MAJOR = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_SPEC_VERSION_MINOR = 19_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_THREAD_ROLE_RCV = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_THREAD_ROLE_SND = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_ALL = 31_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_ENTRY = 2_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_EP = 16_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_IS_LONG = 8_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_IS_REQ = 4_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TI_SRCRANK = 1_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_TM_INVALID = 0_c_int32_t
  integer(c_int32_t), parameter, public :: GEX_VIS_MAX_PEERCOMPLETION = 127_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_MK_CLASS_PAGED = 16_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_ADD = 3_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_AND = 4_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_CSWAP = 2_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_DEQUEUE = 8_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_ENQUEUE = 7_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_NEW_HEAD = 9_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_OR = 5_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_READ = 0_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_SEM_P = 10_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_SEM_V = 11_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_SWAP = 1_c_int32_t
  integer(c_int32_t), parameter, public :: HYD_PAGED_XOR = 6_c_int32_t
  integer(c_int32_t), parameter, public :: SIZEOF_GASNET_REGISTER_VALUE_T = 8_c_int32_t
  integer(c_int32_t), parameter, public :: SIZEOF_GEX_RMA_VALUE_T = 8_c_int32_t
  type, bind(c), public :: gex_Event_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_Client_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_EP_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_Segment_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_TM_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_MK_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_Token_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_AM_SrcDesc_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gasnet_valget_handle_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gasnet_team_handle_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_AD_t
    type(c_ptr) :: at = c_null_ptr
  end type
  type, bind(c), public :: gex_EP_Location_t
    integer(c_int32_t) :: gex_rank
    integer(c_int16_t) :: gex_ep_index
  end type
  type, bind(c), public :: gex_Memvec_t
    type(c_ptr) :: gex_addr
    integer(c_size_t) :: gex_len
  end type
  type, bind(c), public :: gex_AM_Entry_t
    integer(c_int8_t) :: gex_index
    type(c_funptr) :: gex_fnptr
    integer(c_int32_t) :: gex_flags
    integer(c_int) :: gex_nargs
    type(c_ptr) :: gex_cdata
    type(c_ptr) :: gex_name
  end type
  type, bind(c), public :: gex_Token_Info_t
    integer(c_int32_t) :: gex_srcrank
    type(gex_EP_t) :: gex_ep
    type(c_ptr) :: gex_entry
    integer(c_int) :: gex_is_req
    integer(c_int) :: gex_is_long
  end type
  type, bind(c), public :: gex_RankInfo_t
    integer(c_int32_t) :: gex_jobrank
  end type
  type, bind(c), public :: gex_ProgressThreadInfo_t
    type(c_ptr) :: gex_device_list
    integer(c_int) :: gex_thread_roles
    type(c_funptr) :: gex_progress_fn
    type(c_ptr) :: gex_progress_arg
  end type
  type, bind(c), public :: gasnet_handlerentry_t
    integer(c_int8_t) :: index
    type(c_funptr) :: fnptr
  end type
  type, bind(c), public :: gasnet_seginfo_t
    type(c_ptr) :: addr
    integer(c_intptr_t) :: size
  end type
  type, bind(c), public :: gasnet_nodeinfo_t
    integer(c_int32_t) :: host
    integer(c_int32_t) :: supernode
    integer(c_intptr_t) :: offset
    integer(c_intptr_t) :: auxoffset
  end type
  type, bind(c), public :: gex_HSL_t
    integer(c_int32_t) :: hyd_word
    integer(c_int32_t) :: hyd_magic
    type(c_ptr) :: hyd_owner
    type(c_ptr) :: hyd_below
  end type
  type, bind(c), public :: gasnett_atomic_t
    integer(c_int32_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_atomic32_t
    integer(c_int32_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_atomic64_t
    integer(c_int64_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_strongatomic_t
    integer(c_int32_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_strongatomic32_t
    integer(c_int32_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_strongatomic64_t
    integer(c_int64_t) :: hyd_v
  end type
  type, bind(c), public :: gasnett_mutex_t
    integer(c_int64_t), dimension(8) :: hyd_opaque
  end type
  type, bind(c), public :: gasnett_cond_t
    integer(c_int64_t), dimension(8) :: hyd_opaque
  end type
  type, bind(c), public :: gasnett_rwlock_t
    integer(c_int64_t), dimension(16) :: hyd_opaque
  end type
  type, bind(c), public :: gasnett_backtrace_type_t
    type(c_ptr) :: name
    type(c_funptr) :: fnp
    integer(c_int) :: threadsupport
  end type
  type, bind(c), public :: gasnet_memvec_t
    type(c_ptr) :: addr
    integer(c_size_t) :: len
  end type
  type, bind(c), public :: gasnet_coll_fn_entry_t
    type(c_funptr) :: fnptr
    integer(c_int) :: flags
  end type
  type, bind(c), public :: gasnet_coll_args_t
    type(c_ptr) :: dst
    type(c_ptr) :: src
    integer(c_int32_t) :: rootimg
    integer(c_size_t) :: src_blksz
    integer(c_size_t) :: src_offset
    integer(c_size_t) :: elem_size
    integer(c_size_t) :: nbytes
    integer(c_size_t) :: dist
    integer(c_int32_t) :: func
    integer(c_int) :: func_arg
  end type
  type, bind(c), public :: hyd_paged_settings
    type(c_ptr) :: file
    type(c_ptr) :: directory
    integer(c_int64_t) :: bytes_resident
    integer(c_int32_t) :: page_size
    integer(c_int32_t) :: flags
    integer(c_int32_t) :: depth
  end type
  type, bind(c), public :: hyd_paged_counts
    integer(c_int64_t) :: pages
    integer(c_int64_t) :: page_size
    integer(c_int64_t) :: resident
    integer(c_int64_t) :: page_ins
    integer(c_int64_t) :: evictions
    integer(c_int64_t) :: write_backs
    integer(c_int64_t) :: deferred
    integer(c_int64_t) :: faults
    integer(c_int64_t) :: strangers
  end type
  type, bind(c), public :: hyd_paged_traffic
    integer(c_int64_t) :: hits
    integer(c_int64_t) :: bounces
    integer(c_int64_t) :: refused
    integer(c_int64_t) :: stalls
    integer(c_int64_t) :: credits
    integer(c_int64_t) :: waiting
    integer(c_int64_t) :: most_waiting
  end type
  type, bind(c), public :: hyd_paged_range
    integer(c_int64_t) :: key
    integer(c_int64_t) :: offset
    integer(c_int64_t) :: size
    integer(c_int32_t) :: rank
    integer(c_int32_t) :: slot
  end type
  type, bind(c), public :: hyd_paged_queue
    integer(c_int32_t) :: lock
    integer(c_int32_t) :: head
    integer(c_int32_t) :: tail
    integer(c_int32_t) :: waiting
    integer(c_int32_t) :: promised
    integer(c_int32_t) :: count
    integer(c_int32_t), dimension(2) :: unused
  end type
  type, bind(c), public :: hyd_paged_answer
    integer(c_int64_t), dimension(2) :: value
    integer(c_int) :: error
  end type
  ! gasnet_token_t: gex_Token_t
  ! gasnet_handle_t: gex_Event_t
  ! gasnet_coll_handle_t: gex_Event_t
  ! gasnete_coll_team_t: gasnet_team_handle_t
  ! gasnet_hsl_t: gex_HSL_t
  interface
    function GASNETT_FAST_ALIGNED_MEMCPY(dst, src, n) bind(c, name="GASNETT_FAST_ALIGNED_MEMCPY") result(result_)
      import
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: n
      type(c_ptr) :: result_
    end function
    function GASNETT_FAST_UNALIGNED_MEMCPY(dst, src, n) bind(c, name="GASNETT_FAST_UNALIGNED_MEMCPY") result(result_)
      import
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: n
      type(c_ptr) :: result_
    end function
    subroutine GASNETT_STATS_DUMP(reset) bind(c, name="GASNETT_STATS_DUMP")
      import
      integer(c_int), value :: reset
    end subroutine
    function GASNETT_STATS_GETMASK() bind(c, name="GASNETT_STATS_GETMASK") result(result_)
      import
      type(c_ptr) :: result_
    end function
    function GASNETT_STATS_INIT(callback) bind(c, name="GASNETT_STATS_INIT") result(result_)
      import
      type(c_funptr), value :: callback
      integer(c_int) :: result_
    end function
    subroutine GASNETT_STATS_SETMASK(mask) bind(c, name="GASNETT_STATS_SETMASK")
      import
      type(c_ptr), value :: mask
    end subroutine
    subroutine GASNETT_TRACE_FREEZESOURCELINE() bind(c, name="GASNETT_TRACE_FREEZESOURCELINE")
      import
    end subroutine
    function GASNETT_TRACE_GETMASK() bind(c, name="GASNETT_TRACE_GETMASK") result(result_)
      import
      type(c_ptr) :: result_
    end function
    subroutine GASNETT_TRACE_GETSOURCELINE(file_p, line_p) bind(c, name="GASNETT_TRACE_GETSOURCELINE")
      import
      type(c_ptr), value :: file_p, line_p
    end subroutine
    function GASNETT_TRACE_GET_TRACELOCAL() bind(c, name="GASNETT_TRACE_GET_TRACELOCAL") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine GASNETT_TRACE_SETMASK(mask) bind(c, name="GASNETT_TRACE_SETMASK")
      import
      type(c_ptr), value :: mask
    end subroutine
    subroutine GASNETT_TRACE_SETSOURCELINE(file, line) bind(c, name="GASNETT_TRACE_SETSOURCELINE")
      import
      type(c_ptr), value :: file
      integer(c_int), value :: line
    end subroutine
    subroutine GASNETT_TRACE_SET_TRACELOCAL(on) bind(c, name="GASNETT_TRACE_SET_TRACELOCAL")
      import
      integer(c_int), value :: on
    end subroutine
    subroutine GASNETT_TRACE_UNFREEZESOURCELINE() bind(c, name="GASNETT_TRACE_UNFREEZESOURCELINE")
      import
    end subroutine
    subroutine GASNETT_VALUE_ASSIGN(dst, value, n) bind(c, name="GASNETT_VALUE_ASSIGN")
      import
      type(c_ptr), value :: dst
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: n
    end subroutine
    function GASNET_GET_THREADINFO() bind(c, name="GASNET_GET_THREADINFO") result(result_)
      import
      type(c_ptr) :: result_
    end function
    function GEX_OP_TO_FETCHING(op) bind(c, name="GEX_OP_TO_FETCHING") result(result_)
      import
      integer(c_int32_t), value :: op
      integer(c_int32_t) :: result_
    end function
    function GEX_OP_TO_NONFETCHING(op) bind(c, name="GEX_OP_TO_NONFETCHING") result(result_)
      import
      integer(c_int32_t), value :: op
      integer(c_int32_t) :: result_
    end function
    subroutine gasneti_threadkey_init(cell) bind(c, name="_gasneti_threadkey_init")
      import
      type(c_ptr), value :: cell
    end subroutine
    function gasnet_AMGetMsgSource(token, srcindex) bind(c, name="gasnet_AMGetMsgSource") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: srcindex
      integer(c_int) :: result_
    end function
    function gasnet_AMMaxArgs() bind(c, name="gasnet_AMMaxArgs") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gasnet_AMMaxLongReply() bind(c, name="gasnet_AMMaxLongReply") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gasnet_AMMaxLongRequest() bind(c, name="gasnet_AMMaxLongRequest") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gasnet_AMMaxMedium() bind(c, name="gasnet_AMMaxMedium") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gasnet_AMPoll() bind(c, name="gasnet_AMPoll") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gasnet_ErrorDesc(errval) bind(c, name="gasnet_ErrorDesc") result(result_)
      import
      integer(c_int), value :: errval
      type(c_ptr) :: result_
    end function
    function gasnet_ErrorName(errval) bind(c, name="gasnet_ErrorName") result(result_)
      import
      integer(c_int), value :: errval
      type(c_ptr) :: result_
    end function
    subroutine gasnet_QueryGexObjects(client_p, endpoint_p, tm_p, segment_p) bind(c, name="gasnet_QueryGexObjects")
      import
      type(c_ptr), value :: client_p, endpoint_p, tm_p, segment_p
    end subroutine
    function gasnet_attach(table, numentries, segsize, minheapoffset) bind(c, name="gasnet_attach") result(result_)
      import
      type(c_ptr), value :: table
      integer(c_int), value :: numentries
      integer(c_intptr_t), value :: segsize, minheapoffset
      integer(c_int) :: result_
    end function
    function gasnet_barrier(id, flags) bind(c, name="gasnet_barrier") result(result_)
      import
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    subroutine gasnet_barrier_notify(id, flags) bind(c, name="gasnet_barrier_notify")
      import
      integer(c_int), value :: id, flags
    end subroutine
    function gasnet_barrier_result(id) bind(c, name="gasnet_barrier_result") result(result_)
      import
      type(c_ptr), value :: id
      integer(c_int) :: result_
    end function
    function gasnet_barrier_try(id, flags) bind(c, name="gasnet_barrier_try") result(result_)
      import
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    function gasnet_barrier_wait(id, flags) bind(c, name="gasnet_barrier_wait") result(result_)
      import
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    subroutine gasnet_begin_nbi_accessregion() bind(c, name="gasnet_begin_nbi_accessregion")
      import
    end subroutine
    function gasnet_coll_barrier(team, id, flags) bind(c, name="gasnet_coll_barrier") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    subroutine gasnet_coll_barrier_notify(team, id, flags) bind(c, name="gasnet_coll_barrier_notify")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: id, flags
    end subroutine
    function gasnet_coll_barrier_result(team, id) bind(c, name="gasnet_coll_barrier_result") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: id
      integer(c_int) :: result_
    end function
    function gasnet_coll_barrier_try(team, id, flags) bind(c, name="gasnet_coll_barrier_try") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    function gasnet_coll_barrier_wait(team, id, flags) bind(c, name="gasnet_coll_barrier_wait") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: id, flags
      integer(c_int) :: result_
    end function
    subroutine gasnet_coll_broadcast(team, dst, srcimage, src, nbytes, flags) bind(c, name="gasnet_coll_broadcast")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    subroutine gasnet_coll_broadcastM(team, dstlist, srcimage, src, nbytes, flags) bind(c, &
        name="gasnet_coll_broadcastM")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    function gasnet_coll_broadcastM_nb(team, dstlist, srcimage, src, nbytes, flags) bind(c, &
        name="gasnet_coll_broadcastM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_broadcast_nb(team, dst, srcimage, src, nbytes, flags) bind(c, &
        name="gasnet_coll_broadcast_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_dumpProfile(file, team) bind(c, name="gasnet_coll_dumpProfile")
      import
      type(c_ptr), value :: file
      type(gasnet_team_handle_t), value :: team
    end subroutine
    subroutine gasnet_coll_dumpTuningState(file, team) bind(c, name="gasnet_coll_dumpTuningState")
      import
      type(c_ptr), value :: file
      type(gasnet_team_handle_t), value :: team
    end subroutine
    subroutine gasnet_coll_exchange(team, dst, src, nbytes, flags) bind(c, name="gasnet_coll_exchange")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    subroutine gasnet_coll_exchangeM(team, dstlist, srclist, nbytes, flags) bind(c, name="gasnet_coll_exchangeM")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    function gasnet_coll_exchangeM_nb(team, dstlist, srclist, nbytes, flags) bind(c, &
        name="gasnet_coll_exchangeM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_exchange_nb(team, dst, src, nbytes, flags) bind(c, &
        name="gasnet_coll_exchange_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_gather(team, dstimage, dst, src, nbytes, flags) bind(c, name="gasnet_coll_gather")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    subroutine gasnet_coll_gatherM(team, dstimage, dst, srclist, nbytes, flags) bind(c, name="gasnet_coll_gatherM")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage
      type(c_ptr), value :: dst, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    function gasnet_coll_gatherM_nb(team, dstimage, dst, srclist, nbytes, flags) bind(c, &
        name="gasnet_coll_gatherM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage
      type(c_ptr), value :: dst, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_gather_all(team, dst, src, nbytes, flags) bind(c, name="gasnet_coll_gather_all")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    subroutine gasnet_coll_gather_allM(team, dstlist, srclist, nbytes, flags) bind(c, name="gasnet_coll_gather_allM")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    function gasnet_coll_gather_allM_nb(team, dstlist, srclist, nbytes, flags) bind(c, &
        name="gasnet_coll_gather_allM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_gather_all_nb(team, dst, src, nbytes, flags) bind(c, &
        name="gasnet_coll_gather_all_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_gather_nb(team, dstimage, dst, src, nbytes, flags) bind(c, &
        name="gasnet_coll_gather_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_get_num_tree_classes(team, optype) bind(c, &
        name="gasnet_coll_get_num_tree_classes") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: optype
      integer(c_int) :: result_
    end function
    subroutine gasnet_coll_init(images, my_image, fn_tbl, fn_count, init_flags) bind(c, name="gasnet_coll_init")
      import
      type(c_ptr), value :: images, fn_tbl
      integer(c_int32_t), value :: my_image
      integer(c_size_t), value :: fn_count
      integer(c_int), value :: init_flags
    end subroutine
    subroutine gasnet_coll_loadTuningState(file, team) bind(c, name="gasnet_coll_loadTuningState")
      import
      type(c_ptr), value :: file
      type(gasnet_team_handle_t), value :: team
    end subroutine
    subroutine gasnet_coll_reduce(team, dstimage, dst, src, src_blksz, src_offset, elem_size, elem_count, func, &
        func_arg, flags) bind(c, name="gasnet_coll_reduce")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage, func
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: src_blksz, src_offset, elem_size, elem_count
      integer(c_int), value :: func_arg, flags
    end subroutine
    subroutine gasnet_coll_reduceM(team, dstimage, dst, srclist, src_blksz, src_offset, elem_size, elem_count, &
        func, func_arg, flags) bind(c, name="gasnet_coll_reduceM")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage, func
      type(c_ptr), value :: dst, srclist
      integer(c_size_t), value :: src_blksz, src_offset, elem_size, elem_count
      integer(c_int), value :: func_arg, flags
    end subroutine
    function gasnet_coll_reduceM_nb(team, dstimage, dst, srclist, src_blksz, src_offset, elem_size, elem_count, &
        func, func_arg, flags) bind(c, name="gasnet_coll_reduceM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage, func
      type(c_ptr), value :: dst, srclist
      integer(c_size_t), value :: src_blksz, src_offset, elem_size, elem_count
      integer(c_int), value :: func_arg, flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_reduce_nb(team, dstimage, dst, src, src_blksz, src_offset, elem_size, elem_count, func, &
        func_arg, flags) bind(c, name="gasnet_coll_reduce_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: dstimage, func
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: src_blksz, src_offset, elem_size, elem_count
      integer(c_int), value :: func_arg, flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_scan(team, dst, dst_blksz, dst_offset, src, src_blksz, src_offset, elem_size, &
        elem_count, func, func_arg, flags) bind(c, name="gasnet_coll_scan")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: dst_blksz, dst_offset, src_blksz, src_offset, elem_size, elem_count
      integer(c_int32_t), value :: func
      integer(c_int), value :: func_arg, flags
    end subroutine
    subroutine gasnet_coll_scanM(team, dstlist, dst_blksz, dst_offset, srclist, src_blksz, src_offset, elem_size, &
        elem_count, func, func_arg, flags) bind(c, name="gasnet_coll_scanM")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: dst_blksz, dst_offset, src_blksz, src_offset, elem_size, elem_count
      integer(c_int32_t), value :: func
      integer(c_int), value :: func_arg, flags
    end subroutine
    function gasnet_coll_scanM_nb(team, dstlist, dst_blksz, dst_offset, srclist, src_blksz, src_offset, elem_size, &
        elem_count, func, func_arg, flags) bind(c, name="gasnet_coll_scanM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, srclist
      integer(c_size_t), value :: dst_blksz, dst_offset, src_blksz, src_offset, elem_size, elem_count
      integer(c_int32_t), value :: func
      integer(c_int), value :: func_arg, flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_scan_nb(team, dst, dst_blksz, dst_offset, src, src_blksz, src_offset, elem_size, &
        elem_count, func, func_arg, flags) bind(c, name="gasnet_coll_scan_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: dst_blksz, dst_offset, src_blksz, src_offset, elem_size, elem_count
      integer(c_int32_t), value :: func
      integer(c_int), value :: func_arg, flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_scatter(team, dst, srcimage, src, nbytes, flags) bind(c, name="gasnet_coll_scatter")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    subroutine gasnet_coll_scatterM(team, dstlist, srcimage, src, nbytes, flags) bind(c, name="gasnet_coll_scatterM")
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
    end subroutine
    function gasnet_coll_scatterM_nb(team, dstlist, srcimage, src, nbytes, flags) bind(c, &
        name="gasnet_coll_scatterM_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dstlist, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gasnet_coll_scatter_nb(team, dst, srcimage, src, nbytes, flags) bind(c, &
        name="gasnet_coll_scatter_nb") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      type(c_ptr), value :: dst, src
      integer(c_int32_t), value :: srcimage
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_coll_set_dissem_limit(team, limit, optype) bind(c, name="gasnet_coll_set_dissem_limit")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_size_t), value :: limit
      integer(c_int), value :: optype
    end subroutine
    subroutine gasnet_coll_set_tree_kind(team, type, fanout, optype) bind(c, name="gasnet_coll_set_tree_kind")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: type, fanout, optype
    end subroutine
    subroutine gasnet_coll_team_free(team) bind(c, name="gasnet_coll_team_free")
      import
      type(gasnet_team_handle_t), value :: team
    end subroutine
    function gasnet_coll_team_node2rank(team, node) bind(c, name="gasnet_coll_team_node2rank") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: node
      integer(c_int32_t) :: result_
    end function
    function gasnet_coll_team_rank2node(team, rank) bind(c, name="gasnet_coll_team_rank2node") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: rank
      integer(c_int32_t) :: result_
    end function
    function gasnet_coll_team_size(team) bind(c, name="gasnet_coll_team_size") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t) :: result_
    end function
    function gasnet_coll_team_split(parent, color, relrank, clientdata) bind(c, &
        name="gasnet_coll_team_split") result(result_)
      import
      type(gasnet_team_handle_t), value :: parent
      integer(c_int32_t), value :: color, relrank
      type(c_ptr), value :: clientdata
      type(gasnet_team_handle_t) :: result_
    end function
    function gasnet_coll_try_sync(h) bind(c, name="gasnet_coll_try_sync") result(result_)
      import
      type(gex_Event_t), value :: h
      integer(c_int) :: result_
    end function
    function gasnet_coll_try_sync_all(h, n) bind(c, name="gasnet_coll_try_sync_all") result(result_)
      import
      type(c_ptr), value :: h
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gasnet_coll_try_sync_some(h, n) bind(c, name="gasnet_coll_try_sync_some") result(result_)
      import
      type(c_ptr), value :: h
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    subroutine gasnet_coll_tune_generic_op(team, op, args, flags, fn, work_arg, best_alg, num_params, best_param, &
        best_tree) bind(c, name="gasnet_coll_tune_generic_op")
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: op, flags
      type(gasnet_coll_args_t), value :: args
      type(c_funptr), value :: fn
      type(c_ptr), value :: work_arg, best_alg, num_params, best_param, best_tree
    end subroutine
    subroutine gasnet_coll_wait_sync(h) bind(c, name="gasnet_coll_wait_sync")
      import
      type(gex_Event_t), value :: h
    end subroutine
    subroutine gasnet_coll_wait_sync_all(h, n) bind(c, name="gasnet_coll_wait_sync_all")
      import
      type(c_ptr), value :: h
      integer(c_size_t), value :: n
    end subroutine
    subroutine gasnet_coll_wait_sync_some(h, n) bind(c, name="gasnet_coll_wait_sync_some")
      import
      type(c_ptr), value :: h
      integer(c_size_t), value :: n
    end subroutine
    function gasnet_end_nbi_accessregion() bind(c, name="gasnet_end_nbi_accessregion") result(result_)
      import
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_exit(exitcode) bind(c, name="gasnet_exit")
      import
      integer(c_int), value :: exitcode
    end subroutine
    subroutine gasnet_get(dest, node, src, nbytes) bind(c, name="gasnet_get")
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_getMaxGlobalSegmentSize() bind(c, name="gasnet_getMaxGlobalSegmentSize") result(result_)
      import
      integer(c_intptr_t) :: result_
    end function
    function gasnet_getMaxLocalSegmentSize() bind(c, name="gasnet_getMaxLocalSegmentSize") result(result_)
      import
      integer(c_intptr_t) :: result_
    end function
    function gasnet_getNodeInfo(table, numentries) bind(c, name="gasnet_getNodeInfo") result(result_)
      import
      type(c_ptr), value :: table
      integer(c_int), value :: numentries
      integer(c_int) :: result_
    end function
    function gasnet_getSegmentInfo(table, numentries) bind(c, name="gasnet_getSegmentInfo") result(result_)
      import
      type(c_ptr), value :: table
      integer(c_int), value :: numentries
      integer(c_int) :: result_
    end function
    subroutine gasnet_get_bulk(dest, node, src, nbytes) bind(c, name="gasnet_get_bulk")
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_get_nb(dest, node, src, nbytes) bind(c, name="gasnet_get_nb") result(result_)
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gasnet_get_nb_bulk(dest, node, src, nbytes) bind(c, name="gasnet_get_nb_bulk") result(result_)
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gasnet_get_nb_val(node, src, nbytes) bind(c, name="gasnet_get_nb_val") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: src
      integer(c_size_t), value :: nbytes
      type(gasnet_valget_handle_t) :: result_
    end function
    subroutine gasnet_get_nbi(dest, node, src, nbytes) bind(c, name="gasnet_get_nbi")
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_get_nbi_bulk(dest, node, src, nbytes) bind(c, name="gasnet_get_nbi_bulk")
      import
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: node
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_get_val(node, src, nbytes) bind(c, name="gasnet_get_val") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: src
      integer(c_size_t), value :: nbytes
      integer(c_int64_t) :: result_
    end function
    function gasnet_getenv(name) bind(c, name="gasnet_getenv") result(result_)
      import
      type(c_ptr), value :: name
      type(c_ptr) :: result_
    end function
    subroutine gasnet_geti_bulk(dstcount, dstlist, dstlen, srcnode, srccount, srclist, srclen) bind(c, &
        name="gasnet_geti_bulk")
      import
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
    end subroutine
    function gasnet_geti_nb_bulk(dstcount, dstlist, dstlen, srcnode, srccount, srclist, srclen) bind(c, &
        name="gasnet_geti_nb_bulk") result(result_)
      import
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_geti_nbi_bulk(dstcount, dstlist, dstlen, srcnode, srccount, srclist, srclen) bind(c, &
        name="gasnet_geti_nbi_bulk")
      import
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
    end subroutine
    subroutine gasnet_gets_bulk(dstaddr, dststrides, srcnode, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_gets_bulk")
      import
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcnode
      integer(c_size_t), value :: stridelevels
    end subroutine
    function gasnet_gets_nb_bulk(dstaddr, dststrides, srcnode, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_gets_nb_bulk") result(result_)
      import
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcnode
      integer(c_size_t), value :: stridelevels
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_gets_nbi_bulk(dstaddr, dststrides, srcnode, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_gets_nbi_bulk")
      import
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcnode
      integer(c_size_t), value :: stridelevels
    end subroutine
    subroutine gasnet_getv_bulk(dstcount, dstlist, srcnode, srccount, srclist) bind(c, name="gasnet_getv_bulk")
      import
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
    end subroutine
    function gasnet_getv_nb_bulk(dstcount, dstlist, srcnode, srccount, srclist) bind(c, &
        name="gasnet_getv_nb_bulk") result(result_)
      import
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_getv_nbi_bulk(dstcount, dstlist, srcnode, srccount, srclist) bind(c, &
        name="gasnet_getv_nbi_bulk")
      import
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcnode
    end subroutine
    subroutine gasnet_hold_interrupts() bind(c, name="gasnet_hold_interrupts")
      import
    end subroutine
    subroutine gasnet_hsl_destroy(hsl) bind(c, name="gasnet_hsl_destroy")
      import
      type(c_ptr), value :: hsl
    end subroutine
    subroutine gasnet_hsl_init(hsl) bind(c, name="gasnet_hsl_init")
      import
      type(c_ptr), value :: hsl
    end subroutine
    subroutine gasnet_hsl_lock(hsl) bind(c, name="gasnet_hsl_lock")
      import
      type(c_ptr), value :: hsl
    end subroutine
    function gasnet_hsl_trylock(hsl) bind(c, name="gasnet_hsl_trylock") result(result_)
      import
      type(c_ptr), value :: hsl
      integer(c_int) :: result_
    end function
    subroutine gasnet_hsl_unlock(hsl) bind(c, name="gasnet_hsl_unlock")
      import
      type(c_ptr), value :: hsl
    end subroutine
    subroutine gasnet_memset(node, dest, val, nbytes) bind(c, name="gasnet_memset")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int), value :: val
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_memset_nb(node, dest, val, nbytes) bind(c, name="gasnet_memset_nb") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int), value :: val
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_memset_nbi(node, dest, val, nbytes) bind(c, name="gasnet_memset_nbi")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int), value :: val
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_mynode() bind(c, name="gasnet_mynode") result(result_)
      import
      integer(c_int32_t) :: result_
    end function
    function gasnet_nodes() bind(c, name="gasnet_nodes") result(result_)
      import
      integer(c_int32_t) :: result_
    end function
    subroutine gasnet_put(node, dest, src, nbytes) bind(c, name="gasnet_put")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_put_bulk(node, dest, src, nbytes) bind(c, name="gasnet_put_bulk")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
    end subroutine
    function gasnet_put_nb(node, dest, src, nbytes) bind(c, name="gasnet_put_nb") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gasnet_put_nb_bulk(node, dest, src, nbytes) bind(c, name="gasnet_put_nb_bulk") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gasnet_put_nb_val(node, dest, value, nbytes) bind(c, name="gasnet_put_nb_val") result(result_)
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_put_nbi(node, dest, src, nbytes) bind(c, name="gasnet_put_nbi")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_put_nbi_bulk(node, dest, src, nbytes) bind(c, name="gasnet_put_nbi_bulk")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_put_nbi_val(node, dest, value, nbytes) bind(c, name="gasnet_put_nbi_val")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_put_val(node, dest, value, nbytes) bind(c, name="gasnet_put_val")
      import
      integer(c_int32_t), value :: node
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
    end subroutine
    subroutine gasnet_puti_bulk(dstnode, dstcount, dstlist, dstlen, srccount, srclist, srclen) bind(c, &
        name="gasnet_puti_bulk")
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
    end subroutine
    function gasnet_puti_nb_bulk(dstnode, dstcount, dstlist, dstlen, srccount, srclist, srclen) bind(c, &
        name="gasnet_puti_nb_bulk") result(result_)
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_puti_nbi_bulk(dstnode, dstcount, dstlist, dstlen, srccount, srclist, srclen) bind(c, &
        name="gasnet_puti_nbi_bulk")
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
    end subroutine
    subroutine gasnet_puts_bulk(dstnode, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_puts_bulk")
      import
      integer(c_int32_t), value :: dstnode
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: stridelevels
    end subroutine
    function gasnet_puts_nb_bulk(dstnode, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_puts_nb_bulk") result(result_)
      import
      integer(c_int32_t), value :: dstnode
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: stridelevels
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_puts_nbi_bulk(dstnode, dstaddr, dststrides, srcaddr, srcstrides, count, stridelevels) bind(c, &
        name="gasnet_puts_nbi_bulk")
      import
      integer(c_int32_t), value :: dstnode
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: stridelevels
    end subroutine
    subroutine gasnet_putv_bulk(dstnode, dstcount, dstlist, srccount, srclist) bind(c, name="gasnet_putv_bulk")
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
    end subroutine
    function gasnet_putv_nb_bulk(dstnode, dstcount, dstlist, srccount, srclist) bind(c, &
        name="gasnet_putv_nb_bulk") result(result_)
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      type(gex_Event_t) :: result_
    end function
    subroutine gasnet_putv_nbi_bulk(dstnode, dstcount, dstlist, srccount, srclist) bind(c, &
        name="gasnet_putv_nbi_bulk")
      import
      integer(c_int32_t), value :: dstnode
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
    end subroutine
    subroutine gasnet_resume_interrupts() bind(c, name="gasnet_resume_interrupts")
      import
    end subroutine
    function gasnet_set_waitmode(wait_mode) bind(c, name="gasnet_set_waitmode") result(result_)
      import
      integer(c_int), value :: wait_mode
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb(h) bind(c, name="gasnet_try_syncnb") result(result_)
      import
      type(gex_Event_t), value :: h
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb_all(handles, n) bind(c, name="gasnet_try_syncnb_all") result(result_)
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb_all_nopoll(handles, n) bind(c, name="gasnet_try_syncnb_all_nopoll") result(result_)
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb_nopoll(h) bind(c, name="gasnet_try_syncnb_nopoll") result(result_)
      import
      type(gex_Event_t), value :: h
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb_some(handles, n) bind(c, name="gasnet_try_syncnb_some") result(result_)
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnb_some_nopoll(handles, n) bind(c, name="gasnet_try_syncnb_some_nopoll") result(result_)
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnbi_all() bind(c, name="gasnet_try_syncnbi_all") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnbi_gets() bind(c, name="gasnet_try_syncnbi_gets") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gasnet_try_syncnbi_puts() bind(c, name="gasnet_try_syncnbi_puts") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine gasnet_wait_syncnb(h) bind(c, name="gasnet_wait_syncnb")
      import
      type(gex_Event_t), value :: h
    end subroutine
    subroutine gasnet_wait_syncnb_all(handles, n) bind(c, name="gasnet_wait_syncnb_all")
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
    end subroutine
    subroutine gasnet_wait_syncnb_some(handles, n) bind(c, name="gasnet_wait_syncnb_some")
      import
      type(c_ptr), value :: handles
      integer(c_size_t), value :: n
    end subroutine
    function gasnet_wait_syncnb_valget(handle) bind(c, name="gasnet_wait_syncnb_valget") result(result_)
      import
      type(gasnet_valget_handle_t), value :: handle
      integer(c_int64_t) :: result_
    end function
    subroutine gasnet_wait_syncnbi_all() bind(c, name="gasnet_wait_syncnbi_all")
      import
    end subroutine
    subroutine gasnet_wait_syncnbi_gets() bind(c, name="gasnet_wait_syncnbi_gets")
      import
    end subroutine
    subroutine gasnet_wait_syncnbi_puts() bind(c, name="gasnet_wait_syncnbi_puts")
      import
    end subroutine
    subroutine gasnete_coll_team_free(team) bind(c, name="gasnete_coll_team_free")
      import
      type(gasnet_team_handle_t), value :: team
    end subroutine
    function gasnete_coll_team_node2rank(team, node) bind(c, name="gasnete_coll_team_node2rank") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t), value :: node
      integer(c_int32_t) :: result_
    end function
    function gasnete_coll_team_rank2node(team, rank) bind(c, name="gasnete_coll_team_rank2node") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int), value :: rank
      integer(c_int32_t) :: result_
    end function
    function gasnete_coll_team_size(team) bind(c, name="gasnete_coll_team_size") result(result_)
      import
      type(gasnet_team_handle_t), value :: team
      integer(c_int32_t) :: result_
    end function
    function gasnete_coll_team_split(parent, color, relrank, clientdata) bind(c, &
        name="gasnete_coll_team_split") result(result_)
      import
      type(gasnet_team_handle_t), value :: parent
      integer(c_int32_t), value :: color, relrank
      type(c_ptr), value :: clientdata
      type(gasnet_team_handle_t) :: result_
    end function
    function gasneti_gethostname() bind(c, name="gasneti_gethostname") result(result_)
      import
      type(c_ptr) :: result_
    end function
    function gasnett_atomic32_add(p, op, flags) bind(c, name="gasnett_atomic32_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic32_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_atomic32_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic32_decrement(p, flags) bind(c, name="gasnett_atomic32_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic32_decrement_and_test(p, flags) bind(c, &
        name="gasnett_atomic32_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic32_increment(p, flags) bind(c, name="gasnett_atomic32_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic32_read(p, flags) bind(c, name="gasnett_atomic32_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    subroutine gasnett_atomic32_set(p, v, flags) bind(c, name="gasnett_atomic32_set")
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic32_subtract(p, op, flags) bind(c, name="gasnett_atomic32_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic32_swap(p, newv, flags) bind(c, name="gasnett_atomic32_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic64_add(p, op, flags) bind(c, name="gasnett_atomic64_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: op
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_atomic64_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_atomic64_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic64_decrement(p, flags) bind(c, name="gasnett_atomic64_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic64_decrement_and_test(p, flags) bind(c, &
        name="gasnett_atomic64_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic64_increment(p, flags) bind(c, name="gasnett_atomic64_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic64_read(p, flags) bind(c, name="gasnett_atomic64_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    subroutine gasnett_atomic64_set(p, v, flags) bind(c, name="gasnett_atomic64_set")
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic64_subtract(p, op, flags) bind(c, name="gasnett_atomic64_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: op
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_atomic64_swap(p, newv, flags) bind(c, name="gasnett_atomic64_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_atomic_add(p, op, flags) bind(c, name="gasnett_atomic_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_atomic_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic_decrement(p, flags) bind(c, name="gasnett_atomic_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic_decrement_and_test(p, flags) bind(c, &
        name="gasnett_atomic_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_atomic_increment(p, flags) bind(c, name="gasnett_atomic_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic_read(p, flags) bind(c, name="gasnett_atomic_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    subroutine gasnett_atomic_set(p, v, flags) bind(c, name="gasnett_atomic_set")
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_atomic_signed(v) bind(c, name="gasnett_atomic_signed") result(result_)
      import
      integer(c_int32_t), value :: v
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic_subtract(p, op, flags) bind(c, name="gasnett_atomic_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_atomic_swap(p, newv, flags) bind(c, name="gasnett_atomic_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    subroutine gasnett_backtrace_init(exename) bind(c, name="gasnett_backtrace_init")
      import
      type(c_ptr), value :: exename
    end subroutine
    function gasnett_checksum(p, numbytes) bind(c, name="gasnett_checksum") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: numbytes
      integer(c_int64_t) :: result_
    end function
    subroutine gasnett_close_streams() bind(c, name="gasnett_close_streams")
      import
    end subroutine
    subroutine gasnett_compiler_fence() bind(c, name="gasnett_compiler_fence")
      import
    end subroutine
    subroutine gasnett_cond_broadcast(c) bind(c, name="gasnett_cond_broadcast")
      import
      type(c_ptr), value :: c
    end subroutine
    subroutine gasnett_cond_destroy(c) bind(c, name="gasnett_cond_destroy")
      import
      type(c_ptr), value :: c
    end subroutine
    subroutine gasnett_cond_init(c) bind(c, name="gasnett_cond_init")
      import
      type(c_ptr), value :: c
    end subroutine
    subroutine gasnett_cond_signal(c) bind(c, name="gasnett_cond_signal")
      import
      type(c_ptr), value :: c
    end subroutine
    subroutine gasnett_cond_wait(c, m) bind(c, name="gasnett_cond_wait")
      import
      type(c_ptr), value :: c, m
    end subroutine
    function gasnett_count0s(p, n) bind(c, name="gasnett_count0s") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_size_t), value :: n
      integer(c_size_t) :: result_
    end function
    function gasnett_count0s_copy(dst, src, n) bind(c, name="gasnett_count0s_copy") result(result_)
      import
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: n
      integer(c_size_t) :: result_
    end function
    function gasnett_count0s_uint32_t(v) bind(c, name="gasnett_count0s_uint32_t") result(result_)
      import
      integer(c_int32_t), value :: v
      integer(c_int) :: result_
    end function
    function gasnett_count0s_uint64_t(v) bind(c, name="gasnett_count0s_uint64_t") result(result_)
      import
      integer(c_int64_t), value :: v
      integer(c_int) :: result_
    end function
    function gasnett_count0s_uintptr_t(v) bind(c, name="gasnett_count0s_uintptr_t") result(result_)
      import
      integer(c_intptr_t), value :: v
      integer(c_int) :: result_
    end function
    function gasnett_cpu_count() bind(c, name="gasnett_cpu_count") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine gasnett_envdbl_display(name, value, is_dflt) bind(c, name="gasnett_envdbl_display")
      import
      type(c_ptr), value :: name
      real(c_double), value :: value
      integer(c_int), value :: is_dflt
    end subroutine
    subroutine gasnett_envint_display(name, value, is_dflt, is_mem_size) bind(c, name="gasnett_envint_display")
      import
      type(c_ptr), value :: name
      integer(c_int64_t), value :: value
      integer(c_int), value :: is_dflt, is_mem_size
    end subroutine
    subroutine gasnett_envstr_display(name, value, is_dflt) bind(c, name="gasnett_envstr_display")
      import
      type(c_ptr), value :: name, value
      integer(c_int), value :: is_dflt
    end subroutine
    function gasnett_exe_name() bind(c, name="gasnett_exe_name") result(result_)
      import
      type(c_ptr) :: result_
    end function
    subroutine gasnett_flush_streams() bind(c, name="gasnett_flush_streams")
      import
    end subroutine
    function gasnett_format_addrlist(buf, count, list, len) bind(c, name="gasnett_format_addrlist") result(result_)
      import
      type(c_ptr), value :: buf, list
      integer(c_size_t), value :: count, len
      type(c_ptr) :: result_
    end function
    function gasnett_format_addrlist_bufsz(count) bind(c, name="gasnett_format_addrlist_bufsz") result(result_)
      import
      integer(c_size_t), value :: count
      integer(c_size_t) :: result_
    end function
    function gasnett_format_dt(buf, dt) bind(c, name="gasnett_format_dt") result(result_)
      import
      type(c_ptr), value :: buf
      integer(c_int32_t), value :: dt
      integer(c_size_t) :: result_
    end function
    function gasnett_format_memveclist(buf, count, list) bind(c, name="gasnett_format_memveclist") result(result_)
      import
      type(c_ptr), value :: buf, list
      integer(c_size_t), value :: count
      type(c_ptr) :: result_
    end function
    function gasnett_format_memveclist_bufsz(count) bind(c, name="gasnett_format_memveclist_bufsz") result(result_)
      import
      integer(c_size_t), value :: count
      integer(c_size_t) :: result_
    end function
    function gasnett_format_number(value, buf, bufsz, is_mem_size) bind(c, &
        name="gasnett_format_number") result(result_)
      import
      integer(c_int64_t), value :: value
      type(c_ptr), value :: buf
      integer(c_size_t), value :: bufsz
      integer(c_int), value :: is_mem_size
      type(c_ptr) :: result_
    end function
    function gasnett_format_op(buf, op) bind(c, name="gasnett_format_op") result(result_)
      import
      type(c_ptr), value :: buf
      integer(c_int32_t), value :: op
      integer(c_size_t) :: result_
    end function
    function gasnett_format_putigeti(buf, tm, rank, dstcount, dstlist, dstlen, srccount, srclist, srclen) bind(c, &
        name="gasnett_format_putigeti") result(result_)
      import
      type(c_ptr), value :: buf, dstlist, srclist
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr) :: result_
    end function
    function gasnett_format_putigeti_bufsz(dstcount, srccount) bind(c, &
        name="gasnett_format_putigeti_bufsz") result(result_)
      import
      integer(c_size_t), value :: dstcount, srccount
      integer(c_size_t) :: result_
    end function
    function gasnett_format_putsgets(buf, stats, tm, rank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, &
        stridelevels) bind(c, name="gasnett_format_putsgets") result(result_)
      import
      type(c_ptr), value :: buf, stats, dstaddr, dststrides, srcaddr, srcstrides, count
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      integer(c_size_t), value :: elemsz, stridelevels
      type(c_ptr) :: result_
    end function
    function gasnett_format_putsgets_bufsz(stridelevels) bind(c, name="gasnett_format_putsgets_bufsz") result(result_)
      import
      integer(c_size_t), value :: stridelevels
      integer(c_size_t) :: result_
    end function
    function gasnett_format_putvgetv(buf, tm, rank, dstcount, dstlist, srccount, srclist) bind(c, &
        name="gasnett_format_putvgetv") result(result_)
      import
      type(c_ptr), value :: buf, dstlist, srclist
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr) :: result_
    end function
    function gasnett_format_putvgetv_bufsz(dstcount, srccount) bind(c, &
        name="gasnett_format_putvgetv_bufsz") result(result_)
      import
      integer(c_size_t), value :: dstcount, srccount
      integer(c_size_t) :: result_
    end function
    function gasnett_format_strides(buf, count, list) bind(c, name="gasnett_format_strides") result(result_)
      import
      type(c_ptr), value :: buf, list
      integer(c_size_t), value :: count
      type(c_ptr) :: result_
    end function
    function gasnett_format_strides_bufsz(count) bind(c, name="gasnett_format_strides_bufsz") result(result_)
      import
      integer(c_size_t), value :: count
      integer(c_size_t) :: result_
    end function
    function gasnett_format_ti(buf, ti) bind(c, name="gasnett_format_ti") result(result_)
      import
      type(c_ptr), value :: buf
      integer(c_int32_t), value :: ti
      integer(c_size_t) :: result_
    end function
    subroutine gasnett_free_aligned(p) bind(c, name="gasnett_free_aligned")
      import
      type(c_ptr), value :: p
    end subroutine
    subroutine gasnett_freezeForDebuggerErr() bind(c, name="gasnett_freezeForDebuggerErr")
      import
    end subroutine
    subroutine gasnett_freezeForDebuggerNow(flag, flagname) bind(c, name="gasnett_freezeForDebuggerNow")
      import
      type(c_ptr), value :: flag, flagname
    end subroutine
    function gasnett_getPhysMemSz(failure_is_fatal) bind(c, name="gasnett_getPhysMemSz") result(result_)
      import
      integer(c_int), value :: failure_is_fatal
      integer(c_int64_t) :: result_
    end function
    function gasnett_getenv(name) bind(c, name="gasnett_getenv") result(result_)
      import
      type(c_ptr), value :: name
      type(c_ptr) :: result_
    end function
    function gasnett_getenv_dbl_withdefault(name, dflt) bind(c, name="gasnett_getenv_dbl_withdefault") result(result_)
      import
      type(c_ptr), value :: name
      real(c_double), value :: dflt
      real(c_double) :: result_
    end function
    function gasnett_getenv_int_withdefault(name, dflt, mem_size_multiplier) bind(c, &
        name="gasnett_getenv_int_withdefault") result(result_)
      import
      type(c_ptr), value :: name
      integer(c_int64_t), value :: dflt, mem_size_multiplier
      integer(c_int64_t) :: result_
    end function
    function gasnett_getenv_withdefault(name, dflt) bind(c, name="gasnett_getenv_withdefault") result(result_)
      import
      type(c_ptr), value :: name, dflt
      type(c_ptr) :: result_
    end function
    function gasnett_getenv_yesno_withdefault(name, dflt) bind(c, &
        name="gasnett_getenv_yesno_withdefault") result(result_)
      import
      type(c_ptr), value :: name
      integer(c_int), value :: dflt
      integer(c_int) :: result_
    end function
    function gasnett_gethostname() bind(c, name="gasnett_gethostname") result(result_)
      import
      type(c_ptr) :: result_
    end function
    function gasnett_gettimeofday_us() bind(c, name="gasnett_gettimeofday_us") result(result_)
      import
      integer(c_int64_t) :: result_
    end function
    function gasnett_isLittleEndian() bind(c, name="gasnett_isLittleEndian") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine gasnett_killmyprocess(exitcode) bind(c, name="gasnett_killmyprocess")
      import
      integer(c_int), value :: exitcode
    end subroutine
    subroutine gasnett_local_mb() bind(c, name="gasnett_local_mb")
      import
    end subroutine
    subroutine gasnett_local_rmb() bind(c, name="gasnett_local_rmb")
      import
    end subroutine
    subroutine gasnett_local_wmb() bind(c, name="gasnett_local_wmb")
      import
    end subroutine
    function gasnett_malloc_aligned(align, size) bind(c, name="gasnett_malloc_aligned") result(result_)
      import
      integer(c_size_t), value :: align, size
      type(c_ptr) :: result_
    end function
    function gasnett_maximize_rlimit(res, desc) bind(c, name="gasnett_maximize_rlimit") result(result_)
      import
      integer(c_int), value :: res
      type(c_ptr), value :: desc
      integer(c_int) :: result_
    end function
    function gasnett_maximize_rlimits() bind(c, name="gasnett_maximize_rlimits") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gasnett_mmap(size) bind(c, name="gasnett_mmap") result(result_)
      import
      integer(c_intptr_t), value :: size
      type(c_ptr) :: result_
    end function
    subroutine gasnett_mutex_assertlocked(m) bind(c, name="gasnett_mutex_assertlocked")
      import
      type(c_ptr), value :: m
    end subroutine
    subroutine gasnett_mutex_assertunlocked(m) bind(c, name="gasnett_mutex_assertunlocked")
      import
      type(c_ptr), value :: m
    end subroutine
    subroutine gasnett_mutex_destroy(m) bind(c, name="gasnett_mutex_destroy")
      import
      type(c_ptr), value :: m
    end subroutine
    function gasnett_mutex_destroy_ignoreerr(m) bind(c, name="gasnett_mutex_destroy_ignoreerr") result(result_)
      import
      type(c_ptr), value :: m
      integer(c_int) :: result_
    end function
    subroutine gasnett_mutex_init(m) bind(c, name="gasnett_mutex_init")
      import
      type(c_ptr), value :: m
    end subroutine
    subroutine gasnett_mutex_lock(m) bind(c, name="gasnett_mutex_lock")
      import
      type(c_ptr), value :: m
    end subroutine
    function gasnett_mutex_trylock(m) bind(c, name="gasnett_mutex_trylock") result(result_)
      import
      type(c_ptr), value :: m
      integer(c_int) :: result_
    end function
    subroutine gasnett_mutex_unlock(m) bind(c, name="gasnett_mutex_unlock")
      import
      type(c_ptr), value :: m
    end subroutine
    function gasnett_nsleep(ns) bind(c, name="gasnett_nsleep") result(result_)
      import
      integer(c_int64_t), value :: ns
      integer(c_int) :: result_
    end function
    function gasnett_parse_int(text, mem_size_multiplier) bind(c, name="gasnett_parse_int") result(result_)
      import
      type(c_ptr), value :: text
      integer(c_int64_t), value :: mem_size_multiplier
      integer(c_int64_t) :: result_
    end function
    function gasnett_performance_warning_str() bind(c, name="gasnett_performance_warning_str") result(result_)
      import
      type(c_ptr) :: result_
    end function
    function gasnett_print_backtrace(fd) bind(c, name="gasnett_print_backtrace") result(result_)
      import
      integer(c_int), value :: fd
      integer(c_int) :: result_
    end function
    function gasnett_reghandler(sig, handler) bind(c, name="gasnett_reghandler") result(result_)
      import
      integer(c_int), value :: sig
      type(c_funptr), value :: handler
      type(c_funptr) :: result_
    end function
    function gasnett_release_version() bind(c, name="gasnett_release_version") result(result_)
      import
      integer(c_int64_t) :: result_
    end function
    function gasnett_release_version_str() bind(c, name="gasnett_release_version_str") result(result_)
      import
      type(c_ptr) :: result_
    end function
    subroutine gasnett_rwlock_assertlocked(r) bind(c, name="gasnett_rwlock_assertlocked")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_assertrdlocked(r) bind(c, name="gasnett_rwlock_assertrdlocked")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_assertunlocked(r) bind(c, name="gasnett_rwlock_assertunlocked")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_assertwrlocked(r) bind(c, name="gasnett_rwlock_assertwrlocked")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_destroy(r) bind(c, name="gasnett_rwlock_destroy")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_init(r) bind(c, name="gasnett_rwlock_init")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_rdlock(r) bind(c, name="gasnett_rwlock_rdlock")
      import
      type(c_ptr), value :: r
    end subroutine
    function gasnett_rwlock_tryrdlock(r) bind(c, name="gasnett_rwlock_tryrdlock") result(result_)
      import
      type(c_ptr), value :: r
      integer(c_int) :: result_
    end function
    function gasnett_rwlock_trywrlock(r) bind(c, name="gasnett_rwlock_trywrlock") result(result_)
      import
      type(c_ptr), value :: r
      integer(c_int) :: result_
    end function
    subroutine gasnett_rwlock_unlock(r) bind(c, name="gasnett_rwlock_unlock")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_rwlock_wrlock(r) bind(c, name="gasnett_rwlock_wrlock")
      import
      type(c_ptr), value :: r
    end subroutine
    subroutine gasnett_sched_yield() bind(c, name="gasnett_sched_yield")
      import
    end subroutine
    function gasnett_set_affinity(rank) bind(c, name="gasnett_set_affinity") result(result_)
      import
      integer(c_int), value :: rank
      integer(c_int) :: result_
    end function
    subroutine gasnett_setenv(name, value) bind(c, name="gasnett_setenv")
      import
      type(c_ptr), value :: name, value
    end subroutine
    function gasnett_signame_fromval(sig) bind(c, name="gasnett_signame_fromval") result(result_)
      import
      integer(c_int), value :: sig
      type(c_ptr) :: result_
    end function
    subroutine gasnett_spinloop_hint() bind(c, name="gasnett_spinloop_hint")
      import
    end subroutine
    function gasnett_strongatomic32_add(p, op, flags) bind(c, name="gasnett_strongatomic32_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic32_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_strongatomic32_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic32_decrement(p, flags) bind(c, name="gasnett_strongatomic32_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic32_decrement_and_test(p, flags) bind(c, &
        name="gasnett_strongatomic32_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic32_increment(p, flags) bind(c, name="gasnett_strongatomic32_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic32_read(p, flags) bind(c, name="gasnett_strongatomic32_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    subroutine gasnett_strongatomic32_set(p, v, flags) bind(c, name="gasnett_strongatomic32_set")
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic32_subtract(p, op, flags) bind(c, &
        name="gasnett_strongatomic32_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic32_swap(p, newv, flags) bind(c, name="gasnett_strongatomic32_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic64_add(p, op, flags) bind(c, name="gasnett_strongatomic64_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: op
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_strongatomic64_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_strongatomic64_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic64_decrement(p, flags) bind(c, name="gasnett_strongatomic64_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic64_decrement_and_test(p, flags) bind(c, &
        name="gasnett_strongatomic64_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic64_increment(p, flags) bind(c, name="gasnett_strongatomic64_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic64_read(p, flags) bind(c, name="gasnett_strongatomic64_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    subroutine gasnett_strongatomic64_set(p, v, flags) bind(c, name="gasnett_strongatomic64_set")
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic64_subtract(p, op, flags) bind(c, &
        name="gasnett_strongatomic64_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: op
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_strongatomic64_swap(p, newv, flags) bind(c, name="gasnett_strongatomic64_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int64_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int64_t) :: result_
    end function
    function gasnett_strongatomic_add(p, op, flags) bind(c, name="gasnett_strongatomic_add") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic_compare_and_swap(p, oldv, newv, flags) bind(c, &
        name="gasnett_strongatomic_compare_and_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: oldv, newv
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic_decrement(p, flags) bind(c, name="gasnett_strongatomic_decrement")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic_decrement_and_test(p, flags) bind(c, &
        name="gasnett_strongatomic_decrement_and_test") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gasnett_strongatomic_increment(p, flags) bind(c, name="gasnett_strongatomic_increment")
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic_read(p, flags) bind(c, name="gasnett_strongatomic_read") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    subroutine gasnett_strongatomic_set(p, v, flags) bind(c, name="gasnett_strongatomic_set")
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: v
      integer(c_int), value :: flags
    end subroutine
    function gasnett_strongatomic_signed(v) bind(c, name="gasnett_strongatomic_signed") result(result_)
      import
      integer(c_int32_t), value :: v
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic_subtract(p, op, flags) bind(c, name="gasnett_strongatomic_subtract") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: op
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_strongatomic_swap(p, newv, flags) bind(c, name="gasnett_strongatomic_swap") result(result_)
      import
      type(c_ptr), value :: p
      integer(c_int32_t), value :: newv
      integer(c_int), value :: flags
      integer(c_int32_t) :: result_
    end function
    function gasnett_threadkey_get(key) bind(c, name="gasnett_threadkey_get") result(result_)
      import
      type(c_ptr), value :: key
      type(c_ptr) :: result_
    end function
    function gasnett_threadkey_get_noinit(key) bind(c, name="gasnett_threadkey_get_noinit") result(result_)
      import
      type(c_ptr), value :: key
      type(c_ptr) :: result_
    end function
    subroutine gasnett_threadkey_init(key) bind(c, name="gasnett_threadkey_init")
      import
      type(c_ptr), value :: key
    end subroutine
    subroutine gasnett_threadkey_set(key, value) bind(c, name="gasnett_threadkey_set")
      import
      type(c_ptr), value :: key, value
    end subroutine
    subroutine gasnett_threadkey_set_noinit(key, value) bind(c, name="gasnett_threadkey_set_noinit")
      import
      type(c_ptr), value :: key, value
    end subroutine
    function gasnett_tick_granularityus() bind(c, name="gasnett_tick_granularityus") result(result_)
      import
      real(c_double) :: result_
    end function
    function gasnett_tick_overheadus() bind(c, name="gasnett_tick_overheadus") result(result_)
      import
      real(c_double) :: result_
    end function
    function gasnett_ticks_now() bind(c, name="gasnett_ticks_now") result(result_)
      import
      integer(c_int64_t) :: result_
    end function
    function gasnett_ticks_to_ns(ticks) bind(c, name="gasnett_ticks_to_ns") result(result_)
      import
      integer(c_int64_t), value :: ticks
      integer(c_int64_t) :: result_
    end function
    function gasnett_ticks_to_us(ticks) bind(c, name="gasnett_ticks_to_us") result(result_)
      import
      integer(c_int64_t), value :: ticks
      integer(c_int64_t) :: result_
    end function
    subroutine gasnett_unsetenv(name) bind(c, name="gasnett_unsetenv")
      import
      type(c_ptr), value :: name
    end subroutine
    function gasnett_verboseenv() bind(c, name="gasnett_verboseenv") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine gasnett_weak_mb() bind(c, name="gasnett_weak_mb")
      import
    end subroutine
    subroutine gasnett_weak_rmb() bind(c, name="gasnett_weak_rmb")
      import
    end subroutine
    subroutine gasnett_weak_wmb() bind(c, name="gasnett_weak_wmb")
      import
    end subroutine
    subroutine gex_AD_Create(ad_p, tm, dt, ops, flags) bind(c, name="gex_AD_Create")
      import
      type(c_ptr), value :: ad_p
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dt, ops, flags
    end subroutine
    subroutine gex_AD_Destroy(ad) bind(c, name="gex_AD_Destroy")
      import
      type(gex_AD_t), value :: ad
    end subroutine
    function gex_AD_OpNBI_DBL(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_DBL") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      real(c_double), value :: operand1, operand2
      integer(c_int) :: result_
    end function
    function gex_AD_OpNBI_FLT(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_FLT") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      real(c_float), value :: operand1, operand2
      integer(c_int) :: result_
    end function
    function gex_AD_OpNBI_I32(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_I32") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, operand1, operand2, flags
      integer(c_int) :: result_
    end function
    function gex_AD_OpNBI_I64(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_I64") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      integer(c_int64_t), value :: operand1, operand2
      integer(c_int) :: result_
    end function
    function gex_AD_OpNBI_U32(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_U32") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, operand1, operand2, flags
      integer(c_int) :: result_
    end function
    function gex_AD_OpNBI_U64(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNBI_U64") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      integer(c_int64_t), value :: operand1, operand2
      integer(c_int) :: result_
    end function
    function gex_AD_OpNB_DBL(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_DBL") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      real(c_double), value :: operand1, operand2
      type(gex_Event_t) :: result_
    end function
    function gex_AD_OpNB_FLT(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_FLT") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      real(c_float), value :: operand1, operand2
      type(gex_Event_t) :: result_
    end function
    function gex_AD_OpNB_I32(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_I32") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, operand1, operand2, flags
      type(gex_Event_t) :: result_
    end function
    function gex_AD_OpNB_I64(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_I64") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      integer(c_int64_t), value :: operand1, operand2
      type(gex_Event_t) :: result_
    end function
    function gex_AD_OpNB_U32(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_U32") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, operand1, operand2, flags
      type(gex_Event_t) :: result_
    end function
    function gex_AD_OpNB_U64(ad, result_p, tgt_rank, tgt_addr, opcode, operand1, operand2, flags) bind(c, &
        name="gex_AD_OpNB_U64") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: result_p, tgt_addr
      integer(c_int32_t), value :: tgt_rank, opcode, flags
      integer(c_int64_t), value :: operand1, operand2
      type(gex_Event_t) :: result_
    end function
    function gex_AD_QueryCData(ad) bind(c, name="gex_AD_QueryCData") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(c_ptr) :: result_
    end function
    function gex_AD_QueryDT(ad) bind(c, name="gex_AD_QueryDT") result(result_)
      import
      type(gex_AD_t), value :: ad
      integer(c_int32_t) :: result_
    end function
    function gex_AD_QueryFlags(ad) bind(c, name="gex_AD_QueryFlags") result(result_)
      import
      type(gex_AD_t), value :: ad
      integer(c_int32_t) :: result_
    end function
    function gex_AD_QueryOps(ad) bind(c, name="gex_AD_QueryOps") result(result_)
      import
      type(gex_AD_t), value :: ad
      integer(c_int32_t) :: result_
    end function
    function gex_AD_QueryTM(ad) bind(c, name="gex_AD_QueryTM") result(result_)
      import
      type(gex_AD_t), value :: ad
      type(gex_TM_t) :: result_
    end function
    subroutine gex_AD_SetCData(ad, val) bind(c, name="gex_AD_SetCData")
      import
      type(gex_AD_t), value :: ad
      type(c_ptr), value :: val
    end subroutine
    function gex_AM_CancelReplyLong(sd, flags) bind(c, name="gex_AM_CancelReplyLong") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_AM_CancelReplyMedium(sd, flags) bind(c, name="gex_AM_CancelReplyMedium") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_AM_CancelRequestLong(sd, flags) bind(c, name="gex_AM_CancelRequestLong") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_AM_CancelRequestMedium(sd, flags) bind(c, name="gex_AM_CancelRequestMedium") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_AM_CommitReplyLong(sd, handler, nbytes, dest_addr, nargs, args) bind(c, &
        name="gex_AM_CommitReplyLong")
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int8_t), value :: handler
      integer(c_size_t), value :: nbytes
      type(c_ptr), value :: dest_addr, args
      integer(c_int), value :: nargs
    end subroutine
    subroutine gex_AM_CommitReplyMedium(sd, handler, nbytes, nargs, args) bind(c, name="gex_AM_CommitReplyMedium")
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int8_t), value :: handler
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: nargs
      type(c_ptr), value :: args
    end subroutine
    subroutine gex_AM_CommitRequestLong(sd, handler, nbytes, dest_addr, nargs, args) bind(c, &
        name="gex_AM_CommitRequestLong")
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int8_t), value :: handler
      integer(c_size_t), value :: nbytes
      type(c_ptr), value :: dest_addr, args
      integer(c_int), value :: nargs
    end subroutine
    subroutine gex_AM_CommitRequestMedium(sd, handler, nbytes, nargs, args) bind(c, name="gex_AM_CommitRequestMedium")
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_int8_t), value :: handler
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: nargs
      type(c_ptr), value :: args
    end subroutine
    function gex_AM_LUBReplyLong() bind(c, name="gex_AM_LUBReplyLong") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gex_AM_LUBReplyMedium() bind(c, name="gex_AM_LUBReplyMedium") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gex_AM_LUBRequestLong() bind(c, name="gex_AM_LUBRequestLong") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gex_AM_LUBRequestMedium() bind(c, name="gex_AM_LUBRequestMedium") result(result_)
      import
      integer(c_size_t) :: result_
    end function
    function gex_AM_MaxArgs() bind(c, name="gex_AM_MaxArgs") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gex_AM_MaxReplyLong(tm, other_rank, lc_opt, flags, numargs) bind(c, &
        name="gex_AM_MaxReplyLong") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: other_rank, flags
      type(c_ptr), value :: lc_opt
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_AM_MaxReplyMedium(tm, other_rank, lc_opt, flags, numargs) bind(c, &
        name="gex_AM_MaxReplyMedium") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: other_rank, flags
      type(c_ptr), value :: lc_opt
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_AM_MaxRequestLong(tm, other_rank, lc_opt, flags, numargs) bind(c, &
        name="gex_AM_MaxRequestLong") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: other_rank, flags
      type(c_ptr), value :: lc_opt
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_AM_MaxRequestMedium(tm, other_rank, lc_opt, flags, numargs) bind(c, &
        name="gex_AM_MaxRequestMedium") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: other_rank, flags
      type(c_ptr), value :: lc_opt
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_AM_PrepareReplyLong(token, client_buf, least_payload, most_payload, dest_addr, lc_opt, flags, &
        numargs) bind(c, name="gex_AM_PrepareReplyLong") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: client_buf, dest_addr, lc_opt
      integer(c_size_t), value :: least_payload, most_payload
      integer(c_int32_t), value :: flags
      integer(c_int), value :: numargs
      type(gex_AM_SrcDesc_t) :: result_
    end function
    function gex_AM_PrepareReplyMedium(token, client_buf, least_payload, most_payload, lc_opt, flags, &
        numargs) bind(c, name="gex_AM_PrepareReplyMedium") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: client_buf, lc_opt
      integer(c_size_t), value :: least_payload, most_payload
      integer(c_int32_t), value :: flags
      integer(c_int), value :: numargs
      type(gex_AM_SrcDesc_t) :: result_
    end function
    function gex_AM_PrepareRequestLong(tm, rank, client_buf, least_payload, most_payload, dest_addr, lc_opt, flags, &
        numargs) bind(c, name="gex_AM_PrepareRequestLong") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: client_buf, dest_addr, lc_opt
      integer(c_size_t), value :: least_payload, most_payload
      integer(c_int), value :: numargs
      type(gex_AM_SrcDesc_t) :: result_
    end function
    function gex_AM_PrepareRequestMedium(tm, rank, client_buf, least_payload, most_payload, lc_opt, flags, &
        numargs) bind(c, name="gex_AM_PrepareRequestMedium") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: client_buf, lc_opt
      integer(c_size_t), value :: least_payload, most_payload
      integer(c_int), value :: numargs
      type(gex_AM_SrcDesc_t) :: result_
    end function
    function gex_AM_ReplyLong(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, nargs, args) bind(c, &
        name="gex_AM_ReplyLong") result(result_)
      import
      type(gex_Token_t), value :: token
      integer(c_int8_t), value :: handler
      type(c_ptr), value :: source_addr, dest_addr, lc_opt, args
      integer(c_size_t), value :: nbytes
      integer(c_int32_t), value :: flags
      integer(c_int), value :: nargs
      integer(c_int) :: result_
    end function
    function gex_AM_ReplyMedium(token, handler, source_addr, nbytes, lc_opt, flags, nargs, args) bind(c, &
        name="gex_AM_ReplyMedium") result(result_)
      import
      type(gex_Token_t), value :: token
      integer(c_int8_t), value :: handler
      type(c_ptr), value :: source_addr, lc_opt, args
      integer(c_size_t), value :: nbytes
      integer(c_int32_t), value :: flags
      integer(c_int), value :: nargs
      integer(c_int) :: result_
    end function
    function gex_AM_ReplyShort(token, handler, flags, nargs, args) bind(c, name="gex_AM_ReplyShort") result(result_)
      import
      type(gex_Token_t), value :: token
      integer(c_int8_t), value :: handler
      integer(c_int32_t), value :: flags
      integer(c_int), value :: nargs
      type(c_ptr), value :: args
      integer(c_int) :: result_
    end function
    function gex_AM_RequestLong(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, nargs, &
        args) bind(c, name="gex_AM_RequestLong") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      integer(c_int8_t), value :: handler
      type(c_ptr), value :: source_addr, dest_addr, lc_opt, args
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: nargs
      integer(c_int) :: result_
    end function
    function gex_AM_RequestMedium(tm, rank, handler, source_addr, nbytes, lc_opt, flags, nargs, args) bind(c, &
        name="gex_AM_RequestMedium") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      integer(c_int8_t), value :: handler
      type(c_ptr), value :: source_addr, lc_opt, args
      integer(c_size_t), value :: nbytes
      integer(c_int), value :: nargs
      integer(c_int) :: result_
    end function
    function gex_AM_RequestShort(tm, rank, handler, flags, nargs, args) bind(c, &
        name="gex_AM_RequestShort") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      integer(c_int8_t), value :: handler
      integer(c_int), value :: nargs
      type(c_ptr), value :: args
      integer(c_int) :: result_
    end function
    function gex_AM_SrcDescAddr(sd) bind(c, name="gex_AM_SrcDescAddr") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      type(c_ptr) :: result_
    end function
    function gex_AM_SrcDescSize(sd) bind(c, name="gex_AM_SrcDescSize") result(result_)
      import
      type(gex_AM_SrcDesc_t), value :: sd
      integer(c_size_t) :: result_
    end function
    function gex_Client_QueryCData(client) bind(c, name="gex_Client_QueryCData") result(result_)
      import
      type(gex_Client_t), value :: client
      type(c_ptr) :: result_
    end function
    function gex_Client_QueryFlags(client) bind(c, name="gex_Client_QueryFlags") result(result_)
      import
      type(gex_Client_t), value :: client
      integer(c_int32_t) :: result_
    end function
    function gex_Client_QueryName(client) bind(c, name="gex_Client_QueryName") result(result_)
      import
      type(gex_Client_t), value :: client
      type(c_ptr) :: result_
    end function
    subroutine gex_Client_SetCData(client, val) bind(c, name="gex_Client_SetCData")
      import
      type(gex_Client_t), value :: client
      type(c_ptr), value :: val
    end subroutine
    subroutine gex_Coll_BarrierBlocking(tm, flags) bind(c, name="gex_Coll_BarrierBlocking")
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_Coll_BarrierNB(tm, flags) bind(c, name="gex_Coll_BarrierNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gex_Coll_BroadcastNB(tm, root, dst, src, nbytes, flags) bind(c, &
        name="gex_Coll_BroadcastNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: root, flags
      type(c_ptr), value :: dst, src
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gex_Coll_ReduceToAllNB(tm, dst, src, dt, dt_sz, dt_cnt, op, user_op, user_cdata, flags) bind(c, &
        name="gex_Coll_ReduceToAllNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dst, src, user_cdata
      integer(c_int32_t), value :: dt, op, flags
      integer(c_size_t), value :: dt_sz, dt_cnt
      type(c_funptr), value :: user_op
      type(gex_Event_t) :: result_
    end function
    function gex_Coll_ReduceToOneNB(tm, root, dst, src, dt, dt_sz, dt_cnt, op, user_op, user_cdata, flags) bind(c, &
        name="gex_Coll_ReduceToOneNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: root, dt, op, flags
      type(c_ptr), value :: dst, src, user_cdata
      integer(c_size_t), value :: dt_sz, dt_cnt
      type(c_funptr), value :: user_op
      type(gex_Event_t) :: result_
    end function
    function gex_EP_BindSegment(ep, segment, flags) bind(c, name="gex_EP_BindSegment") result(result_)
      import
      type(gex_EP_t), value :: ep
      type(gex_Segment_t), value :: segment
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_EP_Create(ep_p, client, capabilities, flags) bind(c, name="gex_EP_Create") result(result_)
      import
      type(c_ptr), value :: ep_p
      type(gex_Client_t), value :: client
      integer(c_int32_t), value :: capabilities, flags
      integer(c_int) :: result_
    end function
    function gex_EP_PublishBoundSegment(tm, eps, num_eps, flags) bind(c, &
        name="gex_EP_PublishBoundSegment") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: eps
      integer(c_size_t), value :: num_eps
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_EP_QueryBoundSegmentNB(tm, rank, owneraddr_p, localaddr_p, size_p, flags) bind(c, &
        name="gex_EP_QueryBoundSegmentNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: owneraddr_p, localaddr_p, size_p
      type(gex_Event_t) :: result_
    end function
    function gex_EP_QueryCData(ep) bind(c, name="gex_EP_QueryCData") result(result_)
      import
      type(gex_EP_t), value :: ep
      type(c_ptr) :: result_
    end function
    function gex_EP_QueryClient(ep) bind(c, name="gex_EP_QueryClient") result(result_)
      import
      type(gex_EP_t), value :: ep
      type(gex_Client_t) :: result_
    end function
    function gex_EP_QueryFlags(ep) bind(c, name="gex_EP_QueryFlags") result(result_)
      import
      type(gex_EP_t), value :: ep
      integer(c_int32_t) :: result_
    end function
    function gex_EP_QueryIndex(ep) bind(c, name="gex_EP_QueryIndex") result(result_)
      import
      type(gex_EP_t), value :: ep
      integer(c_int16_t) :: result_
    end function
    function gex_EP_QuerySegment(ep) bind(c, name="gex_EP_QuerySegment") result(result_)
      import
      type(gex_EP_t), value :: ep
      type(gex_Segment_t) :: result_
    end function
    function gex_EP_RegisterHandlers(ep, table, numentries) bind(c, name="gex_EP_RegisterHandlers") result(result_)
      import
      type(gex_EP_t), value :: ep
      type(c_ptr), value :: table
      integer(c_size_t), value :: numentries
      integer(c_int) :: result_
    end function
    subroutine gex_EP_SetCData(ep, val) bind(c, name="gex_EP_SetCData")
      import
      type(gex_EP_t), value :: ep
      type(c_ptr), value :: val
    end subroutine
    function gex_Event_QueryLeaf(root, event_category) bind(c, name="gex_Event_QueryLeaf") result(result_)
      import
      type(gex_Event_t), value :: root
      integer(c_int), value :: event_category
      type(gex_Event_t) :: result_
    end function
    function gex_Event_Test(event) bind(c, name="gex_Event_Test") result(result_)
      import
      type(gex_Event_t), value :: event
      integer(c_int) :: result_
    end function
    function gex_Event_TestAll(pevent, numevents, flags) bind(c, name="gex_Event_TestAll") result(result_)
      import
      type(c_ptr), value :: pevent
      integer(c_size_t), value :: numevents
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_Event_TestSome(pevent, numevents, flags) bind(c, name="gex_Event_TestSome") result(result_)
      import
      type(c_ptr), value :: pevent
      integer(c_size_t), value :: numevents
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_Event_Wait(event) bind(c, name="gex_Event_Wait")
      import
      type(gex_Event_t), value :: event
    end subroutine
    subroutine gex_Event_WaitAll(pevent, numevents, flags) bind(c, name="gex_Event_WaitAll")
      import
      type(c_ptr), value :: pevent
      integer(c_size_t), value :: numevents
      integer(c_int32_t), value :: flags
    end subroutine
    subroutine gex_Event_WaitSome(pevent, numevents, flags) bind(c, name="gex_Event_WaitSome")
      import
      type(c_ptr), value :: pevent
      integer(c_size_t), value :: numevents
      integer(c_int32_t), value :: flags
    end subroutine
    subroutine gex_HSL_Destroy(hsl) bind(c, name="gex_HSL_Destroy")
      import
      type(c_ptr), value :: hsl
    end subroutine
    subroutine gex_HSL_Init(hsl) bind(c, name="gex_HSL_Init")
      import
      type(c_ptr), value :: hsl
    end subroutine
    subroutine gex_HSL_Lock(hsl) bind(c, name="gex_HSL_Lock")
      import
      type(c_ptr), value :: hsl
    end subroutine
    function gex_HSL_Trylock(hsl) bind(c, name="gex_HSL_Trylock") result(result_)
      import
      type(c_ptr), value :: hsl
      integer(c_int) :: result_
    end function
    subroutine gex_HSL_Unlock(hsl) bind(c, name="gex_HSL_Unlock")
      import
      type(c_ptr), value :: hsl
    end subroutine
    function gex_MK_Create(kind_p, client, args, flags) bind(c, name="gex_MK_Create") result(result_)
      import
      type(c_ptr), value :: kind_p, args
      type(gex_Client_t), value :: client
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_MK_Destroy(kind, flags) bind(c, name="gex_MK_Destroy")
      import
      type(gex_MK_t), value :: kind
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_MK_QueryCData(mk) bind(c, name="gex_MK_QueryCData") result(result_)
      import
      type(gex_MK_t), value :: mk
      type(c_ptr) :: result_
    end function
    function gex_MK_QueryClass(mk) bind(c, name="gex_MK_QueryClass") result(result_)
      import
      type(gex_MK_t), value :: mk
      integer(c_int) :: result_
    end function
    function gex_MK_QueryClient(mk) bind(c, name="gex_MK_QueryClient") result(result_)
      import
      type(gex_MK_t), value :: mk
      type(gex_Client_t) :: result_
    end function
    function gex_MK_QueryFlags(mk) bind(c, name="gex_MK_QueryFlags") result(result_)
      import
      type(gex_MK_t), value :: mk
      integer(c_int32_t) :: result_
    end function
    subroutine gex_MK_SetCData(mk, val) bind(c, name="gex_MK_SetCData")
      import
      type(gex_MK_t), value :: mk
      type(c_ptr), value :: val
    end subroutine
    subroutine gex_NBI_BeginAccessRegion(flags) bind(c, name="gex_NBI_BeginAccessRegion")
      import
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_NBI_EndAccessRegion(flags) bind(c, name="gex_NBI_EndAccessRegion") result(result_)
      import
      integer(c_int32_t), value :: flags
      type(gex_Event_t) :: result_
    end function
    function gex_NBI_Test(event_mask, flags) bind(c, name="gex_NBI_Test") result(result_)
      import
      integer(c_int), value :: event_mask
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_NBI_Wait(event_mask, flags) bind(c, name="gex_NBI_Wait")
      import
      integer(c_int), value :: event_mask
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags) bind(c, &
        name="gex_RMA_GetBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: rank, flags
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_GetBlockingVal(tm, rank, src, nbytes, flags) bind(c, &
        name="gex_RMA_GetBlockingVal") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: src
      integer(c_size_t), value :: nbytes
      integer(c_int64_t) :: result_
    end function
    function gex_RMA_GetNB(tm, dest, rank, src, nbytes, flags) bind(c, name="gex_RMA_GetNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: rank, flags
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags) bind(c, name="gex_RMA_GetNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dest, src
      integer(c_int32_t), value :: rank, flags
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags) bind(c, &
        name="gex_RMA_PutBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest, src
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_PutBlockingVal(tm, rank, dest, value, nbytes, flags) bind(c, &
        name="gex_RMA_PutBlockingVal") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_PutNB(tm, rank, dest, src, nbytes, lc_opt, flags) bind(c, name="gex_RMA_PutNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest, src, lc_opt
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags) bind(c, name="gex_RMA_PutNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest, src, lc_opt
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_PutNBIVal(tm, rank, dest, value, nbytes, flags) bind(c, name="gex_RMA_PutNBIVal") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
      integer(c_int) :: result_
    end function
    function gex_RMA_PutNBVal(tm, rank, dest, value, nbytes, flags) bind(c, name="gex_RMA_PutNBVal") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(c_ptr), value :: dest
      integer(c_int64_t), value :: value
      integer(c_size_t), value :: nbytes
      type(gex_Event_t) :: result_
    end function
    function gex_Segment_Attach(segment_p, tm, size) bind(c, name="gex_Segment_Attach") result(result_)
      import
      type(c_ptr), value :: segment_p
      type(gex_TM_t), value :: tm
      integer(c_intptr_t), value :: size
      integer(c_int) :: result_
    end function
    function gex_Segment_Create(segment_p, client, address, length, kind, flags) bind(c, &
        name="gex_Segment_Create") result(result_)
      import
      type(c_ptr), value :: segment_p, address
      type(gex_Client_t), value :: client
      integer(c_intptr_t), value :: length
      type(gex_MK_t), value :: kind
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_Segment_Destroy(segment, flags) bind(c, name="gex_Segment_Destroy")
      import
      type(gex_Segment_t), value :: segment
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_Segment_QueryAddr(seg) bind(c, name="gex_Segment_QueryAddr") result(result_)
      import
      type(gex_Segment_t), value :: seg
      type(c_ptr) :: result_
    end function
    function gex_Segment_QueryBound(tm, rank, owneraddr_p, localaddr_p, size_p) bind(c, &
        name="gex_Segment_QueryBound") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      type(c_ptr), value :: owneraddr_p, localaddr_p, size_p
      integer(c_int) :: result_
    end function
    function gex_Segment_QueryCData(seg) bind(c, name="gex_Segment_QueryCData") result(result_)
      import
      type(gex_Segment_t), value :: seg
      type(c_ptr) :: result_
    end function
    function gex_Segment_QueryClient(seg) bind(c, name="gex_Segment_QueryClient") result(result_)
      import
      type(gex_Segment_t), value :: seg
      type(gex_Client_t) :: result_
    end function
    function gex_Segment_QueryFlags(seg) bind(c, name="gex_Segment_QueryFlags") result(result_)
      import
      type(gex_Segment_t), value :: seg
      integer(c_int32_t) :: result_
    end function
    function gex_Segment_QuerySize(seg) bind(c, name="gex_Segment_QuerySize") result(result_)
      import
      type(gex_Segment_t), value :: seg
      integer(c_intptr_t) :: result_
    end function
    subroutine gex_Segment_SetCData(seg, val) bind(c, name="gex_Segment_SetCData")
      import
      type(gex_Segment_t), value :: seg
      type(c_ptr), value :: val
    end subroutine
    function gex_System_GetVerboseErrors() bind(c, name="gex_System_GetVerboseErrors") result(result_)
      import
      integer(c_int) :: result_
    end function
    function gex_System_QueryHiddenAMConcurrencyLevel() bind(c, &
        name="gex_System_QueryHiddenAMConcurrencyLevel") result(result_)
      import
      integer(c_int) :: result_
    end function
    subroutine gex_System_QueryHostInfo(info_p, info_count_p, my_info_index_p) bind(c, &
        name="gex_System_QueryHostInfo")
      import
      type(c_ptr), value :: info_p, info_count_p, my_info_index_p
    end subroutine
    function gex_System_QueryJobRank() bind(c, name="gex_System_QueryJobRank") result(result_)
      import
      integer(c_int32_t) :: result_
    end function
    function gex_System_QueryJobSize() bind(c, name="gex_System_QueryJobSize") result(result_)
      import
      integer(c_int32_t) :: result_
    end function
    function gex_System_QueryMaxThreads() bind(c, name="gex_System_QueryMaxThreads") result(result_)
      import
      integer(c_int64_t) :: result_
    end function
    subroutine gex_System_QueryMyPosition(nbrhd_set_size_p, nbrhd_set_rank_p, host_set_size_p, &
        host_set_rank_p) bind(c, name="gex_System_QueryMyPosition")
      import
      type(c_ptr), value :: nbrhd_set_size_p, nbrhd_set_rank_p, host_set_size_p, host_set_rank_p
    end subroutine
    subroutine gex_System_QueryNbrhdInfo(info_p, info_count_p, my_info_index_p) bind(c, &
        name="gex_System_QueryNbrhdInfo")
      import
      type(c_ptr), value :: info_p, info_count_p, my_info_index_p
    end subroutine
    function gex_System_QueryProgressThreads(client, count_p, info_p, flags) bind(c, &
        name="gex_System_QueryProgressThreads") result(result_)
      import
      type(gex_Client_t), value :: client
      type(c_ptr), value :: count_p, info_p
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    subroutine gex_System_SetVerboseErrors(enable) bind(c, name="gex_System_SetVerboseErrors")
      import
      integer(c_int), value :: enable
    end subroutine
    function gex_TM_Create(new_tms, num_new_tms, parent_tm, args, numargs, scratch_addrs, scratch_size, &
        flags) bind(c, name="gex_TM_Create") result(result_)
      import
      type(c_ptr), value :: new_tms, args, scratch_addrs
      integer(c_size_t), value :: num_new_tms, numargs, scratch_size
      type(gex_TM_t), value :: parent_tm
      integer(c_int32_t), value :: flags
      integer(c_size_t) :: result_
    end function
    function gex_TM_Destroy(tm, scratch_p, flags) bind(c, name="gex_TM_Destroy") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: scratch_p
      integer(c_int32_t), value :: flags
      integer(c_int) :: result_
    end function
    function gex_TM_Pair(local_ep, remote_ep_index) bind(c, name="gex_TM_Pair") result(result_)
      import
      type(gex_EP_t), value :: local_ep
      integer(c_int16_t), value :: remote_ep_index
      type(gex_TM_t) :: result_
    end function
    function gex_TM_QueryCData(tm) bind(c, name="gex_TM_QueryCData") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr) :: result_
    end function
    function gex_TM_QueryClient(tm) bind(c, name="gex_TM_QueryClient") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(gex_Client_t) :: result_
    end function
    function gex_TM_QueryEP(tm) bind(c, name="gex_TM_QueryEP") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(gex_EP_t) :: result_
    end function
    function gex_TM_QueryFlags(tm) bind(c, name="gex_TM_QueryFlags") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t) :: result_
    end function
    function gex_TM_QueryRank(tm) bind(c, name="gex_TM_QueryRank") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t) :: result_
    end function
    function gex_TM_QuerySize(tm) bind(c, name="gex_TM_QuerySize") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t) :: result_
    end function
    subroutine gex_TM_SetCData(tm, val) bind(c, name="gex_TM_SetCData")
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: val
    end subroutine
    function gex_TM_Split(new_tm_p, parent_tm, color, key, scratch_addr, scratch_size, flags) bind(c, &
        name="gex_TM_Split") result(result_)
      import
      type(c_ptr), value :: new_tm_p, scratch_addr
      type(gex_TM_t), value :: parent_tm
      integer(c_int), value :: color, key
      integer(c_size_t), value :: scratch_size
      integer(c_int32_t), value :: flags
      integer(c_size_t) :: result_
    end function
    function gex_TM_TranslateJobrankToRank(tm, jobrank) bind(c, name="gex_TM_TranslateJobrankToRank") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: jobrank
      integer(c_int32_t) :: result_
    end function
    function gex_TM_TranslateRankToEP(tm, rank, flags) bind(c, name="gex_TM_TranslateRankToEP") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank, flags
      type(gex_EP_Location_t) :: result_
    end function
    function gex_TM_TranslateRankToJobrank(tm, rank) bind(c, name="gex_TM_TranslateRankToJobrank") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      integer(c_int32_t) :: result_
    end function
    function gex_Token_Info(token, info, mask) bind(c, name="gex_Token_Info") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: info
      integer(c_int), value :: mask
      integer(c_int) :: result_
    end function
    function gex_Token_MaxReplyLong(token, lc_opt, flags, numargs) bind(c, &
        name="gex_Token_MaxReplyLong") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: lc_opt
      integer(c_int32_t), value :: flags
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_Token_MaxReplyMedium(token, lc_opt, flags, numargs) bind(c, &
        name="gex_Token_MaxReplyMedium") result(result_)
      import
      type(gex_Token_t), value :: token
      type(c_ptr), value :: lc_opt
      integer(c_int32_t), value :: flags
      integer(c_int), value :: numargs
      integer(c_size_t) :: result_
    end function
    function gex_VIS_IndexedGetBlocking(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, &
        flags) bind(c, name="gex_VIS_IndexedGetBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      integer(c_int) :: result_
    end function
    function gex_VIS_IndexedGetNB(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, flags) bind(c, &
        name="gex_VIS_IndexedGetNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_IndexedGetNBI(tm, dstcount, dstlist, dstlen, srcrank, srccount, srclist, srclen, &
        flags) bind(c, name="gex_VIS_IndexedGetNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      integer(c_int) :: result_
    end function
    function gex_VIS_IndexedPutBlocking(tm, dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, &
        flags) bind(c, name="gex_VIS_IndexedPutBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int) :: result_
    end function
    function gex_VIS_IndexedPutNB(tm, dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, flags) bind(c, &
        name="gex_VIS_IndexedPutNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_IndexedPutNBI(tm, dstrank, dstcount, dstlist, dstlen, srccount, srclist, srclen, &
        flags) bind(c, name="gex_VIS_IndexedPutNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, dstlen, srccount, srclen
      type(c_ptr), value :: dstlist, srclist
      integer(c_int) :: result_
    end function
    subroutine gex_VIS_SetPeerCompletionHandler(handler, source_addr, nbytes, flags) bind(c, &
        name="gex_VIS_SetPeerCompletionHandler")
      import
      integer(c_int8_t), value :: handler
      type(c_ptr), value :: source_addr
      integer(c_size_t), value :: nbytes
      integer(c_int32_t), value :: flags
    end subroutine
    function gex_VIS_StridedGetBlocking(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedGetBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcrank, flags
      integer(c_size_t), value :: elemsz, stridelevels
      integer(c_int) :: result_
    end function
    function gex_VIS_StridedGetNB(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedGetNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcrank, flags
      integer(c_size_t), value :: elemsz, stridelevels
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_StridedGetNBI(tm, dstaddr, dststrides, srcrank, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedGetNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_int32_t), value :: srcrank, flags
      integer(c_size_t), value :: elemsz, stridelevels
      integer(c_int) :: result_
    end function
    function gex_VIS_StridedPutBlocking(tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedPutBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: elemsz, stridelevels
      integer(c_int) :: result_
    end function
    function gex_VIS_StridedPutNB(tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedPutNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: elemsz, stridelevels
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_StridedPutNBI(tm, dstrank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count, &
        stridelevels, flags) bind(c, name="gex_VIS_StridedPutNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      type(c_ptr), value :: dstaddr, dststrides, srcaddr, srcstrides, count
      integer(c_size_t), value :: elemsz, stridelevels
      integer(c_int) :: result_
    end function
    function gex_VIS_VectorGetBlocking(tm, dstcount, dstlist, srcrank, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorGetBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      integer(c_int) :: result_
    end function
    function gex_VIS_VectorGetNB(tm, dstcount, dstlist, srcrank, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorGetNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_VectorGetNBI(tm, dstcount, dstlist, srcrank, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorGetNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int32_t), value :: srcrank, flags
      integer(c_int) :: result_
    end function
    function gex_VIS_VectorPutBlocking(tm, dstrank, dstcount, dstlist, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorPutBlocking") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int) :: result_
    end function
    function gex_VIS_VectorPutNB(tm, dstrank, dstcount, dstlist, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorPutNB") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      type(gex_Event_t) :: result_
    end function
    function gex_VIS_VectorPutNBI(tm, dstrank, dstcount, dstlist, srccount, srclist, flags) bind(c, &
        name="gex_VIS_VectorPutNBI") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: dstrank, flags
      integer(c_size_t), value :: dstcount, srccount
      type(c_ptr), value :: dstlist, srclist
      integer(c_int) :: result_
    end function
    subroutine hyd_note_set(fn, arg) bind(c, name="hyd_note_set")
      import
      type(c_funptr), value :: fn
      type(c_ptr), value :: arg
    end subroutine
    function hyd_paged_atomic(range, offset, size, op, a, b, answer) bind(c, name="hyd_paged_atomic") result(result_)
      import
      type(c_ptr), value :: range, answer
      integer(c_int64_t), value :: offset, a, b
      integer(c_int), value :: size, op
      type(gex_Event_t) :: result_
    end function
    function hyd_paged_export(segment, name, addr, n, range_p) bind(c, name="hyd_paged_export") result(result_)
      import
      type(gex_Segment_t), value :: segment
      integer(c_int64_t), value :: name
      type(c_ptr), value :: addr, range_p
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function hyd_paged_find_export(addr, range_p, offset_p) bind(c, name="hyd_paged_find_export") result(result_)
      import
      type(c_ptr), value :: addr, range_p, offset_p
      integer(c_int) :: result_
    end function
    function hyd_paged_get(dest, range, offset, n, error_p, flags) bind(c, name="hyd_paged_get") result(result_)
      import
      type(c_ptr), value :: dest, range, error_p
      integer(c_int64_t), value :: offset
      integer(c_size_t), value :: n
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function hyd_paged_import(tm, rank, name, range_p) bind(c, name="hyd_paged_import") result(result_)
      import
      type(gex_TM_t), value :: tm
      integer(c_int32_t), value :: rank
      integer(c_int64_t), value :: name
      type(c_ptr), value :: range_p
      integer(c_int) :: result_
    end function
    subroutine hyd_paged_on_note(fn) bind(c, name="hyd_paged_on_note")
      import
      type(c_funptr), value :: fn
    end subroutine
    function hyd_paged_put(range, offset, src, n, error_p, flags) bind(c, name="hyd_paged_put") result(result_)
      import
      type(c_ptr), value :: range, src, error_p
      integer(c_int64_t), value :: offset
      integer(c_size_t), value :: n
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function hyd_paged_put_note(range, offset, src, n, a, b, error_p, flags) bind(c, &
        name="hyd_paged_put_note") result(result_)
      import
      type(c_ptr), value :: range, src, error_p
      integer(c_int64_t), value :: offset, a, b
      integer(c_size_t), value :: n
      integer(c_int), value :: flags
      type(gex_Event_t) :: result_
    end function
    function hyd_paged_query(segment, counts_p) bind(c, name="hyd_paged_query") result(result_)
      import
      type(gex_Segment_t), value :: segment
      type(c_ptr), value :: counts_p
      integer(c_int) :: result_
    end function
    subroutine hyd_paged_query_traffic(traffic_p) bind(c, name="hyd_paged_query_traffic")
      import
      type(c_ptr), value :: traffic_p
    end subroutine
    function hyd_paged_touch(segment, addr, n) bind(c, name="hyd_paged_touch") result(result_)
      import
      type(gex_Segment_t), value :: segment
      type(c_ptr), value :: addr
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function hyd_paged_unexport(range) bind(c, name="hyd_paged_unexport") result(result_)
      import
      type(c_ptr), value :: range
      integer(c_int) :: result_
    end function
    function hyd_paged_will_need(segment, addr, n) bind(c, name="hyd_paged_will_need") result(result_)
      import
      type(gex_Segment_t), value :: segment
      type(c_ptr), value :: addr
      integer(c_size_t), value :: n
      integer(c_int) :: result_
    end function
    function gex_Client_Init(client_p, ep_p, tm_p, clientName, argc, argv, flags, threads) bind(c, &
        name="gex_Client_Init") result(result_)
      import
      type(c_ptr), value :: client_p, ep_p, tm_p, clientName, argc, argv
      integer(c_int32_t), value :: flags
      integer(c_int), value :: threads
      integer(c_int) :: result_
    end function
    function gasnet_init(argc, argv, threads) bind(c, name="gasnet_init") result(result_)
      import
      type(c_ptr), value :: argc, argv
      integer(c_int), value :: threads
      integer(c_int) :: result_
    end function
    subroutine gasnet_ffi_blockuntil(is_true, arg) bind(c, name="gasnet_ffi_blockuntil")
      import
      type(c_funptr), value :: is_true
      type(c_ptr), value :: arg
    end subroutine
    function gasnet_ffi_query(name) bind(c, name="gasnet_ffi_query") result(result_)
      import
      type(c_ptr), value :: name
      integer(c_int64_t) :: result_
    end function
  end interface
end module gasnet_c
