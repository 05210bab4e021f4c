// SPDX-License-Identifier: MIT
#include "CReader.h"

#include <string.h>

void reader_turn(
    const uint8_t *from, uint32_t width, uint32_t height, int channels, int orientation, uint8_t *to) {
    const size_t size = (size_t)channels;
    if (orientation < 2 || orientation > 8) {
        memcpy(to, from, (size_t)width * height * size);
        return;
    }
    // Where the pixel of a stored place goes: start + x * right + y * down, in pixels of the upright image.
    const ptrdiff_t w = width, h = height;
    ptrdiff_t start, right, down;
    switch (orientation) {
    case 2: start = w - 1, right = -1, down = w; break;
    case 3: start = w * h - 1, right = -1, down = -w; break;
    case 4: start = w * (h - 1), right = 1, down = -w; break;
    case 5: start = 0, right = h, down = 1; break;
    case 6: start = h - 1, right = h, down = -1; break;
    case 7: start = w * h - 1, right = -h, down = -1; break;
    default: start = h * (w - 1), right = -h, down = 1; break;
    }
    // Squares of 64 pixels stay in the cache whichever way they are walked.
    const uint32_t tile = 64;
    for (uint32_t top = 0; top < height; top += tile) {
        for (uint32_t left = 0; left < width; left += tile) {
            const uint32_t bottom = top + tile < height ? top + tile : height;
            const uint32_t end = left + tile < width ? left + tile : width;
            for (uint32_t y = top; y < bottom; y++) {
                const uint8_t *source = from + ((size_t)y * width + left) * size;
                uint8_t *target = to + (start + (ptrdiff_t)left * right + (ptrdiff_t)y * down) * (ptrdiff_t)size;
                for (uint32_t x = left; x < end; x++) {
                    if (size == 1) *target = *source;
                    else memcpy(target, source, 4);
                    source += size;
                    target += right * (ptrdiff_t)size;
                }
            }
        }
    }
}

void reader_shrink(const uint8_t *from, uint32_t width, uint32_t height, uint32_t factor, uint8_t *to) {
    const uint32_t columns = width / factor, rows = height / factor, area = factor * factor;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            const uint8_t *square = from + (size_t)row * factor * width + (size_t)column * factor;
            uint32_t sum = area / 2;
            for (uint32_t y = 0; y < factor; y++, square += width) {
                for (uint32_t x = 0; x < factor; x++) sum += square[x];
            }
            *to++ = (uint8_t)(sum / area);
        }
    }
}

void reader_scale(
    const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to, uint32_t to_width, uint32_t to_height) {
    for (uint32_t row = 0; row < to_height; row++) {
        const uint32_t top = (uint32_t)((uint64_t)row * height / to_height);
        const uint32_t bottom = (uint32_t)(((uint64_t)row + 1) * height / to_height);
        for (uint32_t column = 0; column < to_width; column++, to += 4) {
            const uint32_t left = (uint32_t)((uint64_t)column * width / to_width);
            const uint32_t right = (uint32_t)(((uint64_t)column + 1) * width / to_width);
            uint64_t sums[3] = {0, 0, 0}, cover = 0, count = 0;
            for (uint32_t y = top; y < bottom; y++) {
                const uint8_t *pixel = from + ((size_t)y * width + left) * 4;
                for (uint32_t x = left; x < right; x++, pixel += 4, count++) {
                    // The colour of what cannot be seen does not count.
                    for (int i = 0; i < 3; i++) sums[i] += (uint64_t)pixel[i] * pixel[3];
                    cover += pixel[3];
                }
            }
            for (int i = 0; i < 3; i++) to[i] = (uint8_t)(cover ? (sums[i] + cover / 2) / cover : 255);
            to[3] = (uint8_t)(count ? (cover + count / 2) / count : 0);
        }
    }
}

void reader_invert(uint8_t *grey, size_t count) {
    for (size_t i = 0; i < count; i++) grey[i] = (uint8_t)~grey[i];
}

void reader_flatten(const uint8_t *colours, size_t count, uint8_t *grey) {
    for (size_t i = 0; i < count; i++, colours += 4) {
        const unsigned shade = (colours[0] * 299u + colours[1] * 587u + colours[2] * 114u + 500) / 1000;
        grey[i] = (uint8_t)((shade * colours[3] + 255 * (255 - colours[3]) + 127) / 255);
    }
}

int reader_lay(const uint8_t *from, size_t count, int from_channels, int channels, uint8_t *pixels) {
    for (size_t i = 0; i < count; i++, from += from_channels, pixels += channels) {
        const uint8_t red = from[0], green = from[from_channels / 2], blue = from[from_channels - 1];
        if (channels == 1) *pixels = (uint8_t)((red * 299 + green * 587 + blue * 114 + 500) / 1000);
        else pixels[0] = red, pixels[1] = green, pixels[2] = blue, pixels[3] = 255;
    }
    return READER_DECODED;
}
