/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor.h: gasnetrun doctor: one line for each thing looked at, and one for each fallback that the
 * library takes because of it.
 */
#ifndef HYD_GASNETRUN_DOCTOR_H
#define HYD_GASNETRUN_DOCTOR_H

/* "name            text", and below it "-> fallback: text": something works in a slower way; or
 * "-> problem: text": something does not work. */
enum hyd_doctor_note { HYD_FALLBACK, HYD_PROBLEM };
void hyd_doctor_line(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void hyd_doctor_note(enum hyd_doctor_note kind, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The parts of the report. */
void hyd_doctor_machine(void);     /* doctor_machine.c */
void hyd_doctor_environment(void); /* doctor_env.c */

#endif
