/* SPDX-License-Identifier: BSD-3-Clause
 *
 * twins.h: makes the function `name` a weak second name of `twin`, which is defined in the same
 * file: ARMCI_X of PARMCI_X (parmci.h).
 */
#ifndef HYD_ARMCI_TWINS_H
#define HYD_ARMCI_TWINS_H

#define ARMCI_TWIN(name, twin) extern __typeof__(twin) name __attribute__((weak, alias(#twin)))

#endif
