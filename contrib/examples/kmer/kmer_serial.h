/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_serial.h: the same count made another way, by one process, to check the parallel one
 * against: every k-mer in one array, sorted, and runs counted. It shares only the file reader with
 * the parallel count, and needs 8 bytes of memory for every letter of the input.
 */
#ifndef KMER_SERIAL_H
#define KMER_SERIAL_H

#include "kmer_table.h"

/* Counts the files. 0 with *list (to be freed) = *n k-mers in ascending order, key = k-mer + 1;
 * -1 with one line in error[KMER_ERROR_TEXT]. */
int kmer_serial_count(char *const *paths, int files, unsigned k, struct kmer_slot **list,
                      uint64_t *n, char *error);

/* Sorts a list by key. */
void kmer_list_sort(struct kmer_slot *list, uint64_t n);

/* Compares two sorted lists. True if equal; else one line in text[size] tells what differs. */
int kmer_list_compare(const struct kmer_slot *got, uint64_t n_got, const struct kmer_slot *serial,
                      uint64_t n_serial, unsigned k, char *text, size_t size);

#endif
