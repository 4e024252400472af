/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hydrant.hpp: Hydrant from C++17. Events are waited for by their destructors, memory is spans, handlers are
 * lambdas of typed arguments; all inline over gasnetex.h, so that what the compiler makes of a call is what it
 * makes of the call of C. One of GASNET_SEQ, GASNET_PARSYNC, GASNET_PAR is defined, as for gasnetex.h, and
 * pkg-config gasnet-smp-seq and its like give the rest.
 *
 *     hydrant::job job(argc, argv);                      // begins the job; its destructor ends it
 *     hydrant::segment memory(job, 1 << 20);
 *     auto table = memory.allocate<double>(100);         // 100 at every rank
 *     hydrant::put(table.at(next)[3], 2.5);
 *     auto add = job.on_request([&](hydrant::token, double x) { sum += x; });
 *     add(next, 0.5);
 *     hydrant::barrier(job);
 */
#ifndef HYDRANT_HPP
#define HYDRANT_HPP

#if __cplusplus < 201703L
#error "hydrant.hpp needs C++17: -std=c++17"
#endif

#include "hydrant/base.hpp"
#include "hydrant/event.hpp"
#include "hydrant/job.hpp"
#include "hydrant/rma.hpp"
#include "hydrant/am.hpp"
#include "hydrant/coll.hpp"
#include "hydrant/atomic.hpp"

#endif
