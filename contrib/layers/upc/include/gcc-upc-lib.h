/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gcc-upc-lib.h: some programs include this name; gcc-upc.h has all.
 */
