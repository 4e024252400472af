// SPDX-License-Identifier: BSD-3-Clause
//! Collectives: every rank calls, in the same order.
use crate::job::Job;
use crate::memory::Plain;
use crate::sys;
use std::os::raw::c_void;
use std::ptr;

/// What reductions do.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Add,
    Mult,
    Min,
    Max,
}

/// Numbers that can be reduced.
pub trait Number: Plain {
    #[doc(hidden)]
    const DT: u32;
}
macro_rules! number { ($($t:ty, $dt:ident;)*) => { $(impl Number for $t { const DT: u32 = sys::$dt; })* } }
number! { i32, GEX_DT_I32; u32, GEX_DT_U32; i64, GEX_DT_I64; u64, GEX_DT_U64; f32, GEX_DT_FLT; f64, GEX_DT_DBL; }

impl Job {
    pub fn barrier(&self) {
        // SAFETY: the job's team.
        unsafe { sys::gex_Event_Wait(sys::gex_Coll_BarrierNB(self.tm, 0)) }
    }
    /// Of each element, over all ranks, at all ranks, in place.
    pub fn reduce_all<T: Number>(&self, values: &mut [T], op: Op) {
        let op = match op {
            Op::Add => sys::GEX_OP_ADD,
            Op::Mult => sys::GEX_OP_MULT,
            Op::Min => sys::GEX_OP_MIN,
            Op::Max => sys::GEX_OP_MAX,
        };
        if values.is_empty() {
            return;
        }
        let p = values.as_mut_ptr() as *mut c_void;
        // SAFETY: the values stay until the wait is over.
        unsafe {
            sys::gex_Event_Wait(sys::gex_Coll_ReduceToAllNB(self.tm, p, p, T::DT, std::mem::size_of::<T>(), values.len(), op, None,
                ptr::null_mut(), 0));
        }
    }
    /// Of one number.
    pub fn reduce<T: Number>(&self, value: T, op: Op) -> T {
        let mut one = [value];
        self.reduce_all(&mut one, op);
        one[0]
    }
    /// The root's values to all.
    pub fn broadcast<T: Plain>(&self, root: u32, values: &mut [T]) {
        assert!(root < self.size(), "rank {} of {}", root, self.size());
        let p = values.as_mut_ptr() as *mut c_void;
        if !values.is_empty() {
            // SAFETY: as reduce_all.
            unsafe { sys::gex_Event_Wait(sys::gex_Coll_BroadcastNB(self.tm, root, p, p, std::mem::size_of_val(values), 0)) }
        }
    }
}
