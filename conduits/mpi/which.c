/* SPDX-License-Identifier: BSD-3-Clause
 *
 * which.c: chooses the module (Open MPI or MPICH) that a process loads; part of the library, and
 * not linked with MPI. The MPI that the program is linked with decides, as a process cannot have
 * two; then the setting; then the launcher; then the module that was built first. Under the
 * launcher of another MPI each process would be a job of one rank: that is refused, by the rank
 * that the launcher calls 0.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "conduits/conduit.h"
#include "conduits/mpi/first_speaks.h"
#include "core/env/env.h"

#define VERSION_MOST 8192 /* MPICH's MPI_MAX_LIBRARY_VERSION_STRING, the longest */

hyd_which_fn hyd_mpi_which;

static const struct kind {
  const char *name, *title, *launcher, *rank;
  const char *says, *says_too; /* words in MPI_Get_library_version */
  int built;                   /* its module was built */
} kinds[] = {
    {"openmpi", "Open MPI", "mpirun", "OMPI_COMM_WORLD_RANK", "Open MPI", "Open MPI",
     HYD_MPI_BUILT_OPENMPI},
    {"mpich", "MPICH", "mpiexec", "PMI_RANK", "MPICH", "MVAPICH", HYD_MPI_BUILT_MPICH},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* The kind of the MPI in this process; NULL: none, or an unknown one. MPI_Get_library_version has
 * these types in both, and may be called before MPI_Init. */
static const struct kind *kind_linked(void) {
  int (*version)(char *text, int *size);
  void *found = dlsym(RTLD_DEFAULT, "MPI_Get_library_version");
  char text[VERSION_MOST + 1] = "";
  int size = 0;
  if (found == NULL) return NULL;
  memcpy(&version, &found, sizeof version);
  if (version(text, &size)) return NULL;
  for (size_t i = 0; i < KINDS; i++)
    if (strstr(text, kinds[i].says) || strstr(text, kinds[i].says_too)) return &kinds[i];
  return NULL;
}

/* The kind of the launcher that has started this process; NULL: not known. Launchers other than
 * MPICH's set PMI_RANK, too. */
static const struct kind *kind_of_launcher(void) {
  if (getenv(kinds[0].rank)) return &kinds[0];
  return getenv(kinds[1].rank) && getenv("MPI_LOCALRANKID") ? &kinds[1] : NULL;
}

static const struct kind *kind_asked_for(struct hyd_env *env) {
  const char *name = hyd_env_str(env, HYD_ENV_MPI_LIBRARY);
  for (size_t i = 0; i < KINDS; i++)
    if (strcasecmp(name, kinds[i].name) == 0) return &kinds[i];
  return NULL;
}

static const struct kind *first_built(void) { return &kinds[!kinds[0].built]; }

int hyd_mpi_which(struct hyd_env *env, char *file, size_t size, char *why, size_t why_size) {
  const struct kind *mine = kind_linked(), *wanted = kind_asked_for(env),
                    *launcher = kind_of_launcher(),
                    *k = mine       ? mine
                         : wanted   ? wanted
                         : launcher ? launcher
                                    : first_built();
  if (launcher && (launcher != k || !k->built || (wanted && wanted != k)))
    hyd_mpi_first_speaks(strcmp(getenv(launcher->rank), "0") == 0);
  if (wanted && wanted != k)
    snprintf(why, why_size, "GASNET_MPI_LIBRARY=%s, but the program is linked with %s",
             wanted->name, k->title);
  else if (launcher && launcher != k)
    snprintf(why, why_size,
             "%s %s, but it was started by the %s of %s, to which each of its processes is a job "
             "of one rank; expected the %s of %s",
             mine ? "the program is linked with" : "GASNET_MPI_LIBRARY is", k->title,
             launcher->launcher, launcher->title, k->launcher, k->title);
  else if (!k->built)
    snprintf(why, why_size, "this build has it for %s, and not for %s (configure --with-mpi-cc)",
             first_built()->title, k->title);
  else
    return snprintf(file, size, "hyd_conduit_mpi_%s.so", k->name), 0;
  return -1;
}
