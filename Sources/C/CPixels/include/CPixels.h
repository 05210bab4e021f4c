// SPDX-License-Identifier: MIT
//
// Loops over whole images that need instructions which Swift's SIMD types cannot express: one bit out of each of many
// comparisons (movemask), saturating sums of bytes. Imported by Scanner alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Packs `grey[i] < threshold[i]` into bits, 64 pixels a word, the first pixel in the lowest bit.
///
/// `count` is a multiple of 64; `bits` has room for count / 64 words.
void pixels_pack_darker(const uint8_t *grey, const uint8_t *threshold, size_t count, uint64_t *bits);
