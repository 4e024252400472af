divert(-1)
SPDX-License-Identifier: BSD-3-Clause

anl.m4: the ANL (PARMACS) macros in the form of m4, for programs that are written for it:

    m4 $(pkg-config --variable=m4file hydrant-dsm-anl) foo.C >foo.c

MAIN_ENV and EXTERN_ENV bring in anl.h, which has all the others: m4 leaves their names to the C
preprocessor.

define(`MAIN_ENV', `#include <anl.h>')
define(`EXTERN_ENV', `#include <anl.h>')
divert(0)dnl
