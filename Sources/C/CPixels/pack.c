// SPDX-License-Identifier: MIT
#include "CPixels.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Sum and sum of squares of one row of a block, `count` <= 8 pixels.
static inline void add_row(const uint8_t *row, size_t count, uint32_t *sum, uint32_t *squares) {
    for (size_t i = 0; i < count; i++) {
        *sum += row[i];
        *squares += (uint32_t)row[i] * row[i];
    }
}

static inline void whole_block(const uint8_t *grey, size_t width, uint32_t *sum, uint32_t *squares) {
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    __m128i sums = zero, products = zero;
    for (size_t y = 0; y < PIXELS_BLOCK; y++) {
        __m128i wide = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(grey + y * width)), zero);
        sums = _mm_add_epi16(sums, wide);
        products = _mm_add_epi32(products, _mm_madd_epi16(wide, wide));
    }
    uint32_t lanes[4];
    // Eight rows of bytes stay below 2048 a lane, so signed 16 bits hold them.
    _mm_storeu_si128((__m128i *)lanes, _mm_madd_epi16(sums, _mm_set1_epi16(1)));
    *sum = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    _mm_storeu_si128((__m128i *)lanes, products);
    *squares = lanes[0] + lanes[1] + lanes[2] + lanes[3];
#elif defined(__aarch64__)
    uint16x8_t sums = vdupq_n_u16(0);
    uint32x4_t products = vdupq_n_u32(0);
    for (size_t y = 0; y < PIXELS_BLOCK; y++) {
        uint8x8_t row = vld1_u8(grey + y * width);
        sums = vaddw_u8(sums, row);
        products = vpadalq_u16(products, vmull_u8(row, row));
    }
    *sum = vaddlvq_u16(sums);
    *squares = vaddvq_u32(products);
#else
    *sum = *squares = 0;
    for (size_t y = 0; y < PIXELS_BLOCK; y++) add_row(grey + y * width, PIXELS_BLOCK, sum, squares);
#endif
}

void pixels_block_statistics(
    const uint8_t *grey, size_t width, size_t height, float *means, float *squares) {
    size_t block = 0;
    for (size_t y = 0; y < height; y += PIXELS_BLOCK) {
        const size_t rows = height - y < PIXELS_BLOCK ? height - y : PIXELS_BLOCK;
        for (size_t x = 0; x < width; x += PIXELS_BLOCK, block++) {
            const size_t columns = width - x < PIXELS_BLOCK ? width - x : PIXELS_BLOCK;
            uint32_t sum = 0, square = 0;
            if (rows == PIXELS_BLOCK && columns == PIXELS_BLOCK) {
                whole_block(grey + y * width + x, width, &sum, &square);
            } else {
                for (size_t row = 0; row < rows; row++) {
                    add_row(grey + (y + row) * width + x, columns, &sum, &square);
                }
            }
            const float share = 1 / (float)(rows * columns);
            means[block] = (float)sum * share;
            squares[block] = (float)square * share;
        }
    }
}

/// `sums` of `count` values and of those up to `reach` before and behind each; beyond both ends there are none.
static void sum_windows(const float *values, size_t count, size_t reach, float *sums) {
    memcpy(sums, values, count * sizeof *sums);
    for (size_t step = 1; step <= reach && step < count; step++) {
        for (size_t i = step; i < count; i++) sums[i] += values[i - step];
        for (size_t i = 0; i + step < count; i++) sums[i] += values[i + step];
    }
}

void pixels_block_thresholds(
    const float *means, const float *squares, size_t columns, size_t rows, size_t reach, float plain, float margin,
    float *room, uint8_t *thresholds) {
    float *mean = room, *square = room + columns, *means_across = room + 2 * columns,
          *squares_across = room + 3 * columns;
    for (size_t y = 0; y < rows; y++) {
        const size_t first = y < reach ? 0 : y - reach, last = y + reach < rows ? y + reach : rows - 1;
        memset(mean, 0, 2 * columns * sizeof *mean);
        for (size_t row = first; row <= last; row++) {
            const float *m = means + row * columns, *s = squares + row * columns;
            for (size_t x = 0; x < columns; x++) mean[x] += m[x];
            for (size_t x = 0; x < columns; x++) square[x] += s[x];
        }
        sum_windows(mean, columns, reach, means_across);
        sum_windows(square, columns, reach, squares_across);
        uint8_t *out = thresholds + y * columns;
        const int32_t lines = (int32_t)(last - first + 1), most = (int32_t)reach, end = (int32_t)columns - 1;
        for (int32_t x = 0; x <= end; x++) {
            const int32_t before = x < most ? x : most, behind = end - x < most ? end - x : most;
            const float share = 1 / (float)((before + behind + 1) * lines);
            const float m = means_across[x] * share, variance = squares_across[x] * share - m * m;
            const float level = (variance < plain * plain ? m - margin : m) + 0.5f;
            out[x] = (uint8_t)(int32_t)(level > 0 ? (level < 255 ? level : 255) : 0);
        }
    }
}

/// 64 pixels against eight thresholds.
static inline uint64_t pack_word(const uint8_t *grey, const uint8_t *thresholds) {
#if defined(__SSE2__)
    uint64_t packed = 0;
    for (size_t part = 0; part < 4; part++) {
        __m128i pixels = _mm_loadu_si128((const __m128i *)(grey + 16 * part));
        __m128i level = _mm_unpacklo_epi64(
            _mm_set1_epi8((char)thresholds[2 * part]), _mm_set1_epi8((char)thresholds[2 * part + 1]));
        // There is no unsigned comparison: not darker is what the larger of both leaves alone.
        __m128i lighter = _mm_cmpeq_epi8(_mm_max_epu8(pixels, level), pixels);
        packed |= (uint64_t)(uint16_t)~_mm_movemask_epi8(lighter) << (16 * part);
    }
    return packed;
#elif defined(__aarch64__)
    static const uint8_t weights[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x8_t weight = vld1_u8(weights);
    uint64_t packed = 0;
    for (size_t part = 0; part < 8; part++) {
        uint8x8_t darker = vclt_u8(vld1_u8(grey + 8 * part), vdup_n_u8(thresholds[part]));
        packed |= (uint64_t)vaddv_u8(vand_u8(darker, weight)) << (8 * part);
    }
    return packed;
#else
    uint64_t packed = 0;
    for (size_t bit = 0; bit < 64; bit++) packed |= (uint64_t)(grey[bit] < thresholds[bit / 8]) << bit;
    return packed;
#endif
}

void pixels_pack_darker(
    const uint8_t *grey, size_t width, size_t height, const uint8_t *thresholds, uint64_t *bits) {
    const size_t blocks = (width + PIXELS_BLOCK - 1) / PIXELS_BLOCK, words = (width + 63) / 64;
    for (size_t y = 0; y < height; y++) {
        const uint8_t *row = grey + y * width, *levels = thresholds + y / PIXELS_BLOCK * blocks;
        for (size_t word = 0; word < width / 64; word++) {
            bits[y * words + word] = pack_word(row + word * 64, levels + word * 8);
        }
        if (width % 64 != 0) {
            uint64_t packed = 0;
            for (size_t x = width / 64 * 64; x < width; x++) {
                packed |= (uint64_t)(row[x] < levels[x / PIXELS_BLOCK]) << (x % 64);
            }
            bits[y * words + words - 1] = packed;
        }
    }
}

void pixels_halve(const uint8_t *grey, size_t width, size_t height, uint8_t *half) {
    const size_t columns = width / 2, rows = height / 2;
    for (size_t y = 0; y < rows; y++) {
        const uint8_t *upper = grey + 2 * y * width, *lower = upper + width;
        uint8_t *out = half + y * columns;
        size_t x = 0;
#if defined(__SSE2__)
        const __m128i even = _mm_set1_epi16(0xFF), two = _mm_set1_epi16(2);
        for (; x + 8 <= columns; x += 8) {
            __m128i a = _mm_loadu_si128((const __m128i *)(upper + 2 * x));
            __m128i b = _mm_loadu_si128((const __m128i *)(lower + 2 * x));
            __m128i sum = _mm_add_epi16(
                _mm_add_epi16(_mm_and_si128(a, even), _mm_srli_epi16(a, 8)),
                _mm_add_epi16(_mm_and_si128(b, even), _mm_srli_epi16(b, 8)));
            __m128i mean = _mm_srli_epi16(_mm_add_epi16(sum, two), 2);
            _mm_storel_epi64((__m128i *)(out + x), _mm_packus_epi16(mean, mean));
        }
#endif
        for (; x < columns; x++) {
            out[x] = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
        }
    }
}
