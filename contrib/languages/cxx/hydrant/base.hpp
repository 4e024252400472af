/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base.hpp: errors, spans, locks, waiting. Included by hydrant.hpp.
 */
#ifndef HYDRANT_BASE_HPP
#define HYDRANT_BASE_HPP

#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace hydrant {

using rank_t = gex_Rank_t;

/* A call that returned an error code. */
class error : public std::runtime_error {
public:
  error(int code, const char *call)
      : std::runtime_error(std::string(call) + ": " + gasnet_ErrorDesc(code) + " (" + gasnet_ErrorName(code) + ")"),
        code_(code) {}
  int code() const { return code_; }

private:
  int code_;
};
inline void check(int code, const char *call) {
  if (code != GASNET_OK) throw error(code, call);
}

/* Whether indices are checked: in programs that are compiled for the checking library. */
#ifdef GASNET_DEBUG
inline constexpr bool checks_bounds = true;
#else
inline constexpr bool checks_bounds = false;
#endif
[[noreturn]] inline void throw_out_of_range(std::size_t first, std::size_t n, std::size_t size) {
  throw std::out_of_range("hydrant: " + std::to_string(n) + " elements from " + std::to_string(first) +
                          " on, of an array of " + std::to_string(size));
}

/* T, where it is not to be deduced from the argument, which is converted instead. */
template <class T> struct as_is { using type = T; };
template <class T> using converted_to = typename as_is<T>::type;

/* What a vector or an array has as elements. */
template <class C> using element_of = std::remove_reference_t<decltype(*std::declval<C &>().data())>;

/* Elements that lie one after the other in local memory; what std::span of C++20 is, as far as it is needed. */
template <class T> class span {
public:
  constexpr span() = default;
  constexpr span(T *p, std::size_t n) : p_(p), n_(n) {}
  /* Of whatever has data() and size(): vectors, arrays, strings, other spans. */
  template <class C, class = decltype(static_cast<T *>(std::declval<C &>().data())),
            class = decltype(std::declval<C &>().size())>
  constexpr span(C &&c) : p_(c.data()), n_(c.size()) {}
  template <std::size_t N> constexpr span(T (&a)[N]) : p_(a), n_(N) {}
  constexpr T *data() const { return p_; }
  constexpr std::size_t size() const { return n_; }
  constexpr std::size_t bytes() const { return n_ * sizeof(T); }
  constexpr bool empty() const { return n_ == 0; }
  constexpr T *begin() const { return p_; }
  constexpr T *end() const { return p_ + n_; }
  constexpr T &operator[](std::size_t i) const {
    if (checks_bounds && i >= n_) throw_out_of_range(i, 1, n_);
    return p_[i];
  }

private:
  T *p_ = nullptr;
  std::size_t n_ = 0;
};

/* A lock that handlers may take; for std::lock_guard and std::unique_lock. */
class mutex {
public:
  mutex() { gex_HSL_Init(&hsl_); }
  ~mutex() { gex_HSL_Destroy(&hsl_); }
  mutex(const mutex &) = delete;
  mutex &operator=(const mutex &) = delete;
  void lock() { gex_HSL_Lock(&hsl_); }
  bool try_lock() { return gex_HSL_Trylock(&hsl_) == GASNET_OK; }
  void unlock() { gex_HSL_Unlock(&hsl_); }

private:
  gex_HSL_t hsl_;
};

inline void poll() { gasnet_AMPoll(); }
/* Until a handler has made this true. */
template <class Condition> void wait_until(Condition &&is_true) { GASNET_BLOCKUNTIL(is_true()); }

template <class T> constexpr bool is_plain = std::is_trivially_copyable_v<T>;

} // namespace hydrant
#endif
