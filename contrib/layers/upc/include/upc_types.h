/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_types.h: types, operations and flags of the optional libraries.
 */
#ifndef HYD_UPC_TYPES_H
#define HYD_UPC_TYPES_H

typedef int upc_type_t;
#define UPC_CHAR 1
#define UPC_UCHAR 2
#define UPC_SHORT 3
#define UPC_USHORT 4
#define UPC_INT 5
#define UPC_UINT 6
#define UPC_LONG 7
#define UPC_ULONG 8
#define UPC_LLONG 9
#define UPC_ULLONG 10
#define UPC_INT8 11
#define UPC_UINT8 12
#define UPC_INT16 13
#define UPC_UINT16 14
#define UPC_INT32 15
#define UPC_UINT32 16
#define UPC_INT64 17
#define UPC_UINT64 18
#define UPC_FLOAT 19
#define UPC_DOUBLE 20
#define UPC_LDOUBLE 21
#define UPC_PTS 22

/* Flags tell what is synchronised before and after a collective; without one it is ALLSYNC. */
typedef int upc_flag_t;
#define UPC_IN_ALLSYNC 1
#define UPC_IN_MYSYNC 2
#define UPC_IN_NOSYNC 4
#define UPC_OUT_ALLSYNC 8
#define UPC_OUT_MYSYNC 16
#define UPC_OUT_NOSYNC 32

typedef unsigned long upc_op_t;
#define UPC_ADD_OP 0
#define UPC_MULT_OP 1
#define UPC_AND_OP 2
#define UPC_OR_OP 3
#define UPC_XOR_OP 4
#define UPC_LOGAND_OP 5
#define UPC_LOGOR_OP 6
#define UPC_MIN_OP 7
#define UPC_MAX_OP 8
#define UPC_ADD (1UL << UPC_ADD_OP)
#define UPC_MULT (1UL << UPC_MULT_OP)
#define UPC_AND (1UL << UPC_AND_OP)
#define UPC_OR (1UL << UPC_OR_OP)
#define UPC_XOR (1UL << UPC_XOR_OP)
#define UPC_LOGAND (1UL << UPC_LOGAND_OP)
#define UPC_LOGOR (1UL << UPC_LOGOR_OP)
#define UPC_MIN (1UL << UPC_MIN_OP)
#define UPC_MAX (1UL << UPC_MAX_OP)

#endif
