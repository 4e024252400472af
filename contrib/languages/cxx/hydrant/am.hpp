/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.hpp: active messages. A handler is a lambda (token, arguments...), or (token, span<const T>, arguments...)
 * for a payload. Arguments are plain types, each sent as one or more 32-bit words. Included by hydrant.hpp.
 *
 *     auto ack = job.on_reply([&](hydrant::token) { acks++; });
 *     auto add = job.on_request([&](hydrant::token t, hydrant::span<const double> xs, int tag) { ...; t.reply(ack); });
 *     add(rank, xs, 3);
 *
 * A handler may reply once and must not wait. It runs inside whatever call polls; in PAR, on any thread. What
 * it refers to must live as long as the job.
 */
#ifndef HYDRANT_AM_HPP
#define HYDRANT_AM_HPP

#include "job.hpp"

#include <cstring>
#include <optional>
#include <tuple>

namespace hydrant {
namespace detail {

using word = gex_AM_Arg_t;
template <class T> constexpr std::size_t words_of = (sizeof(T) + sizeof(word) - 1) / sizeof(word);

template <class T> struct payload { static constexpr bool is = false; };
template <class T> struct payload<span<const T>> {
  static constexpr bool is = true;
  using element = T;
};

template <class T> void pack(word *&to, const T &value) {
  static_assert(is_plain<T>, "arguments of messages travel as bytes");
  word w[words_of<T>] = {};
  std::memcpy(w, &value, sizeof(T));
  for (std::size_t i = 0; i < words_of<T>; i++) *to++ = w[i];
}
template <class T> T unpack(const word *&from) {
  std::remove_const_t<T> value;
  std::memcpy(&value, from, sizeof(T));
  from += words_of<T>;
  return value;
}

/* The arguments of a message as its words. The array has one word more, as there may be no arguments; that one is set, too,
 * because compilers warn of an array that they see passed on with nothing written. */
template <class... Args> struct packed {
  static constexpr unsigned n = static_cast<unsigned>((0 + ... + words_of<Args>));
  word words[n + 1];
  explicit packed(const Args &...args) {
    [[maybe_unused]] word *next = words;
    words[n] = 0;
    (pack(next, args), ...);
  }
};

/* Parameters of a handler after its token. */
template <class M> struct signature;
template <class C, class R, class Token, class... Args> struct signature<R (C::*)(Token, Args...) const> {
  using args = std::tuple<std::decay_t<Args>...>;
};
template <class C, class R, class Token, class... Args> struct signature<R (C::*)(Token, Args...)> {
  using args = std::tuple<std::decay_t<Args>...>;
};

/* The one lambda of type F that is a handler: handlers of C have no place for it. */
template <class F> inline std::optional<F> the_handler;

} // namespace detail

/* The message that a handler has been given. */
class token {
public:
  explicit token(gex_Token_t t) : t_(t) {}
  rank_t source() const {
    gex_Token_Info_t info;
    gex_Token_Info(t_, &info, GEX_TI_SRCRANK);
    return info.gex_srcrank;
  }
  /* With a handler of on_reply; once. */
  template <class... Args, class... Given> void reply(const hydrant::reply<Args...> &to, const Given &...given) const {
    to.send(t_, given...);
  }
  gex_Token_t get() const { return t_; }

private:
  gex_Token_t t_;
};

namespace detail {

/* A handler as C calls it, with one parameter for each word: H(token, [buffer, bytes,] words...). */
template <class F, class Args, class Words> struct entry;
template <class F, class... Args, std::size_t... W> struct entry<F, std::tuple<Args...>, std::index_sequence<W...>> {
  template <std::size_t> using each = word;
  static void call(gex_Token_t t, each<W>... w) {
    const word words[] = {w..., 0}, *next = words;
    (void)next;
    std::tuple<token, Args...> all{token(t), unpack<Args>(next)...}; // braces: from left to right
    std::apply(*the_handler<F>, all);
  }
};
template <class F, class T, class... Args, std::size_t... W>
struct entry<F, std::tuple<span<const T>, Args...>, std::index_sequence<W...>> {
  template <std::size_t> using each = word;
  static void call(gex_Token_t t, void *p, size_t bytes, each<W>... w) {
    const word words[] = {w..., 0}, *next = words;
    (void)next;
    std::tuple<token, span<const T>, Args...> all{token(t), span<const T>(static_cast<const T *>(p), bytes / sizeof(T)),
                                                  unpack<Args>(next)...};
    std::apply(*the_handler<F>, all);
  }
};

template <class T> struct count_words;
template <class... Args> struct count_words<std::tuple<Args...>> {
  static constexpr std::size_t n = (0 + ... + words_of<Args>);
};
template <class T, class... Args> struct count_words<std::tuple<span<const T>, Args...>> {
  static constexpr std::size_t n = (0 + ... + words_of<Args>);
};
template <class T> struct is_medium : std::false_type {};
template <class T, class... Args> struct is_medium<std::tuple<span<const T>, Args...>> : std::true_type {};

/* Registers F as a handler of this kind; its index. */
template <class F, class Args> gex_AM_Index_t register_handler(gex_EP_t ep, F &&f, gex_Flags_t direction) {
  constexpr std::size_t n = count_words<Args>::n;
  static_assert(n <= HYD_AM_MAX_ARGS, "a message has at most 16 words of arguments");
  if (the_handler<std::decay_t<F>>) throw std::logic_error("hydrant: this lambda is a handler already");
  the_handler<std::decay_t<F>>.emplace(std::forward<F>(f));
  gex_AM_Entry_t e = {};
  e.gex_fnptr = reinterpret_cast<gex_AM_Fn_t>(&entry<std::decay_t<F>, Args, std::make_index_sequence<n>>::call);
  e.gex_flags = direction | (is_medium<Args>::value ? GEX_FLAG_AM_MEDIUM : GEX_FLAG_AM_SHORT);
  e.gex_nargs = static_cast<unsigned>(n);
  check(gex_EP_RegisterHandlers(ep, &e, 1), "gex_EP_RegisterHandlers");
  return e.gex_index;
}

} // namespace detail

/* A request that can be sent: what on_request returns. Arguments are converted to those of the handler. */
template <class... Args> class request {
public:
  request(gex_TM_t tm, gex_AM_Index_t index) : tm_(tm), index_(index) {}
  void operator()(rank_t rank, const Args &...args) const {
    const detail::packed<Args...> packed(args...);
    hyd_am_request_short(tm_, rank, index_, 0, packed.n, packed.words);
  }

private:
  gex_TM_t tm_;
  gex_AM_Index_t index_;
};
template <class T, class... Args> class request<span<const T>, Args...> {
public:
  request(gex_TM_t tm, gex_AM_Index_t index) : tm_(tm), index_(index) {}
  void operator()(rank_t rank, span<const T> data, const Args &...args) const {
    const detail::packed<Args...> packed(args...);
    hyd_am_request_medium(tm_, rank, index_, data.data(), data.bytes(), GEX_EVENT_NOW, 0, packed.n, packed.words);
  }
  /* Elements that fit a message to any rank. */
  std::size_t room() const {
    return gex_AM_MaxRequestMedium(tm_, GEX_RANK_INVALID, GEX_EVENT_NOW, 0, detail::packed<Args...>::n) / sizeof(T);
  }

private:
  gex_TM_t tm_;
  gex_AM_Index_t index_;
};

/* A reply, for token::reply: what on_reply returns. */
template <class... Args> class reply {
public:
  reply(gex_TM_t, gex_AM_Index_t index) : index_(index) {}
  void send(gex_Token_t t, const Args &...args) const {
    const detail::packed<Args...> packed(args...);
    hyd_am_reply_short(t, index_, 0, packed.n, packed.words);
  }

private:
  gex_AM_Index_t index_;
};
template <class T, class... Args> class reply<span<const T>, Args...> {
public:
  reply(gex_TM_t, gex_AM_Index_t index) : index_(index) {}
  void send(gex_Token_t t, span<const T> data, const Args &...args) const {
    const detail::packed<Args...> packed(args...);
    hyd_am_reply_medium(t, index_, data.data(), data.bytes(), GEX_EVENT_NOW, 0, packed.n, packed.words);
  }

private:
  gex_AM_Index_t index_;
};

namespace detail {
template <template <class...> class Message, class Tuple> struct message_of;
template <template <class...> class Message, class... Args> struct message_of<Message, std::tuple<Args...>> {
  using type = Message<Args...>;
};
} // namespace detail

template <class F> auto job::on_request(F handler) {
  using args = typename detail::signature<decltype(&F::operator())>::args;
  return typename detail::message_of<request, args>::type(
      get(), detail::register_handler<F, args>(ep_, std::move(handler), GEX_FLAG_AM_REQUEST));
}
template <class F> auto job::on_reply(F handler) {
  using args = typename detail::signature<decltype(&F::operator())>::args;
  return typename detail::message_of<reply, args>::type(
      get(), detail::register_handler<F, args>(ep_, std::move(handler), GEX_FLAG_AM_REPLY));
}

} // namespace hydrant
#endif
