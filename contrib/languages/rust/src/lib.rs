// SPDX-License-Identifier: BSD-3-Clause
//! Hydrant from Rust: jobs of many processes that put to, get from and send messages to each other.
//!
//! [`sys`] has every call as in C. The rest is safe: a [`Job`] stays on the thread that began it; memory of other ranks is
//! reached by copies; operations in flight own what they read or write; handlers are closures, and a panic of one ends the job.
//!
//! ```no_run
//! use hydrant::{Job, Op};
//! let job = Job::begin("first").unwrap();
//! let table = job.segment(1 << 20).unwrap().array::<f64>(100).unwrap();
//! let next = (job.rank() + 1) % job.size();
//! table.put(next, 10, &[1.0, 2.0]);
//! job.barrier();
//! println!("{} {:?} {}", job.rank(), table.read(10), job.reduce(job.rank(), Op::Max));
//! job.finish();
//! ```
pub mod sys;

mod coll;
mod job;
mod memory;
mod messages;

pub use coll::{Number, Op};
pub use job::{Error, Job};
pub use memory::{Array, Event, Plain, Segment};
pub use messages::{MediumReply, MediumRequest, Reply, Request, Token};
