/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.c: checks of the callers' arguments, and the error line.
 */
#include <stdarg.h>
#include <stdio.h>

#include "contrib/layers/netvm/nv.h"

struct hyd_nv hyd_nv_the;

int hyd_nv_fail(int code, const char *call, const char *format, ...) {
  struct hyd_nv *nv = &hyd_nv_the;
  va_list ap;
  int n = snprintf(nv->why, sizeof nv->why, "%s: ", call);
  va_start(ap, format);
  vsnprintf(nv->why + n, sizeof nv->why - (size_t)n, format, ap);
  va_end(ap);
  if (gex_System_GetVerboseErrors())
    fprintf(stderr, "netvm: rank %u: %s (%s)\n", nv->rank, nv->why, gasnet_ErrorName(code));
  return code;
}

const char *hyd_nv_why(void) { return hyd_nv_the.why; }

int hyd_nv_check_ready(const char *call) {
  if (hyd_nv_the.control) return GASNET_OK;
  return hyd_nv_fail(GASNET_ERR_NOT_INIT, call, "called before hyd_nv_register");
}

int hyd_nv_check_may_wait(const char *call) {
  int rc = hyd_nv_check_ready(call);
  if (rc || !hyd_nv_the.in_handler) return rc;
  return hyd_nv_fail(GASNET_ERR_NOT_READY, call, "called by an armed handler; it may wait");
}

int hyd_nv_check_range(const char *call, hyd_nv_seg_t seg, uint64_t offset, size_t n,
                       uint32_t align, const struct hyd_paged_range **range_p) {
  struct hyd_nv_segment *s;
  int rc = hyd_nv_check_ready(call);
  if (rc) return rc;
  if ((s = hyd_nv_segment(seg)) == NULL)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "segment 0x%x; expected one of export or import",
                       seg);
  if (offset > s->range.size || n > s->range.size - offset)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call,
                       "%zu bytes at offset %llu; expected a range within %llu bytes", n,
                       (unsigned long long)offset, (unsigned long long)s->range.size);
  if ((s->range.offset + offset) & (align - 1))
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "offset %llu; expected a multiple of %u",
                       (unsigned long long)offset, align);
  *range_p = &s->range;
  return GASNET_OK;
}

int hyd_nv_check_object(const char *call, hyd_nv_seg_t seg, uint64_t offset, uint32_t size,
                        const struct hyd_paged_range **range_p) {
  int rc = hyd_nv_check_range(call, seg, offset, size, size, range_p);
  return rc ? rc : hyd_nv_check_may_wait(call);
}

int hyd_nv_check_event(const char *call, uint32_t notf) {
  int rc = hyd_nv_check_ready(call);
  if (rc || notf < HYD_NV_EVENTCOUNTS) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "notification %u; expected an eventcount, below %u",
                     notf, HYD_NV_EVENTCOUNTS);
}

int hyd_nv_check_answer(const char *call, int error, gex_Rank_t rank) {
  if (error == GASNET_OK) return GASNET_OK;
  if (error == HYD_PAGED_ERR_KEY)
    return hyd_nv_fail(error, call, "rank %u has no such export any more", rank);
  if (error == HYD_PAGED_ERR_READ_ONLY)
    return hyd_nv_fail(error, call, "the arena of rank %u is read-only", rank);
  return hyd_nv_fail(error, call, "rank %u has refused", rank);
}
