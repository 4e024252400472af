// SPDX-License-Identifier: BSD-3-Clause
//! Segments, arrays in them that every rank reaches, operations in flight.
use crate::job::{check, Error, Job};
use crate::sys;
use std::cell::Cell;
use std::marker::PhantomData;
use std::os::raw::{c_int, c_void};
use std::ptr;
use std::rc::Rc;

/// Types that are the same bytes at every rank, and of which all bytes are a value.
///
/// # Safety
/// No padding, no references, no invalid values.
pub unsafe trait Plain: Copy + 'static {}
macro_rules! plain { ($($t:ty)*) => { $(unsafe impl Plain for $t {})* } }
plain! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize f32 f64 }
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

struct Shared {
    tm: sys::gex_TM_t,
    rank: u32,
    bases: Vec<usize>,
    nbytes: usize,
    used: Cell<usize>,
}

/// The segment of every rank.
pub struct Segment(Rc<Shared>);

impl Job {
    /// So many bytes of every rank, which all ranks reach. All ranks call, once.
    pub fn segment(&self, nbytes: usize) -> Result<Segment, Error> {
        let mut made = ptr::null_mut();
        // SAFETY: plain calls of the job's team; what they write is written before they return, or before the wait does.
        unsafe {
            let page = sys::gasnet_ffi_query(b"GASNET_PAGESIZE\0".as_ptr() as *const _) as usize;
            check(sys::gex_Segment_Attach(&mut made, self.tm, (nbytes + page - 1) / page * page), "gex_Segment_Attach")?;
            let base = |rank| {
                let (mut owner, mut size) = (ptr::null_mut(), 0);
                sys::gex_Event_Wait(sys::gex_EP_QueryBoundSegmentNB(self.tm, rank, &mut owner, ptr::null_mut(), &mut size, 0));
                owner as usize
            };
            Ok(Segment(Rc::new(Shared {
                tm: self.tm,
                rank: self.rank(),
                bases: (0..self.size()).map(base).collect(),
                nbytes: sys::gex_Segment_QuerySize(made),
                used: Cell::new(0),
            })))
        }
    }
}

impl Segment {
    /// The next `len` elements of every rank's segment; all ranks ask alike. Zero at first.
    pub fn array<T: Plain>(&self, len: usize) -> Result<Array<T>, Error> {
        let align = std::mem::align_of::<T>().max(64);
        let at = (self.0.used.get() + align - 1) / align * align;
        let end = len.checked_mul(std::mem::size_of::<T>()).and_then(|n| n.checked_add(at));
        match end {
            Some(end) if end <= self.0.nbytes => {
                self.0.used.set(end);
                Ok(Array { shared: self.0.clone(), offset: at, len, of: PhantomData })
            }
            _ => Err(Error { code: sys::GASNET_ERR_RESOURCE as i32, call: "Segment::array" }),
        }
    }
}

/// As many elements at every rank. Ranks and indices that are not there panic.
pub struct Array<T: Plain> {
    shared: Rc<Shared>,
    offset: usize,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Plain> Array<T> {
    pub fn len(&self) -> usize {
        self.len
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    fn address(&self, rank: u32, at: usize, n: usize) -> *mut c_void {
        assert!((rank as usize) < self.shared.bases.len(), "rank {} of {}", rank, self.shared.bases.len());
        assert!(at <= self.len && n <= self.len - at, "elements {} to {} of an array of {}", at, at.wrapping_add(n), self.len);
        (self.shared.bases[rank as usize] + self.offset + at * std::mem::size_of::<T>()) as *mut c_void
    }
    /// Done when it returns, as get is.
    pub fn put(&self, rank: u32, at: usize, values: &[T]) {
        let to = self.address(rank, at, values.len());
        // SAFETY: `to` has room for the values; T is plain.
        unsafe {
            sys::gex_RMA_PutBlocking(self.shared.tm, rank, to, values.as_ptr() as *const c_void, std::mem::size_of_val(values), 0);
        }
    }
    pub fn get(&self, rank: u32, at: usize, out: &mut [T]) {
        let from = self.address(rank, at, out.len());
        // SAFETY: all of `out` is there; any bytes are values of T.
        unsafe {
            sys::gex_RMA_GetBlocking(self.shared.tm, out.as_mut_ptr() as *mut c_void, rank, from, std::mem::size_of_val(out), 0);
        }
    }
    /// As put, in flight: the values are the event's until it is waited for.
    pub fn put_nb(&self, rank: u32, at: usize, values: Vec<T>) -> Event<T> {
        let to = self.address(rank, at, values.len());
        // SAFETY: as put, and the event keeps the values, also if it is forgotten.
        let event = unsafe {
            sys::gex_RMA_PutNB(self.shared.tm, rank, to, values.as_ptr() as *const c_void, std::mem::size_of_val(&values[..]),
                sys::GEX_EVENT_DEFER as usize as *mut _, 0)
        };
        Event { event, data: values }
    }
    /// As get, in flight: Event::wait returns the vector with what was read.
    pub fn get_nb(&self, rank: u32, at: usize, mut out: Vec<T>) -> Event<T> {
        let from = self.address(rank, at, out.len());
        // SAFETY: as get, and the event keeps the vector.
        let event = unsafe {
            sys::gex_RMA_GetNB(self.shared.tm, out.as_mut_ptr() as *mut c_void, rank, from, std::mem::size_of_val(&out[..]), 0)
        };
        Event { event, data: out }
    }
    /// One element of this rank's, by a copy: others may change it at any time.
    pub fn read(&self, at: usize) -> T {
        // SAFETY: it lies in this rank's segment, aligned.
        unsafe { ptr::read_volatile(self.address(self.shared.rank, at, 1) as *const T) }
    }
    pub fn write(&self, at: usize, value: T) {
        // SAFETY: as read.
        unsafe { ptr::write_volatile(self.address(self.shared.rank, at, 1) as *mut T, value) }
    }
    /// This rank's elements as a slice.
    ///
    /// # Safety
    /// While the slice lives no rank puts to them, nor does this one read or write them otherwise.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn local(&self) -> &mut [T] {
        std::slice::from_raw_parts_mut(self.address(self.shared.rank, 0, self.len) as *mut T, self.len)
    }
}

/// An operation in flight, which owns what it reads or writes. Dropped, it is waited for.
#[must_use = "an event that is dropped is waited for at once"]
pub struct Event<T: Plain> {
    event: sys::gex_Event_t,
    data: Vec<T>,
}

impl<T: Plain> Event<T> {
    /// Until it is done; then its vector.
    pub fn wait(mut self) -> Vec<T> {
        self.settle();
        std::mem::take(&mut self.data)
    }
    /// Whether it is; polls.
    pub fn done(&mut self) -> bool {
        // SAFETY: the event has not been waited for.
        unsafe {
            if !self.event.is_null() {
                sys::gasnet_AMPoll();
            }
            if !self.event.is_null() && sys::gex_Event_Test(self.event) == sys::GASNET_OK as c_int {
                self.event = ptr::null_mut();
            }
        }
        self.event.is_null()
    }
    fn settle(&mut self) {
        if !self.event.is_null() {
            // SAFETY: as done.
            unsafe { sys::gex_Event_Wait(self.event) };
            self.event = ptr::null_mut();
        }
    }
}
impl<T: Plain> Drop for Event<T> {
    fn drop(&mut self) {
        self.settle()
    }
}
