// SPDX-License-Identifier: MIT
#include "CPixels.h"

void pixels_pack_darker(const uint8_t *grey, const uint8_t *threshold, size_t count, uint64_t *bits) {
    for (size_t word = 0; word < count / 64; word++) {
        uint64_t packed = 0;
        for (size_t bit = 0; bit < 64; bit++) {
            packed |= (uint64_t)(grey[word * 64 + bit] < threshold[word * 64 + bit]) << bit;
        }
        bits[word] = packed;
    }
}
