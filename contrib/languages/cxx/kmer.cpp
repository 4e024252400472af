// SPDX-License-Identifier: BSD-3-Clause
//
// kmer.cpp: counts the words of k letters of a FASTA file, as contrib/examples/kmer does, with hydrant.hpp.
// Ranks take the records in turn; each word goes, many in a message, to the rank that its hash names.
//
//     g++ -std=c++17 -O2 kmer.cpp $(pkg-config --cflags --libs gasnet-smp-seq) -o kmer && gasnetrun -n 4 ./kmer -k 21 reads.fa
#include <hydrant.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <unordered_map>

namespace {
using kmer_t = std::uint64_t;
constexpr char letters_of_dna[] = "AaCcGgTt";

struct entry { // ordered by count, then by word
  kmer_t kmer;
  std::uint64_t count;
  bool before(const entry &o) const { return count != o.count ? count > o.count : kmer < o.kmer; }
};
constexpr std::size_t top_size = 5;
struct top {
  entry e[top_size] = {};
  void offer(entry one) {
    for (auto &mine : e)
      if (one.count && (!mine.count || one.before(mine))) std::swap(one, mine);
  }
};

kmer_t hash(kmer_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdu;
  return x ^ x >> 33;
}

/* Calls use(word) for each word of k letters of ACGT in a record, or its reverse complement if that is less. */
template <class Use> void words_of(const std::string &letters, unsigned k, Use use) {
  const kmer_t mask = (kmer_t(1) << 2 * k) - 1;
  kmer_t forward = 0, reverse = 0;
  unsigned filled = 0;
  for (char c : letters) {
    const char *at = c ? std::strchr(letters_of_dna, c) : nullptr;
    if (!at) {
      filled = 0;
      continue;
    }
    kmer_t code = static_cast<kmer_t>(at - letters_of_dna) / 2;
    forward = (forward << 2 | code) & mask;
    reverse = reverse >> 2 | (3 - code) << 2 * (k - 1);
    if (++filled >= k) use(std::min(forward, reverse));
  }
}

class counter {
public:
  explicit counter(hydrant::job &job)
      : job_(job), batches_(job.size()), ack_(job.on_reply([this](hydrant::token) { acknowledged_++; })),
        batch_(job.on_request([this](hydrant::token t, hydrant::span<const kmer_t> words) {
          for (kmer_t w : words) table_[w]++;
          t.reply(ack_);
        })),
        room_(std::min<std::size_t>(512, batch_.room())) {
    hydrant::barrier(job_);
  }
  void count(kmer_t word) {
    auto owner = static_cast<hydrant::rank_t>((hash(word) >> 32) * job_.size() >> 32);
    batches_[owner].push_back(word);
    if (batches_[owner].size() == room_) flush(owner);
  }
  void finish() {
    for (hydrant::rank_t r = 0; r < job_.size(); r++) flush(r);
    hydrant::wait_until([this] { return acknowledged_ == sent_; });
    hydrant::barrier(job_);
  }
  const std::unordered_map<kmer_t, std::uint64_t> &table() const { return table_; }

private:
  void flush(hydrant::rank_t owner) {
    if (batches_[owner].empty()) return;
    sent_++;
    batch_(owner, batches_[owner]);
    batches_[owner].clear();
  }
  hydrant::job &job_;
  std::unordered_map<kmer_t, std::uint64_t> table_;
  std::vector<std::vector<kmer_t>> batches_;
  std::uint64_t sent_ = 0, acknowledged_ = 0;
  hydrant::reply<> ack_;
  hydrant::request<hydrant::span<const kmer_t>> batch_;
  std::size_t room_;
};

/* Records whose number is this rank's, modulo the number of ranks. */
template <class Use> bool read(const char *name, const hydrant::job &job, Use use) {
  std::ifstream file(name);
  std::string line, letters;
  std::uint64_t record = 0;
  auto close = [&] {
    if (record && (record - 1) % job.size() == job.rank()) use(letters);
    letters.clear();
  };
  while (std::getline(file, line))
    if (!line.empty() && line[0] == '>')
      close(), record++;
    else
      letters += line;
  close();
  return record > 0;
}

std::string text(kmer_t w, unsigned k) {
  std::string s(k, 'A');
  for (unsigned i = k; i-- > 0; w >>= 2) s[i] = "ACGT"[w & 3];
  return s;
}
} // namespace

int main(int argc, char **argv) {
  hydrant::job job(argc, argv, "kmer.cpp");
  hydrant::segment segment(job, 1 << 16);
  unsigned k = argc == 4 && !std::strcmp(argv[1], "-k") ? static_cast<unsigned>(std::atoi(argv[2])) : 0;
  if (k < 1 || k > 31) {
    if (job.rank() == 0) std::fprintf(stderr, "usage: kmer -k K FILE, K from 1 to 31\n");
    job.exit(2);
  }
  counter c(job);
  if (!read(argv[3], job, [&](const std::string &letters) { words_of(letters, k, [&](kmer_t w) { c.count(w); }); })) {
    std::fprintf(stderr, "kmer: %s: not a FASTA file that can be read\n", argv[3]);
    job.exit(1);
  }
  c.finish();
  std::uint64_t total = 0;
  top best;
  for (auto &[word, n] : c.table()) total += n, best.offer({word, n});
  total = hydrant::reduce_all(job, total, GEX_OP_ADD);
  auto distinct = hydrant::reduce_all(job, static_cast<std::uint64_t>(c.table().size()), GEX_OP_ADD);
  best = hydrant::reduce_all(job, best, [](top a, const top &b) {
    for (auto &e : b.e) a.offer(e);
    return a;
  });
  if (job.rank() != 0) return 0;
  std::cout << "  k-mers     " << total << "\n  distinct   " << distinct << "\n\nmost frequent (with the other strand)\n";
  for (auto &e : best.e)
    if (e.count) std::cout << "  " << text(e.kmer, k) << "  " << e.count << "\n";
  std::cout.flush();
}
