// SPDX-License-Identifier: BSD-3-Clause
//! kmer -k K FILE: counts the words of K letters of a FASTA file, as contrib/examples/kmer does, in Rust.
//!
//! Ranks take the records in turn. Each word goes, many in a message, to the rank that its hash names, whose handler counts it.
use hydrant::{Job, MediumRequest, Op};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::BufRead;
use std::rc::Rc;

const TOP: usize = 5;
const BATCH: usize = 512;

type Table = Rc<RefCell<HashMap<u64, u64>>>;

/// Calls `use_word` for each word of k letters of ACGT in a record, or its reverse complement if that is less.
fn words(letters: &[u8], k: u32, mut use_word: impl FnMut(u64)) {
    let (mask, high) = ((1u64 << (2 * k)) - 1, 2 * (k - 1));
    let (mut forward, mut reverse, mut filled) = (0, 0, 0);
    for letter in letters {
        let code = match letter.to_ascii_uppercase() {
            b'A' => 0,
            b'C' => 1,
            b'G' => 2,
            b'T' => 3,
            _ => {
                filled = 0;
                continue;
            }
        };
        forward = (forward << 2 | code) & mask;
        reverse = reverse >> 2 | (3 - code) << high;
        filled += 1;
        if filled >= k {
            use_word(forward.min(reverse));
        }
    }
}

fn owner(word: u64, ranks: u32) -> usize {
    let hash = (word ^ word >> 31).wrapping_mul(0x9e3779b97f4a7c15);
    ((hash >> 32) * ranks as u64 >> 32) as usize
}

/// What is under way to the owners of words.
struct Sender<'a> {
    job: &'a Job,
    batch: MediumRequest<0>,
    batches: Vec<Vec<u8>>,
    room: usize,
    sent: u64,
    acknowledged: Rc<Cell<u64>>,
}

impl<'a> Sender<'a> {
    fn new(job: &'a Job, table: &Table) -> Self {
        let acknowledged = Rc::new(Cell::new(0));
        let (counter, table) = (acknowledged.clone(), table.clone());
        let ack = job.on_reply(move |_, []| counter.set(counter.get() + 1));
        let batch = job.on_medium(move |t, data, []| {
            for word in data.chunks_exact(8) {
                *table.borrow_mut().entry(u64::from_ne_bytes(word.try_into().unwrap())).or_insert(0) += 1;
            }
            t.reply(&ack, []);
        });
        job.barrier();
        let room = batch.room().min(8 * BATCH) / 8 * 8;
        Sender { job, batch, batches: vec![Vec::new(); job.size() as usize], room, sent: 0, acknowledged }
    }
    fn count(&mut self, word: u64) {
        let to = owner(word, self.job.size());
        self.batches[to].extend(word.to_ne_bytes());
        if self.batches[to].len() == self.room {
            self.flush(to);
        }
    }
    fn flush(&mut self, to: usize) {
        if !self.batches[to].is_empty() {
            self.sent += 1;
            self.batch.send(to as u32, &self.batches[to], []);
            self.batches[to].clear();
        }
    }
    fn finish(mut self) {
        (0..self.batches.len()).for_each(|to| self.flush(to));
        self.job.wait_until(|| self.acknowledged.get() == self.sent);
        self.job.barrier();
    }
}

/// Reads the records whose number is this rank's, modulo the number of ranks.
fn read(job: &Job, name: &str, mut use_record: impl FnMut(&[u8])) -> std::io::Result<()> {
    let (mut letters, mut record) = (Vec::new(), 0u32);
    let mut close = |letters: &mut Vec<u8>, record: u32| {
        if record > 0 && (record - 1) % job.size() == job.rank() {
            use_record(letters);
        }
        letters.clear();
    };
    for line in std::io::BufReader::new(std::fs::File::open(name)?).lines() {
        let line = line?;
        if line.starts_with('>') {
            close(&mut letters, record);
            record += 1;
        } else {
            letters.extend(line.trim_end().bytes());
        }
    }
    close(&mut letters, record);
    Ok(())
}

fn text(word: u64, k: u32) -> String {
    (0..k).rev().map(|i| b"ACGT"[(word >> (2 * i) & 3) as usize] as char).collect()
}

/// The most frequent words of all ranks: one after the other, the first that any rank has after the last.
fn top(job: &Job, table: &HashMap<u64, u64>) -> Vec<(u64, u64)> {
    let mut mine: Vec<_> = table.iter().map(|(&word, &n)| (word, n)).collect();
    mine.sort_by_key(|&(word, n)| (u64::MAX - n, word));
    let (mut found, mut at) = (Vec::new(), 0);
    while found.len() < TOP {
        let (word, n) = mine.get(at).copied().unwrap_or((u64::MAX, 0));
        let most = job.reduce(n, Op::Max);
        if most == 0 {
            break;
        }
        let first = job.reduce(if n == most { word } else { u64::MAX }, Op::Min);
        at += (first == word) as usize;
        found.push((first, most));
    }
    found
}

fn main() {
    let job = Job::begin("kmer.rs").unwrap_or_else(|e| panic!("{}", e));
    let args: Vec<String> = std::env::args().collect();
    let k = match args.get(1..4) {
        Some([option, k, _]) if option == "-k" => k.parse().unwrap_or(0),
        _ => 0,
    };
    if !(1..32).contains(&k) {
        if job.rank() == 0 {
            eprintln!("usage: kmer -k K FILE, K from 1 to 31");
        }
        job.exit(2)
    }
    let table = Table::default();
    let mut sender = Sender::new(&job, &table);
    if let Err(e) = read(&job, &args[3], |letters| words(letters, k, |word| sender.count(word))) {
        eprintln!("kmer: {}: {}", args[3], e);
        job.exit(1)
    }
    sender.finish();
    let table = table.borrow();
    let total = job.reduce(table.values().sum::<u64>(), Op::Add);
    let distinct = job.reduce(table.len() as u64, Op::Add);
    let top = top(&job, &table);
    if job.rank() == 0 {
        println!("  k-mers     {}\n  distinct   {}\n\nmost frequent (with the other strand)", total, distinct);
        top.iter().for_each(|&(word, n)| println!("  {}  {}", text(word, k), n));
    }
    job.finish()
}
