// SPDX-License-Identifier: MIT
#include "CPixels.h"

/// Between four pixels, whose centres have whole numbers here.
static inline float between(const uint8_t *grey, size_t width, float right, float low, float x, float y) {
    // Written so that a coordinate that is not a number falls to zero.
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
    float h[9];
    for (size_t i = 0; i < 9; i++) h[i] = (float)homography[i];
    for (size_t i = 0; i < count; i++) {
        const float u = places[2 * i], v = places[2 * i + 1];
        const float depth = 1 / (h[6] * u + h[7] * v + h[8]);
        const float x = (h[0] * u + h[1] * v + h[2]) * depth, y = (h[3] * u + h[4] * v + h[5]) * depth;
        greys[i] = between(grey, width, right, low, x - 0.5f, y - 0.5f);
    }
}

void pixels_sample_grid(
    const uint8_t *grey, size_t width, size_t height, const double *homography, double left, double top,
    size_t columns, size_t rows, size_t taps, double spread, float *means, float *brightest) {
    const double *h = homography;
    const float right = (float)(width - 1), low = (float)(height - 1);
    const float step = (float)spread / (float)taps, start = step * (1 - (float)taps) / 2;
    const float share = 1 / (float)(taps * taps);
    for (size_t row = 0; row < rows; row++) {
        const double v = top + (double)row + 0.5;
        for (size_t column = 0; column < columns; column++) {
            // Within one module the perspective is a shift and two steps.
            const double u = left + (double)column + 0.5;
            const double depth = 1 / (h[6] * u + h[7] * v + h[8]);
            const double x = (h[0] * u + h[1] * v + h[2]) * depth, y = (h[3] * u + h[4] * v + h[5]) * depth;
            const float ux = (float)((h[0] - x * h[6]) * depth) * step, uy = (float)((h[3] - y * h[6]) * depth) * step;
            const float vx = (float)((h[1] - x * h[7]) * depth) * step, vy = (float)((h[4] - y * h[7]) * depth) * step;
            const float first = start / step;
            float lineX = (float)(x - 0.5) + first * (ux + vx), lineY = (float)(y - 0.5) + first * (uy + vy);
            float sum = 0, most = 0;
            for (size_t j = 0; j < taps; j++) {
                float sampleX = lineX, sampleY = lineY;
                for (size_t i = 0; i < taps; i++) {
                    const float sample = between(grey, width, right, low, sampleX, sampleY);
                    sum += sample;
                    most = sample > most ? sample : most;
                    sampleX += ux;
                    sampleY += uy;
                }
                lineX += vx;
                lineY += vy;
            }
            means[row * columns + column] = sum * share;
            if (brightest) brightest[row * columns + column] = most;
        }
    }
}
