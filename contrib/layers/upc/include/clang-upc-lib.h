/* SPDX-License-Identifier: BSD-3-Clause
 *
 * clang-upc-lib.h: some programs include this name; clang-upc.h has all.
 */
