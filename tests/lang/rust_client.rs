// SPDX-License-Identifier: BSD-3-Clause
//! rust_client.rs [CASE]: the crate hydrant, all of it. CASE: an end that the test wants to see: panic, handler, index.
use hydrant::{Job, Op};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

fn memory(job: &Job) {
    let segment = job.segment(1 << 20).unwrap();
    let (next, before) = ((job.rank() + 1) % job.size(), (job.rank() + job.size() - 1) % job.size());
    let table = segment.array::<f64>(100).unwrap();
    let pairs = segment.array::<[u32; 2]>(3).unwrap();
    assert_eq!((table.len(), table.read(99)), (100, 0.0));
    job.barrier();
    table.put(next, 10, &[job.rank() as f64, 2.5]);
    let mut got = [0.0; 3];
    table.get(next, 9, &mut got);
    assert_eq!(got, [0.0, job.rank() as f64, 2.5]);
    let many: Vec<f64> = (0..20).map(f64::from).collect();
    let mut event = table.put_nb(next, 20, many.clone());
    while !event.done() {}
    assert_eq!(event.wait(), many);
    assert_eq!(table.get_nb(next, 20, vec![0.0; 20]).wait(), many);
    drop(table.put_nb(next, 99, vec![7.0])); // its end waits
    pairs.put(next, 1, &[[job.rank(), 9]]);
    job.barrier();
    assert_eq!((table.read(10), table.read(12), table.read(39), table.read(40)), (before as f64, 0.0, 19.0, 0.0));
    assert_eq!((table.read(99), pairs.read(1), pairs.read(2)), (7.0, [before, 9], [0, 0]));
    job.barrier();
    table.write(0, 3.5);
    // SAFETY: the ranks have met, and meet again before one puts.
    unsafe { table.local()[1] = 4.5 };
    assert_eq!(unsafe { &table.local()[..2] }, [3.5, 4.5]);
    for (rank, at) in [(next, 99), (next, usize::MAX), (job.size(), 0)] {
        let out_of_range = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.put(rank, at, &[1.0, 2.0])));
        assert!(out_of_range.is_err());
    }
    let error = segment.array::<u8>(1 << 30).err().unwrap();
    assert!(error.to_string().contains("Segment::array"), "{}", error);
    job.barrier();
}

fn messages(job: &Job) {
    let (next, before) = ((job.rank() + 1) % job.size(), (job.rank() + job.size() - 1) % job.size());
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hear = || {
        let heard = heard.clone();
        move |text: String| heard.borrow_mut().push(text)
    };
    let h = hear();
    let ack = job.on_reply(move |t, [a]: [i32; 1]| h(format!("ack {} {}", t.source() == next, a)));
    let h = hear();
    let back = job.on_medium_reply(move |_, data, []| h(format!("back {:?}", data)));
    let h = hear();
    let short = job.on_request(move |t, [a, b]: [i32; 2]| {
        h(format!("short {} {} {}", t.source() == before, a, b));
        t.reply(&ack, [a - 1]);
    });
    let h = hear();
    let medium = job.on_medium(move |t, data, args: [i32; 16]| {
        h(format!("medium {:?} {}", data, args[15]));
        t.reply_medium(&back, &data.iter().rev().copied().collect::<Vec<u8>>(), []);
    });
    job.barrier();
    short.send(next, [5, i32::MIN]);
    let mut args = [0; 16];
    args[15] = 15;
    medium.send(next, &[1, 2, 3], args);
    medium.send(next, &[], args);
    job.wait_until(|| heard.borrow().len() == 6);
    let mut all = heard.borrow().clone();
    all.sort();
    assert_eq!(all, ["ack true 4", "back [3, 2, 1]", "back []", "medium [1, 2, 3] 15", "medium [] 15", "short true 5 -2147483648"]);
    assert!(medium.room() >= 512);
    job.barrier();
}

fn together(job: &Job) {
    let n = job.size();
    assert_eq!(job.reduce(job.rank() + 1, Op::Add), n * (n + 1) / 2);
    let mut both = [job.rank() as f64, -1.5];
    job.reduce_all(&mut both, Op::Max);
    assert_eq!(both, [n as f64 - 1.0, -1.5]);
    let mut bytes = [job.rank() as u8; 5];
    job.broadcast(n - 1, &mut bytes);
    assert_eq!(bytes, [n as u8 - 1; 5]);
    // SAFETY: a query; what is not wrapped.
    assert_eq!(unsafe { hydrant::sys::gex_System_QueryJobSize() }, n);
}

fn main() {
    assert_eq!(Job::begin("a\0b").err().unwrap().code, hydrant::sys::GASNET_ERR_BAD_ARG as i32); // and nothing has begun
    let job = Job::begin("rust_client").unwrap();
    assert!(Job::begin("again").err().unwrap().to_string().contains("the second in this process"));
    memory(&job);
    messages(&job);
    together(&job);
    let case = std::env::args().nth(1).unwrap_or_default();
    let fails = job.on_request(|_, []| panic!("on purpose"));
    let twice = job.on_reply(|_, []| ());
    let replies_twice = job.on_request(move |t, []| {
        t.reply(&twice, []);
        t.reply(&twice, []);
    });
    let stopped = Cell::new(false);
    job.barrier();
    match (case.as_str(), job.rank()) {
        ("panic", 1) => panic!("on purpose"),
        ("handler", 0) => fails.send(1, []),
        ("twice", 0) => replies_twice.send(1, []),
        // SAFETY: none; the library ends the job for it.
        ("fatal", 1) => drop(unsafe { hydrant::sys::gex_Coll_BarrierNB(std::ptr::null_mut(), 0) }),
        ("index", 1) => fails.send(job.size(), []),
        ("", 0) => println!("passed"),
        _ => (),
    }
    if !case.is_empty() {
        job.wait_until(|| stopped.get());
    }
    job.finish()
}
