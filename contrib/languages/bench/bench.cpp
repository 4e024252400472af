// SPDX-License-Identifier: BSD-3-Clause
//
// bench.cpp: what bench.c measures, with hydrant.hpp.
#include <hydrant.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

template <class Body> static double each(int n, Body body) {
  auto from = std::chrono::steady_clock::now();
  for (int i = 1; i <= n; i++) body(i);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - from).count() / n;
}

int main(int argc, char **argv) {
  hydrant::job job(argc, argv);
  hydrant::segment segment(job, 1 << 16);
  auto words = segment.allocate<std::uint64_t>(1);
  const auto peer = job.size() - 1;
  volatile int pongs = 0;
  auto pong = job.on_reply([&](hydrant::token, int a) { pongs = pongs + a; });
  auto ping = job.on_request([&](hydrant::token t, int a) { t.reply(pong, a); });
  hydrant::barrier(job);
  double put = 1e12, trip = 1e12;
  for (int go = 0; job.rank() == 0 && go < 100; go++) {
    auto there = words.at(peer);
    put = std::min(put, each(5000, [&](int i) { hydrant::put(there, static_cast<std::uint64_t>(i)); }));
    pongs = 0;
    trip = std::min(trip, each(200, [&](int i) {
                      ping(peer, 1);
                      hydrant::wait_until([&] { return pongs == i; });
                    }));
  }
  hydrant::barrier(job);
  if (job.rank() == 0) std::printf("put8 %.2f\nround-trip %.1f\n", put, trip), std::fflush(stdout);
}
