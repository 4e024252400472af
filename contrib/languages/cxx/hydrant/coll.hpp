/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll.hpp: collectives, by type. Included by hydrant.hpp.
 *
 * Every member calls, in the same order. Those with _nb return an event; memory must stay until it is done.
 */
#ifndef HYDRANT_COLL_HPP
#define HYDRANT_COLL_HPP

#include "job.hpp"

namespace hydrant {

template <class T> constexpr gex_DT_t type_of = 0;
template <> inline constexpr gex_DT_t type_of<std::int32_t> = GEX_DT_I32;
template <> inline constexpr gex_DT_t type_of<std::uint32_t> = GEX_DT_U32;
template <> inline constexpr gex_DT_t type_of<std::int64_t> = GEX_DT_I64;
template <> inline constexpr gex_DT_t type_of<std::uint64_t> = GEX_DT_U64;
template <> inline constexpr gex_DT_t type_of<float> = GEX_DT_FLT;
template <> inline constexpr gex_DT_t type_of<double> = GEX_DT_DBL;

inline event barrier_nb(const team &t) { return event(gex_Coll_BarrierNB(t.get(), 0)); }
inline void barrier(const team &t) { barrier_nb(t).wait(); }

template <class T> event broadcast_nb(const team &t, rank_t root, span<T> data) {
  static_assert(is_plain<T>);
  return event(gex_Coll_BroadcastNB(t.get(), root, data.data(), data.data(), data.bytes(), 0));
}
template <class T> T broadcast(const team &t, rank_t root, T value) {
  broadcast_nb(t, root, span<T>(&value, 1)).wait();
  return value;
}

/* Of whatever becomes a span: vectors, arrays. */
template <class C, class T = element_of<C>> event broadcast_nb(const team &t, rank_t root, C &data) {
  return broadcast_nb(t, root, span<T>(data));
}

/* Element by element, in place, with GEX_OP_ADD, GEX_OP_MIN, ... */
template <class T> event reduce_all_nb(const team &t, span<T> data, gex_OP_t op) {
  static_assert(type_of<T> != 0, "int32_t, uint32_t, int64_t, uint64_t, float or double");
  return event(gex_Coll_ReduceToAllNB(t.get(), data.data(), data.data(), type_of<T>, sizeof(T), data.size(), op, nullptr,
                                      nullptr, 0));
}
template <class C, class T = element_of<C>> event reduce_all_nb(const team &t, C &data, gex_OP_t op) {
  return reduce_all_nb(t, span<T>(data), op);
}
template <class T> T reduce_all(const team &t, T value, gex_OP_t op) {
  reduce_all_nb(t, span<T>(&value, 1), op).wait();
  return value;
}
template <class T> event reduce_nb(const team &t, rank_t root, span<T> data, gex_OP_t op) {
  static_assert(type_of<T> != 0, "int32_t, uint32_t, int64_t, uint64_t, float or double");
  return event(gex_Coll_ReduceToOneNB(t.get(), root, data.data(), data.data(), type_of<T>, sizeof(T), data.size(), op,
                                      nullptr, nullptr, 0));
}

template <class C, class T = element_of<C>> event reduce_nb(const team &t, rank_t root, C &data, gex_OP_t op) {
  return reduce_nb(t, root, span<T>(data), op);
}

namespace detail {
template <class T, class F> void reduce_with(const void *left, void *right_and_out, size_t n, const void *cdata) {
  const T *a = static_cast<const T *>(left);
  T *b = static_cast<T *>(right_and_out);
  for (size_t i = 0; i < n; i++) b[i] = (*static_cast<const F *>(cdata))(a[i], b[i]);
}
} // namespace detail
/* With a function (a, b) -> T that is associative; a is of the lower ranks. */
template <class T, class F> T reduce_all(const team &t, T value, F f, std::enable_if_t<!std::is_arithmetic_v<F>, int> = 0) {
  static_assert(is_plain<T>);
  event(gex_Coll_ReduceToAllNB(t.get(), &value, &value, GEX_DT_USER, sizeof(T), 1, GEX_OP_USER_NC,
                               &detail::reduce_with<T, F>, &f, 0))
      .wait();
  return value;
}

} // namespace hydrant
#endif
