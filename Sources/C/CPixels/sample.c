// SPDX-License-Identifier: MIT
#include "CPixels.h"

/// Between four pixels; whole numbers are corners of pixels, so their centres are at halves.
static inline float between(const uint8_t *grey, size_t width, size_t height, double x, double y) {
    const double right = (double)width - 1, low = (double)height - 1;
    x -= 0.5;
    y -= 0.5;
    // Written so that a coordinate that is not a number falls to zero.
    x = x > 0 ? (x < right ? x : right) : 0;
    y = y > 0 ? (y < low ? y : low) : 0;
    const size_t column = (size_t)x, row = (size_t)y;
    const size_t next = column + 1 < width ? 1 : 0, below = row + 1 < height ? width : 0;
    const float fx = (float)(x - (double)column), fy = (float)(y - (double)row);
    const uint8_t *at = grey + row * width + column;
    const float upper = at[0] + fx * ((float)at[next] - at[0]);
    const float lower = at[below] + fx * ((float)at[below + next] - at[below]);
    return upper + fy * (lower - upper);
}

void pixels_sample_grid(
    const uint8_t *grey, size_t width, size_t height, const double *homography, double left, double top,
    size_t columns, size_t rows, size_t taps, double spread, float *means, float *brightest) {
    const double *h = homography;
    const double step = spread / (double)taps, start = 0.5 - spread / 2 + step / 2;
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            float sum = 0, most = 0;
            for (size_t j = 0; j < taps; j++) {
                const double v = top + (double)row + start + step * (double)j;
                for (size_t i = 0; i < taps; i++) {
                    const double u = left + (double)column + start + step * (double)i;
                    const double depth = 1 / (h[6] * u + h[7] * v + h[8]);
                    const float sample = between(
                        grey, width, height, (h[0] * u + h[1] * v + h[2]) * depth,
                        (h[3] * u + h[4] * v + h[5]) * depth);
                    sum += sample;
                    most = sample > most ? sample : most;
                }
            }
            means[row * columns + column] = sum / (float)(taps * taps);
            if (brightest) brightest[row * columns + column] = most;
        }
    }
}
