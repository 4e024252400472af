/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc-crtend.c: linked behind the program: the end of shared objects with static storage.
 */
__attribute__((section("upc_shared"), aligned(1))) char __upc_shared_end[1];
