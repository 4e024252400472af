// SPDX-License-Identifier: BSD-3-Clause
//! Active messages. A handler is a closure of the token, the payload if there is one, and N integers. It runs inside calls that
//! wait or poll, may reply once and must not wait; what it changes is in cells (`Rc<Cell<..>>`), as other handlers may run while
//! it replies. Handlers live as long as the job.
use crate::job::{check, function, guarded, Job};
use crate::sys;
use std::cell::Cell;
use std::os::raw::{c_uint, c_void};
use std::ptr;

/// The message that a handler has been given.
pub struct Token {
    token: sys::gex_Token_t,
    replied: Cell<bool>,
}

impl Token {
    fn info(&self) -> sys::gex_Token_Info_t {
        // SAFETY: zeros are a value of it; the token is that of the running handler.
        unsafe {
            let mut info = std::mem::zeroed();
            sys::gex_Token_Info(self.token, &mut info, sys::GEX_TI_SRCRANK | sys::GEX_TI_ENTRY | sys::GEX_TI_IS_REQ);
            info
        }
    }
    /// The rank that sent it.
    pub fn source(&self) -> u32 {
        self.info().gex_srcrank
    }
    fn may_reply(&self) {
        assert!(self.info().gex_is_req != 0, "a reply to a reply");
        assert!(!self.replied.replace(true), "a second reply to one request");
    }
    pub fn reply<const N: usize>(&self, to: &Reply<N>, args: [i32; N]) {
        self.may_reply();
        // SAFETY: the token is alive while the handler has it.
        unsafe { sys::gex_AM_ReplyShort(self.token, to.0, 0, N as c_uint, args.as_ptr()) };
    }
    pub fn reply_medium<const N: usize>(&self, to: &MediumReply<N>, data: &[u8], args: [i32; N]) {
        self.may_reply();
        // SAFETY: as reply; the data are copied before it returns.
        unsafe {
            sys::gex_AM_ReplyMedium(self.token, to.0, data.as_ptr() as *const c_void, data.len(), now(), 0, N as c_uint, args.as_ptr())
        };
    }
}

fn now() -> *mut sys::gex_Event_t {
    sys::GEX_EVENT_NOW as usize as *mut _
}

type Call = dyn Fn(&Token, &[u8], &[i32]);

/// Calls the closure that the running handler's entry names.
unsafe fn enter(token: sys::gex_Token_t, data: &[u8], args: &[i32]) {
    let token = Token { token, replied: Cell::new(false) };
    // SAFETY: the data of the entry is the closure that register put there, which is never freed.
    guarded(|| {
        let call = &*((*token.info().gex_entry).gex_cdata as *const Box<Call>);
        call(&token, data, args)
    })
}

/// Functions of C for each number of arguments: short(n) and medium(n).
macro_rules! entries {
    ($($n:literal: $($a:ident)*;)*) => {
        fn short(n: usize) -> *const () {
            match n {
                $($n => {
                    unsafe extern "C" fn f(t: sys::gex_Token_t $(, $a: i32)*) { enter(t, &[], &[$($a),*]) }
                    f as unsafe extern "C" fn(sys::gex_Token_t $(, entries!(@i32 $a))*) as *const ()
                })*
                _ => panic!("a message has at most 16 arguments"),
            }
        }
        fn medium(n: usize) -> *const () {
            match n {
                $($n => {
                    unsafe extern "C" fn f(t: sys::gex_Token_t, p: *const c_void, len: usize $(, $a: i32)*) {
                        let data = if len == 0 { &[][..] } else { std::slice::from_raw_parts(p as *const u8, len) };
                        enter(t, data, &[$($a),*])
                    }
                    f as unsafe extern "C" fn(sys::gex_Token_t, *const c_void, usize $(, entries!(@i32 $a))*) as *const ()
                })*
                _ => panic!("a message has at most 16 arguments"),
            }
        }
    };
    (@i32 $a:ident) => { i32 };
}
entries! {
    0: ;
    1: a;
    2: a b;
    3: a b c;
    4: a b c d;
    5: a b c d e;
    6: a b c d e f_;
    7: a b c d e f_ g;
    8: a b c d e f_ g h;
    9: a b c d e f_ g h i;
    10: a b c d e f_ g h i j;
    11: a b c d e f_ g h i j k;
    12: a b c d e f_ g h i j k l;
    13: a b c d e f_ g h i j k l m;
    14: a b c d e f_ g h i j k l m n;
    15: a b c d e f_ g h i j k l m n o;
    16: a b c d e f_ g h i j k l m n o q;
}

/// Registered handlers, of N integers, with a payload or without.
pub struct Request<const N: usize>(sys::gex_TM_t, u8);
pub struct MediumRequest<const N: usize>(sys::gex_TM_t, u8);
#[derive(Clone, Copy)]
pub struct Reply<const N: usize>(u8);
#[derive(Clone, Copy)]
pub struct MediumReply<const N: usize>(u8);

impl Job {
    /// All ranks register alike, and meet in a barrier before the first message.
    pub fn on_request<const N: usize>(&self, f: impl Fn(&Token, [i32; N]) + 'static) -> Request<N> {
        Request(self.tm, self.register(short(N), sys::GEX_FLAG_AM_SHORT | sys::GEX_FLAG_AM_REQUEST, N, without_data(f)))
    }
    pub fn on_medium<const N: usize>(&self, f: impl Fn(&Token, &[u8], [i32; N]) + 'static) -> MediumRequest<N> {
        MediumRequest(self.tm, self.register(medium(N), sys::GEX_FLAG_AM_MEDIUM | sys::GEX_FLAG_AM_REQUEST, N, with_data(f)))
    }
    pub fn on_reply<const N: usize>(&self, f: impl Fn(&Token, [i32; N]) + 'static) -> Reply<N> {
        Reply(self.register(short(N), sys::GEX_FLAG_AM_SHORT | sys::GEX_FLAG_AM_REPLY, N, without_data(f)))
    }
    pub fn on_medium_reply<const N: usize>(&self, f: impl Fn(&Token, &[u8], [i32; N]) + 'static) -> MediumReply<N> {
        MediumReply(self.register(medium(N), sys::GEX_FLAG_AM_MEDIUM | sys::GEX_FLAG_AM_REPLY, N, with_data(f)))
    }
    fn register(&self, entry: *const (), flags: u32, nargs: usize, call: Box<Call>) -> u8 {
        let mut entry = sys::gex_AM_Entry_t {
            gex_index: 0,
            gex_fnptr: function(entry),
            gex_flags: flags,
            gex_nargs: nargs as c_uint,
            gex_cdata: Box::into_raw(Box::new(call)) as *const c_void, // as long as the job
            gex_name: ptr::null(),
        };
        // SAFETY: the entry is copied; its function has the type of its flags and nargs.
        let code = unsafe { sys::gex_EP_RegisterHandlers(self.ep, &mut entry, 1) };
        if let Err(e) = check(code, "gex_EP_RegisterHandlers") {
            panic!("{}", e)
        }
        entry.gex_index
    }
}

fn without_data<const N: usize>(f: impl Fn(&Token, [i32; N]) + 'static) -> Box<Call> {
    Box::new(move |t, _, args| f(t, args.try_into().expect("N arguments")))
}
fn with_data<const N: usize>(f: impl Fn(&Token, &[u8], [i32; N]) + 'static) -> Box<Call> {
    Box::new(move |t, data, args| f(t, data, args.try_into().expect("N arguments")))
}

impl<const N: usize> Request<N> {
    pub fn send(&self, rank: u32, args: [i32; N]) {
        check_rank(self.0, rank);
        // SAFETY: the job's team, a rank of it, a handler that was registered with N arguments.
        unsafe { sys::gex_AM_RequestShort(self.0, rank, self.1, 0, N as c_uint, args.as_ptr()) };
    }
}
impl<const N: usize> MediumRequest<N> {
    /// The data, of at most room() bytes, are copied before it returns.
    pub fn send(&self, rank: u32, data: &[u8], args: [i32; N]) {
        check_rank(self.0, rank);
        assert!(data.len() <= self.room(), "{} bytes; a message has room for {}", data.len(), self.room());
        // SAFETY: as Request::send.
        unsafe {
            sys::gex_AM_RequestMedium(self.0, rank, self.1, data.as_ptr() as *const c_void, data.len(), now(), 0, N as c_uint,
                args.as_ptr())
        };
    }
    /// Bytes that fit a message to any rank.
    pub fn room(&self) -> usize {
        // SAFETY: the job's team.
        unsafe { sys::gex_AM_MaxRequestMedium(self.0, sys::GEX_RANK_INVALID, now(), 0, N as c_uint) }
    }
}

fn check_rank(tm: sys::gex_TM_t, rank: u32) {
    // SAFETY: the job's team.
    let size = unsafe { sys::gex_TM_QuerySize(tm) };
    assert!(rank < size, "rank {} of {}", rank, size);
}
