divert(-1)
SPDX-License-Identifier: BSD-3-Clause

anl.m4: the ANL (PARMACS) macros in the form of m4, for programs that are written for it:

    m4 $(pkg-config --variable=m4file hydrant-dsm-anl) foo.C >foo.c

MAIN_ENV and EXTERN_ENV bring in anl.h, which has all the others: m4 leaves their names to the C
preprocessor. Here are those that programs write without parentheses, or with some, as m4 allows.
G_MALLOC and NU_MALLOC end with a semicolon, so that programs need not write one. Where they stand
within an expression (G_MALLOC_F is meant for that): m4 -DANL_EXPRESSIONS.

define(`HYD_ANL_ENV', `ifdef(`ANL_EXPRESSIONS', , `#define ANL_STATEMENTS
')`#include' <anl.h>')
define(`MAIN_ENV', `HYD_ANL_ENV')
define(`EXTERN_ENV', `HYD_ANL_ENV')
define(`MAIN_INITENV', `ifelse(`$#', 0, `HYD_ANL_INITENV()', `HYD_ANL_INITENV($*)')')
define(`MAIN_END', `{ hyd_anl_end(); }')
define(`AUG_ON')
define(`AUG_OFF')
define(`TRACE_ON')
define(`TRACE_OFF')
define(`ROI_BEGIN')
define(`ROI_END')
define(`SPLASH3_ROI_BEGIN')
define(`SPLASH3_ROI_END')
define(`SPLASH4_ROI_BEGIN')
define(`SPLASH4_ROI_END')

What C programs call, and m4 would take for its own.

undefine(`index', `len', `format', `shift', `substr', `eval', `incr', `decr', `unix')
divert(0)dnl
