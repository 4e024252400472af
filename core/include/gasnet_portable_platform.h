/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_portable_platform.h: which compiler, operating system and processor this is, as macros.
 *
 * Includes nothing and depends on nothing of ours. In each group exactly one PLATFORM_*_<NAME> is
 * defined, to 1; the others stay undefined, so #if and #ifdef both work. See gasnet_tools(7).
 */
#ifndef GASNET_PORTABLE_PLATFORM_H
#define GASNET_PORTABLE_PLATFORM_H

#define PLATFORM_STRINGIFY_HELPER(x) #x
#define PLATFORM_STRINGIFY(x) PLATFORM_STRINGIFY_HELPER(x)

/* --- compiler: those that imitate another one come before it -------------- */
#if defined(__NVCOMPILER)
#define PLATFORM_COMPILER_NVHPC 1
#define PLATFORM_COMPILER_FAMILYNAME NVHPC
#define PLATFORM_COMPILER_FAMILYID 12
#define PLATFORM_COMPILER_MAJOR __NVCOMPILER_MAJOR__
#define PLATFORM_COMPILER_MINOR __NVCOMPILER_MINOR__
#define PLATFORM_COMPILER_PATCH __NVCOMPILER_PATCHLEVEL__
#ifdef __cplusplus
#define PLATFORM_COMPILER_NVHPC_CXX 1
#else
#define PLATFORM_COMPILER_NVHPC_C 1
#endif
#elif defined(__PGI)
#define PLATFORM_COMPILER_PGI 1
#define PLATFORM_COMPILER_FAMILYNAME PGI
#define PLATFORM_COMPILER_FAMILYID 3
#define PLATFORM_COMPILER_MAJOR __PGIC__
#define PLATFORM_COMPILER_MINOR __PGIC_MINOR__
#define PLATFORM_COMPILER_PATCH __PGIC_PATCHLEVEL__
#ifdef __cplusplus
#define PLATFORM_COMPILER_PGI_CXX 1
#else
#define PLATFORM_COMPILER_PGI_C 1
#endif
#elif defined(__INTEL_COMPILER)
#define PLATFORM_COMPILER_INTEL 1
#define PLATFORM_COMPILER_FAMILYNAME INTEL
#define PLATFORM_COMPILER_FAMILYID 2
#define PLATFORM_COMPILER_MAJOR (__INTEL_COMPILER / 100)
#define PLATFORM_COMPILER_MINOR (__INTEL_COMPILER / 10 % 10)
#define PLATFORM_COMPILER_PATCH (__INTEL_COMPILER % 10)
#ifdef __cplusplus
#define PLATFORM_COMPILER_INTEL_CXX 1
#else
#define PLATFORM_COMPILER_INTEL_C 1
#endif
#elif defined(_CRAYC) || defined(__cray__)
#define PLATFORM_COMPILER_CRAY 1
#define PLATFORM_COMPILER_FAMILYNAME CRAY
#define PLATFORM_COMPILER_FAMILYID 6
#define PLATFORM_COMPILER_MAJOR __cray_major__
#define PLATFORM_COMPILER_MINOR __cray_minor__
#define PLATFORM_COMPILER_PATCH 0
#ifdef __cplusplus
#define PLATFORM_COMPILER_CRAY_CXX 1
#else
#define PLATFORM_COMPILER_CRAY_C 1
#endif
#elif defined(__xlC__)
#define PLATFORM_COMPILER_XLC 1
#define PLATFORM_COMPILER_FAMILYNAME XLC
#define PLATFORM_COMPILER_FAMILYID 5
#define PLATFORM_COMPILER_MAJOR (__xlC__ >> 8)
#define PLATFORM_COMPILER_MINOR (__xlC__ & 0xff)
#define PLATFORM_COMPILER_PATCH 0
#ifdef __cplusplus
#define PLATFORM_COMPILER_XLC_CXX 1
#else
#define PLATFORM_COMPILER_XLC_C 1
#endif
#elif defined(__SUNPRO_C)
#define PLATFORM_COMPILER_SUN 1
#define PLATFORM_COMPILER_FAMILYNAME SUN
#define PLATFORM_COMPILER_FAMILYID 7
#define PLATFORM_COMPILER_MAJOR (__SUNPRO_C >> 12 & 0xf)
#define PLATFORM_COMPILER_MINOR (__SUNPRO_C >> 4 & 0xff)
#define PLATFORM_COMPILER_PATCH (__SUNPRO_C & 0xf)
#ifdef __cplusplus
#define PLATFORM_COMPILER_SUN_CXX 1
#else
#define PLATFORM_COMPILER_SUN_C 1
#endif
#elif defined(__SUNPRO_CC)
#define PLATFORM_COMPILER_SUN 1
#define PLATFORM_COMPILER_FAMILYNAME SUN
#define PLATFORM_COMPILER_FAMILYID 7
#define PLATFORM_COMPILER_MAJOR (__SUNPRO_CC >> 12 & 0xf)
#define PLATFORM_COMPILER_MINOR (__SUNPRO_CC >> 4 & 0xff)
#define PLATFORM_COMPILER_PATCH (__SUNPRO_CC & 0xf)
#ifdef __cplusplus
#define PLATFORM_COMPILER_SUN_CXX 1
#else
#define PLATFORM_COMPILER_SUN_C 1
#endif
#elif defined(__PATHCC__)
#define PLATFORM_COMPILER_PATHSCALE 1
#define PLATFORM_COMPILER_FAMILYNAME PATHSCALE
#define PLATFORM_COMPILER_FAMILYID 4
#define PLATFORM_COMPILER_MAJOR __PATHCC__
#define PLATFORM_COMPILER_MINOR __PATHCC_MINOR__
#define PLATFORM_COMPILER_PATCH __PATHCC_PATCHLEVEL__
#ifdef __cplusplus
#define PLATFORM_COMPILER_PATHSCALE_CXX 1
#else
#define PLATFORM_COMPILER_PATHSCALE_C 1
#endif
#elif defined(__OPEN64__)
#define PLATFORM_COMPILER_OPEN64 1
#define PLATFORM_COMPILER_FAMILYNAME OPEN64
#define PLATFORM_COMPILER_FAMILYID 8
#define PLATFORM_COMPILER_MAJOR __OPENCC__
#define PLATFORM_COMPILER_MINOR __OPENCC_MINOR__
#define PLATFORM_COMPILER_PATCH 0
#ifdef __cplusplus
#define PLATFORM_COMPILER_OPEN64_CXX 1
#else
#define PLATFORM_COMPILER_OPEN64_C 1
#endif
#elif defined(__TINYC__)
#define PLATFORM_COMPILER_TINY 1
#define PLATFORM_COMPILER_FAMILYNAME TINY
#define PLATFORM_COMPILER_FAMILYID 9
#define PLATFORM_COMPILER_MAJOR (__TINYC__ / 10000)
#define PLATFORM_COMPILER_MINOR (__TINYC__ / 100 % 100)
#define PLATFORM_COMPILER_PATCH (__TINYC__ % 100)
#ifdef __cplusplus
#define PLATFORM_COMPILER_TINY_CXX 1
#else
#define PLATFORM_COMPILER_TINY_C 1
#endif
#elif defined(__clang__)
#define PLATFORM_COMPILER_CLANG 1
#define PLATFORM_COMPILER_FAMILYNAME CLANG
#define PLATFORM_COMPILER_FAMILYID 10
#define PLATFORM_COMPILER_MAJOR __clang_major__
#define PLATFORM_COMPILER_MINOR __clang_minor__
#define PLATFORM_COMPILER_PATCH __clang_patchlevel__
#ifdef __cplusplus
#define PLATFORM_COMPILER_CLANG_CXX 1
#else
#define PLATFORM_COMPILER_CLANG_C 1
#endif
#elif defined(__GNUC__)
#define PLATFORM_COMPILER_GNU 1
#define PLATFORM_COMPILER_FAMILYNAME GNU
#define PLATFORM_COMPILER_FAMILYID 1
#define PLATFORM_COMPILER_MAJOR __GNUC__
#define PLATFORM_COMPILER_MINOR __GNUC_MINOR__
#define PLATFORM_COMPILER_PATCH __GNUC_PATCHLEVEL__
#ifdef __cplusplus
#define PLATFORM_COMPILER_GNU_CXX 1
#else
#define PLATFORM_COMPILER_GNU_C 1
#endif
#else
#define PLATFORM_COMPILER_UNKNOWN 1
#define PLATFORM_COMPILER_FAMILYNAME UNKNOWN
#define PLATFORM_COMPILER_FAMILYID 9999
#define PLATFORM_COMPILER_MAJOR 0
#define PLATFORM_COMPILER_MINOR 0
#define PLATFORM_COMPILER_PATCH 0
#ifdef __cplusplus
#define PLATFORM_COMPILER_UNKNOWN_CXX 1
#else
#define PLATFORM_COMPILER_UNKNOWN_C 1
#endif
#endif

#ifdef __cplusplus
#define PLATFORM_COMPILER_LANGUAGE_NAME "C++"
#define PLATFORM_COMPILER_ID (PLATFORM_COMPILER_FAMILYID * 10 + 2)
#else
#define PLATFORM_COMPILER_LANGUAGE_NAME "C"
#define PLATFORM_COMPILER_ID (PLATFORM_COMPILER_FAMILYID * 10 + 1)
#endif

/* Versions are compared as one integer, also in #if. */
#define PLATFORM_COMPILER_VERSION_INT(maj, min, pat) (((maj) << 16) | ((min) << 8) | (pat))
/* Open MPI's header has these macros, too, and other texts for these two. */
#undef PLATFORM_COMPILER_VERSION
#undef PLATFORM_COMPILER_VERSION_STR
#define PLATFORM_COMPILER_VERSION                                                                  \
  PLATFORM_COMPILER_VERSION_INT(PLATFORM_COMPILER_MAJOR, PLATFORM_COMPILER_MINOR,                  \
                                PLATFORM_COMPILER_PATCH)
#define PLATFORM_COMPILER_VERSION_GT(maj, min, pat)                                                \
  (PLATFORM_COMPILER_VERSION > PLATFORM_COMPILER_VERSION_INT(maj, min, pat))
#define PLATFORM_COMPILER_VERSION_GE(maj, min, pat)                                                \
  (PLATFORM_COMPILER_VERSION >= PLATFORM_COMPILER_VERSION_INT(maj, min, pat))
#define PLATFORM_COMPILER_VERSION_EQ(maj, min, pat)                                                \
  (PLATFORM_COMPILER_VERSION == PLATFORM_COMPILER_VERSION_INT(maj, min, pat))
#define PLATFORM_COMPILER_VERSION_LE(maj, min, pat)                                                \
  (PLATFORM_COMPILER_VERSION <= PLATFORM_COMPILER_VERSION_INT(maj, min, pat))
#define PLATFORM_COMPILER_VERSION_LT(maj, min, pat)                                                \
  (PLATFORM_COMPILER_VERSION < PLATFORM_COMPILER_VERSION_INT(maj, min, pat))

#define PLATFORM_COMPILER_VERSION_STR                                                              \
  PLATFORM_STRINGIFY(PLATFORM_COMPILER_MAJOR)                                                      \
  "." PLATFORM_STRINGIFY(PLATFORM_COMPILER_MINOR) "." PLATFORM_STRINGIFY(PLATFORM_COMPILER_PATCH)
#ifdef __VERSION__
#define PLATFORM_COMPILER_DETAIL __VERSION__
#else
#define PLATFORM_COMPILER_DETAIL PLATFORM_COMPILER_VERSION_STR
#endif
#define PLATFORM_COMPILER_IDSTR                                                                    \
  "|COMPILER_FAMILY:" PLATFORM_STRINGIFY(                                                          \
      PLATFORM_COMPILER_FAMILYNAME) "|COMPILER_VERSION:" PLATFORM_COMPILER_VERSION_STR             \
                                    "|LANGUAGE:" PLATFORM_COMPILER_LANGUAGE_NAME                   \
                                    "|DETAIL:" PLATFORM_COMPILER_DETAIL "|"

/* --- operating system ----------------------------------------------------- */
#if defined(__linux__)
#define PLATFORM_OS_LINUX 1
#define PLATFORM_OS_FAMILYNAME LINUX
#define PLATFORM_OS_FAMILYID 1
#elif defined(__CYGWIN__)
#define PLATFORM_OS_CYGWIN 1
#define PLATFORM_OS_FAMILYNAME CYGWIN
#define PLATFORM_OS_FAMILYID 2
#elif defined(__APPLE__)
#define PLATFORM_OS_DARWIN 1
#define PLATFORM_OS_FAMILYNAME DARWIN
#define PLATFORM_OS_FAMILYID 3
#elif defined(__FreeBSD__)
#define PLATFORM_OS_FREEBSD 1
#define PLATFORM_OS_FAMILYNAME FREEBSD
#define PLATFORM_OS_FAMILYID 4
#elif defined(__NetBSD__)
#define PLATFORM_OS_NETBSD 1
#define PLATFORM_OS_FAMILYNAME NETBSD
#define PLATFORM_OS_FAMILYID 5
#elif defined(__OpenBSD__)
#define PLATFORM_OS_OPENBSD 1
#define PLATFORM_OS_FAMILYNAME OPENBSD
#define PLATFORM_OS_FAMILYID 6
#elif defined(__sun) && defined(__SVR4)
#define PLATFORM_OS_SOLARIS 1
#define PLATFORM_OS_FAMILYNAME SOLARIS
#define PLATFORM_OS_FAMILYID 7
#else
#define PLATFORM_OS_UNKNOWN 1
#define PLATFORM_OS_FAMILYNAME UNKNOWN
#define PLATFORM_OS_FAMILYID 9999
#endif

/* --- processor ------------------------------------------------------------ */
#if defined(__x86_64__)
#define PLATFORM_ARCH_X86_64 1
#define PLATFORM_ARCH_FAMILYNAME X86_64
#define PLATFORM_ARCH_FAMILYID 2
#elif defined(__i386__)
#define PLATFORM_ARCH_X86 1
#define PLATFORM_ARCH_FAMILYNAME X86
#define PLATFORM_ARCH_FAMILYID 1
#elif defined(__aarch64__)
#define PLATFORM_ARCH_AARCH64 1
#define PLATFORM_ARCH_FAMILYNAME AARCH64
#define PLATFORM_ARCH_FAMILYID 11
#elif defined(__arm__)
#define PLATFORM_ARCH_ARM 1
#define PLATFORM_ARCH_FAMILYNAME ARM
#define PLATFORM_ARCH_FAMILYID 10
#elif defined(__powerpc__) || defined(__PPC__)
#define PLATFORM_ARCH_POWERPC 1
#define PLATFORM_ARCH_FAMILYNAME POWERPC
#define PLATFORM_ARCH_FAMILYID 5
#elif defined(__riscv)
#define PLATFORM_ARCH_RISCV 1
#define PLATFORM_ARCH_FAMILYNAME RISCV
#define PLATFORM_ARCH_FAMILYID 12
#elif defined(__s390__)
#define PLATFORM_ARCH_S390 1
#define PLATFORM_ARCH_FAMILYNAME S390
#define PLATFORM_ARCH_FAMILYID 13
#elif defined(__sparc__)
#define PLATFORM_ARCH_SPARC 1
#define PLATFORM_ARCH_FAMILYNAME SPARC
#define PLATFORM_ARCH_FAMILYID 6
#elif defined(__mips__)
#define PLATFORM_ARCH_MIPS 1
#define PLATFORM_ARCH_FAMILYNAME MIPS
#define PLATFORM_ARCH_FAMILYID 7
#elif defined(__loongarch__)
#define PLATFORM_ARCH_LOONGARCH 1
#define PLATFORM_ARCH_FAMILYNAME LOONGARCH
#define PLATFORM_ARCH_FAMILYID 14
#else
#define PLATFORM_ARCH_UNKNOWN 1
#define PLATFORM_ARCH_FAMILYNAME UNKNOWN
#define PLATFORM_ARCH_FAMILYID 9999
#endif

/* --- width of a pointer, order of bytes ----------------------------------- */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ == 4
#define PLATFORM_ARCH_32 1
#else
#define PLATFORM_ARCH_64 1
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PLATFORM_ARCH_BIG_ENDIAN 1
#else
#define PLATFORM_ARCH_LITTLE_ENDIAN 1
#endif

#endif
