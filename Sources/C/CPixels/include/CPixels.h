// SPDX-License-Identifier: MIT
//
// Loops over whole images that need instructions which Swift's SIMD types cannot express: one bit out of each of many
// comparisons (movemask), sums of bytes, samples at odd places; and over whole grids of modules. Imported by Scanner alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The edge of the square blocks that share a threshold, in pixels.
#define PIXELS_BLOCK 8

/// Mean, and mean of the squares, of each block of 8 x 8 pixels.
///
/// Blocks at the right and lower edge may be cut. `means` and `squares` have room for
/// ceil(width / 8) * ceil(height / 8) values.
void pixels_block_statistics(
    const uint8_t *grey, size_t width, size_t height, float *means, float *squares);

/// For each block the mean of the blocks up to `reach` on each side, rounded.
///
/// Where the standard deviation of these pixels is below `plain`, it is `margin` less. `room` is for 4 * columns numbers.
void pixels_block_thresholds(
    const float *means, const float *squares, size_t columns, size_t rows, size_t reach, float plain, float margin,
    float *room, uint8_t *thresholds);

/// Packs `grey < threshold of its block` into bits, 64 pixels a word, the first pixel in the lowest bit.
///
/// `thresholds` has a value for each block of 8 x 8 pixels, as `pixels_block_statistics` counts them. Each row of `bits`
/// starts at a word of its own, and bits beyond the width are zero.
void pixels_pack_darker(
    const uint8_t *grey, size_t width, size_t height, const uint8_t *thresholds, uint64_t *bits);

/// The picture at half the size: each pixel the rounded mean of four. An odd last row or column is left out.
///
/// `half` has room for (width / 2) * (height / 2) pixels.
void pixels_halve(const uint8_t *grey, size_t width, size_t height, uint8_t *half);

/// Means of the modules of a plane grid that is seen in perspective.
///
/// `homography` (nine numbers, row after row) takes the grid's coordinates to the picture's, where whole numbers are
/// corners of modules and of pixels. Each of the `columns` x `rows` modules from (`left`, `top`) on is the mean of
/// `taps` x `taps` samples spread evenly over its middle `spread` (1 is the whole module). `means` gets grey levels,
/// `brightest` (may be null) the largest sample; modules with samples beyond the edge of the picture take its nearest pixels.
void pixels_sample_grid(
    const uint8_t *grey, size_t width, size_t height, const double *homography, double left, double top,
    size_t columns, size_t rows, size_t taps, double spread, float *means, float *brightest);

/// Sums the squares and the product of the two gradients (over 2 by 2 pixels, four times the slope) in cells of 8 by 8.
///
/// `sums` has room for three numbers (xx, yy, xy) in each of (width - 1) / 8 by (height - 1) / 8 cells.
void pixels_gradients(const uint8_t *grey, size_t width, size_t height, int32_t *sums);

/// The lines of pixels that a strip may have.
#define PIXELS_ROWS 1024

/// Lines along the bars of a code, that meet an axis across it.
typedef struct {
    /// Where the axis starts, and its direction: one pixel long.
    float x, y, ax, ay;
    /// The pixels of the axis: a line along the bars starts at each.
    size_t length;
    /// Where the first line of pixels beside the axis lies, and how far the next one is.
    float t, step;
    /// The lines of pixels are averaged in strips of so many rows, from 1 to PIXELS_ROWS.
    size_t strips, rows;
} pixels_fan;

/// Sums the pixels along the bars into bins of half a pixel across them, each pixel where its centre truly lies.
///
/// `along` has the direction of the bars (x, y) for every pixel of the axis; `sums` and `counts` have room for
/// strips * 2 * length numbers. Pixels outside the picture are left out.
void pixels_gather(
    const uint8_t *grey, size_t width, size_t height, const pixels_fan *fan, const float *along, int32_t *sums,
    int32_t *counts);

/// Convolves with a symmetric kernel: `kernel[0]` is its middle; `values` is readable for `radius` beyond both ends.
void pixels_blur(const float *values, size_t count, const float *kernel, size_t radius, float *out);

/// The greys at places of a plane that is seen in perspective; `places` are pairs of coordinates of the plane.
///
/// Places beyond the edge of the picture get the grey of its nearest pixel.
void pixels_sample_places(
    const uint8_t *grey, size_t width, size_t height, const double *homography, const float *places, size_t count,
    float *greys);

/// The places along a row of `count` edges from which five runs are those of a QR code's target, 1 : 1 : 3 : 1 : 1.
///
/// Twelve modules must be from `least` to `most` pixels. `found` has room for `count` indices of edges; how many were
/// found is returned.
size_t pixels_find_targets(const int32_t *edges, size_t count, int32_t least, int32_t most, uint32_t *found);

/// Steps from a pixel of a plane of bits until the colour has changed once, twice, three times; how often it did.
///
/// `bits` are as `pixels_pack_darker` leaves them. The pixel is inside the picture, which ends the third run; a run after the
/// first may be twice as long as the first and three more. At most `reach` steps are taken.
size_t pixels_walk(
    const uint64_t *bits, size_t width, size_t height, int32_t x, int32_t y, int32_t dx, int32_t dy, int32_t reach,
    int32_t *changes);

/// The sums over squares of a plane of `side` by `side` values: up to `reach` to each side, cut at the plane's edges.
///
/// `room` is for side + 2 * reach numbers.
void pixels_box_sums(const float *values, size_t side, size_t reach, float *room, float *sums);

/// Sums of the values up to `reach` modules around each, times weights (row after row), and the last weight.
///
/// Values nearer than `margin`, which is no less than `reach`, to the plane's edges stay as they are.
void pixels_filter_modules(
    const float *values, size_t side, size_t margin, size_t reach, const float *weights, float *out);

/// The normal equations of the filter that turns the values around each of some places into the target there.
///
/// `reach` is 1 or 2. There are `count` = (2 * reach + 1)² + 1 unknowns, the last for a constant: `products` has room for
/// count * count numbers, `results` for count.
void pixels_learn_filter(
    const float *values, size_t side, size_t reach, const uint32_t *places, const float *targets, size_t lessons,
    float *products, float *results);
