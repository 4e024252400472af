/* SPDX-License-Identifier: BSD-3-Clause
 *
 * varargs.c: the message calls of GASNet-1 that take their argument count at run time. Arguments
 * arrive as ints; wider ones lose their upper half, as in the numbered calls.
 */
#include "core/base/err.h"
#include "core/base/job.h"

static unsigned collect_args(const char *call, int numargs, va_list ap, gex_AM_Arg_t *args) {
  if (numargs < 0 || numargs > HYD_AM_MAX_ARGS)
    hyd_fatal(call, "%d arguments; expected 0 to %d", numargs, HYD_AM_MAX_ARGS);
  for (int i = 0; i < numargs; i++) args[i] = va_arg(ap, gex_AM_Arg_t);
  return (unsigned)numargs;
}

#define COLLECT(call)                                                                              \
  gex_AM_Arg_t args[HYD_AM_MAX_ARGS];                                                              \
  unsigned n;                                                                                      \
  va_list ap;                                                                                      \
  va_start(ap, numargs);                                                                           \
  n = collect_args(call, numargs, ap, args);                                                       \
  va_end(ap)

int gasnet_AMRequestShort(gasnet_node_t dest, gasnet_handler_t h, int numargs, ...) {
  COLLECT("gasnet_AMRequestShort");
  return hyd_am_request_short(hyd_legacy_tm(), dest, h, 0, n, args);
}

int gasnet_AMRequestMedium(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes,
                           int numargs, ...) {
  COLLECT("gasnet_AMRequestMedium");
  return hyd_am_request_medium(hyd_legacy_tm(), dest, h, src, nbytes, GEX_EVENT_NOW, 0, n, args);
}

int gasnet_AMRequestLong(gasnet_node_t dest, gasnet_handler_t h, const void *src, size_t nbytes,
                         void *dst, int numargs, ...) {
  COLLECT("gasnet_AMRequestLong");
  return hyd_am_request_long(hyd_legacy_tm(), dest, h, src, nbytes, dst, GEX_EVENT_NOW, 0, n, args);
}

int gasnet_AMRequestLongAsync(gasnet_node_t dest, gasnet_handler_t h, const void *src,
                              size_t nbytes, void *dst, int numargs, ...) {
  COLLECT("gasnet_AMRequestLongAsync");
  return hyd_am_request_long(hyd_legacy_tm(), dest, h, src, nbytes, dst, GEX_EVENT_NOW, 0, n, args);
}

int gasnet_AMReplyShort(gasnet_token_t token, gasnet_handler_t h, int numargs, ...) {
  COLLECT("gasnet_AMReplyShort");
  return hyd_am_reply_short(token, h, 0, n, args);
}

int gasnet_AMReplyMedium(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes,
                         int numargs, ...) {
  COLLECT("gasnet_AMReplyMedium");
  return hyd_am_reply_medium(token, h, src, nbytes, GEX_EVENT_NOW, 0, n, args);
}

int gasnet_AMReplyLong(gasnet_token_t token, gasnet_handler_t h, const void *src, size_t nbytes,
                       void *dst, int numargs, ...) {
  COLLECT("gasnet_AMReplyLong");
  return hyd_am_reply_long(token, h, src, nbytes, dst, GEX_EVENT_NOW, 0, n, args);
}
