/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomic.hpp: numbers of other ranks, changed atomically. Included by hydrant.hpp.
 */
#ifndef HYDRANT_ATOMIC_HPP
#define HYDRANT_ATOMIC_HPP

#include "coll.hpp"

namespace hydrant {

/* The operations in `ops` (an OR of GEX_OP_*) on numbers of type T. Collective over the team, and so is its
 * end, before which all operations are done and all ranks have met in a barrier. */
template <class T> class atomic_domain {
public:
  static_assert(type_of<T> != 0, "int32_t, uint32_t, int64_t, uint64_t, float or double");
  atomic_domain(const team &t, gex_OP_t ops) { gex_AD_Create(&ad_, t.get(), type_of<T>, ops, 0); }
  ~atomic_domain() { gex_AD_Destroy(ad_); }
  atomic_domain(const atomic_domain &) = delete;
  atomic_domain &operator=(const atomic_domain &) = delete;
  /* One operation; *old_p is written by fetching ones. */
  event op_nb(T *old_p, global_ptr<T> on, gex_OP_t op, T operand1 = T(), T operand2 = T()) const {
    return event(start(old_p, on, op, operand1, operand2));
  }
  T fetch_add(global_ptr<T> on, T value) const { return fetched(on, GEX_OP_FADD, value, T()); }
  T swap(global_ptr<T> on, T value) const { return fetched(on, GEX_OP_SWAP, value, T()); }
  T load(global_ptr<T> on) const { return fetched(on, GEX_OP_GET, T(), T()); }
  void store(global_ptr<T> on, T value) const { event(start(nullptr, on, GEX_OP_SET, value, T())).wait(); }
  /* What was there: `expected` if `desired` is now. */
  T compare_swap(global_ptr<T> on, T expected, T desired) const { return fetched(on, GEX_OP_FCAS, expected, desired); }

private:
  /* Inline always: the library's inline code wants to see which operation it is. */
  __attribute__((always_inline)) T fetched(global_ptr<T> on, gex_OP_t op, T a, T b) const {
    T old;
    event(start(&old, on, op, a, b)).wait();
    return old;
  }
  __attribute__((always_inline)) gex_Event_t start(T *old_p, global_ptr<T> on, gex_OP_t op, T a, T b) const {
    if constexpr (std::is_same_v<T, std::int32_t>)
      return gex_AD_OpNB_I32(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
    else if constexpr (std::is_same_v<T, std::uint32_t>)
      return gex_AD_OpNB_U32(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
    else if constexpr (std::is_same_v<T, std::int64_t>)
      return gex_AD_OpNB_I64(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
    else if constexpr (std::is_same_v<T, std::uint64_t>)
      return gex_AD_OpNB_U64(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
    else if constexpr (std::is_same_v<T, float>)
      return gex_AD_OpNB_FLT(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
    else
      return gex_AD_OpNB_DBL(ad_, old_p, on.rank(), on.address_of(1), op, a, b, 0);
  }
  gex_AD_t ad_;
};

} // namespace hydrant
#endif
