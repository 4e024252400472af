/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.h: what the processor reports of the access that raised a signal: whether it was a write
 * (1, 0, or -1 on a processor that this file does not know), and the address of the instruction.
 */
#ifndef HYD_DSM_ACCESS_H
#define HYD_DSM_ACCESS_H

#include <stdint.h>
#include <ucontext.h>

#if defined(__x86_64__)

/* Bit 1 of the error code says write (Intel's manual, volume 3, 4.7). */
static inline int hyd_dsm_was_write(const void *context) {
  const ucontext_t *u = context;
  return (int)(u->uc_mcontext.gregs[REG_ERR] >> 1 & 1);
}
static inline uintptr_t hyd_dsm_instruction(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

#elif defined(__aarch64__)

#include <asm/sigcontext.h>

/* Bit 6 of the exception syndrome says write; the syndrome is among the records after the
 * registers. */
static inline int hyd_dsm_was_write(const void *context) {
  const ucontext_t *u = context;
  const unsigned char *at = (const unsigned char *)u->uc_mcontext.__reserved;
  for (const struct _aarch64_ctx *c = (const void *)at; c->magic; c = (const void *)at) {
    if (c->magic == ESR_MAGIC) return (int)(((const struct esr_context *)at)->esr >> 6 & 1);
    at += c->size;
  }
  return -1;
}
static inline uintptr_t hyd_dsm_instruction(const void *context) {
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
}

#else

static inline int hyd_dsm_was_write(const void *context) { return (void)context, -1; }
static inline uintptr_t hyd_dsm_instruction(const void *context) { return (void)context, 0; }

#endif
#endif
