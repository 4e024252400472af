/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_upc_language.h: is included by the headers that the compilers include before each file: types
 * and macros of the language, and main's name in the program (libupc.md 4.1).
 */
#ifndef HYD_UPC_LANGUAGE_H
#define HYD_UPC_LANGUAGE_H

typedef shared struct upc_lock_struct upc_lock_t;

#if !defined(NO_CLANG_UPC_LIB) && !defined(NO_GCC_UPC_LIB)
typedef shared struct upc_atomicdomain_struct upc_atomicdomain_t;

#define __UPC_COLLECTIVE__ 1
#define __UPC_TICK__ 1
#define __UPC_ATOMIC__ 1
#define __UPC_CASTABLE__ 1
#define __UPC_NB__ 1

/* The run time has main. */
extern int main() __asm__("upc_main");
extern void __upc_exit(int) __attribute__((__noreturn__));
extern void __upc_fatal(const char *, ...) __attribute__((__noreturn__));
extern void __upc_fence(void);
extern void upc_poll(void);
#define exit __upc_exit
#define upc_fence __upc_fence()

/* The form of pointers-to-shared, which the library compares with its own. */
#define HYD_UPC_TEXT_OF(x) #x
#define HYD_UPC_TEXT(x) HYD_UPC_TEXT_OF(x)
#ifdef __UPC_PTS_STRUCT_REP__
#define HYD_UPC_FORM "struct"
#else
#define HYD_UPC_FORM                                                                               \
  "packed " HYD_UPC_TEXT(__UPC_PHASE_SIZE__) " " HYD_UPC_TEXT(                                     \
      __UPC_THREAD_SIZE__) " " HYD_UPC_TEXT(__UPC_VADDR_SIZE__)
#endif
#ifdef __UPC_VADDR_FIRST__
#define HYD_UPC_ORDER "first"
#else
#define HYD_UPC_ORDER "last"
#endif
static const char hyd_upc_form[] __attribute__((__section__("upc_pgm_info"), __used__)) =
    "$HydrantUPC: (" __BASE_FILE__ ") " HYD_UPC_FORM " " HYD_UPC_ORDER "$";
#endif

#endif
