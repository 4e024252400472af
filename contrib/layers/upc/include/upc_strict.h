/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_strict.h: accesses are strict unless they say otherwise.
 */
#pragma upc strict
#include <upc.h>
