/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doctor.h: gasnetrun doctor: one line for each thing looked at, and one for each fallback that the
 * library takes because of it.
 */
#ifndef HYD_GASNETRUN_DOCTOR_H
#define HYD_GASNETRUN_DOCTOR_H

/* "name            text", and below it "-> text". fallback: something works in a slower way;
 * problem: something does not work. */
void hyd_doctor_line(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void hyd_doctor_fallback(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void hyd_doctor_problem(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The parts of the report. */
void hyd_doctor_processors(void); /* doctor_machine.c */
void hyd_doctor_memory(void);
void hyd_doctor_limits(void);
void hyd_doctor_kernel(void);      /* doctor_kernel.c */
void hyd_doctor_environment(void); /* doctor_env.c */

#endif
