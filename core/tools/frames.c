/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frames.c: hyd-frames PID ADDRESS...: the functions, files and lines of addresses in a process, which are hexadecimal:
 * where a call returns to, or, after a =, where the process has been interrupted. Prints all of it by one write, so
 * that the frames of several ranks do not mix:
 *
 *   #2  0x000055c0c7d2b1f4 in solve at solver.c:120 (./prog)
 *
 * A call that was compiled in line has a line of its own, without a number, before the function that it is in.
 * tools_backtrace.c starts it for a process that fails; it needs nothing of that but the map of its memory. Status 0:
 * it is printed.
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char out[64 * 1024];

struct place {
  const char *file;
  int line;
};

static const char *base_name(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path;
}

static void print_place(const struct place *p) {
  if (p->file) printf(" at %s:%d", base_name(p->file), p->line);
}

static struct place place_of(Dwfl_Module *module, Dwarf_Addr pc) {
  struct place p = {NULL, 0};
  Dwfl_Line *line = dwfl_module_getsrc(module, pc);
  if (line) p.file = dwfl_lineinfo(line, NULL, &p.line, NULL, NULL, NULL);
  return p;
}

/* Where the call that is in line here was written. */
static struct place call_of(Dwarf_Die *unit, Dwarf_Die *die) {
  struct place p = {NULL, 0};
  Dwarf_Attribute attribute;
  Dwarf_Files *files;
  Dwarf_Word number, line;
  if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &number) ||
      dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) || dwarf_getsrcfiles(unit, &files, NULL))
    return p;
  p.file = dwarf_filesrc(files, (size_t)number, NULL, NULL);
  p.line = (int)line;
  return p;
}

/* The innermost function or call in line that has the address, and what that is in, outwards. 0: not known. */
static int scopes_of(Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Die **unit, Dwarf_Die **scopes) {
  Dwarf_Addr bias;
  Dwarf_Die *inner = NULL, die;
  int n;
  *unit = dwfl_module_addrdie(module, pc, &bias);
  if (*unit == NULL || (n = dwarf_getscopes(*unit, pc - bias, &inner)) <= 0) return 0;
  die = inner[0];
  free(inner);
  n = dwarf_getscopes_die(&die, scopes); /* by place in the file: not where the call in line was defined */
  return n > 0 ? n : 0;
}

/* Prints calls in line, and leaves in *p where the function itself is. Its name, or NULL. */
static const char *print_in_line(Dwfl_Module *module, Dwarf_Addr shown, Dwarf_Addr pc, struct place *p) {
  Dwarf_Die *unit, *scopes = NULL;
  const char *name = NULL;
  int n = scopes_of(module, pc, &unit, &scopes);
  for (int i = 0; i < n && name == NULL; i++) {
    int tag = dwarf_tag(&scopes[i]);
    if (tag == DW_TAG_subprogram) name = dwarf_diename(&scopes[i]);
    if (tag != DW_TAG_inlined_subroutine) continue;
    printf("    0x%016" PRIx64 " in %s", (uint64_t)shown, dwarf_diename(&scopes[i]));
    print_place(p);
    printf(" [in line]\n");
    *p = call_of(unit, &scopes[i]);
  }
  free(scopes);
  return name;
}

/* is_return: the kernel has put it on the stack for a signal's handler to return to. */
static void print_frame(Dwfl *process, int number, const char *text, int is_return) {
  int exact = *text == '=';
  Dwarf_Addr shown = strtoull(text + exact, NULL, 16), pc = exact ? shown : shown - 1;
  Dwfl_Module *module = dwfl_addrmodule(process, pc);
  const char *object = NULL, *name;
  struct place p = {NULL, 0};
  if (module) {
    p = place_of(module, pc);
    object = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  }
  name = is_return ? "(the signal's handler was called here)" : module ? print_in_line(module, shown, pc, &p) : NULL;
  if (name == NULL && module) name = dwfl_module_addrname(module, pc);
  printf("#%-2d 0x%016" PRIx64 " in %s", number, (uint64_t)shown, name ? name : "??");
  if (!is_return) print_place(&p);
  printf(" (%s)\n", object ? object : "no file");
}

static Dwfl *look_at(pid_t pid) {
  static char *paths;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .debuginfo_path = &paths};
  Dwfl *process = dwfl_begin(&callbacks);
  unsetenv("DEBUGINFOD_URLS"); /* nothing is fetched while a job waits */
  if (process && (dwfl_linux_proc_report(process, pid) || dwfl_report_end(process, NULL, NULL))) {
    dwfl_end(process);
    return NULL;
  }
  return process;
}

int main(int argc, char **argv) {
  Dwfl *process = argc > 2 ? look_at(atoi(argv[1])) : NULL;
  if (process == NULL) return 1;
  setvbuf(stdout, out, _IOFBF, sizeof out);
  for (int i = 2; i < argc; i++) print_frame(process, i - 2, argv[i], i + 1 < argc && argv[i + 1][0] == '=');
  dwfl_end(process);
  return fflush(stdout) ? 1 : 0;
}
