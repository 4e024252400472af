/* SPDX-License-Identifier: BSD-3-Clause
 *
 * format_names.c: masks of GASNet-EX constants as text, for messages (test-suite-names.md section
 * 2).
 *
 * Names of the set bits are joined by '|'; bits without a name end the text in hexadecimal; 0 is
 * "0".
 */
#include "tools_lib.h"

#include "gasnet_fwd.h"

struct bit_name {
  uint32_t bit;
  const char *name;
};

#define BIT(constant)                                                                              \
  { constant, #constant }
static const struct bit_name dt_names[] = {BIT(GEX_DT_I32),  BIT(GEX_DT_U32), BIT(GEX_DT_I64),
                                           BIT(GEX_DT_U64),  BIT(GEX_DT_FLT), BIT(GEX_DT_DBL),
                                           BIT(GEX_DT_USER), {0, NULL}};
static const struct bit_name op_names[] = {
    BIT(GEX_OP_AND),  BIT(GEX_OP_OR),      BIT(GEX_OP_XOR),   BIT(GEX_OP_ADD),  BIT(GEX_OP_SUB),
    BIT(GEX_OP_MULT), BIT(GEX_OP_MIN),     BIT(GEX_OP_MAX),   BIT(GEX_OP_INC),  BIT(GEX_OP_DEC),
    BIT(GEX_OP_SET),  BIT(GEX_OP_CAS),     BIT(GEX_OP_FAND),  BIT(GEX_OP_FOR),  BIT(GEX_OP_FXOR),
    BIT(GEX_OP_FADD), BIT(GEX_OP_FSUB),    BIT(GEX_OP_FMULT), BIT(GEX_OP_FMIN), BIT(GEX_OP_FMAX),
    BIT(GEX_OP_FINC), BIT(GEX_OP_FDEC),    BIT(GEX_OP_SWAP),  BIT(GEX_OP_FCAS), BIT(GEX_OP_GET),
    BIT(GEX_OP_USER), BIT(GEX_OP_USER_NC), {0, NULL}};
#undef BIT
/* gasnetex.h defines these; their values are ABI (gex-core.md Appendix A). */
static const struct bit_name ti_names[] = {{1, "GEX_TI_SRCRANK"}, {2, "GEX_TI_ENTRY"},
                                           {4, "GEX_TI_IS_REQ"},  {8, "GEX_TI_IS_LONG"},
                                           {16, "GEX_TI_EP"},     {0, NULL}};

/* Appends a name, after a '|' if it is not the first; buf may be NULL. Returns the new length
 * without NUL. */
static size_t add_name(char *buf, size_t len, const char *text) {
  size_t n = strlen(text);
  if (len > 0) {
    if (buf) buf[len] = '|';
    len++;
  }
  if (buf) memcpy(buf + len, text, n);
  return len + n;
}

static size_t format_bits(char *buf, uint32_t bits, const struct bit_name *names) {
  char rest[16];
  size_t len = 0;
  for (const struct bit_name *n = names; n->name; n++) {
    if (bits & n->bit) len = add_name(buf, len, n->name);
    bits &= ~n->bit;
  }
  if (bits || len == 0) {
    (void)snprintf(rest, sizeof(rest), bits ? "0x%" PRIx32 : "%" PRIu32, bits);
    len = add_name(buf, len, rest);
  }
  if (buf) buf[len] = '\0';
  return buf ? len + 1 : len + 2; /* the bound is never reached exactly */
}

size_t gasnett_format_dt(char *buf, uint32_t dt);
size_t gasnett_format_op(char *buf, uint32_t op);
size_t gasnett_format_ti(char *buf, uint32_t ti);

size_t gasnett_format_dt(char *buf, uint32_t dt) { return format_bits(buf, dt, dt_names); }
size_t gasnett_format_op(char *buf, uint32_t op) { return format_bits(buf, op, op_names); }
size_t gasnett_format_ti(char *buf, uint32_t ti) { return format_bits(buf, ti, ti_names); }
