// SPDX-License-Identifier: MIT
#include "CReader.h"

// Without it text() is a wide string and the header says so in a warning.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <exception>

using namespace ZXing;

static Results search(const uint8_t *grey, int width, int height, Binarizer binarizer) {
    DecodeHints hints;
    hints.setFormats(BarcodeFormat::QRCode);
    hints.setBinarizer(binarizer);
    hints.setTryHarder(true);
    hints.setTryDownscale(true);
    hints.setReturnErrors(false);
    return ReadBarcodes(ImageView(grey, width, height, ImageFormat::Lum), hints);
}

int reader_find_qr(
    uint8_t *grey, int width, int height, void *context,
    void (*found)(void *context, const uint8_t *bytes, size_t count)) try {
    auto results = search(grey, width, height, Binarizer::LocalAverage);
    if (results.empty()) results = search(grey, width, height, Binarizer::GlobalHistogram);
    if (results.empty()) {
        // 1.4 does not look for light codes on dark ground, which is how terminals show them.
        const size_t count = (size_t)width * (size_t)height;
        for (size_t i = 0; i < count; i++) grey[i] = (uint8_t)~grey[i];
        results = search(grey, width, height, Binarizer::LocalAverage);
    }
    for (const auto &result : results) {
        if (!result.isValid() || result.isPartOfSequence()) continue;
        const auto &bytes = result.bytes();
        found(context, bytes.data(), bytes.size());
    }
    return 0;
} catch (const std::exception &) {
    return -1;
}
