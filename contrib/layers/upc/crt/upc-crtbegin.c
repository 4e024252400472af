/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc-crtbegin.c: linked before the program: offset 0 of shared memory, which no object has
 * (libupc.md 1.2). The start is aligned as any object may be.
 */
__attribute__((section("upc_shared"), aligned(256))) char __upc_shared_start[256];
