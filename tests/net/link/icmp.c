/* SPDX-License-Identifier: BSD-3-Clause
 *
 * icmp.c: see icmp.h. RFC 792, RFC 1191.
 */
#include "tests/net/link/icmp.h"

#include <arpa/inet.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <string.h>

#define QUOTED 28 /* bytes of the packet that are sent back: its head and the ports */

static uint16_t sum_of(const void *bytes, size_t n) {
  const unsigned char *p = bytes;
  uint32_t sum = 0;
  for (size_t i = 0; i < n; i += 2) sum += (uint32_t)(p[i] << 8 | p[i + 1]);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return htons((uint16_t)~sum);
}

/* From the address that could not be reached: the caller has it in a table. */
static struct iphdr head_of_answer(const struct iphdr *to) {
  struct iphdr ip = {.version = 4,
                     .ihl = 5,
                     .ttl = 64,
                     .protocol = IPPROTO_ICMP,
                     .saddr = to->daddr,
                     .daddr = to->saddr,
                     .tot_len = htons(sizeof ip + sizeof(struct icmphdr) + QUOTED)};
  ip.check = sum_of(&ip, sizeof ip);
  return ip;
}

static void turn_ethernet(unsigned char *answer, const unsigned char *frame) {
  memcpy(answer, frame + ETH_ALEN, ETH_ALEN);
  memcpy(answer + ETH_ALEN, frame, ETH_ALEN);
  memcpy(answer + 2 * (size_t)ETH_ALEN, frame + 2 * (size_t)ETH_ALEN, 2);
}

size_t icmp_too_large(unsigned char answer[ICMP_ANSWER_MAX], const unsigned char *frame, size_t n,
                      uint16_t mtu) {
  struct icmphdr icmp = {.type = ICMP_DEST_UNREACH,
                         .code = ICMP_FRAG_NEEDED,
                         .un.frag.mtu = htons(mtu)};
  unsigned char *at = answer + ETH_HLEN, *body = at + sizeof(struct iphdr);
  struct iphdr ip, back;
  if (n < ETH_HLEN + QUOTED || frame[12] != ETHERTYPE_IP >> 8 || frame[13] != (ETHERTYPE_IP & 0xff))
    return 0;
  memcpy(&ip, frame + ETH_HLEN, sizeof ip);
  if (ip.ihl != 5 || !(ntohs(ip.frag_off) & IP_DF)) return 0;
  back = head_of_answer(&ip);
  turn_ethernet(answer, frame);
  memcpy(at, &back, sizeof back);
  memcpy(body, &icmp, sizeof icmp);
  memcpy(body + sizeof icmp, frame + ETH_HLEN, QUOTED);
  icmp.checksum = sum_of(body, sizeof icmp + QUOTED);
  memcpy(body, &icmp, sizeof icmp);
  return ICMP_ANSWER_MAX;
}
