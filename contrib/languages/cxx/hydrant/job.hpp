/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.hpp: the job, teams, segments and what lies in them. Included by hydrant.hpp.
 */
#ifndef HYDRANT_JOB_HPP
#define HYDRANT_JOB_HPP

#include "event.hpp"

#include <exception>
#include <memory>
#include <vector>

namespace hydrant {

/* An ordered set of ranks; a value. */
class team {
public:
  team() = default;
  explicit team(gex_TM_t tm) : tm_(tm) {}
  rank_t rank() const { return gex_TM_QueryRank(tm_); }
  rank_t size() const { return gex_TM_QuerySize(tm_); }
  gex_TM_t get() const { return tm_; }
  /* Collective: those of one color are a new team, in the order of keys. */
  team split(int color, int key) const {
    team made;
    gex_TM_Split(&made.tm_, tm_, color, key, nullptr, 0, GEX_FLAG_TM_NO_SCRATCH);
    return made;
  }

private:
  gex_TM_t tm_ = GEX_TM_INVALID;
};

template <class... Args> class request;
template <class... Args> class reply;

/* The job, once in a process. Where the object's life ends the job does: with status 0 after all ranks have
 * come to that, or at once with 1 if an exception passes. The end of a process is that of its objects too: none
 * that main holds is destroyed after this. */
class job : public team {
public:
  job(int &argc, char **&argv, const char *name = "hydrant.hpp") {
    gex_TM_t tm;
    check(gex_Client_Init(&client_, &ep_, &tm, name, &argc, &argv, GEX_FLAG_USES_GASNET1), "gex_Client_Init");
    static_cast<team &>(*this) = team(tm);
  }
  ~job() {
    if (std::uncaught_exceptions()) gasnet_exit(1);
    gex_Event_Wait(gex_Coll_BarrierNB(get(), 0));
    gasnet_exit(0);
  }
  job(const job &) = delete;
  job &operator=(const job &) = delete;
  [[noreturn]] void exit(int status) const { gasnet_exit(status); }
  gex_Client_t client() const { return client_; }
  gex_EP_t endpoint() const { return ep_; }
  /* am.hpp. All ranks register the same, in the same order. */
  template <class F> auto on_request(F handler);
  template <class F> auto on_reply(F handler);

private:
  gex_Client_t client_;
  gex_EP_t ep_;
};

/* The array in which a global_ptr points, where bounds are checked; nothing elsewhere. */
template <class T, bool checks = checks_bounds> class bounds {
public:
  bounds(T *first, std::size_t n) : first_(first), n_(n) {}
  void check(const T *p, std::size_t n) const {
    if (!first_) return;
    auto at = static_cast<std::size_t>(p - first_); /* huge if p lies before */
    if (at > n_ || n > n_ - at) throw_out_of_range(at, n, n_);
  }

private:
  T *first_;
  std::size_t n_;
};
template <class T> class bounds<T, false> {
public:
  bounds(T *, std::size_t) {}
  void check(const T *, std::size_t) const {}
};

/* An element, or the first of several, in some rank's memory; a value. */
template <class T> class global_ptr : bounds<T> {
public:
  global_ptr() : bounds<T>(nullptr, 0) {}
  /* n: of how many elements, from p on, where that is known. */
  global_ptr(team t, rank_t rank, T *p, std::size_t n = 0)
      : bounds<T>(n ? p : nullptr, n), tm_(t.get()), rank_(rank), p_(p) {}
  global_ptr operator+(std::ptrdiff_t i) const {
    global_ptr moved = *this;
    moved.p_ += i;
    return moved;
  }
  /* The element, as something to put to and get from: no reference. */
  global_ptr operator[](std::size_t i) const { return *this + static_cast<std::ptrdiff_t>(i); }
  gex_TM_t tm() const { return tm_; }
  rank_t rank() const { return rank_; }
  T *address() const { return p_; }
  /* The address of the first of n elements, which put and get go to. */
  T *address_of(std::size_t n) const {
    this->check(p_, n);
    return p_;
  }

private:
  gex_TM_t tm_ = GEX_TM_INVALID;
  rank_t rank_ = 0;
  T *p_ = nullptr;
};

/* The same number of elements in every rank's segment. */
template <class T> class array {
public:
  array() = default;
  array(team t, std::shared_ptr<const std::vector<char *>> bases, std::size_t offset, std::size_t n)
      : team_(t), bases_(std::move(bases)), offset_(offset), n_(n) {}
  global_ptr<T> at(rank_t rank) const {
    if (!bases_ || rank >= bases_->size())
      throw std::out_of_range("hydrant: rank " + std::to_string(rank) + " of " + std::to_string(bases_ ? bases_->size() : 0));
    return {team_, rank, reinterpret_cast<T *>((*bases_)[rank] + offset_), n_};
  }
  span<T> local() const { return {at(team_.rank()).address(), n_}; }
  std::size_t size() const { return n_; }

private:
  team team_;
  std::shared_ptr<const std::vector<char *>> bases_;
  std::size_t offset_ = 0, n_ = 0;
};

/* The segment of every rank: so many bytes that all ranks reach. Collective. */
class segment {
public:
  segment(const job &j, std::size_t bytes) : team_(j) {
    std::size_t page = GASNET_PAGESIZE;
    check(gex_Segment_Attach(&segment_, j.get(), (bytes + page - 1) / page * page), "gex_Segment_Attach");
    auto bases = std::make_shared<std::vector<char *>>(j.size());
    for (rank_t r = 0; r < j.size(); r++) {
      void *owner = nullptr;
      uintptr_t size = 0;
      event(gex_EP_QueryBoundSegmentNB(j.get(), r, &owner, nullptr, &size, 0)).wait();
      (*bases)[r] = static_cast<char *>(owner);
    }
    bases_ = bases;
  }
  span<char> local() const {
    return {static_cast<char *>(gex_Segment_QueryAddr(segment_)), gex_Segment_QuerySize(segment_)};
  }
  /* The next n elements of every rank's segment, which must be asked for alike on all. Not constructed. */
  template <class T> array<T> allocate(std::size_t n) {
    static_assert(is_plain<T>, "elements travel as bytes");
    std::size_t at = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (n > (local().size() - at) / sizeof(T)) throw error(GASNET_ERR_RESOURCE, "segment::allocate");
    used_ = at + n * sizeof(T);
    return array<T>(team_, bases_, at, n);
  }

private:
  team team_;
  gex_Segment_t segment_ = GEX_SEGMENT_INVALID;
  std::shared_ptr<const std::vector<char *>> bases_;
  std::size_t used_ = 0;
};

} // namespace hydrant
#endif
