// SPDX-License-Identifier: BSD-3-Clause
//! The job.
use crate::sys;
use std::ffi::{CStr, CString};
use std::io::Write;
use std::marker::PhantomData;
use std::os::raw::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

static BEGUN: AtomicBool = AtomicBool::new(false);

/// A call that returned an error code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub code: i32,
    pub call: &'static str,
}
impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: both return texts of the library, which stay.
        let text = |p| unsafe { CStr::from_ptr(p) }.to_string_lossy();
        unsafe { write!(f, "{}: {} ({})", self.call, text(sys::gasnet_ErrorDesc(self.code)), text(sys::gasnet_ErrorName(self.code))) }
    }
}
impl std::error::Error for Error {}

pub(crate) fn check(code: c_int, call: &'static str) -> Result<(), Error> {
    if code == sys::GASNET_OK as c_int { Ok(()) } else { Err(Error { code, call }) }
}

/// The job, once in a process, used by the thread that began it. Begun before there are other threads, as this may fork. When it
/// is dropped the ranks meet and the process ends with status 0; at once, with 1, if that is by a panic.
pub struct Job {
    pub(crate) tm: sys::gex_TM_t,
    pub(crate) ep: sys::gex_EP_t,
    rank: u32,
    size: u32,
    one_thread: PhantomData<*mut ()>, // neither Send nor Sync
}

impl Job {
    /// An error if this process has begun the job before, or cannot.
    pub fn begin(name: &str) -> Result<Job, Error> {
        let name = CString::new(name).map_err(|_| Error { code: sys::GASNET_ERR_BAD_ARG as i32, call: "Job::begin" })?;
        // Relaxed: nothing but the value itself is shared by it.
        if BEGUN.swap(true, Ordering::Relaxed) {
            return Err(Error { code: sys::GASNET_ERR_RESOURCE as i32, call: "Job::begin, the second in this process" });
        }
        let (mut client, mut ep, mut tm) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        let _ = std::io::stdout().flush();
        // SAFETY: the three are written before it returns without an error; no argv is allowed.
        let code = unsafe {
            sys::gex_Client_Init(&mut client, &mut ep, &mut tm, name.as_ptr(), ptr::null_mut(), ptr::null_mut(),
                sys::GEX_FLAG_USES_GASNET1, sys::GASNET_FFI_SEQ as c_int)
        };
        check(code, "gex_Client_Init").map_err(|e| {
            BEGUN.store(false, Ordering::Relaxed);
            e
        })?;
        // SAFETY: tm is a team.
        let (rank, size) = unsafe { (sys::gex_TM_QueryRank(tm), sys::gex_TM_QuerySize(tm)) };
        if size > 1 {
            name_rank_in_panics(rank, size);
        }
        Ok(Job { tm, ep, rank, size, one_thread: PhantomData })
    }
    pub fn rank(&self) -> u32 {
        self.rank
    }
    pub fn size(&self) -> u32 {
        self.size
    }
    /// Ends the whole job with this status, from any rank.
    pub fn exit(&self, status: i32) -> ! {
        end(status)
    }
    /// All ranks: they meet, and the job ends.
    pub fn finish(self) -> ! {
        self.barrier();
        end(0)
    }
    /// Lets handlers run.
    pub fn poll(&self) {
        unsafe { sys::gasnet_AMPoll() };
    }
    /// Until a handler has made the condition true; sleeps when that takes long.
    pub fn wait_until<F: Fn() -> bool>(&self, condition: F) {
        unsafe extern "C" fn call<F: Fn() -> bool>(arg: *mut c_void) -> c_int {
            // SAFETY: arg is the condition below, which outlives the wait.
            guarded(|| (*(arg as *const F))()) as c_int
        }
        let f: unsafe extern "C" fn(*mut c_void) -> c_int = call::<F>;
        // SAFETY: the function has the type that gasnet_ffi_blockuntil calls.
        unsafe { sys::gasnet_ffi_blockuntil(function(f as *const ()), &condition as *const F as *mut c_void) }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if std::thread::panicking() {
            end(1)
        }
        self.barrier();
        end(0)
    }
}

/// What a panic prints begins with the rank.
fn name_rank_in_panics(rank: u32, size: u32) {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        eprintln!("rank {} of {}:", rank, size);
        print(panic);
    }));
}

fn end(status: i32) -> ! {
    let _ = std::io::stdout().flush();
    unsafe { sys::gasnet_exit(status) };
    unreachable!("gasnet_exit returned")
}

/// Runs code that C called: a panic, which must not pass through C, has been printed and ends the job.
pub(crate) fn guarded<R>(body: impl FnOnce() -> R) -> R {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|_| end(1))
}

/// The address of a function of C as sys has it.
pub(crate) fn function(f: *const ()) -> sys::function {
    // SAFETY: both are addresses of code; the caller knows the type.
    Some(unsafe { std::mem::transmute::<*const (), unsafe extern "C" fn()>(f) })
}
