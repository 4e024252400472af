// SPDX-License-Identifier: BSD-3-Clause
//
// cxx_client.cpp: hydrant.hpp: memory, events, messages with arguments of many types, collectives, atomics.
// With the word `throw`, rank 1 throws an exception, which must end the job with status 1.
#include <hydrant.hpp>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <numeric>

static const hydrant::job *the_job;

#define CHECK(c)                                                                                                       \
  do {                                                                                                                 \
    if (!(c)) std::printf("%s:%d: rank %u: not so: %s\n", __FILE__, __LINE__, the_job->rank(), #c), the_job->exit(1);  \
  } while (0)

using hydrant::span;
struct point {
  double x;
  std::int32_t y;
  bool operator==(const point &o) const { return x == o.x && y == o.y; }
};

static void memory(const hydrant::job &job, hydrant::segment &segment) {
  auto next = (job.rank() + 1) % job.size(), before = (job.rank() + job.size() - 1) % job.size();
  auto numbers = segment.allocate<double>(1000);
  auto points = segment.allocate<point>(3);
  CHECK(numbers.size() == 1000 && numbers.local().size() == 1000);
  CHECK(reinterpret_cast<std::uintptr_t>(points.local().data()) % alignof(point) == 0);
  for (auto &x : numbers.local()) x = -1;
  hydrant::barrier(job);
  point p{1.5, static_cast<std::int32_t>(job.rank())};
  hydrant::put(points.at(next)[2], p);
  CHECK(hydrant::get(points.at(next)[2]) == p);
  std::vector<double> mine(500), got(500);
  std::iota(mine.begin(), mine.end(), job.rank());
  {
    hydrant::event e = hydrant::put_nb<double>(numbers.at(next) + 10, mine);
    hydrant::event moved = std::move(e);
    CHECK(e.done());
    while (!moved.done()) continue;
  }
  hydrant::get_nb<double>(got, numbers.at(next) + 10).wait();
  CHECK(got == mine);
  got.assign(500, -2);
  { auto ends_here = hydrant::get_nb<double>(got, numbers.at(next) + 10); }
  CHECK(got == mine);
  hydrant::event all;
  {
    hydrant::region together;
    for (int i = 0; i < 4; i++) hydrant::put_nbi<double>(numbers.at(next) + 600 + i, span<const double>(&mine[i], 1));
    all = together.end();
  }
  all.wait();
  hydrant::barrier(job);
  CHECK(numbers.local()[10] == before && numbers.local()[509] == before + 499.0);
  CHECK(numbers.local()[9] == -1 && numbers.local()[510] == -1);
  CHECK(numbers.local()[600] == before && numbers.local()[603] == before + 3.0 && numbers.local()[604] == -1);
  CHECK((points.local()[2] == point{1.5, static_cast<std::int32_t>(before)}));
  /* What is no T is converted, and what becomes a span is taken as one. */
  hydrant::put(numbers.at(next) + 700, 3);
  hydrant::put(numbers.at(next)[701], 4.5f);
  hydrant::put(numbers.at(next) + 702, std::vector<double>(mine.begin(), mine.begin() + 3));
  double pair[] = {7, 8};
  hydrant::put_nb(numbers.at(next) + 500, pair).wait();
  hydrant::put_nbi(numbers.at(next) + 502, pair);
  hydrant::wait_all();
  std::vector<double> five(5);
  hydrant::get(five, numbers.at(next) + 700);
  CHECK((five == std::vector<double>{3, 4.5, mine[0], mine[1], mine[2]}));
  hydrant::get_nb(five, numbers.at(next) + 500).wait();
  CHECK(five[0] == 7 && five[3] == 8);
  hydrant::get_nbi(five, numbers.at(next) + 701);
  hydrant::wait_all();
  CHECK(five[0] == 4.5);
  bool refused = false;
  try {
    hydrant::put(numbers.at(job.size()), 1);
  } catch (const std::out_of_range &) {
    refused = true;
  }
  CHECK(refused);
#ifdef GASNET_DEBUG
  int errors = 0;
  auto is_refused = [&](auto &&f) {
    try {
      f();
    } catch (const std::out_of_range &e) {
      errors += std::strstr(e.what(), "of an array of ") != nullptr;
    }
  };
  std::size_t end = numbers.size();
  is_refused([&] { hydrant::put(numbers.at(next)[end + 1], 1); });
  is_refused([&] { hydrant::put(numbers.at(next) + (end - 4), five); });
  is_refused([&] { hydrant::get(five, numbers.at(next) + -1); });
  is_refused([&] { (void)hydrant::get(numbers.at(next)[end]); });
  is_refused([&] { numbers.local()[end] = 1; });
  is_refused([&] { (void)hydrant::put_nb(numbers.at(next) + (end - 1), pair); });
  CHECK(errors == 6);
  hydrant::put(numbers.at(next) + (end - 5), five);
#endif
  refused = false;
  try {
    (void)segment.allocate<char>(std::size_t(1) << 40);
  } catch (const hydrant::error &e) {
    refused = e.code() == GASNET_ERR_RESOURCE && std::strstr(e.what(), "segment::allocate");
  }
  CHECK(refused);
}

static void messages(hydrant::job &job) {
  auto next = (job.rank() + 1) % job.size(), before = (job.rank() + job.size() - 1) % job.size();
  int acks = 0, heard = 0;
  double sum = 0;
  std::vector<std::uint64_t> words;
  hydrant::mutex mutex;
  auto done = job.on_reply([&](hydrant::token t, std::uint64_t big) {
    CHECK(t.source() == next && big == 0x123456789abcdef0u);
    acks++;
  });
  auto back = job.on_reply([&](hydrant::token, span<const double> xs, float f) {
    CHECK(xs.size() == 2 && xs[1] == 4.5 && f == 0.5f);
    acks++;
  });
  auto short_ = job.on_request([&](hydrant::token t, std::int8_t a, double x, point p, std::uint64_t b) {
    CHECK(t.source() == before && a == -3 && p == (point{2.5, 9}) && b == ~std::uint64_t(1));
    {
      std::lock_guard<hydrant::mutex> hold(mutex);
      sum += x;
    }
    t.reply(done, 0x123456789abcdef0u);
  });
  auto medium = job.on_request([&](hydrant::token t, span<const std::uint64_t> data, bool answer) {
    words.assign(data.begin(), data.end());
    heard++;
    double xs[] = {1, 4.5};
    if (answer) t.reply(back, xs, 0.5f);
  });
  auto nothing = job.on_request([&](hydrant::token) { heard++; });
  hydrant::barrier(job);
  std::vector<std::uint64_t> some = {1, 2, ~std::uint64_t(0)};
  CHECK(medium.room() >= 64);
  short_(next, -3, 0.25, point{2.5, 9}, ~std::uint64_t(1));
  medium(next, some, true);
  medium(next, {}, false);
  nothing(next);
  hydrant::wait_until([&] { return acks == 2 && heard == 3; });
  CHECK(sum == 0.25 && words.empty());
  hydrant::barrier(job);
}

/* One lambda, so one type: a second registration of it would need a second place for what it captures. */
static void twice(hydrant::job &job) {
  auto make = [&] { return job.on_request([](hydrant::token, int) {}); };
  (void)make();
  bool refused = false;
  try {
    (void)make();
  } catch (const std::logic_error &) {
    refused = true;
  }
  CHECK(refused);
}

static void together(const hydrant::job &job, hydrant::segment &segment) {
  auto n = job.size();
  CHECK(hydrant::broadcast(job, n - 1, point{1.0, int(job.rank())}) == (point{1.0, int(n - 1)}));
  CHECK(hydrant::reduce_all(job, std::uint32_t(job.rank() + 1), GEX_OP_ADD) == n * (n + 1) / 2);
  std::vector<double> v = {1.0, double(job.rank())};
  hydrant::reduce_all_nb<double>(job, v, GEX_OP_MAX).wait();
  hydrant::reduce_all_nb(job, v, GEX_OP_MAX).wait();
  hydrant::broadcast_nb(job, 0, v).wait();
  CHECK(v[0] == 1.0 && v[1] == n - 1.0);
  point largest = hydrant::reduce_all(job, point{double(job.rank()), 7},
                                      [](const point &a, const point &b) { return a.x > b.x ? a : b; });
  CHECK(largest == (point{n - 1.0, 7}));
  auto half = job.split(int(job.rank() % 2), 0);
  CHECK(half.size() == (n + 1 - job.rank() % 2) / 2 && half.rank() == job.rank() / 2);
  auto counter = segment.allocate<std::uint64_t>(1);
  counter.local()[0] = 0;
  hydrant::barrier(job);
  hydrant::atomic_domain<std::uint64_t> domain(job, GEX_OP_FADD | GEX_OP_GET | GEX_OP_SET | GEX_OP_SWAP | GEX_OP_FCAS);
  for (int i = 0; i < 100; i++) (void)domain.fetch_add(counter.at(0), 2);
  hydrant::barrier(job);
  CHECK(domain.load(counter.at(0)) == 200u * n);
  hydrant::barrier(job);
  if (job.rank() == 0) {
    CHECK(domain.compare_swap(counter.at(0), 200u * n, 5) == 200u * n);
    CHECK(domain.compare_swap(counter.at(0), 6, 7) == 5 && domain.swap(counter.at(0), 8) == 5);
    domain.store(counter.at(0), 9);
    CHECK(counter.local()[0] == 9);
  }
  hydrant::barrier(job);
}

int main(int argc, char **argv) {
  hydrant::job job(argc, argv, "cxx_client");
  the_job = &job;
  hydrant::segment segment(job, 1 << 20);
  if (argc > 1 && !std::strcmp(argv[1], "throw")) {
    try {
      if (job.rank() == 1) throw std::runtime_error("on purpose");
      hydrant::wait_until([] { return false; });
    } catch (const std::runtime_error &e) {
      std::fprintf(stderr, "%s\n", e.what());
      job.exit(1);
    }
  }
  memory(job, segment);
  messages(job);
  twice(job);
  together(job, segment);
  hydrant::barrier(job);
  if (job.rank() == 0) std::printf("passed\n"), std::fflush(stdout);
}
