// SPDX-License-Identifier: MIT
#include "CPixels.h"

/// Four lanes; compilers make the best instructions of each processor of them.
typedef float floats __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(32)));
enum { LANES = 4 };

/// A picture of two by two pixels or more, as lanes need it.
typedef struct {
    const uint8_t *grey;
    size_t width;
    /// The last pixel's centre, and the last pixel that has a neighbour behind it.
    float right, low;
    int32_t column, row;
} picture;

static inline floats chosen(ints mask, floats a, floats b) { return (floats)(((ints)a & mask) | ((ints)b & ~mask)); }

static inline ints least(ints a, int32_t most) {
    const ints mask = a < most, bound = {most, most, most, most};
    return (a & mask) | (bound & ~mask);
}

/// Between four pixels each, whose centres have whole numbers here.
static inline floats between(const picture *p, floats x, floats y) {
    const floats right = {p->right, p->right, p->right, p->right}, low = {p->low, p->low, p->low, p->low};
    // Written so that a coordinate that is not a number falls to zero.
    x = (floats)((ints)x & (x > 0));
    y = (floats)((ints)y & (y > 0));
    x = chosen(x < right, x, right);
    y = chosen(y < low, y, low);
    const ints column = least(__builtin_convertvector(x, ints), p->column);
    const ints row = least(__builtin_convertvector(y, ints), p->row);
    const floats fx = x - __builtin_convertvector(column, floats), fy = y - __builtin_convertvector(row, floats);
    words quads;
    for (size_t lane = 0; lane < LANES; lane++) {
        const uint8_t *at = p->grey + (size_t)row[lane] * p->width + (size_t)column[lane], *below = at + p->width;
        quads[lane] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)below[0] << 16 | (uint32_t)below[1] << 24;
    }
    const floats a = __builtin_convertvector((ints)(quads & 255), floats);
    const floats b = __builtin_convertvector((ints)(quads >> 8 & 255), floats);
    const floats c = __builtin_convertvector((ints)(quads >> 16 & 255), floats);
    const floats d = __builtin_convertvector((ints)(quads >> 24), floats);
    const floats upper = a + fx * (b - a), lower = c + fx * (d - c);
    return upper + fy * (lower - upper);
}

/// The same for a picture of any size.
static inline float between_any(const uint8_t *grey, size_t width, float right, float low, float x, float y) {
    x = x > 0 ? (x < right ? x : right) : 0;
    y = y > 0 ? (y < low ? y : low) : 0;
    const int32_t column = (int32_t)x, row = (int32_t)y;
    const size_t next = (float)column < right ? 1 : 0, below = (float)row < low ? width : 0;
    const float fx = x - (float)column, fy = y - (float)row;
    const uint8_t *at = grey + (size_t)row * width + (size_t)column;
    const float upper = (float)at[0] + fx * (float)(at[next] - at[0]);
    const float lower = (float)at[below] + fx * (float)(at[below + next] - at[below]);
    return upper + fy * (lower - upper);
}

void pixels_sample_places(
    const uint8_t *grey, size_t width, size_t height, const double *homography, const float *places, size_t count,
    float *greys) {
    const float right = (float)(width - 1), low = (float)(height - 1);
    const picture whole = {grey, width, right, low, (int32_t)width - 2, (int32_t)height - 2};
    float h[9];
    for (size_t i = 0; i < 9; i++) h[i] = (float)homography[i];
    size_t i = 0;
    if (width > 1 && height > 1) {
        for (; i + LANES <= count; i += LANES) {
            const float *at = places + 2 * i;
            const floats u = {at[0], at[2], at[4], at[6]}, v = {at[1], at[3], at[5], at[7]};
            const floats depth = 1 / (h[6] * u + h[7] * v + h[8]);
            const floats x = (h[0] * u + h[1] * v + h[2]) * depth, y = (h[3] * u + h[4] * v + h[5]) * depth;
            const floats found = between(&whole, x - 0.5f, y - 0.5f);
            for (size_t lane = 0; lane < LANES; lane++) greys[i + lane] = found[lane];
        }
    }
    for (; i < count; i++) {
        const float u = places[2 * i], v = places[2 * i + 1];
        const float depth = 1 / (h[6] * u + h[7] * v + h[8]);
        const float x = (h[0] * u + h[1] * v + h[2]) * depth, y = (h[3] * u + h[4] * v + h[5]) * depth;
        greys[i] = between_any(grey, width, right, low, x - 0.5f, y - 0.5f);
    }
}

void pixels_sample_grid(
    const uint8_t *grey, size_t width, size_t height, const double *homography, double left, double top,
    size_t columns, size_t rows, size_t taps, double spread, float *means, float *brightest) {
    const double *h = homography;
    const float right = (float)(width - 1), low = (float)(height - 1);
    const picture whole = {grey, width, right, low, (int32_t)width - 2, (int32_t)height - 2};
    const int is_tiny = width < 2 || height < 2;
    const float step = (float)spread / (float)taps, start = step * (1 - (float)taps) / 2, first = start / step;
    const float share = 1 / (float)(taps * taps);
    for (size_t row = 0; row < rows; row++) {
        const double v = top + (double)row + 0.5;
        // A module a lane; those beyond the last column are not kept.
        for (size_t column = 0; column < columns; column += LANES) {
            const doubles u = left + (double)column + (doubles){0.5, 1.5, 2.5, 3.5};
            // Within one module the perspective is a shift and two steps.
            const doubles depth = 1 / (h[6] * u + h[7] * v + h[8]);
            const doubles x = (h[0] * u + h[1] * v + h[2]) * depth, y = (h[3] * u + h[4] * v + h[5]) * depth;
            const floats ux = __builtin_convertvector((h[0] - x * h[6]) * depth, floats) * step;
            const floats uy = __builtin_convertvector((h[3] - y * h[6]) * depth, floats) * step;
            const floats vx = __builtin_convertvector((h[1] - x * h[7]) * depth, floats) * step;
            const floats vy = __builtin_convertvector((h[4] - y * h[7]) * depth, floats) * step;
            floats lineX = __builtin_convertvector(x - 0.5, floats) + first * (ux + vx);
            floats lineY = __builtin_convertvector(y - 0.5, floats) + first * (uy + vy);
            floats sum = {0}, most = {0};
            for (size_t j = 0; j < taps; j++) {
                floats sampleX = lineX, sampleY = lineY;
                for (size_t i = 0; i < taps; i++) {
                    floats sample;
                    if (is_tiny) {
                        for (size_t lane = 0; lane < LANES; lane++) {
                            sample[lane] = between_any(grey, width, right, low, sampleX[lane], sampleY[lane]);
                        }
                    } else {
                        sample = between(&whole, sampleX, sampleY);
                    }
                    sum += sample;
                    most = chosen(sample > most, sample, most);
                    sampleX += ux;
                    sampleY += uy;
                }
                lineX += vx;
                lineY += vy;
            }
            const size_t at = row * columns + column, kept = columns - column < LANES ? columns - column : LANES;
            sum *= share;
            for (size_t lane = 0; lane < kept; lane++) {
                means[at + lane] = sum[lane];
                if (brightest) brightest[at + lane] = most[lane];
            }
        }
    }
}
