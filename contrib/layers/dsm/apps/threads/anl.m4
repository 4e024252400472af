divert(-1)
# SPDX-License-Identifier: BSD-3-Clause
#
# anl.m4, threads: the ANL (PARMACS) macros as m4 macros, over POSIX threads by the functions of
# threads/anl.h. Usage: m4 anl.m4 PROGRAM.C >PROGRAM.c

define(MAIN_ENV, `#include "anl.h"
struct anl_env anl_env;')
define(EXTERN_ENV, `#include "anl.h"')
define(MAIN_INITENV, `')
define(MAIN_END, `{ exit(0); }')

define(G_MALLOC, `anl_shared($1)')
define(G_MALLOC_F, `anl_shared($1)')
define(NU_MALLOC, `anl_shared($1)')
define(G_FREE, `free($1)')
define(CLOCK, `{ ($1) = anl_clock(); }')

define(CREATE, `{ ifelse($#, 1, `anl_create($1);', `anl_create_all($1, $2);') }')
define(WAIT_FOR_END, `{ anl_wait_for_end($1); }')

define(BARDEC, `struct anl_barrier $1;')
define(BARINIT, `{ anl_barrier_init(&($1)); }')
define(BARRIER, `{ anl_barrier(&($1), $2); }')
define(LOCKDEC, `pthread_mutex_t $1;')
define(LOCKINIT, `{ pthread_mutex_init(&($1), NULL); }')
define(LOCK, `{ pthread_mutex_lock(&($1)); }')
define(UNLOCK, `{ pthread_mutex_unlock(&($1)); }')
define(ALOCKDEC, `pthread_mutex_t $1[$2];')
define(ALOCKINIT, `{ for (int anl_i = 0; anl_i < ($2); anl_i++) pthread_mutex_init(&($1)[anl_i], NULL); }')
define(ALOCK, `LOCK(($1)[$2])')
define(AULOCK, `UNLOCK(($1)[$2])')
define(GSDEC, `struct anl_monitor $1;')
define(GSINIT, `{ anl_init(&($1)); }')
define(GETSUB, `{ ($2) = anl_getsub(&($1), $3, $4); }')
define(PAUSEDEC, `struct anl_monitor $1;')
define(PAUSEINIT, `{ anl_init(&($1)); }')
define(SETPAUSE, `{ anl_pause_set(&($1), 1); }')
define(CLEARPAUSE, `{ anl_pause_set(&($1), 0); }')
define(WAITPAUSE, `{ anl_pause_wait(&($1)); }')

divert(0)dnl
