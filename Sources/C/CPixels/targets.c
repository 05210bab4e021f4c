// SPDX-License-Identifier: MIT
#include "CPixels.h"

/// Eight at a time without a branch: of many places along a row few are worth one.
enum { LANES = 8 };

/// Whether the five runs from an edge on are 1 : 1 : 3 : 1 : 1, all ones or zero.
///
/// Distances between edges of the same kind do not change when ink spreads: two, four, four and two modules.
static inline int32_t is_target(const int32_t *e, int32_t least, int32_t most) {
    const int32_t a = e[2] - e[0], b = e[3] - e[1], c = e[4] - e[2], d = e[5] - e[3];
    const int32_t sum = a + b + c + d, middle = e[3] - e[2], slack = (sum >> 1) + 8;
    const int32_t a12 = 12 * a - 2 * sum, b12 = 12 * b - 4 * sum, c12 = 12 * c - 4 * sum, d12 = 12 * d - 2 * sum;
    return -(int32_t)((sum >= least) & (sum <= most) & (6 * middle >= sum) & (2 * middle <= sum) & (a12 <= slack) & (-a12 <= slack)
                      & (d12 <= slack) & (-d12 <= slack) & (b12 <= slack + 4) & (-b12 <= slack + 4)
                      & (c12 <= slack + 4) & (-c12 <= slack + 4));
}

size_t pixels_find_targets(const int32_t *edges, size_t count, int32_t least, int32_t most, uint32_t *found) {
    size_t hits = 0, first = 0;
    if (count < 6) return 0;
    const size_t places = count - 5;
    for (; first + LANES <= places; first += LANES) {
        int32_t flags[LANES], any = 0;
        for (size_t i = 0; i < LANES; i++) flags[i] = is_target(edges + first + i, least, most);
        for (size_t i = 0; i < LANES; i++) any |= flags[i];
        if (any == 0) continue;
        for (size_t i = 0; i < LANES; i++) {
            found[hits] = (uint32_t)(first + i);
            hits += flags[i] != 0;
        }
    }
    for (; first < places; first++) {
        found[hits] = (uint32_t)first;
        hits += is_target(edges + first, least, most) != 0;
    }
    return hits;
}
