/* SPDX-License-Identifier: BSD-3-Clause
 *
 * event.hpp: an operation in flight. Included by hydrant.hpp.
 */
#ifndef HYDRANT_EVENT_HPP
#define HYDRANT_EVENT_HPP

#include "base.hpp"

namespace hydrant {

/* Owns an event: what the operation reads and writes must stay until it is waited for, which the destructor
 * does at last. As large as gex_Event_t, and passed like one where the compiler sees both ends. */
class [[nodiscard]] event {
public:
  event() = default;
  explicit event(gex_Event_t e) : e_(e) {}
  event(event &&other) noexcept : e_(other.release()) {}
  event &operator=(event &&other) noexcept {
    if (this != &other) {
      wait();
      e_ = other.release();
    }
    return *this;
  }
  ~event() { wait(); }
  void wait() {
    if (e_ != GEX_EVENT_INVALID) gex_Event_Wait(release());
  }
  /* Whether it is complete; polls, so that a loop of it comes to its end. */
  bool done() {
    if (e_ != GEX_EVENT_INVALID) gasnet_AMPoll();
    if (e_ != GEX_EVENT_INVALID && gex_Event_Test(e_) == GASNET_OK) e_ = GEX_EVENT_INVALID;
    return e_ == GEX_EVENT_INVALID;
  }
  /* The event itself, which the caller then owns. */
  gex_Event_t release() { return std::exchange(e_, GEX_EVENT_INVALID); }

private:
  gex_Event_t e_ = GEX_EVENT_INVALID;
};

/* The operations without events (put_nbi, get_nbi) that this thread starts in its scope, as one event. */
class region {
public:
  region() { gex_NBI_BeginAccessRegion(0); }
  ~region() {
    if (open_) event(gex_NBI_EndAccessRegion(0)).wait();
  }
  region(const region &) = delete;
  region &operator=(const region &) = delete;
  event end() {
    open_ = false;
    return event(gex_NBI_EndAccessRegion(0));
  }

private:
  bool open_ = true;
};
/* Waits for this thread's operations without events. */
inline void wait_all() { gex_NBI_Wait(GEX_EC_ALL, 0); }

} // namespace hydrant
#endif
