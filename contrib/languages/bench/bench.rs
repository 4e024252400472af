// SPDX-License-Identifier: BSD-3-Clause
//! bench.rs: what bench.c measures, with the crate hydrant.
use hydrant::Job;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

fn each(n: i32, mut body: impl FnMut(i32)) -> f64 {
    let from = Instant::now();
    (1..=n).for_each(&mut body);
    from.elapsed().as_nanos() as f64 / n as f64
}

fn main() {
    let job = Job::begin("bench").unwrap();
    let words = job.segment(1 << 16).unwrap().array::<u64>(1).unwrap();
    let peer = job.size() - 1;
    let pongs = Rc::new(Cell::new(0));
    let counter = pongs.clone();
    let pong = job.on_reply(move |_, [a]: [i32; 1]| counter.set(counter.get() + a));
    let ping = job.on_request(move |t, [a]: [i32; 1]| t.reply(&pong, [a]));
    job.barrier();
    let (mut put, mut trip) = (f64::MAX, f64::MAX);
    for _ in 0..if job.rank() == 0 { 100 } else { 0 } {
        put = put.min(each(5000, |i| words.put(peer, 0, &[i as u64])));
        pongs.set(0);
        trip = trip.min(each(200, |i| {
            ping.send(peer, [1]);
            job.wait_until(|| pongs.get() == i);
        }));
    }
    job.barrier();
    if job.rank() == 0 {
        println!("put8 {:.2}\nround-trip {:.1}", put, trip);
    }
    job.finish()
}
