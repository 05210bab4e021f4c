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

size_t pixels_walk(
    const uint64_t *bits, size_t width, size_t height, int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t reach,
    int32_t *changes) {
    const size_t words = (width + 63) / 64;
    const int32_t across = dx > 0 ? (int32_t)width - 1 - x : dx < 0 ? x : INT32_MAX;
    const int32_t down = dy > 0 ? (int32_t)height - 1 - y : dy < 0 ? y : INT32_MAX;
    const int32_t inside = across < down ? across : down, most = inside < reach ? inside : reach;
    const uint64_t *row = bits + (size_t)y * words;
    const ptrdiff_t stride = (ptrdiff_t)words * dy;
    uint64_t colour = row[x >> 6] >> (x & 63) & 1;
    int32_t half = 0, bound = reach;
    size_t count = 0;
    for (int32_t step = 1; step <= most; step++) {
        x += dx;
        row += stride;
        const uint64_t bit = row[x >> 6] >> (x & 63) & 1;
        if (bit == colour) {
            // The rings are thinner than half of the middle, give or take blur.
            if (step > bound) return count;
            continue;
        }
        colour = bit;
        changes[count++] = step;
        if (count == 3) return count;
        if (count == 1) half = step;
        bound = step + 2 * half + 3;
    }
    // The edge of the picture ends the outermost run.
    if (count == 2 && most == inside && most < reach) changes[count++] = most + 1;
    return count;
}
