// SPDX-License-Identifier: BSD-3-Clause
//
// sys.rs: every call of libgasnet-ffi as it is in C. Message calls have their arguments as an array: those with a number are left
// out. Functions are passed without their type. Made by generate.py from gasnet_ffi.h.
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case, dead_code)]
use std::os::raw::{c_char, c_int, c_uint, c_void};

/// A function of C of whatever type the call wants.
pub type function = Option<unsafe extern "C" fn()>;

pub const GASNETT_ATOMIC_ACQ: u32 = 4;
pub const GASNETT_ATOMIC_ACQ_IF_FALSE: u32 = 32;
pub const GASNETT_ATOMIC_ACQ_IF_TRUE: u32 = 16;
pub const GASNETT_ATOMIC_MAX: u32 = 4294967295;
pub const GASNETT_ATOMIC_MB_POST: u32 = 12;
pub const GASNETT_ATOMIC_MB_PRE: u32 = 3;
pub const GASNETT_ATOMIC_NONE: u32 = 0;
pub const GASNETT_ATOMIC_REL: u32 = 2;
pub const GASNETT_ATOMIC_RMB_POST: u32 = 4;
pub const GASNETT_ATOMIC_RMB_POST_IF_FALSE: u32 = 32;
pub const GASNETT_ATOMIC_RMB_POST_IF_TRUE: u32 = 16;
pub const GASNETT_ATOMIC_RMB_PRE: u32 = 1;
pub const GASNETT_ATOMIC_SIGNED_MAX: u32 = 2147483647;
pub const GASNETT_ATOMIC_SIGNED_MIN: i32 = -2147483648;
pub const GASNETT_ATOMIC_WMB_POST: u32 = 8;
pub const GASNETT_ATOMIC_WMB_PRE: u32 = 2;
pub const GASNETT_HAVE_ATOMIC_ADD_SUB: u32 = 1;
pub const GASNETT_HAVE_ATOMIC_CAS: u32 = 1;
pub const GASNETT_HAVE_STRONGATOMIC_ADD_SUB: u32 = 1;
pub const GASNETT_HAVE_STRONGATOMIC_CAS: u32 = 1;
pub const GASNETT_RELEASE_VERSION_MAJOR: u32 = 2025;
pub const GASNETT_RELEASE_VERSION_MINOR: u32 = 8;
pub const GASNETT_RELEASE_VERSION_PATCH: u32 = 0;
pub const GASNETT_SET_AFFINITY_SUPPORT: u32 = 1;
pub const GASNETT_SPEC_VERSION_MAJOR: u32 = 1;
pub const GASNETT_SPEC_VERSION_MINOR: u32 = 20;
pub const GASNETT_STRONGATOMIC_MAX: u32 = 4294967295;
pub const GASNETT_STRONGATOMIC_SIGNED_MAX: u32 = 2147483647;
pub const GASNETT_STRONGATOMIC_SIGNED_MIN: i32 = -2147483648;
pub const GASNETT_TICK_MAX: u64 = 18446744073709551615;
pub const GASNETT_TICK_MIN: u32 = 0;
pub const GASNETT_TRACE_ENABLED: u32 = 0;
pub const GASNET_ALIGNED_SEGMENTS: u32 = 0;
pub const GASNET_BARRIERFLAG_ANONYMOUS: u32 = 1;
pub const GASNET_BARRIERFLAG_IMAGES: u32 = 4;
pub const GASNET_BARRIERFLAG_MISMATCH: u32 = 2;
pub const GASNET_BARRIERFLAG_UNNAMED: u32 = 9;
pub const GASNET_COLL_AGGREGATE: u32 = 256;
pub const GASNET_COLL_AMSAFE: u32 = 1;
pub const GASNET_COLL_BROADCASTM_OP: u32 = 1;
pub const GASNET_COLL_BROADCAST_OP: u32 = 0;
pub const GASNET_COLL_DISABLE_AUTOTUNE: u32 = 262144;
pub const GASNET_COLL_DISSEM_RADIX: u32 = 1;
pub const GASNET_COLL_DST_IN_SEGMENT: u32 = 1024;
pub const GASNET_COLL_EXCHANGEM_OP: u32 = 9;
pub const GASNET_COLL_EXCHANGE_OP: u32 = 8;
pub const GASNET_COLL_EXCLUSIVE_SCAN: u32 = 131072;
pub const GASNET_COLL_FIXED_THREADS_PER_NODE: u32 = 512;
pub const GASNET_COLL_GATHERM_OP: u32 = 5;
pub const GASNET_COLL_GATHER_ALLM_OP: u32 = 7;
pub const GASNET_COLL_GATHER_ALL_OP: u32 = 6;
pub const GASNET_COLL_GATHER_OP: u32 = 4;
pub const GASNET_COLL_INCLUSIVE_SCAN: u32 = 65536;
pub const GASNET_COLL_INVALID_HANDLE: u32 = 0;
pub const GASNET_COLL_IN_ALLSYNC: u32 = 4;
pub const GASNET_COLL_IN_MYSYNC: u32 = 2;
pub const GASNET_COLL_IN_NOSYNC: u32 = 1;
pub const GASNET_COLL_LOCAL: u32 = 128;
pub const GASNET_COLL_NONCOMM: u32 = 2;
pub const GASNET_COLL_NO_IMAGES: u32 = 524288;
pub const GASNET_COLL_NUM_COLL_OPTYPES: u32 = 12;
pub const GASNET_COLL_NUM_PARAM_TYPES: u32 = 3;
pub const GASNET_COLL_OUT_ALLSYNC: u32 = 32;
pub const GASNET_COLL_OUT_MYSYNC: u32 = 16;
pub const GASNET_COLL_OUT_NOSYNC: u32 = 8;
pub const GASNET_COLL_PIPE_SEG_SIZE: u32 = 0;
pub const GASNET_COLL_REDUCEM_OP: u32 = 11;
pub const GASNET_COLL_REDUCE_OP: u32 = 10;
pub const GASNET_COLL_REDUCE_OP_CUSTOM: u32 = 32768;
pub const GASNET_COLL_REDUCE_OP_MAX: u32 = 8192;
pub const GASNET_COLL_REDUCE_OP_MIN: u32 = 16384;
pub const GASNET_COLL_REDUCE_OP_SUM: u32 = 4096;
pub const GASNET_COLL_SCATTERM_OP: u32 = 3;
pub const GASNET_COLL_SCATTER_OP: u32 = 2;
pub const GASNET_COLL_SINGLE: u32 = 64;
pub const GASNET_COLL_SRC_IN_SEGMENT: u32 = 2048;
pub const GASNET_COLL_SYNC_FLAG_MASK: u32 = 63;
pub const GASNET_COLL_TREE_TYPE: u32 = 2;
pub const GASNET_ERR_BAD_ARG: u32 = 10003;
pub const GASNET_ERR_BARRIER_MISMATCH: u32 = 10005;
pub const GASNET_ERR_NOT_INIT: u32 = 10001;
pub const GASNET_ERR_NOT_READY: u32 = 10004;
pub const GASNET_ERR_RESOURCE: u32 = 10002;
pub const GASNET_FFI_PAR: u32 = 3;
pub const GASNET_FFI_PARSYNC: u32 = 2;
pub const GASNET_FFI_SEQ: u32 = 1;
pub const GASNET_HIDDEN_AM_CONCURRENCY_LEVEL: u32 = 0;
pub const GASNET_INVALID_HANDLE: u32 = 0;
pub const GASNET_MAXNODES: u32 = 2147483647;
pub const GASNET_NATIVE_NP_ALLOC_REP_MEDIUM: u32 = 1;
pub const GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM: u32 = 1;
pub const GASNET_NULL_ARGV_OK: u32 = 1;
pub const GASNET_OK: u32 = 0;
pub const GASNET_RELEASE_VERSION_MAJOR: u32 = 2025;
pub const GASNET_RELEASE_VERSION_MINOR: u32 = 8;
pub const GASNET_RELEASE_VERSION_PATCH: u32 = 0;
pub const GASNET_SPEC_VERSION_MAJOR: u32 = 1;
pub const GASNET_SPEC_VERSION_MINOR: u32 = 8;
pub const GASNET_SUPPORTS_AM_CANCEL: u32 = 20240418;
pub const GASNET_SUPPORTS_AM_COMMIT_V2: u32 = 20240906;
pub const GASNET_SUPPORTS_TI_ENTRY: u32 = 1;
pub const GASNET_SUPPORTS_TI_EP: u32 = 1;
pub const GASNET_SUPPORTS_TI_IS_LONG: u32 = 1;
pub const GASNET_SUPPORTS_TI_IS_REQ: u32 = 1;
pub const GASNET_SUPPORTS_TI_SRCRANK: u32 = 1;
pub const GASNET_TEAM_ALL: u32 = 1;
pub const GASNET_VERSION: u32 = 1;
pub const GASNET_WAIT_BLOCK: u32 = 1;
pub const GASNET_WAIT_SPIN: u32 = 0;
pub const GASNET_WAIT_SPINBLOCK: u32 = 2;
pub const GEX_AD_INVALID: u32 = 0;
pub const GEX_AM_INDEX_BASE: u32 = 128;
pub const GEX_AM_SRCDESC_NO_OP: u32 = 0;
pub const GEX_CLIENT_INVALID: u32 = 0;
pub const GEX_DT_DBL: u32 = 32;
pub const GEX_DT_FLT: u32 = 16;
pub const GEX_DT_I32: u32 = 1;
pub const GEX_DT_I64: u32 = 4;
pub const GEX_DT_U32: u32 = 2;
pub const GEX_DT_U64: u32 = 8;
pub const GEX_DT_USER: u32 = 64;
pub const GEX_EC_ALL: u32 = 4294967295;
pub const GEX_EC_AM: u32 = 2;
pub const GEX_EC_GET: u32 = 4;
pub const GEX_EC_LC: u32 = 2;
pub const GEX_EC_PUT: u32 = 3;
pub const GEX_EC_RMW: u32 = 8;
pub const GEX_EP_CAPABILITY_AD: u32 = 16;
pub const GEX_EP_CAPABILITY_ALL: u32 = 31;
pub const GEX_EP_CAPABILITY_AM: u32 = 2;
pub const GEX_EP_CAPABILITY_COLL: u32 = 8;
pub const GEX_EP_CAPABILITY_RMA: u32 = 1;
pub const GEX_EP_CAPABILITY_VIS: u32 = 4;
pub const GEX_EP_INDEX_INVALID: u32 = 65535;
pub const GEX_EP_INVALID: u32 = 0;
pub const GEX_EVENT_DEFER: u32 = 2;
pub const GEX_EVENT_GROUP: u32 = 3;
pub const GEX_EVENT_INVALID: u32 = 0;
pub const GEX_EVENT_NOW: u32 = 1;
pub const GEX_EVENT_NO_OP: u32 = 1;
pub const GEX_FLAG_AD_ACQ: u32 = 4;
pub const GEX_FLAG_AD_FAVOR_MY_NBRHD: u32 = 2;
pub const GEX_FLAG_AD_FAVOR_MY_RANK: u32 = 1;
pub const GEX_FLAG_AD_FAVOR_REMOTE: u32 = 4;
pub const GEX_FLAG_AD_MY_NBRHD: u32 = 4096;
pub const GEX_FLAG_AD_MY_RANK: u32 = 2048;
pub const GEX_FLAG_AD_REL: u32 = 2;
pub const GEX_FLAG_AM_LONG: u32 = 4;
pub const GEX_FLAG_AM_MEDIUM: u32 = 2;
pub const GEX_FLAG_AM_MEDLONG: u32 = 6;
pub const GEX_FLAG_AM_PREPARE_LEAST_ALLOC: u32 = 4096;
pub const GEX_FLAG_AM_PREPARE_LEAST_CLIENT: u32 = 2048;
pub const GEX_FLAG_AM_REPLY: u32 = 16;
pub const GEX_FLAG_AM_REQREP: u32 = 24;
pub const GEX_FLAG_AM_REQUEST: u32 = 8;
pub const GEX_FLAG_AM_SHORT: u32 = 1;
pub const GEX_FLAG_DEFER_THREADS: u32 = 2;
pub const GEX_FLAG_ENABLE_LEAF_LC: u32 = 2048;
pub const GEX_FLAG_GLOBALLY_QUIESCED: u32 = 8192;
pub const GEX_FLAG_HINT_ACCEL_AD: u32 = 1;
pub const GEX_FLAG_HINT_ACCEL_ALL: u32 = 3;
pub const GEX_FLAG_HINT_ACCEL_COLL: u32 = 2;
pub const GEX_FLAG_IMMEDIATE: u32 = 1;
pub const GEX_FLAG_PEER_NEVER_NBRHD: u32 = 16384;
pub const GEX_FLAG_PEER_NEVER_SELF: u32 = 32768;
pub const GEX_FLAG_PEER_SEG_BOUND: u32 = 512;
pub const GEX_FLAG_PEER_SEG_OFFSET: u32 = 1024;
pub const GEX_FLAG_PEER_SEG_SOME: u32 = 256;
pub const GEX_FLAG_PEER_SEG_UNKNOWN: u32 = 128;
pub const GEX_FLAG_RANK_IS_JOBRANK: u32 = 8192;
pub const GEX_FLAG_SCRATCH_SEG_OFFSET: u32 = 64;
pub const GEX_FLAG_SELF_SEG_BOUND: u32 = 32;
pub const GEX_FLAG_SELF_SEG_OFFSET: u32 = 64;
pub const GEX_FLAG_SELF_SEG_SOME: u32 = 16;
pub const GEX_FLAG_SELF_SEG_UNKNOWN: u32 = 8;
pub const GEX_FLAG_TM_GLOBAL_SCRATCH: u32 = 4;
pub const GEX_FLAG_TM_LOCAL_SCRATCH: u32 = 8;
pub const GEX_FLAG_TM_NO_SCRATCH: u32 = 32;
pub const GEX_FLAG_TM_SCRATCH_SIZE_MIN: u32 = 1;
pub const GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED: u32 = 2;
pub const GEX_FLAG_TM_SYMMETRIC_SCRATCH: u32 = 16;
pub const GEX_FLAG_USES_GASNET1: u32 = 1;
pub const GEX_MK_CLASS_CUDA_UVA: u32 = 1;
pub const GEX_MK_CLASS_HIP: u32 = 2;
pub const GEX_MK_CLASS_HOST: u32 = 0;
pub const GEX_MK_CLASS_ZE: u32 = 3;
pub const GEX_MK_HOST: u32 = 1;
pub const GEX_MK_INVALID: u32 = 0;
pub const GEX_OP_ADD: u32 = 8;
pub const GEX_OP_AND: u32 = 1;
pub const GEX_OP_CAS: u32 = 2048;
pub const GEX_OP_CSWAP: u32 = 67108864;
pub const GEX_OP_DEC: u32 = 512;
pub const GEX_OP_FADD: u32 = 262144;
pub const GEX_OP_FAND: u32 = 32768;
pub const GEX_OP_FCAS: u32 = 67108864;
pub const GEX_OP_FDEC: u32 = 16777216;
pub const GEX_OP_FINC: u32 = 8388608;
pub const GEX_OP_FMAX: u32 = 4194304;
pub const GEX_OP_FMIN: u32 = 2097152;
pub const GEX_OP_FMULT: u32 = 1048576;
pub const GEX_OP_FOR: u32 = 65536;
pub const GEX_OP_FSUB: u32 = 524288;
pub const GEX_OP_FXOR: u32 = 131072;
pub const GEX_OP_GET: u32 = 134217728;
pub const GEX_OP_INC: u32 = 256;
pub const GEX_OP_MAX: u32 = 128;
pub const GEX_OP_MIN: u32 = 64;
pub const GEX_OP_MULT: u32 = 32;
pub const GEX_OP_OR: u32 = 2;
pub const GEX_OP_SET: u32 = 1024;
pub const GEX_OP_SUB: u32 = 16;
pub const GEX_OP_SWAP: u32 = 33554432;
pub const GEX_OP_USER: u32 = 1073741824;
pub const GEX_OP_USER_NC: u32 = 2147483648;
pub const GEX_OP_XOR: u32 = 4;
pub const GEX_RANK_INVALID: u32 = 4294967295;
pub const GEX_SEGMENT_INVALID: u32 = 0;
pub const GEX_SPEC_VERSION_MAJOR: u32 = 0;
pub const GEX_SPEC_VERSION_MINOR: u32 = 19;
pub const GEX_THREAD_ROLE_RCV: u32 = 1;
pub const GEX_THREAD_ROLE_SND: u32 = 2;
pub const GEX_TI_ALL: u32 = 31;
pub const GEX_TI_ENTRY: u32 = 2;
pub const GEX_TI_EP: u32 = 16;
pub const GEX_TI_IS_LONG: u32 = 8;
pub const GEX_TI_IS_REQ: u32 = 4;
pub const GEX_TI_SRCRANK: u32 = 1;
pub const GEX_TM_INVALID: u32 = 0;
pub const GEX_VIS_MAX_PEERCOMPLETION: u32 = 127;
pub const HYD_MK_CLASS_PAGED: u32 = 16;
pub const HYD_PAGED_ADD: u32 = 3;
pub const HYD_PAGED_AND: u32 = 4;
pub const HYD_PAGED_CSWAP: u32 = 2;
pub const HYD_PAGED_DEQUEUE: u32 = 8;
pub const HYD_PAGED_ENQUEUE: u32 = 7;
pub const HYD_PAGED_NEW_HEAD: u32 = 9;
pub const HYD_PAGED_OR: u32 = 5;
pub const HYD_PAGED_READ: u32 = 0;
pub const HYD_PAGED_SEM_P: u32 = 10;
pub const HYD_PAGED_SEM_V: u32 = 11;
pub const HYD_PAGED_SWAP: u32 = 1;
pub const HYD_PAGED_XOR: u32 = 6;
pub const SIZEOF_GASNET_REGISTER_VALUE_T: u32 = 8;
pub const SIZEOF_GEX_RMA_VALUE_T: u32 = 8;

#[repr(C)]
pub struct gex_Event_s {
    _private: [u8; 0],
}
pub type gex_Event_t = *mut gex_Event_s;
#[repr(C)]
pub struct gex_Client_s {
    _private: [u8; 0],
}
pub type gex_Client_t = *mut gex_Client_s;
#[repr(C)]
pub struct gex_EP_s {
    _private: [u8; 0],
}
pub type gex_EP_t = *mut gex_EP_s;
#[repr(C)]
pub struct gex_Segment_s {
    _private: [u8; 0],
}
pub type gex_Segment_t = *mut gex_Segment_s;
#[repr(C)]
pub struct gex_TM_s {
    _private: [u8; 0],
}
pub type gex_TM_t = *mut gex_TM_s;
#[repr(C)]
pub struct gex_MK_s {
    _private: [u8; 0],
}
pub type gex_MK_t = *mut gex_MK_s;
#[repr(C)]
pub struct gex_Token_s {
    _private: [u8; 0],
}
pub type gex_Token_t = *mut gex_Token_s;
#[repr(C)]
pub struct gex_AM_SrcDesc_s {
    _private: [u8; 0],
}
pub type gex_AM_SrcDesc_t = *mut gex_AM_SrcDesc_s;
#[repr(C)]
pub struct gasnet_valget_handle_s {
    _private: [u8; 0],
}
pub type gasnet_valget_handle_t = *mut gasnet_valget_handle_s;
#[repr(C)]
pub struct gasnet_team_handle_s {
    _private: [u8; 0],
}
pub type gasnet_team_handle_t = *mut gasnet_team_handle_s;
#[repr(C)]
pub struct gex_AD_s {
    _private: [u8; 0],
}
pub type gex_AD_t = *mut gex_AD_s;
pub type gasnet_coll_optype_t = c_int;
pub type gasnet_coll_tuning_param_type_t = c_int;
pub type gex_MK_Class_t = c_int;
pub type hyd_paged_atomic_t = c_int;
pub type gex_Rank_t = u32;
pub type gex_EP_Index_t = u16;
pub type gex_Addr_t = *mut c_void;
pub type gex_Flags_t = u32;
pub type gex_DT_t = u32;
pub type gex_OP_t = u32;
pub type gex_EP_Capabilities_t = u32;
pub type gex_AM_Index_t = u8;
pub type gex_AM_Arg_t = i32;
pub type gex_RMA_Value_t = u64;
pub type gex_TI_t = c_uint;
pub type gex_EC_t = c_uint;
pub type gasnet_threadinfo_t = *mut c_void;
pub type gasnett_tick_t = u64;
pub type gasnett_atomic_val_t = u32;
pub type gasnett_atomic_sval_t = i32;
pub type gasnett_strongatomic_val_t = u32;
pub type gasnett_strongatomic_sval_t = i32;
pub type gasnet_node_t = gex_Rank_t;
pub type gasnet_token_t = gex_Token_t;
pub type gasnet_handler_t = gex_AM_Index_t;
pub type gasnet_handlerarg_t = gex_AM_Arg_t;
pub type gasnet_register_value_t = gex_RMA_Value_t;
pub type gasnet_handle_t = gex_Event_t;
pub type gasnet_image_t = u32;
pub type gasnet_coll_handle_t = gex_Event_t;
pub type gasnete_coll_team_t = gasnet_team_handle_t;
pub type gasnet_coll_fn_handle_t = gex_AM_Arg_t;
pub type gasnet_hsl_t = gex_HSL_t;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_EP_Location_t {
    pub gex_rank: gex_Rank_t,
    pub gex_ep_index: gex_EP_Index_t,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_Memvec_t {
    pub gex_addr: *mut c_void,
    pub gex_len: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_AM_Entry_t {
    pub gex_index: gex_AM_Index_t,
    pub gex_fnptr: function,
    pub gex_flags: gex_Flags_t,
    pub gex_nargs: c_uint,
    pub gex_cdata: *const c_void,
    pub gex_name: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_Token_Info_t {
    pub gex_srcrank: gex_Rank_t,
    pub gex_ep: gex_EP_t,
    pub gex_entry: *const gex_AM_Entry_t,
    pub gex_is_req: c_int,
    pub gex_is_long: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_RankInfo_t {
    pub gex_jobrank: gex_Rank_t,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_ProgressThreadInfo_t {
    pub gex_device_list: *const c_char,
    pub gex_thread_roles: c_uint,
    pub gex_progress_fn: function,
    pub gex_progress_arg: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_handlerentry_t {
    pub index: gex_AM_Index_t,
    pub fnptr: function,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_seginfo_t {
    pub addr: *mut c_void,
    pub size: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_nodeinfo_t {
    pub host: gex_Rank_t,
    pub supernode: gex_Rank_t,
    pub offset: usize,
    pub auxoffset: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gex_HSL_t {
    pub hyd_word: u32,
    pub hyd_magic: u32,
    pub hyd_owner: *mut c_void,
    pub hyd_below: *mut gex_HSL_t,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_atomic_t {
    pub hyd_v: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_atomic32_t {
    pub hyd_v: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_atomic64_t {
    pub hyd_v: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_strongatomic_t {
    pub hyd_v: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_strongatomic32_t {
    pub hyd_v: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_strongatomic64_t {
    pub hyd_v: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_mutex_t {
    pub hyd_opaque: [u64; 8],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_cond_t {
    pub hyd_opaque: [u64; 8],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_rwlock_t {
    pub hyd_opaque: [u64; 16],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnett_backtrace_type_t {
    pub name: *const c_char,
    pub fnp: function,
    pub threadsupport: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_memvec_t {
    pub addr: *mut c_void,
    pub len: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_coll_fn_entry_t {
    pub fnptr: function,
    pub flags: c_uint,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gasnet_coll_args_t {
    pub dst: *mut u8,
    pub src: *mut u8,
    pub rootimg: gasnet_image_t,
    pub src_blksz: usize,
    pub src_offset: usize,
    pub elem_size: usize,
    pub nbytes: usize,
    pub dist: usize,
    pub func: gasnet_coll_fn_handle_t,
    pub func_arg: c_int,
}
#[repr(C)]
pub struct gex_MK_Create_args_t {
    _private: [u8; 0], // by address only
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_settings {
    pub file: *const c_char,
    pub directory: *const c_char,
    pub bytes_resident: u64,
    pub page_size: u32,
    pub flags: u32,
    pub depth: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_counts {
    pub pages: u64,
    pub page_size: u64,
    pub resident: u64,
    pub page_ins: u64,
    pub evictions: u64,
    pub write_backs: u64,
    pub deferred: u64,
    pub faults: u64,
    pub strangers: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_traffic {
    pub hits: u64,
    pub bounces: u64,
    pub refused: u64,
    pub stalls: u64,
    pub credits: u64,
    pub waiting: u64,
    pub most_waiting: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_range {
    pub key: u64,
    pub offset: u64,
    pub size: u64,
    pub rank: gex_Rank_t,
    pub slot: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_queue {
    pub lock: u32,
    pub head: u32,
    pub tail: u32,
    pub waiting: u32,
    pub promised: u32,
    pub count: u32,
    pub unused: [u32; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyd_paged_answer {
    pub value: [u64; 2],
    pub error: c_int,
}
#[link(name = "gasnet-ffi")]
extern "C" {}
#[link(name = "gasnet")]
extern "C" {}
extern "C" {
    pub fn GASNETT_FAST_ALIGNED_MEMCPY(dst: *mut c_void, src: *const c_void, n: usize) -> *mut c_void;
    pub fn GASNETT_FAST_UNALIGNED_MEMCPY(dst: *mut c_void, src: *const c_void, n: usize) -> *mut c_void;
    pub fn GASNETT_STATS_DUMP(reset: c_int);
    pub fn GASNETT_STATS_GETMASK() -> *const c_char;
    pub fn GASNETT_STATS_INIT(callback: function) -> c_int;
    pub fn GASNETT_STATS_SETMASK(mask: *const c_char);
    pub fn GASNETT_TRACE_FREEZESOURCELINE();
    pub fn GASNETT_TRACE_GETMASK() -> *const c_char;
    pub fn GASNETT_TRACE_GETSOURCELINE(file_p: *mut *const c_char, line_p: *mut c_uint);
    pub fn GASNETT_TRACE_GET_TRACELOCAL() -> c_int;
    pub fn GASNETT_TRACE_SETMASK(mask: *const c_char);
    pub fn GASNETT_TRACE_SETSOURCELINE(file: *const c_char, line: c_uint);
    pub fn GASNETT_TRACE_SET_TRACELOCAL(on: c_int);
    pub fn GASNETT_TRACE_UNFREEZESOURCELINE();
    pub fn GASNETT_VALUE_ASSIGN(dst: *mut c_void, value: u64, n: usize);
    pub fn GASNET_GET_THREADINFO() -> gasnet_threadinfo_t;
    pub fn GEX_OP_TO_FETCHING(op: gex_OP_t) -> gex_OP_t;
    pub fn GEX_OP_TO_NONFETCHING(op: gex_OP_t) -> gex_OP_t;
    pub fn _gasneti_threadkey_init(cell: *mut *mut c_void);
    pub fn gasnet_AMGetMsgSource(token: gasnet_token_t, srcindex: *mut gasnet_node_t) -> c_int;
    pub fn gasnet_AMMaxArgs() -> usize;
    pub fn gasnet_AMMaxLongReply() -> usize;
    pub fn gasnet_AMMaxLongRequest() -> usize;
    pub fn gasnet_AMMaxMedium() -> usize;
    pub fn gasnet_AMPoll() -> c_int;
    pub fn gasnet_AMReplyLong(token: gasnet_token_t, h: gasnet_handler_t, src: *const c_void, nbytes: usize, dst: *mut c_void, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMReplyMedium(token: gasnet_token_t, h: gasnet_handler_t, src: *const c_void, nbytes: usize, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMReplyShort(token: gasnet_token_t, h: gasnet_handler_t, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMRequestLong(dest: gasnet_node_t, h: gasnet_handler_t, src: *const c_void, nbytes: usize, dst: *mut c_void, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMRequestLongAsync(dest: gasnet_node_t, h: gasnet_handler_t, src: *const c_void, nbytes: usize, dst: *mut c_void, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMRequestMedium(dest: gasnet_node_t, h: gasnet_handler_t, src: *const c_void, nbytes: usize, numargs: c_int, ...) -> c_int;
    pub fn gasnet_AMRequestShort(dest: gasnet_node_t, h: gasnet_handler_t, numargs: c_int, ...) -> c_int;
    pub fn gasnet_ErrorDesc(errval: c_int) -> *const c_char;
    pub fn gasnet_ErrorName(errval: c_int) -> *const c_char;
    pub fn gasnet_QueryGexObjects(client_p: *mut gex_Client_t, endpoint_p: *mut gex_EP_t, tm_p: *mut gex_TM_t, segment_p: *mut gex_Segment_t);
    pub fn gasnet_attach(table: *mut gasnet_handlerentry_t, numentries: c_int, segsize: usize, minheapoffset: usize) -> c_int;
    pub fn gasnet_barrier(id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_barrier_notify(id: c_int, flags: c_int);
    pub fn gasnet_barrier_result(id: *mut c_int) -> c_int;
    pub fn gasnet_barrier_try(id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_barrier_wait(id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_begin_nbi_accessregion();
    pub fn gasnet_coll_barrier(team: gasnet_team_handle_t, id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_coll_barrier_notify(team: gasnet_team_handle_t, id: c_int, flags: c_int);
    pub fn gasnet_coll_barrier_result(team: gasnet_team_handle_t, id: *mut c_int) -> c_int;
    pub fn gasnet_coll_barrier_try(team: gasnet_team_handle_t, id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_coll_barrier_wait(team: gasnet_team_handle_t, id: c_int, flags: c_int) -> c_int;
    pub fn gasnet_coll_broadcast(team: gasnet_team_handle_t, dst: *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_broadcastM(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_broadcastM_nb(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_broadcast_nb(team: gasnet_team_handle_t, dst: *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_dumpProfile(file: *mut c_char, team: gasnet_team_handle_t);
    pub fn gasnet_coll_dumpTuningState(file: *mut c_char, team: gasnet_team_handle_t);
    pub fn gasnet_coll_exchange(team: gasnet_team_handle_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_exchangeM(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_exchangeM_nb(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_exchange_nb(team: gasnet_team_handle_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_gather(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_gatherM(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_gatherM_nb(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_gather_all(team: gasnet_team_handle_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_gather_allM(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_gather_allM_nb(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srclist: *const *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_gather_all_nb(team: gasnet_team_handle_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_gather_nb(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_get_num_tree_classes(team: gasnet_team_handle_t, optype: gasnet_coll_optype_t) -> c_int;
    pub fn gasnet_coll_init(images: *const gasnet_image_t, my_image: gasnet_image_t, fn_tbl: *mut gasnet_coll_fn_entry_t, fn_count: usize, init_flags: c_int);
    pub fn gasnet_coll_loadTuningState(file: *mut c_char, team: gasnet_team_handle_t);
    pub fn gasnet_coll_reduce(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, src: *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int);
    pub fn gasnet_coll_reduceM(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, srclist: *const *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int);
    pub fn gasnet_coll_reduceM_nb(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, srclist: *const *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_reduce_nb(team: gasnet_team_handle_t, dstimage: gasnet_image_t, dst: *mut c_void, src: *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_scan(team: gasnet_team_handle_t, dst: *mut c_void, dst_blksz: usize, dst_offset: usize, src: *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int);
    pub fn gasnet_coll_scanM(team: gasnet_team_handle_t, dstlist: *const *mut c_void, dst_blksz: usize, dst_offset: usize, srclist: *const *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int);
    pub fn gasnet_coll_scanM_nb(team: gasnet_team_handle_t, dstlist: *const *mut c_void, dst_blksz: usize, dst_offset: usize, srclist: *const *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_scan_nb(team: gasnet_team_handle_t, dst: *mut c_void, dst_blksz: usize, dst_offset: usize, src: *mut c_void, src_blksz: usize, src_offset: usize, elem_size: usize, elem_count: usize, func: gasnet_coll_fn_handle_t, func_arg: c_int, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_scatter(team: gasnet_team_handle_t, dst: *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_scatterM(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int);
    pub fn gasnet_coll_scatterM_nb(team: gasnet_team_handle_t, dstlist: *const *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_scatter_nb(team: gasnet_team_handle_t, dst: *mut c_void, srcimage: gasnet_image_t, src: *mut c_void, nbytes: usize, flags: c_int) -> gasnet_coll_handle_t;
    pub fn gasnet_coll_set_dissem_limit(team: gasnet_team_handle_t, limit: usize, optype: gasnet_coll_optype_t);
    pub fn gasnet_coll_set_tree_kind(team: gasnet_team_handle_t, r#type: c_int, fanout: c_int, optype: gasnet_coll_optype_t);
    pub fn gasnet_coll_team_free(team: gasnet_team_handle_t);
    pub fn gasnet_coll_team_node2rank(team: gasnet_team_handle_t, node: gex_Rank_t) -> gex_Rank_t;
    pub fn gasnet_coll_team_rank2node(team: gasnet_team_handle_t, rank: c_int) -> gex_Rank_t;
    pub fn gasnet_coll_team_size(team: gasnet_team_handle_t) -> gex_Rank_t;
    pub fn gasnet_coll_team_split(parent: gasnet_team_handle_t, color: gex_Rank_t, relrank: gex_Rank_t, clientdata: *mut c_void) -> gasnet_team_handle_t;
    pub fn gasnet_coll_try_sync(h: gasnet_coll_handle_t) -> c_int;
    pub fn gasnet_coll_try_sync_all(h: *mut gasnet_coll_handle_t, n: usize) -> c_int;
    pub fn gasnet_coll_try_sync_some(h: *mut gasnet_coll_handle_t, n: usize) -> c_int;
    pub fn gasnet_coll_tune_generic_op(team: gasnet_team_handle_t, op: gasnet_coll_optype_t, args: gasnet_coll_args_t, flags: c_int, r#fn: function, work_arg: *mut c_void, best_alg: *mut u32, num_params: *mut u32, best_param: *mut *mut u32, best_tree: *mut *mut c_char);
    pub fn gasnet_coll_wait_sync(h: gasnet_coll_handle_t);
    pub fn gasnet_coll_wait_sync_all(h: *mut gasnet_coll_handle_t, n: usize);
    pub fn gasnet_coll_wait_sync_some(h: *mut gasnet_coll_handle_t, n: usize);
    pub fn gasnet_end_nbi_accessregion() -> gasnet_handle_t;
    pub fn gasnet_exit(exitcode: c_int);
    pub fn gasnet_get(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize);
    pub fn gasnet_getMaxGlobalSegmentSize() -> usize;
    pub fn gasnet_getMaxLocalSegmentSize() -> usize;
    pub fn gasnet_getNodeInfo(table: *mut gasnet_nodeinfo_t, numentries: c_int) -> c_int;
    pub fn gasnet_getSegmentInfo(table: *mut gasnet_seginfo_t, numentries: c_int) -> c_int;
    pub fn gasnet_get_bulk(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize);
    pub fn gasnet_get_nb(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_get_nb_bulk(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_get_nb_val(node: gasnet_node_t, src: *const c_void, nbytes: usize) -> gasnet_valget_handle_t;
    pub fn gasnet_get_nbi(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize);
    pub fn gasnet_get_nbi_bulk(dest: *mut c_void, node: gasnet_node_t, src: *const c_void, nbytes: usize);
    pub fn gasnet_get_val(node: gasnet_node_t, src: *const c_void, nbytes: usize) -> gasnet_register_value_t;
    pub fn gasnet_getenv(name: *const c_char) -> *mut c_char;
    pub fn gasnet_geti_bulk(dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcnode: gasnet_node_t, srccount: usize, srclist: *const *mut c_void, srclen: usize);
    pub fn gasnet_geti_nb_bulk(dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcnode: gasnet_node_t, srccount: usize, srclist: *const *mut c_void, srclen: usize) -> gasnet_handle_t;
    pub fn gasnet_geti_nbi_bulk(dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcnode: gasnet_node_t, srccount: usize, srclist: *const *mut c_void, srclen: usize);
    pub fn gasnet_gets_bulk(dstaddr: *mut c_void, dststrides: *const usize, srcnode: gasnet_node_t, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize);
    pub fn gasnet_gets_nb_bulk(dstaddr: *mut c_void, dststrides: *const usize, srcnode: gasnet_node_t, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize) -> gasnet_handle_t;
    pub fn gasnet_gets_nbi_bulk(dstaddr: *mut c_void, dststrides: *const usize, srcnode: gasnet_node_t, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize);
    pub fn gasnet_getv_bulk(dstcount: usize, dstlist: *const gasnet_memvec_t, srcnode: gasnet_node_t, srccount: usize, srclist: *const gasnet_memvec_t);
    pub fn gasnet_getv_nb_bulk(dstcount: usize, dstlist: *const gasnet_memvec_t, srcnode: gasnet_node_t, srccount: usize, srclist: *const gasnet_memvec_t) -> gasnet_handle_t;
    pub fn gasnet_getv_nbi_bulk(dstcount: usize, dstlist: *const gasnet_memvec_t, srcnode: gasnet_node_t, srccount: usize, srclist: *const gasnet_memvec_t);
    pub fn gasnet_hold_interrupts();
    pub fn gasnet_hsl_destroy(hsl: *mut gex_HSL_t);
    pub fn gasnet_hsl_init(hsl: *mut gex_HSL_t);
    pub fn gasnet_hsl_lock(hsl: *mut gex_HSL_t);
    pub fn gasnet_hsl_trylock(hsl: *mut gex_HSL_t) -> c_int;
    pub fn gasnet_hsl_unlock(hsl: *mut gex_HSL_t);
    pub fn gasnet_memset(node: gasnet_node_t, dest: *mut c_void, val: c_int, nbytes: usize);
    pub fn gasnet_memset_nb(node: gasnet_node_t, dest: *mut c_void, val: c_int, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_memset_nbi(node: gasnet_node_t, dest: *mut c_void, val: c_int, nbytes: usize);
    pub fn gasnet_mynode() -> gasnet_node_t;
    pub fn gasnet_nodes() -> gasnet_node_t;
    pub fn gasnet_put(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize);
    pub fn gasnet_put_bulk(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize);
    pub fn gasnet_put_nb(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_put_nb_bulk(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_put_nb_val(node: gasnet_node_t, dest: *mut c_void, value: gasnet_register_value_t, nbytes: usize) -> gasnet_handle_t;
    pub fn gasnet_put_nbi(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize);
    pub fn gasnet_put_nbi_bulk(node: gasnet_node_t, dest: *mut c_void, src: *const c_void, nbytes: usize);
    pub fn gasnet_put_nbi_val(node: gasnet_node_t, dest: *mut c_void, value: gasnet_register_value_t, nbytes: usize);
    pub fn gasnet_put_val(node: gasnet_node_t, dest: *mut c_void, value: gasnet_register_value_t, nbytes: usize);
    pub fn gasnet_puti_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize);
    pub fn gasnet_puti_nb_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize) -> gasnet_handle_t;
    pub fn gasnet_puti_nbi_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize);
    pub fn gasnet_puts_bulk(dstnode: gasnet_node_t, dstaddr: *mut c_void, dststrides: *const usize, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize);
    pub fn gasnet_puts_nb_bulk(dstnode: gasnet_node_t, dstaddr: *mut c_void, dststrides: *const usize, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize) -> gasnet_handle_t;
    pub fn gasnet_puts_nbi_bulk(dstnode: gasnet_node_t, dstaddr: *mut c_void, dststrides: *const usize, srcaddr: *const c_void, srcstrides: *const usize, count: *const usize, stridelevels: usize);
    pub fn gasnet_putv_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const gasnet_memvec_t, srccount: usize, srclist: *const gasnet_memvec_t);
    pub fn gasnet_putv_nb_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const gasnet_memvec_t, srccount: usize, srclist: *const gasnet_memvec_t) -> gasnet_handle_t;
    pub fn gasnet_putv_nbi_bulk(dstnode: gasnet_node_t, dstcount: usize, dstlist: *const gasnet_memvec_t, srccount: usize, srclist: *const gasnet_memvec_t);
    pub fn gasnet_resume_interrupts();
    pub fn gasnet_set_waitmode(wait_mode: c_int) -> c_int;
    pub fn gasnet_try_syncnb(h: gasnet_handle_t) -> c_int;
    pub fn gasnet_try_syncnb_all(handles: *mut gasnet_handle_t, n: usize) -> c_int;
    pub fn gasnet_try_syncnb_all_nopoll(handles: *mut gasnet_handle_t, n: usize) -> c_int;
    pub fn gasnet_try_syncnb_nopoll(h: gasnet_handle_t) -> c_int;
    pub fn gasnet_try_syncnb_some(handles: *mut gasnet_handle_t, n: usize) -> c_int;
    pub fn gasnet_try_syncnb_some_nopoll(handles: *mut gasnet_handle_t, n: usize) -> c_int;
    pub fn gasnet_try_syncnbi_all() -> c_int;
    pub fn gasnet_try_syncnbi_gets() -> c_int;
    pub fn gasnet_try_syncnbi_puts() -> c_int;
    pub fn gasnet_wait_syncnb(h: gasnet_handle_t);
    pub fn gasnet_wait_syncnb_all(handles: *mut gasnet_handle_t, n: usize);
    pub fn gasnet_wait_syncnb_some(handles: *mut gasnet_handle_t, n: usize);
    pub fn gasnet_wait_syncnb_valget(handle: gasnet_valget_handle_t) -> gasnet_register_value_t;
    pub fn gasnet_wait_syncnbi_all();
    pub fn gasnet_wait_syncnbi_gets();
    pub fn gasnet_wait_syncnbi_puts();
    pub fn gasnete_coll_team_free(team: gasnet_team_handle_t);
    pub fn gasnete_coll_team_node2rank(team: gasnet_team_handle_t, node: gex_Rank_t) -> gex_Rank_t;
    pub fn gasnete_coll_team_rank2node(team: gasnet_team_handle_t, rank: c_int) -> gex_Rank_t;
    pub fn gasnete_coll_team_size(team: gasnet_team_handle_t) -> gex_Rank_t;
    pub fn gasnete_coll_team_split(parent: gasnet_team_handle_t, color: gex_Rank_t, relrank: gex_Rank_t, clientdata: *mut c_void) -> gasnet_team_handle_t;
    pub fn gasneti_gethostname() -> *const c_char;
    pub fn gasnett_atomic32_add(p: *mut gasnett_atomic32_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_atomic32_compare_and_swap(p: *mut gasnett_atomic32_t, oldv: u32, newv: u32, flags: c_int) -> c_int;
    pub fn gasnett_atomic32_decrement(p: *mut gasnett_atomic32_t, flags: c_int);
    pub fn gasnett_atomic32_decrement_and_test(p: *mut gasnett_atomic32_t, flags: c_int) -> c_int;
    pub fn gasnett_atomic32_increment(p: *mut gasnett_atomic32_t, flags: c_int);
    pub fn gasnett_atomic32_read(p: *const gasnett_atomic32_t, flags: c_int) -> u32;
    pub fn gasnett_atomic32_set(p: *mut gasnett_atomic32_t, v: u32, flags: c_int);
    pub fn gasnett_atomic32_subtract(p: *mut gasnett_atomic32_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_atomic32_swap(p: *mut gasnett_atomic32_t, newv: u32, flags: c_int) -> u32;
    pub fn gasnett_atomic64_add(p: *mut gasnett_atomic64_t, op: u64, flags: c_int) -> u64;
    pub fn gasnett_atomic64_compare_and_swap(p: *mut gasnett_atomic64_t, oldv: u64, newv: u64, flags: c_int) -> c_int;
    pub fn gasnett_atomic64_decrement(p: *mut gasnett_atomic64_t, flags: c_int);
    pub fn gasnett_atomic64_decrement_and_test(p: *mut gasnett_atomic64_t, flags: c_int) -> c_int;
    pub fn gasnett_atomic64_increment(p: *mut gasnett_atomic64_t, flags: c_int);
    pub fn gasnett_atomic64_read(p: *const gasnett_atomic64_t, flags: c_int) -> u64;
    pub fn gasnett_atomic64_set(p: *mut gasnett_atomic64_t, v: u64, flags: c_int);
    pub fn gasnett_atomic64_subtract(p: *mut gasnett_atomic64_t, op: u64, flags: c_int) -> u64;
    pub fn gasnett_atomic64_swap(p: *mut gasnett_atomic64_t, newv: u64, flags: c_int) -> u64;
    pub fn gasnett_atomic_add(p: *mut gasnett_atomic_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_atomic_compare_and_swap(p: *mut gasnett_atomic_t, oldv: u32, newv: u32, flags: c_int) -> c_int;
    pub fn gasnett_atomic_decrement(p: *mut gasnett_atomic_t, flags: c_int);
    pub fn gasnett_atomic_decrement_and_test(p: *mut gasnett_atomic_t, flags: c_int) -> c_int;
    pub fn gasnett_atomic_increment(p: *mut gasnett_atomic_t, flags: c_int);
    pub fn gasnett_atomic_read(p: *const gasnett_atomic_t, flags: c_int) -> u32;
    pub fn gasnett_atomic_set(p: *mut gasnett_atomic_t, v: u32, flags: c_int);
    pub fn gasnett_atomic_signed(v: gasnett_atomic_val_t) -> gasnett_atomic_sval_t;
    pub fn gasnett_atomic_subtract(p: *mut gasnett_atomic_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_atomic_swap(p: *mut gasnett_atomic_t, newv: u32, flags: c_int) -> u32;
    pub fn gasnett_backtrace_init(exename: *const c_char);
    pub fn gasnett_checksum(p: *const c_void, numbytes: c_int) -> u64;
    pub fn gasnett_close_streams();
    pub fn gasnett_compiler_fence();
    pub fn gasnett_cond_broadcast(c: *mut gasnett_cond_t);
    pub fn gasnett_cond_destroy(c: *mut gasnett_cond_t);
    pub fn gasnett_cond_init(c: *mut gasnett_cond_t);
    pub fn gasnett_cond_signal(c: *mut gasnett_cond_t);
    pub fn gasnett_cond_wait(c: *mut gasnett_cond_t, m: *mut gasnett_mutex_t);
    pub fn gasnett_count0s(p: *const c_void, n: usize) -> usize;
    pub fn gasnett_count0s_copy(dst: *mut c_void, src: *const c_void, n: usize) -> usize;
    pub fn gasnett_count0s_uint32_t(v: u32) -> c_int;
    pub fn gasnett_count0s_uint64_t(v: u64) -> c_int;
    pub fn gasnett_count0s_uintptr_t(v: usize) -> c_int;
    pub fn gasnett_cpu_count() -> c_int;
    pub fn gasnett_envdbl_display(name: *const c_char, value: f64, is_dflt: c_int);
    pub fn gasnett_envint_display(name: *const c_char, value: i64, is_dflt: c_int, is_mem_size: c_int);
    pub fn gasnett_envstr_display(name: *const c_char, value: *const c_char, is_dflt: c_int);
    pub fn gasnett_exe_name() -> *const c_char;
    pub fn gasnett_fatalerror_nopos(fmt: *const c_char, ...);
    pub fn gasnett_flush_streams();
    pub fn gasnett_format_addrlist(buf: *mut c_char, count: usize, list: *const *mut c_void, len: usize) -> *mut c_char;
    pub fn gasnett_format_addrlist_bufsz(count: usize) -> usize;
    pub fn gasnett_format_dt(buf: *mut c_char, dt: u32) -> usize;
    pub fn gasnett_format_memveclist(buf: *mut c_char, count: usize, list: *const gex_Memvec_t) -> *mut c_char;
    pub fn gasnett_format_memveclist_bufsz(count: usize) -> usize;
    pub fn gasnett_format_number(value: i64, buf: *mut c_char, bufsz: usize, is_mem_size: c_int) -> *mut c_char;
    pub fn gasnett_format_op(buf: *mut c_char, op: u32) -> usize;
    pub fn gasnett_format_putigeti(buf: *mut c_char, tm: gex_TM_t, rank: gex_Rank_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize) -> *mut c_char;
    pub fn gasnett_format_putigeti_bufsz(dstcount: usize, srccount: usize) -> usize;
    pub fn gasnett_format_putsgets(buf: *mut c_char, stats: *mut c_void, tm: gex_TM_t, rank: gex_Rank_t, dstaddr: *mut c_void, dststrides: *const isize, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize) -> *mut c_char;
    pub fn gasnett_format_putsgets_bufsz(stridelevels: usize) -> usize;
    pub fn gasnett_format_putvgetv(buf: *mut c_char, tm: gex_TM_t, rank: gex_Rank_t, dstcount: usize, dstlist: *const gex_Memvec_t, srccount: usize, srclist: *const gex_Memvec_t) -> *mut c_char;
    pub fn gasnett_format_putvgetv_bufsz(dstcount: usize, srccount: usize) -> usize;
    pub fn gasnett_format_strides(buf: *mut c_char, count: usize, list: *const isize) -> *mut c_char;
    pub fn gasnett_format_strides_bufsz(count: usize) -> usize;
    pub fn gasnett_format_ti(buf: *mut c_char, ti: u32) -> usize;
    pub fn gasnett_free_aligned(p: *mut c_void);
    pub fn gasnett_freezeForDebuggerErr();
    pub fn gasnett_freezeForDebuggerNow(flag: *mut c_int, flagname: *const c_char);
    pub fn gasnett_getPhysMemSz(failure_is_fatal: c_int) -> u64;
    pub fn gasnett_getenv(name: *const c_char) -> *mut c_char;
    pub fn gasnett_getenv_dbl_withdefault(name: *const c_char, dflt: f64) -> f64;
    pub fn gasnett_getenv_int_withdefault(name: *const c_char, dflt: i64, mem_size_multiplier: u64) -> i64;
    pub fn gasnett_getenv_withdefault(name: *const c_char, dflt: *const c_char) -> *mut c_char;
    pub fn gasnett_getenv_yesno_withdefault(name: *const c_char, dflt: c_int) -> c_int;
    pub fn gasnett_gethostname() -> *const c_char;
    pub fn gasnett_gettimeofday_us() -> u64;
    pub fn gasnett_isLittleEndian() -> c_int;
    pub fn gasnett_killmyprocess(exitcode: c_int);
    pub fn gasnett_local_mb();
    pub fn gasnett_local_rmb();
    pub fn gasnett_local_wmb();
    pub fn gasnett_malloc_aligned(align: usize, size: usize) -> *mut c_void;
    pub fn gasnett_maximize_rlimit(res: c_int, desc: *const c_char) -> c_int;
    pub fn gasnett_maximize_rlimits() -> c_int;
    pub fn gasnett_mmap(size: usize) -> *mut c_void;
    pub fn gasnett_mutex_assertlocked(m: *mut gasnett_mutex_t);
    pub fn gasnett_mutex_assertunlocked(m: *mut gasnett_mutex_t);
    pub fn gasnett_mutex_destroy(m: *mut gasnett_mutex_t);
    pub fn gasnett_mutex_destroy_ignoreerr(m: *mut gasnett_mutex_t) -> c_int;
    pub fn gasnett_mutex_init(m: *mut gasnett_mutex_t);
    pub fn gasnett_mutex_lock(m: *mut gasnett_mutex_t);
    pub fn gasnett_mutex_trylock(m: *mut gasnett_mutex_t) -> c_int;
    pub fn gasnett_mutex_unlock(m: *mut gasnett_mutex_t);
    pub fn gasnett_nsleep(ns: u64) -> c_int;
    pub fn gasnett_parse_int(text: *const c_char, mem_size_multiplier: u64) -> i64;
    pub fn gasnett_performance_warning_str() -> *const c_char;
    pub fn gasnett_print_backtrace(fd: c_int) -> c_int;
    pub fn gasnett_reghandler(sig: c_int, handler: function) -> function;
    pub fn gasnett_release_version() -> u64;
    pub fn gasnett_release_version_str() -> *const c_char;
    pub fn gasnett_rwlock_assertlocked(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_assertrdlocked(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_assertunlocked(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_assertwrlocked(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_destroy(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_init(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_rdlock(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_tryrdlock(r: *mut gasnett_rwlock_t) -> c_int;
    pub fn gasnett_rwlock_trywrlock(r: *mut gasnett_rwlock_t) -> c_int;
    pub fn gasnett_rwlock_unlock(r: *mut gasnett_rwlock_t);
    pub fn gasnett_rwlock_wrlock(r: *mut gasnett_rwlock_t);
    pub fn gasnett_sched_yield();
    pub fn gasnett_set_affinity(rank: c_int) -> c_int;
    pub fn gasnett_setenv(name: *const c_char, value: *const c_char);
    pub fn gasnett_signame_fromval(sig: c_int) -> *const c_char;
    pub fn gasnett_spinloop_hint();
    pub fn gasnett_strongatomic32_add(p: *mut gasnett_strongatomic32_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_strongatomic32_compare_and_swap(p: *mut gasnett_strongatomic32_t, oldv: u32, newv: u32, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic32_decrement(p: *mut gasnett_strongatomic32_t, flags: c_int);
    pub fn gasnett_strongatomic32_decrement_and_test(p: *mut gasnett_strongatomic32_t, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic32_increment(p: *mut gasnett_strongatomic32_t, flags: c_int);
    pub fn gasnett_strongatomic32_read(p: *const gasnett_strongatomic32_t, flags: c_int) -> u32;
    pub fn gasnett_strongatomic32_set(p: *mut gasnett_strongatomic32_t, v: u32, flags: c_int);
    pub fn gasnett_strongatomic32_subtract(p: *mut gasnett_strongatomic32_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_strongatomic32_swap(p: *mut gasnett_strongatomic32_t, newv: u32, flags: c_int) -> u32;
    pub fn gasnett_strongatomic64_add(p: *mut gasnett_strongatomic64_t, op: u64, flags: c_int) -> u64;
    pub fn gasnett_strongatomic64_compare_and_swap(p: *mut gasnett_strongatomic64_t, oldv: u64, newv: u64, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic64_decrement(p: *mut gasnett_strongatomic64_t, flags: c_int);
    pub fn gasnett_strongatomic64_decrement_and_test(p: *mut gasnett_strongatomic64_t, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic64_increment(p: *mut gasnett_strongatomic64_t, flags: c_int);
    pub fn gasnett_strongatomic64_read(p: *const gasnett_strongatomic64_t, flags: c_int) -> u64;
    pub fn gasnett_strongatomic64_set(p: *mut gasnett_strongatomic64_t, v: u64, flags: c_int);
    pub fn gasnett_strongatomic64_subtract(p: *mut gasnett_strongatomic64_t, op: u64, flags: c_int) -> u64;
    pub fn gasnett_strongatomic64_swap(p: *mut gasnett_strongatomic64_t, newv: u64, flags: c_int) -> u64;
    pub fn gasnett_strongatomic_add(p: *mut gasnett_strongatomic_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_strongatomic_compare_and_swap(p: *mut gasnett_strongatomic_t, oldv: u32, newv: u32, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic_decrement(p: *mut gasnett_strongatomic_t, flags: c_int);
    pub fn gasnett_strongatomic_decrement_and_test(p: *mut gasnett_strongatomic_t, flags: c_int) -> c_int;
    pub fn gasnett_strongatomic_increment(p: *mut gasnett_strongatomic_t, flags: c_int);
    pub fn gasnett_strongatomic_read(p: *const gasnett_strongatomic_t, flags: c_int) -> u32;
    pub fn gasnett_strongatomic_set(p: *mut gasnett_strongatomic_t, v: u32, flags: c_int);
    pub fn gasnett_strongatomic_signed(v: gasnett_strongatomic_val_t) -> gasnett_strongatomic_sval_t;
    pub fn gasnett_strongatomic_subtract(p: *mut gasnett_strongatomic_t, op: u32, flags: c_int) -> u32;
    pub fn gasnett_strongatomic_swap(p: *mut gasnett_strongatomic_t, newv: u32, flags: c_int) -> u32;
    pub fn gasnett_threadkey_get(key: *mut *mut c_void) -> *mut c_void;
    pub fn gasnett_threadkey_get_noinit(key: *mut *mut c_void) -> *mut c_void;
    pub fn gasnett_threadkey_init(key: *mut *mut c_void);
    pub fn gasnett_threadkey_set(key: *mut *mut c_void, value: *mut c_void);
    pub fn gasnett_threadkey_set_noinit(key: *mut *mut c_void, value: *mut c_void);
    pub fn gasnett_tick_granularityus() -> f64;
    pub fn gasnett_tick_overheadus() -> f64;
    pub fn gasnett_ticks_now() -> gasnett_tick_t;
    pub fn gasnett_ticks_to_ns(ticks: gasnett_tick_t) -> u64;
    pub fn gasnett_ticks_to_us(ticks: gasnett_tick_t) -> u64;
    pub fn gasnett_unsetenv(name: *const c_char);
    pub fn gasnett_verboseenv() -> c_int;
    pub fn gasnett_weak_mb();
    pub fn gasnett_weak_rmb();
    pub fn gasnett_weak_wmb();
    pub fn gex_AD_Create(ad_p: *mut gex_AD_t, tm: gex_TM_t, dt: gex_DT_t, ops: gex_OP_t, flags: gex_Flags_t);
    pub fn gex_AD_Destroy(ad: gex_AD_t);
    pub fn gex_AD_OpNBI_DBL(ad: gex_AD_t, result_p: *mut f64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: f64, operand2: f64, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNBI_FLT(ad: gex_AD_t, result_p: *mut f32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: f32, operand2: f32, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNBI_I32(ad: gex_AD_t, result_p: *mut i32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: i32, operand2: i32, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNBI_I64(ad: gex_AD_t, result_p: *mut i64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: i64, operand2: i64, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNBI_U32(ad: gex_AD_t, result_p: *mut u32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: u32, operand2: u32, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNBI_U64(ad: gex_AD_t, result_p: *mut u64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: u64, operand2: u64, flags: gex_Flags_t) -> c_int;
    pub fn gex_AD_OpNB_DBL(ad: gex_AD_t, result_p: *mut f64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: f64, operand2: f64, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_OpNB_FLT(ad: gex_AD_t, result_p: *mut f32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: f32, operand2: f32, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_OpNB_I32(ad: gex_AD_t, result_p: *mut i32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: i32, operand2: i32, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_OpNB_I64(ad: gex_AD_t, result_p: *mut i64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: i64, operand2: i64, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_OpNB_U32(ad: gex_AD_t, result_p: *mut u32, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: u32, operand2: u32, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_OpNB_U64(ad: gex_AD_t, result_p: *mut u64, tgt_rank: gex_Rank_t, tgt_addr: *mut c_void, opcode: gex_OP_t, operand1: u64, operand2: u64, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_AD_QueryCData(ad: gex_AD_t) -> *mut c_void;
    pub fn gex_AD_QueryDT(ad: gex_AD_t) -> gex_DT_t;
    pub fn gex_AD_QueryFlags(ad: gex_AD_t) -> gex_Flags_t;
    pub fn gex_AD_QueryOps(ad: gex_AD_t) -> gex_OP_t;
    pub fn gex_AD_QueryTM(ad: gex_AD_t) -> gex_TM_t;
    pub fn gex_AD_SetCData(ad: gex_AD_t, val: *const c_void);
    pub fn gex_AM_CancelReplyLong(sd: gex_AM_SrcDesc_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_AM_CancelReplyMedium(sd: gex_AM_SrcDesc_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_AM_CancelRequestLong(sd: gex_AM_SrcDesc_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_AM_CancelRequestMedium(sd: gex_AM_SrcDesc_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_AM_CommitReplyLong(sd: gex_AM_SrcDesc_t, handler: gex_AM_Index_t, nbytes: usize, dest_addr: *mut c_void, nargs: c_uint, args: *const gex_AM_Arg_t);
    pub fn gex_AM_CommitReplyMedium(sd: gex_AM_SrcDesc_t, handler: gex_AM_Index_t, nbytes: usize, nargs: c_uint, args: *const gex_AM_Arg_t);
    pub fn gex_AM_CommitRequestLong(sd: gex_AM_SrcDesc_t, handler: gex_AM_Index_t, nbytes: usize, dest_addr: *mut c_void, nargs: c_uint, args: *const gex_AM_Arg_t);
    pub fn gex_AM_CommitRequestMedium(sd: gex_AM_SrcDesc_t, handler: gex_AM_Index_t, nbytes: usize, nargs: c_uint, args: *const gex_AM_Arg_t);
    pub fn gex_AM_LUBReplyLong() -> usize;
    pub fn gex_AM_LUBReplyMedium() -> usize;
    pub fn gex_AM_LUBRequestLong() -> usize;
    pub fn gex_AM_LUBRequestMedium() -> usize;
    pub fn gex_AM_MaxArgs() -> c_uint;
    pub fn gex_AM_MaxReplyLong(tm: gex_TM_t, other_rank: gex_Rank_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_AM_MaxReplyMedium(tm: gex_TM_t, other_rank: gex_Rank_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_AM_MaxRequestLong(tm: gex_TM_t, other_rank: gex_Rank_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_AM_MaxRequestMedium(tm: gex_TM_t, other_rank: gex_Rank_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_AM_PrepareReplyLong(token: gex_Token_t, client_buf: *const c_void, least_payload: usize, most_payload: usize, dest_addr: *mut c_void, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> gex_AM_SrcDesc_t;
    pub fn gex_AM_PrepareReplyMedium(token: gex_Token_t, client_buf: *const c_void, least_payload: usize, most_payload: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> gex_AM_SrcDesc_t;
    pub fn gex_AM_PrepareRequestLong(tm: gex_TM_t, rank: gex_Rank_t, client_buf: *const c_void, least_payload: usize, most_payload: usize, dest_addr: *mut c_void, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> gex_AM_SrcDesc_t;
    pub fn gex_AM_PrepareRequestMedium(tm: gex_TM_t, rank: gex_Rank_t, client_buf: *const c_void, least_payload: usize, most_payload: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> gex_AM_SrcDesc_t;
    pub fn gex_AM_ReplyLong(token: gex_Token_t, handler: gex_AM_Index_t, source_addr: *const c_void, nbytes: usize, dest_addr: *mut c_void, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_ReplyMedium(token: gex_Token_t, handler: gex_AM_Index_t, source_addr: *const c_void, nbytes: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_ReplyShort(token: gex_Token_t, handler: gex_AM_Index_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_RequestLong(tm: gex_TM_t, rank: gex_Rank_t, handler: gex_AM_Index_t, source_addr: *const c_void, nbytes: usize, dest_addr: *mut c_void, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_RequestMedium(tm: gex_TM_t, rank: gex_Rank_t, handler: gex_AM_Index_t, source_addr: *const c_void, nbytes: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_RequestShort(tm: gex_TM_t, rank: gex_Rank_t, handler: gex_AM_Index_t, flags: gex_Flags_t, nargs: c_uint, args: *const gex_AM_Arg_t) -> c_int;
    pub fn gex_AM_SrcDescAddr(sd: gex_AM_SrcDesc_t) -> *mut c_void;
    pub fn gex_AM_SrcDescSize(sd: gex_AM_SrcDesc_t) -> usize;
    pub fn gex_Client_QueryCData(client: gex_Client_t) -> *mut c_void;
    pub fn gex_Client_QueryFlags(client: gex_Client_t) -> gex_Flags_t;
    pub fn gex_Client_QueryName(client: gex_Client_t) -> *const c_char;
    pub fn gex_Client_SetCData(client: gex_Client_t, val: *const c_void);
    pub fn gex_Coll_BarrierBlocking(tm: gex_TM_t, flags: gex_Flags_t);
    pub fn gex_Coll_BarrierNB(tm: gex_TM_t, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_Coll_BroadcastNB(tm: gex_TM_t, root: gex_Rank_t, dst: *mut c_void, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_Coll_ReduceToAllNB(tm: gex_TM_t, dst: *mut c_void, src: *const c_void, dt: gex_DT_t, dt_sz: usize, dt_cnt: usize, op: gex_OP_t, user_op: function, user_cdata: *mut c_void, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_Coll_ReduceToOneNB(tm: gex_TM_t, root: gex_Rank_t, dst: *mut c_void, src: *const c_void, dt: gex_DT_t, dt_sz: usize, dt_cnt: usize, op: gex_OP_t, user_op: function, user_cdata: *mut c_void, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_EP_BindSegment(ep: gex_EP_t, segment: gex_Segment_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_EP_Create(ep_p: *mut gex_EP_t, client: gex_Client_t, capabilities: gex_EP_Capabilities_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_EP_PublishBoundSegment(tm: gex_TM_t, eps: *mut gex_EP_t, num_eps: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_EP_QueryBoundSegmentNB(tm: gex_TM_t, rank: gex_Rank_t, owneraddr_p: *mut *mut c_void, localaddr_p: *mut *mut c_void, size_p: *mut usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_EP_QueryCData(ep: gex_EP_t) -> *mut c_void;
    pub fn gex_EP_QueryClient(ep: gex_EP_t) -> gex_Client_t;
    pub fn gex_EP_QueryFlags(ep: gex_EP_t) -> gex_Flags_t;
    pub fn gex_EP_QueryIndex(ep: gex_EP_t) -> gex_EP_Index_t;
    pub fn gex_EP_QuerySegment(ep: gex_EP_t) -> gex_Segment_t;
    pub fn gex_EP_RegisterHandlers(ep: gex_EP_t, table: *mut gex_AM_Entry_t, numentries: usize) -> c_int;
    pub fn gex_EP_SetCData(ep: gex_EP_t, val: *const c_void);
    pub fn gex_Event_QueryLeaf(root: gex_Event_t, event_category: gex_EC_t) -> gex_Event_t;
    pub fn gex_Event_Test(event: gex_Event_t) -> c_int;
    pub fn gex_Event_TestAll(pevent: *mut gex_Event_t, numevents: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_Event_TestSome(pevent: *mut gex_Event_t, numevents: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_Event_Wait(event: gex_Event_t);
    pub fn gex_Event_WaitAll(pevent: *mut gex_Event_t, numevents: usize, flags: gex_Flags_t);
    pub fn gex_Event_WaitSome(pevent: *mut gex_Event_t, numevents: usize, flags: gex_Flags_t);
    pub fn gex_HSL_Destroy(hsl: *mut gex_HSL_t);
    pub fn gex_HSL_Init(hsl: *mut gex_HSL_t);
    pub fn gex_HSL_Lock(hsl: *mut gex_HSL_t);
    pub fn gex_HSL_Trylock(hsl: *mut gex_HSL_t) -> c_int;
    pub fn gex_HSL_Unlock(hsl: *mut gex_HSL_t);
    pub fn gex_MK_Create(kind_p: *mut gex_MK_t, client: gex_Client_t, args: *const gex_MK_Create_args_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_MK_Destroy(kind: gex_MK_t, flags: gex_Flags_t);
    pub fn gex_MK_QueryCData(mk: gex_MK_t) -> *mut c_void;
    pub fn gex_MK_QueryClass(mk: gex_MK_t) -> gex_MK_Class_t;
    pub fn gex_MK_QueryClient(mk: gex_MK_t) -> gex_Client_t;
    pub fn gex_MK_QueryFlags(mk: gex_MK_t) -> gex_Flags_t;
    pub fn gex_MK_SetCData(mk: gex_MK_t, val: *const c_void);
    pub fn gex_NBI_BeginAccessRegion(flags: gex_Flags_t);
    pub fn gex_NBI_EndAccessRegion(flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_NBI_Test(event_mask: gex_EC_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_NBI_Wait(event_mask: gex_EC_t, flags: gex_Flags_t);
    pub fn gex_RMA_GetBlocking(tm: gex_TM_t, dest: *mut c_void, rank: gex_Rank_t, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_GetBlockingVal(tm: gex_TM_t, rank: gex_Rank_t, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> gex_RMA_Value_t;
    pub fn gex_RMA_GetNB(tm: gex_TM_t, dest: *mut c_void, rank: gex_Rank_t, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_RMA_GetNBI(tm: gex_TM_t, dest: *mut c_void, rank: gex_Rank_t, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_PutBlocking(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, src: *const c_void, nbytes: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_PutBlockingVal(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, value: gex_RMA_Value_t, nbytes: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_PutNB(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, src: *const c_void, nbytes: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_RMA_PutNBI(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, src: *const c_void, nbytes: usize, lc_opt: *mut gex_Event_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_PutNBIVal(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, value: gex_RMA_Value_t, nbytes: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_RMA_PutNBVal(tm: gex_TM_t, rank: gex_Rank_t, dest: *mut c_void, value: gex_RMA_Value_t, nbytes: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_Segment_Attach(segment_p: *mut gex_Segment_t, tm: gex_TM_t, size: usize) -> c_int;
    pub fn gex_Segment_Create(segment_p: *mut gex_Segment_t, client: gex_Client_t, address: gex_Addr_t, length: usize, kind: gex_MK_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_Segment_Destroy(segment: gex_Segment_t, flags: gex_Flags_t);
    pub fn gex_Segment_QueryAddr(seg: gex_Segment_t) -> *mut c_void;
    pub fn gex_Segment_QueryBound(tm: gex_TM_t, rank: gex_Rank_t, owneraddr_p: *mut *mut c_void, localaddr_p: *mut *mut c_void, size_p: *mut usize) -> c_int;
    pub fn gex_Segment_QueryCData(seg: gex_Segment_t) -> *mut c_void;
    pub fn gex_Segment_QueryClient(seg: gex_Segment_t) -> gex_Client_t;
    pub fn gex_Segment_QueryFlags(seg: gex_Segment_t) -> gex_Flags_t;
    pub fn gex_Segment_QuerySize(seg: gex_Segment_t) -> usize;
    pub fn gex_Segment_SetCData(seg: gex_Segment_t, val: *const c_void);
    pub fn gex_System_GetVerboseErrors() -> c_int;
    pub fn gex_System_QueryHiddenAMConcurrencyLevel() -> c_int;
    pub fn gex_System_QueryHostInfo(info_p: *mut *mut gex_RankInfo_t, info_count_p: *mut gex_Rank_t, my_info_index_p: *mut gex_Rank_t);
    pub fn gex_System_QueryJobRank() -> gex_Rank_t;
    pub fn gex_System_QueryJobSize() -> gex_Rank_t;
    pub fn gex_System_QueryMaxThreads() -> u64;
    pub fn gex_System_QueryMyPosition(nbrhd_set_size_p: *mut gex_Rank_t, nbrhd_set_rank_p: *mut gex_Rank_t, host_set_size_p: *mut gex_Rank_t, host_set_rank_p: *mut gex_Rank_t);
    pub fn gex_System_QueryNbrhdInfo(info_p: *mut *mut gex_RankInfo_t, info_count_p: *mut gex_Rank_t, my_info_index_p: *mut gex_Rank_t);
    pub fn gex_System_QueryProgressThreads(client: gex_Client_t, count_p: *mut c_uint, info_p: *mut *const gex_ProgressThreadInfo_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_System_SetVerboseErrors(enable: c_int);
    pub fn gex_TM_Create(new_tms: *mut gex_TM_t, num_new_tms: usize, parent_tm: gex_TM_t, args: *mut gex_EP_Location_t, numargs: usize, scratch_addrs: *mut gex_Addr_t, scratch_size: usize, flags: gex_Flags_t) -> usize;
    pub fn gex_TM_Destroy(tm: gex_TM_t, scratch_p: *mut gex_Memvec_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_TM_Pair(local_ep: gex_EP_t, remote_ep_index: gex_EP_Index_t) -> gex_TM_t;
    pub fn gex_TM_QueryCData(tm: gex_TM_t) -> *mut c_void;
    pub fn gex_TM_QueryClient(tm: gex_TM_t) -> gex_Client_t;
    pub fn gex_TM_QueryEP(tm: gex_TM_t) -> gex_EP_t;
    pub fn gex_TM_QueryFlags(tm: gex_TM_t) -> gex_Flags_t;
    pub fn gex_TM_QueryRank(tm: gex_TM_t) -> gex_Rank_t;
    pub fn gex_TM_QuerySize(tm: gex_TM_t) -> gex_Rank_t;
    pub fn gex_TM_SetCData(tm: gex_TM_t, val: *const c_void);
    pub fn gex_TM_Split(new_tm_p: *mut gex_TM_t, parent_tm: gex_TM_t, color: c_int, key: c_int, scratch_addr: *mut c_void, scratch_size: usize, flags: gex_Flags_t) -> usize;
    pub fn gex_TM_TranslateJobrankToRank(tm: gex_TM_t, jobrank: gex_Rank_t) -> gex_Rank_t;
    pub fn gex_TM_TranslateRankToEP(tm: gex_TM_t, rank: gex_Rank_t, flags: gex_Flags_t) -> gex_EP_Location_t;
    pub fn gex_TM_TranslateRankToJobrank(tm: gex_TM_t, rank: gex_Rank_t) -> gex_Rank_t;
    pub fn gex_Token_Info(token: gex_Token_t, info: *mut gex_Token_Info_t, mask: gex_TI_t) -> gex_TI_t;
    pub fn gex_Token_MaxReplyLong(token: gex_Token_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_Token_MaxReplyMedium(token: gex_Token_t, lc_opt: *const gex_Event_t, flags: gex_Flags_t, numargs: c_uint) -> usize;
    pub fn gex_VIS_IndexedGetBlocking(tm: gex_TM_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcrank: gex_Rank_t, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_IndexedGetNB(tm: gex_TM_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcrank: gex_Rank_t, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_IndexedGetNBI(tm: gex_TM_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srcrank: gex_Rank_t, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_IndexedPutBlocking(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_IndexedPutNB(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_IndexedPutNBI(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const *mut c_void, dstlen: usize, srccount: usize, srclist: *const *mut c_void, srclen: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_SetPeerCompletionHandler(handler: gex_AM_Index_t, source_addr: *const c_void, nbytes: usize, flags: gex_Flags_t);
    pub fn gex_VIS_StridedGetBlocking(tm: gex_TM_t, dstaddr: *mut c_void, dststrides: *const isize, srcrank: gex_Rank_t, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_StridedGetNB(tm: gex_TM_t, dstaddr: *mut c_void, dststrides: *const isize, srcrank: gex_Rank_t, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_StridedGetNBI(tm: gex_TM_t, dstaddr: *mut c_void, dststrides: *const isize, srcrank: gex_Rank_t, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_StridedPutBlocking(tm: gex_TM_t, dstrank: gex_Rank_t, dstaddr: *mut c_void, dststrides: *const isize, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_StridedPutNB(tm: gex_TM_t, dstrank: gex_Rank_t, dstaddr: *mut c_void, dststrides: *const isize, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_StridedPutNBI(tm: gex_TM_t, dstrank: gex_Rank_t, dstaddr: *mut c_void, dststrides: *const isize, srcaddr: *const c_void, srcstrides: *const isize, elemsz: usize, count: *const usize, stridelevels: usize, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_VectorGetBlocking(tm: gex_TM_t, dstcount: usize, dstlist: *const gex_Memvec_t, srcrank: gex_Rank_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_VectorGetNB(tm: gex_TM_t, dstcount: usize, dstlist: *const gex_Memvec_t, srcrank: gex_Rank_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_VectorGetNBI(tm: gex_TM_t, dstcount: usize, dstlist: *const gex_Memvec_t, srcrank: gex_Rank_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_VectorPutBlocking(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const gex_Memvec_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> c_int;
    pub fn gex_VIS_VectorPutNB(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const gex_Memvec_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> gex_Event_t;
    pub fn gex_VIS_VectorPutNBI(tm: gex_TM_t, dstrank: gex_Rank_t, dstcount: usize, dstlist: *const gex_Memvec_t, srccount: usize, srclist: *const gex_Memvec_t, flags: gex_Flags_t) -> c_int;
    pub fn hyd_note_set(r#fn: function, arg: *mut c_void);
    pub fn hyd_paged_atomic(range: *const hyd_paged_range, offset: u64, size: c_uint, op: hyd_paged_atomic_t, a: u64, b: u64, answer: *mut hyd_paged_answer) -> gex_Event_t;
    pub fn hyd_paged_export(segment: gex_Segment_t, name: u64, addr: *mut c_void, n: usize, range_p: *mut hyd_paged_range) -> c_int;
    pub fn hyd_paged_find_export(addr: *const c_void, range_p: *mut hyd_paged_range, offset_p: *mut u64) -> c_int;
    pub fn hyd_paged_get(dest: *mut c_void, range: *const hyd_paged_range, offset: u64, n: usize, error_p: *mut c_int, flags: c_uint) -> gex_Event_t;
    pub fn hyd_paged_import(tm: gex_TM_t, rank: gex_Rank_t, name: u64, range_p: *mut hyd_paged_range) -> c_int;
    pub fn hyd_paged_on_note(r#fn: function);
    pub fn hyd_paged_put(range: *const hyd_paged_range, offset: u64, src: *const c_void, n: usize, error_p: *mut c_int, flags: c_uint) -> gex_Event_t;
    pub fn hyd_paged_put_note(range: *const hyd_paged_range, offset: u64, src: *const c_void, n: usize, a: u64, b: u64, error_p: *mut c_int, flags: c_uint) -> gex_Event_t;
    pub fn hyd_paged_query(segment: gex_Segment_t, counts_p: *mut hyd_paged_counts) -> c_int;
    pub fn hyd_paged_query_traffic(traffic_p: *mut hyd_paged_traffic);
    pub fn hyd_paged_touch(segment: gex_Segment_t, addr: *const c_void, n: usize) -> c_int;
    pub fn hyd_paged_unexport(range: *const hyd_paged_range) -> c_int;
    pub fn hyd_paged_will_need(segment: gex_Segment_t, addr: *const c_void, n: usize) -> c_int;
    pub fn gex_Client_Init(client_p: *mut gex_Client_t, ep_p: *mut gex_EP_t, tm_p: *mut gex_TM_t, clientName: *const c_char, argc: *mut c_int, argv: *mut *mut *mut c_char, flags: gex_Flags_t, threads: c_int) -> c_int;
    pub fn gasnet_init(argc: *mut c_int, argv: *mut *mut *mut c_char, threads: c_int) -> c_int;
    pub fn gasnet_ffi_blockuntil(is_true: function, arg: *mut c_void);
    pub fn gasnet_ffi_query(name: *const c_char) -> u64;
    pub fn gasnett_fatalerror(fmt: *const c_char, ...);
    pub fn GASNETT_TRACE_PRINTF(fmt: *const c_char, ...);
    pub fn GASNETT_TRACE_PRINTF_FORCE(fmt: *const c_char, ...);
    pub fn GASNETT_STATS_PRINTF(fmt: *const c_char, ...);
    pub fn GASNETT_STATS_PRINTF_FORCE(fmt: *const c_char, ...);
    pub fn _gasnett_trace_printf_noop(fmt: *const c_char, ...);
}
