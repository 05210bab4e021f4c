// SPDX-License-Identifier: MIT
#include "CPixels.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

void pixels_gradients(const uint8_t *grey, size_t width, size_t height, int32_t *sums) {
    size_t columns = (width - 1) / 8, rows = (height - 1) / 8;
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            const uint8_t *corner = grey + 8 * row * width + 8 * column;
#ifdef __SSE2__
            const __m128i zero = _mm_setzero_si128();
            __m128i xx = zero, yy = zero, xy = zero;
            __m128i a = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)corner), zero);
            __m128i b = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(corner + 1)), zero);
            for (size_t line = 1; line <= 8; line++) {
                const uint8_t *next = corner + line * width;
                __m128i c = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)next), zero);
                __m128i d = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(next + 1)), zero);
                __m128i rise = _mm_sub_epi16(d, a), fall = _mm_sub_epi16(b, c);
                __m128i x = _mm_add_epi16(rise, fall), y = _mm_sub_epi16(rise, fall);
                xx = _mm_add_epi32(xx, _mm_madd_epi16(x, x));
                yy = _mm_add_epi32(yy, _mm_madd_epi16(y, y));
                xy = _mm_add_epi32(xy, _mm_madd_epi16(x, y));
                a = c;
                b = d;
            }
            __m128i first = _mm_unpacklo_epi32(xx, yy), second = _mm_unpackhi_epi32(xx, yy);
            __m128i squares = _mm_add_epi32(first, second);
            squares = _mm_add_epi32(squares, _mm_srli_si128(squares, 8));
            xy = _mm_add_epi32(xy, _mm_srli_si128(xy, 8));
            xy = _mm_add_epi32(xy, _mm_srli_si128(xy, 4));
            sums[0] = _mm_cvtsi128_si32(squares);
            sums[1] = _mm_cvtsi128_si32(_mm_srli_si128(squares, 4));
            sums[2] = _mm_cvtsi128_si32(xy);
#else
            int32_t xx = 0, yy = 0, xy = 0;
            for (size_t line = 0; line < 8; line++) {
                for (size_t place = 0; place < 8; place++) {
                    const uint8_t *p = corner + line * width + place;
                    int32_t rise = p[width + 1] - p[0], fall = p[1] - p[width];
                    int32_t x = rise + fall, y = rise - fall;
                    xx += x * x;
                    yy += y * y;
                    xy += x * y;
                }
            }
            sums[0] = xx;
            sums[1] = yy;
            sums[2] = xy;
#endif
            sums += 3;
        }
    }
}

/// Four lanes; compilers make the best instructions of each processor of them.
typedef float floats __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
enum { LANES = 4 };

/// One pixel of a line along the bars, into the bin across them where its centre lies.
static inline void gather_one(
    const uint8_t *grey, size_t width, size_t height, float x, float y, float dx, float dy, float middle, float inverse,
    int bins, int32_t *sum, int32_t *count) {
    if (!(x >= 0 && y >= 0 && x < (float)width && y < (float)height)) return;
    const int column = (int)x, line = (int)y;
    if (column >= (int)width || line >= (int)height) return;
    const float rx = (float)column + 0.5f - x, ry = (float)line + 0.5f - y;
    const int bin = (int)(middle + (rx * dy - ry * dx) * inverse);
    if (bin < 0 || bin >= bins) return;
    sum[bin] += grey[(size_t)line * width + (size_t)column];
    count[bin] += 1;
}

/// Whether a place and two pixels around it are in the picture.
static inline int is_inside(float x, float y, size_t width, size_t height) {
    return x >= 2 && y >= 2 && x < (float)width - 2 && y < (float)height - 2;
}

void pixels_gather(
    const uint8_t *grey, size_t width, size_t height, const pixels_fan *fan, const float *along, int32_t *sums,
    int32_t *counts) {
    const size_t bins = 2 * fan->length, rows = fan->rows;
    // Where the lines of a strip are, from the axis; the last one fills the lanes.
    float t[PIXELS_ROWS + LANES];
    if (rows == 0 || rows > PIXELS_ROWS) return;
    memset(sums, 0, fan->strips * bins * sizeof *sums);
    memset(counts, 0, fan->strips * bins * sizeof *counts);
    for (size_t strip = 0; strip < fan->strips; strip++) {
        int32_t *sum = sums + strip * bins, *count = counts + strip * bins;
        t[0] = fan->t + fan->step * (float)(strip * rows);
        for (size_t row = 1; row < rows; row++) t[row] = t[row - 1] + fan->step;
        for (size_t lane = 0; lane < LANES; lane++) t[rows + lane] = t[rows - 1];
        for (size_t place = 0; place < fan->length; place++) {
            const float dx = along[2 * place], dy = along[2 * place + 1];
            const float cross = fan->ax * dy - fan->ay * dx;
            if (fabsf(cross) < 0.2f) continue;
            const float inverse = 2 / cross;
            const float x0 = fan->x + fan->ax * (float)place, y0 = fan->y + fan->ay * (float)place;
            const float middle = 2 * (float)place + 1;
            // How many bins beside the middle a pixel of the line may fall.
            const float reach = (fabsf(dx) + fabsf(dy)) * fabsf(inverse) / 2 + 1;
            const int is_easy = is_inside(x0 + dx * t[0], y0 + dy * t[0], width, height)
                && is_inside(x0 + dx * t[rows - 1], y0 + dy * t[rows - 1], width, height) && middle > reach
                && middle + reach < (float)bins;
            if (!is_easy) {
                for (size_t row = 0; row < rows; row++) {
                    gather_one(
                        grey, width, height, x0 + dx * t[row], y0 + dy * t[row], dx, dy, middle, inverse, (int)bins,
                        sum, count);
                }
                continue;
            }
            for (size_t row = 0; row < rows; row += LANES) {
                const floats way = {t[row], t[row + 1], t[row + 2], t[row + 3]};
                const floats x = x0 + dx * way, y = y0 + dy * way;
                const ints column = __builtin_convertvector(x, ints), line = __builtin_convertvector(y, ints);
                const floats rx = __builtin_convertvector(column, floats) + 0.5f - x;
                const floats ry = __builtin_convertvector(line, floats) + 0.5f - y;
                const ints bin = __builtin_convertvector(middle + (rx * dy - ry * dx) * inverse, ints);
                const size_t kept = rows - row < LANES ? rows - row : LANES;
                for (size_t lane = 0; lane < kept; lane++) {
                    sum[bin[lane]] += grey[(size_t)line[lane] * width + (size_t)column[lane]];
                    count[bin[lane]] += 1;
                }
            }
        }
    }
}

void pixels_blur(const float *values, size_t count, const float *kernel, size_t radius, float *out) {
    // `values` has `radius` more before its first and behind its last.
    for (size_t index = 0; index < count; index++) {
        out[index] = kernel[0] * values[index];
    }
    for (size_t tap = 1; tap <= radius; tap++) {
        float weight = kernel[tap];
        const float *before = values - tap, *behind = values + tap;
        for (size_t index = 0; index < count; index++) {
            out[index] += weight * (before[index] + behind[index]);
        }
    }
}
