// SPDX-License-Identifier: MIT
//
// Loops over whole images that need instructions which Swift's SIMD types cannot express: one bit out of each of many
// comparisons (movemask), sums of bytes, samples at odd places. Imported by Scanner alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The edge of the square blocks that share a threshold, in pixels.
#define PIXELS_BLOCK 8

/// Mean and spread of each block of 8 x 8 pixels.
///
/// Blocks at the right and lower edge may be cut. `means` and `variances` have room for
/// ceil(width / 8) * ceil(height / 8) values; means are in grey levels, variances in their squares.
void pixels_block_statistics(
    const uint8_t *grey, size_t width, size_t height, float *means, float *variances);

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
