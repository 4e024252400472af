/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frames.c: the program hyd-frames.
 *
 * hyd-frames PID ADDRESS...: prints the functions, files and lines of hexadecimal addresses in a
 * process. An address is one that a call returns to, or, after a =, one at which the process was
 * interrupted. All is printed by one write, so that frames of several ranks do not mix:
 *
 *   #2  0x000055c0c7d2b1f4 in solve at solver.c:120 (./prog)
 *
 * An inlined call has a line of its own, without a number, before the function that contains it.
 *
 * hyd-frames -c PID ADDRESS...: prints only the first place outside of the library, as
 * solver.c:120, or else the function's name. The first address must be in the library's
 * tools_backtrace.c, by which the directory of the library's sources is found.
 *
 * tools_backtrace.c starts this program for a process that fails; of that process it needs only the
 * memory map. Status 0: the frames were printed.
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
  const char *file; /* the path that the compiler was given */
  const char *dir;  /* the compiler's directory; NULL: not known */
  int line;
};

/* A function or an inlined call; the innermost one is the first. */
struct level {
  const char *name;
  struct place at;
};
#define LEVELS 32

static const char *base_name(const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;
  return slash ? slash + 1 : path;
}

/* --- the functions that contain an address -------------------------------- */

static struct place place_of(Dwfl_Module *module, Dwarf_Addr pc) {
  struct place p = {NULL, NULL, 0};
  Dwfl_Line *line = dwfl_module_getsrc(module, pc);
  if (line == NULL) return p;
  p.file = dwfl_lineinfo(line, NULL, &p.line, NULL, NULL, NULL);
  p.dir = dwfl_line_comp_dir(line);
  return p;
}

/* The place of an inlined call. */
static struct place call_of(Dwarf_Die *unit, Dwarf_Die *die, const char *dir) {
  struct place p = {NULL, dir, 0};
  Dwarf_Attribute attribute;
  Dwarf_Files *files;
  Dwarf_Word number, line;
  if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &number) ||
      dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) ||
      dwarf_getsrcfiles(unit, &files, NULL))
    return p;
  p.file = dwarf_filesrc(files, (size_t)number, NULL, NULL);
  p.line = (int)line;
  return p;
}

/* The innermost function or inlined call that contains the address, then those that contain it. 0:
 * not known. */
static int scopes_of(Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Die **unit, Dwarf_Die **scopes) {
  Dwarf_Addr bias;
  Dwarf_Die *inner = NULL, die;
  int n;
  *unit = dwfl_module_addrdie(module, pc, &bias);
  if (*unit == NULL || (n = dwarf_getscopes(*unit, pc - bias, &inner)) <= 0) return 0;
  die = inner[0];
  free(inner);
  /* The scopes that contain the address, not those of the inlined function's definition. */
  n = dwarf_getscopes_die(&die, scopes);
  return n > 0 ? n : 0;
}

/* The demangler of the Itanium ABI, in libstdc++; Rust's names follow the same rules. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

/* A symbol as its language writes it; Rust's without the final hash. The memory is not freed, as
 * this program ends soon. */
static const char *readable(const char *symbol) {
  int status = 0;
  char *name = symbol ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL, *hash;
  if (name == NULL) return symbol;
  hash = strrchr(name, ':');
  if (hash && hash > name && hash[-1] == ':' && hash[1] == 'h' &&
      strspn(hash + 2, "0123456789abcdef") == 16 && hash[18] == '\0')
    hash[-1] = '\0';
  return name;
}

/* Finds the levels of an address: at least one, whose name may be NULL. */
static int levels_of(Dwfl_Module *module, Dwarf_Addr pc, struct level *level) {
  struct place at = module ? place_of(module, pc) : (struct place){NULL, NULL, 0};
  Dwarf_Die *unit, *scopes = NULL;
  int n = module ? scopes_of(module, pc, &unit, &scopes) : 0, found = 0;
  const char *name = NULL;
  for (int i = 0; i < n && name == NULL; i++) {
    int tag = dwarf_tag(&scopes[i]);
    if (tag == DW_TAG_subprogram) name = dwarf_diename(&scopes[i]);
    if (tag != DW_TAG_inlined_subroutine || found == LEVELS - 1) continue;
    level[found++] = (struct level){dwarf_diename(&scopes[i]), at};
    at = call_of(unit, &scopes[i], at.dir);
  }
  free(scopes);
  if (name == NULL && module) name = readable(dwfl_module_addrname(module, pc));
  level[found++] = (struct level){name, at};
  return found;
}

/* Parses an address; *pc is inside the call, which returns behind itself. */
static Dwarf_Addr parse_address(const char *text, Dwarf_Addr *pc) {
  int exact = *text == '=';
  Dwarf_Addr shown = strtoull(text + exact, NULL, 16);
  *pc = exact ? shown : shown - 1;
  return shown;
}

/* --- all of them ---------------------------------------------------------- */

static void print_level(const char *number, Dwarf_Addr shown, const struct level *l) {
  printf("%-3s 0x%016" PRIx64 " in %s", number, (uint64_t)shown, l->name ? l->name : "??");
  if (l->at.file) printf(" at %s:%d", base_name(l->at.file), l->at.line);
}

/* Prints a frame. is_return: the kernel has put it on the stack as the return address of a signal
 * handler. */
static void print_frame(Dwfl *process, int number, const char *text, int is_return) {
  struct level level[LEVELS];
  Dwarf_Addr pc, shown = parse_address(text, &pc);
  Dwfl_Module *module = dwfl_addrmodule(process, pc);
  const char *object =
      module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
  int n = levels_of(module, pc, level);
  char count[16];
  if (is_return)
    level[n - 1] = (struct level){"(the signal's handler was called here)", {NULL, NULL, 0}};
  for (int i = 0; i < n - 1; i++) {
    print_level("", shown, &level[i]);
    printf(" [in line]\n");
  }
  snprintf(count, sizeof count, "#%d", number);
  print_level(count, shown, &level[n - 1]);
  printf(" (%s)\n", object ? object : "no file");
}

/* --- the client's place --------------------------------------------------- */

/* Writes a place's source file as one path. */
static void path_of(const struct place *p, char *path, size_t size) {
  int whole = p->file[0] == '/' || p->dir == NULL;
  snprintf(path, size, "%s%s%s", whole ? "" : p->dir, whole ? "" : "/", p->file);
}

/* Finds the directory of the library's sources: three levels above the source of the first address.
 */
static int find_root(Dwfl *process, const char *first, char *root, size_t size) {
  Dwarf_Addr pc;
  (void)parse_address(first, &pc);
  Dwfl_Module *module = dwfl_addrmodule(process, pc);
  struct place p = module ? place_of(module, pc) : (struct place){NULL, NULL, 0};
  if (p.file == NULL) return -1;
  path_of(&p, root, size);
  for (int i = 0; i < 3; i++) {
    char *slash = strrchr(root, '/');
    if (slash == NULL) return -1;
    *slash = '\0';
  }
  return 0;
}

static int begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static int begins_any(const char *text, const char *const *with) {
  for (; text && *with; with++)
    if (begins(text, *with)) return 1;
  return 0;
}

/* Whether a level belongs to the library: to its sources, or inlined from its headers. */
static int is_library(const struct level *l, const char *root) {
  static const char *const dirs[] = {"/core/",     "/extended/", "/vis/",
                                     "/conduits/", "/firehose/", NULL};
  static const char *const names[] = {"hyd_", "gex_", "gasnet", "hydrant::", NULL};
  char path[4096];
  if (begins_any(l->name, names)) return 1;
  if (l->at.file == NULL) return 0;
  path_of(&l->at, path, sizeof path);
  return begins(path, root) && begins_any(path + strlen(root), dirs);
}

/* Whether a module or function is not the client's even if its sources are not known: the library,
 * and the caller of main. */
static int is_foreign(Dwfl_Module *module, const char *name) {
  static const char *const objects[] = {"libgasnet", "hyd_conduit_", "libc.", "libc-",
                                        "ld-",       "libpthread",   NULL};
  static const char *const names[] = {"_start",  "start_thread", "clone",
                                      "__clone", "__libc_start", NULL};
  const char *object =
      module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
  return begins_any(base_name(object), objects) || begins_any(name, names);
}

static int print_client(Dwfl *process, char **text, int count) {
  char root[4096];
  if (find_root(process, text[0], root, sizeof root)) return 1;
  for (int i = 0; i < count; i++) {
    struct level level[LEVELS];
    Dwarf_Addr pc;
    (void)parse_address(text[i], &pc);
    Dwfl_Module *module = dwfl_addrmodule(process, pc);
    for (int k = 0, n = levels_of(module, pc, level); k < n; k++) {
      if (is_library(&level[k], root) || is_foreign(module, level[k].name)) continue;
      if (level[k].at.file)
        printf("%s:%d", base_name(level[k].at.file), level[k].at.line);
      else if (level[k].name)
        printf("%s", level[k].name);
      return level[k].at.file || level[k].name ? 0 : 1;
    }
  }
  return 1;
}

/* --- main ----------------------------------------------------------------- */

static Dwfl *look_at(pid_t pid) {
  static char *paths;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .debuginfo_path = &paths};
  Dwfl *process = dwfl_begin(&callbacks);
  unsetenv("DEBUGINFOD_URLS"); /* do not download anything while a job waits */
  if (process && (dwfl_linux_proc_report(process, pid) || dwfl_report_end(process, NULL, NULL))) {
    dwfl_end(process);
    return NULL;
  }
  return process;
}

static void print_all(Dwfl *process, char **text, int count) {
  for (int i = 0; i < count; i++)
    print_frame(process, i, text[i], i + 1 < count && text[i + 1][0] == '=');
}

int main(int argc, char **argv) {
  int for_client = argc > 1 && strcmp(argv[1], "-c") == 0, first = 2 + for_client, status = 0;
  Dwfl *process = argc > first ? look_at(atoi(argv[first - 1])) : NULL;
  if (process == NULL) return 1;
  setvbuf(stdout, out, _IOFBF, sizeof out);
  if (for_client)
    status = print_client(process, argv + first, argc - first);
  else
    print_all(process, argv + first, argc - first);
  dwfl_end(process);
  return fflush(stdout) ? 1 : status;
}
