// SPDX-License-Identifier: MIT
#include "CPixels.h"

#include <string.h>

void pixels_box_sums(const float *values, size_t side, size_t reach, float *room, float *sums) {
    // The sums of columns, with as many zeros on both sides as the squares reach beyond the edge.
    float *column = room + reach;
    memset(room, 0, (side + 2 * reach) * sizeof *room);
    for (size_t y = 0; y < reach && y < side; y++) {
        for (size_t x = 0; x < side; x++) column[x] += values[y * side + x];
    }
    for (size_t y = 0; y < side; y++) {
        if (y + reach < side) {
            const float *entering = values + (y + reach) * side;
            for (size_t x = 0; x < side; x++) column[x] += entering[x];
        }
        float *out = sums + y * side;
        memcpy(out, room, side * sizeof *out);
        for (size_t step = 1; step <= 2 * reach; step++) {
            for (size_t x = 0; x < side; x++) out[x] += room[x + step];
        }
        if (y >= reach) {
            const float *leaving = values + (y - reach) * side;
            for (size_t x = 0; x < side; x++) column[x] -= leaving[x];
        }
    }
}

void pixels_filter_modules(
    const float *values, size_t side, size_t margin, size_t reach, const float *weights, float *out) {
    const size_t edge = 2 * reach + 1, inner = side - 2 * margin;
    memcpy(out, values, side * side * sizeof *out);
    for (size_t y = margin; y < side - margin; y++) {
        float *row = out + y * side + margin;
        for (size_t x = 0; x < inner; x++) row[x] = weights[edge * edge];
        for (size_t j = 0; j < edge; j++) {
            for (size_t i = 0; i < edge; i++) {
                const float *from = values + (y + j - reach) * side + margin + i - reach;
                const float weight = weights[j * edge + i];
                for (size_t x = 0; x < inner; x++) row[x] += weight * from[x];
            }
        }
    }
}

void pixels_learn_filter(
    const float *values, size_t side, size_t reach, const uint32_t *places, const float *targets, size_t lessons,
    float *products, float *results) {
    enum { MOST = 28 };
    const size_t edge = 2 * reach + 1, count = edge * edge + 1;
    // Whole lanes of four; what is beyond the last is zero.
    const size_t stride = (count + 3) / 4 * 4;
    float row[MOST] = {0}, sums[MOST * MOST] = {0};
    if (count > MOST) return;
    row[count - 1] = 1;
    memset(results, 0, count * sizeof *results);
    for (size_t lesson = 0; lesson < lessons; lesson++) {
        const float *at = values + places[lesson] - reach * side - reach;
        for (size_t j = 0; j < edge; j++) {
            for (size_t i = 0; i < edge; i++) row[j * edge + i] = at[j * side + i];
        }
        for (size_t a = 0; a < count; a++) {
            const float value = row[a];
            float *sum = sums + a * stride;
            // Those before belong to the other half, which is the same.
            for (size_t b = a / 4 * 4; b < stride; b += 4) {
                for (size_t lane = 0; lane < 4; lane++) sum[b + lane] += value * row[b + lane];
            }
            results[a] += value * targets[lesson];
        }
    }
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < count; b++) {
            products[a * count + b] = a <= b ? sums[a * stride + b] : sums[b * stride + a];
        }
    }
}
