/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.hpp: put and get, of a value or a span. Included by hydrant.hpp.
 *
 * put and get return when done. put_nb and get_nb return an event; put_nbi and get_nbi belong to wait_all or to
 * the region that is open. With the last four, memory must stay until then.
 */
#ifndef HYDRANT_RMA_HPP
#define HYDRANT_RMA_HPP

#include "job.hpp"

namespace hydrant {

/* A value; or a span, or what becomes one: put(table.at(1) + 3, 2.5), put(table.at(1), vector). */
template <class T> void put(global_ptr<T> to, const converted_to<T> &value) {
  static_assert(is_plain<T>);
  gex_RMA_PutBlocking(to.tm(), to.rank(), to.address_of(1), &value, sizeof(T), 0);
}
template <class T> T get(global_ptr<T> from) {
  static_assert(is_plain<T>);
  std::remove_const_t<T> value;
  gex_RMA_GetBlocking(from.tm(), &value, from.rank(), const_cast<std::remove_const_t<T> *>(from.address_of(1)), sizeof(T), 0);
  return value;
}

template <class T> void put(global_ptr<T> to, converted_to<span<const T>> from) {
  gex_RMA_PutBlocking(to.tm(), to.rank(), to.address_of(from.size()), from.data(), from.bytes(), 0);
}
template <class T> void get(converted_to<span<T>> to, global_ptr<T> from) {
  gex_RMA_GetBlocking(from.tm(), to.data(), from.rank(), from.address_of(to.size()), to.bytes(), 0);
}
template <class T> event put_nb(global_ptr<T> to, converted_to<span<const T>> from) {
  return event(gex_RMA_PutNB(to.tm(), to.rank(), to.address_of(from.size()), from.data(), from.bytes(), GEX_EVENT_DEFER, 0));
}
template <class T> event get_nb(converted_to<span<T>> to, global_ptr<T> from) {
  return event(gex_RMA_GetNB(from.tm(), to.data(), from.rank(), from.address_of(to.size()), to.bytes(), 0));
}
template <class T> void put_nbi(global_ptr<T> to, converted_to<span<const T>> from) {
  gex_RMA_PutNBI(to.tm(), to.rank(), to.address_of(from.size()), from.data(), from.bytes(), GEX_EVENT_DEFER, 0);
}
template <class T> void get_nbi(converted_to<span<T>> to, global_ptr<T> from) {
  gex_RMA_GetNBI(from.tm(), to.data(), from.rank(), from.address_of(to.size()), to.bytes(), 0);
}

} // namespace hydrant
#endif
