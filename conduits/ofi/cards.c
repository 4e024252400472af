/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cards.c: hosts with several cards: the distance of each card from this rank, and the device that
 * the user has chosen for each part of the machine. The kernel reports which processors are local
 * to a card's slot on the PCI bus.
 */
#include "conduits/ofi/setup.h"

#include <hwloc/linux.h>
#include <stdio.h>

#include "core/oob/oob.h"

static const struct fi_pci_attr *slot_of(const struct fi_info *i) {
  const struct fi_bus_attr *bus = i->nic ? i->nic->bus_attr : NULL;
  return bus && bus->bus_type == FI_BUS_PCI ? &bus->attr.pci : NULL;
}

/* The distance of the entry's card; the least one if it is not known. */
static unsigned distance(const struct fi_info *i, const void *place) {
  const struct fi_pci_attr *at = slot_of(i);
  hwloc_bitmap_t cpus = at ? hwloc_bitmap_alloc() : NULL;
  unsigned d = HYD_SAME_NODE;
  char path[96];
  if (cpus == NULL) return d;
  snprintf(path, sizeof path, "/sys/bus/pci/devices/%04x:%02x:%02x.%x/local_cpus", at->domain_id,
           at->bus_id, at->device_id, at->function_id);
  if (hwloc_linux_read_path_as_cpumask(path, cpus) == 0) d = hyd_place_distance(place, cpus);
  hwloc_bitmap_free(cpus);
  return d;
}

static int has_card(const struct fi_info *list) {
  while (list && !slot_of(list)) list = list->next;
  return list != NULL;
}

void hyd_ofi_wish_closest(const struct hyd_ofi *s, struct fi_info *list, struct hyd_place *here,
                          struct hyd_ofi_wish *w) {
  if (has_card(list) && hyd_place_find(here, hyd_job_env(s->job)) == 0) {
    w->distance = distance;
    w->place = here;
  }
  w->turn = hyd_oob_turn(s->job, hyd_ofi_kind(list, w)); /* collective over the host */
}

const char *hyd_ofi_device(const struct hyd_ofi *s) {
  struct hyd_env *env = hyd_job_env(s->job);
  struct hyd_place place;
  char variable[300];
  const char *device = hyd_env_str(env, HYD_ENV_OFI_DEVICE);
  if (hyd_env_is_split(env, HYD_ENV_OFI_DEVICE, HYD_ENV_OFI_DEVICE_TYPE) &&
      hyd_place_find(&place, env) == 0) {
    device = hyd_env_of_place(env, HYD_ENV_OFI_DEVICE, HYD_ENV_OFI_DEVICE_TYPE, &place, variable,
                              sizeof variable);
    hyd_place_forget(&place);
  }
  return device;
}
