/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_netvm.h: what network virtual memory must reach: the table of the issue "Paged segments",
 * whose R1 to R9 are those of the digest of the thesis. Lines as in goals_smp.h.
 */
#define AT_MOST true
#define AT_LEAST false
#define RATIO OF_RATIO
#define VALUE OF_VALUE

static const struct hyd_bn_goal goals_netvm[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"R1 udp: put, 8 B", "netvm-udp", "put, unpinned : pinned", 8, 8, 2, RATIO, AT_MOST, 1.06,
     "pinned"},
    {"R1 udp: put, 4 KB", "netvm-udp", "put, unpinned : pinned", 4096, 4096, 2, RATIO, AT_MOST,
     1.02, "pinned"},
    {"R2 udp: time of a 4 KB stream", "netvm-udp", "stream, unpinned : pinned", 4096, 4096, 2,
     RATIO, AT_MOST, 1 / 0.98, "pinned"},
    {"R1 smp: put: lock, check, unlock", "netvm", "put: lock, check, unlock", 8, 8, 2, RATIO,
     AT_MOST, 1.5, "2 adds"},
    {"R2 smp: time of a 64 KB stream", "netvm", "stream", 65536, 65536, 2, RATIO, AT_MOST, 1 / 0.98,
     "pinned"},
    {"R3 lock + unlock, 1 page", "netvm", "lock + unlock, 1 page", -1, -1, 0, RATIO, AT_MOST, 0.05,
     "mlock"},
    {"R3 lock + unlock, 8 pages", "netvm", "lock + unlock, 8 pages", -1, -1, 0, RATIO, AT_MOST, 0.1,
     "mlock"},
    {"R4 shadow map update", "netvm", "shadow map update", -1, -1, 0, RATIO, AT_MOST, 0.1,
     "0-fill"},
    {"R5 smp: 4 B over a page's end, time", "netvm", "stream, 4 bytes over", 4096, 4096, 2, RATIO,
     AT_MOST, 1 / 0.7, "stream"},
    {"R5 udp: 4 B over a page's end, time", "netvm-udp", "stream, 4 bytes over", 4096, 4096, 2,
     RATIO, AT_MOST, 1 / 0.7, "stream"},
    {"R5 smp: in the middle of a page", "netvm", "put, in the middle", 4096, 4096, 2, RATIO,
     AT_MOST, 1 / 0.7, "put"},
    {"R5 udp: in the middle of a page", "netvm-udp", "put, in the middle", 4096, 4096, 2, RATIO,
     AT_MOST, 1 / 0.7, "put"},
    {"R6 smp: notification, 8 B", "netvm", "notification, spin", 8, 8, 2, RATIO, AT_MOST, 1.2,
     "write"},
    {"R6 udp: notification, 8 B", "netvm-udp", "notification, spin", 8, 8, 2, RATIO, AT_MOST, 1.2,
     "write"},
    {"R7 smp: channel, 8 B", "netvm", "channel", 8, 8, 2, RATIO, AT_MOST, 1.12, "writeN"},
    {"R7 smp: channel, 4 KB", "netvm", "channel", 4096, 4096, 2, RATIO, AT_MOST, 1.01, "writeN"},
    {"R7 udp: channel, 8 B", "netvm-udp", "channel", 8, 8, 2, RATIO, AT_MOST, 1.12, "writeN"},
    {"R7 udp: channel, 4 KB", "netvm-udp", "channel", 4096, 4096, 2, RATIO, AT_MOST, 1.01,
     "writeN"},
    {"R8 smp: Ssignal", "netvm", "Ssignal, none waits", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 smp: Swait", "netvm", "Swait, passes", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 smp: removeQ", "netvm", "removeQ, empty", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 smp: insertQ, removeQ, waitQ", "netvm", "insertQ + removeQ + waitQ", 4, 4, 2, RATIO,
     AT_MOST, 1.2, "2 cas"},
    {"R8 udp: Ssignal", "netvm-udp", "Ssignal, none waits", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 udp: Swait", "netvm-udp", "Swait, passes", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 udp: removeQ", "netvm-udp", "removeQ, empty", 4, 4, 2, RATIO, AT_MOST, 1.2, "cas"},
    {"R8 smp: lock's hand-over", "netvm", "lock: hand-over, 2 ranks", -1, -1, 2, RATIO, AT_MOST, 2,
     "one way"},
    {"R8 udp: lock's hand-over", "netvm-udp", "lock: hand-over, 2 ranks", -1, -1, 2, RATIO, AT_MOST,
     2, "one way"},
    {"R9 smp: bounce", "netvm", "absent page: bounce", 4096, 4096, 2, RATIO, AT_MOST, 1,
     "best + 1"},
    {"R9 udp: bounce", "netvm-udp", "absent page: bounce", 4096, 4096, 2, RATIO, AT_MOST, 1,
     "best + 1"},
    {"100 % resident, uniform", "netvm", "100 % resident, uniform", 4096, 4096, 2, RATIO, AT_LEAST,
     0.9, "pinned"},
    {"100 % resident, 90:10", "netvm", "100 % resident, 90:10", 4096, 4096, 2, RATIO, AT_LEAST, 0.9,
     "pinned"},
    {"50 % resident, uniform", "netvm", "50 % resident, uniform", 4096, 4096, 2, RATIO, AT_LEAST,
     0.9, "O_DIRECT"},
    {"50 % resident, 90:10", "netvm", "50 % resident, 90:10", 4096, 4096, 2, RATIO, AT_LEAST, 0.9,
     "O_DIRECT"},
    {"10 % resident, uniform", "netvm", "10 % resident, uniform", 4096, 4096, 2, RATIO, AT_LEAST,
     0.9, "O_DIRECT"},
    {"10 % resident, 90:10", "netvm", "10 % resident, 90:10", 4096, 4096, 2, RATIO, AT_LEAST, 0.9,
     "O_DIRECT"},
    {"F6 smp: page-in of 100 ms", "netvm", "put, another's page-in takes 100 ms", 8, 8, 3, RATIO,
     AT_MOST, 1.1, "none"},
    {"F6 udp: page-in of 100 ms", "netvm-udp", "put, another's page-in takes 100 ms", 8, 8, 3,
     RATIO, AT_MOST, 1.1, "none"},
    {"start, 64 GB each", "netvm", "start to end, 64 GB each", -1, -1, 4, RATIO, AT_MOST, 1.1,
     "64 MB"},
    {"locked after start", "netvm", "locked after start", 65536, 65536, 4, VALUE, AT_MOST, 0, "KB"},
};

#undef AT_MOST
#undef AT_LEAST
#undef RATIO
#undef VALUE
