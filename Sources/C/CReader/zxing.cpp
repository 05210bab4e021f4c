// SPDX-License-Identifier: MIT
#include "CReader.h"
#include "warmth.h"

// Without it text() is a wide string and the header says so in a warning.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ZXing;

// In the order of the enumeration Symbology.
static const BarcodeFormat order[] = {
    BarcodeFormat::Aztec, BarcodeFormat::Codabar, BarcodeFormat::Code39, BarcodeFormat::Code93,
    BarcodeFormat::Code128, BarcodeFormat::DataBar, BarcodeFormat::DataBarExpanded, BarcodeFormat::DataMatrix,
    BarcodeFormat::EAN8, BarcodeFormat::EAN13, BarcodeFormat::ITF, BarcodeFormat::MaxiCode,
    BarcodeFormat::PDF417, BarcodeFormat::QRCode, BarcodeFormat::UPCA, BarcodeFormat::UPCE,
};
static const int orderCount = sizeof order / sizeof order[0];

static Results search(
    const uint8_t *grey, uint32_t width, uint32_t height, BarcodeFormats formats, bool isSingle, bool isThorough,
    Binarizer binarizer) {
    DecodeHints hints;
    hints.setFormats(formats);
    hints.setBinarizer(binarizer);
    hints.setTryHarder(isThorough);
    hints.setTryRotate(true);
    hints.setTryDownscale(isThorough);
    hints.setReturnCodabarStartEnd(true);
    hints.setReturnErrors(false);
    if (isSingle) hints.setMaxNumberOfSymbols(1);
    return ReadBarcodes(ImageView(grey, (int)width, (int)height, ImageFormat::Lum), hints);
}

// The bytes with the character sets that are stated, behind the three letters that name the kind.
static std::vector<uint8_t> stated(const Result &result) {
    if (!result.hasECI()) return {};
    const auto bytes = result.bytesECI();
    return bytes.size() > 3 ? std::vector<uint8_t>(bytes.begin() + 3, bytes.end()) : std::vector<uint8_t>();
}

// What a backslash and six digits take.
static const size_t designator = 7;

// Of a code whose first character is FNC1 or the byte 0x1D, what the first one is.
enum class Lead { mark, byte, unknown };

// The library takes either for the mark of GS1 and drops it; the bits before decoding still tell. Encoders may change the
// table of characters before the mark: some change to digits. ISO/IEC 24778, section 6.3.
static Lead aztecLead(const Result &result) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    const auto &raw = result.rawBytes();
#pragma GCC diagnostic pop
    size_t at = 0;
    const auto next = [&](int width) {
        int value = 0;
        for (; width > 0; width--, at++) {
            if (at / 8 >= raw.size()) return -1;
            value = value << 1 | (raw[at / 8] >> (7 - at % 8) & 1);
        }
        return value;
    };
    // In the table of punctuation 0 is FLG(n), and FLG(0) is FNC1.
    const auto flag = [&] { return next(3) == 0 ? Lead::mark : Lead::unknown; };
    enum { capitals, small, mixed, punctuation, digits } table = capitals;
    for (int changes = 0; changes < 8; changes++) {
        const int value = next(table == digits ? 4 : 5);
        switch (table) {
        case punctuation:
            if (value == 0) return flag();
            if (value != 31) return Lead::unknown;
            table = capitals;
            continue;
        case digits:
            if (value == 0 && next(5) == 0) return flag();
            if (value != 14) return Lead::unknown;
            table = capitals;
            continue;
        default: break;
        }
        if (value == 0 && next(5) == 0) return flag();
        // Bytes as they are, or 0x1D among the mixed characters.
        if (value == 31 || (table == mixed && value == 17)) return Lead::byte;
        if (table == mixed && value >= 28) {
            table = value == 28 ? small : value == 29 ? capitals : punctuation;
        } else if (value == 28 && table == capitals) {
            table = small;
        } else if (value == 29 || value == 30) {
            table = value == 29 ? mixed : digits;
        } else {
            return Lead::unknown;
        }
    }
    return Lead::unknown;
}

static void report(
    const Result &result, void *context, void (*found)(void *context, const reader_code *code)) {
    reader_code code = {};
    code.kind = -1;
    for (int i = 0; i < orderCount; i++) {
        if (order[i] == result.format()) code.kind = i;
    }
    if (code.kind < 0) return;
    const auto correction = result.ecLevel(), series = result.sequenceId();
    const auto &bytes = result.bytes();
    code.bytes = bytes.data();
    code.count = bytes.size();
    auto sections = stated(result);
    code.stated = sections.data();
    code.stated_count = sections.size();
    code.is_gs1 = result.contentType() == ContentType::GS1;
    code.correction = correction.c_str();
    for (int i = 0; i < 4; i++) {
        code.corners[2 * i] = result.position()[i].x;
        code.corners[2 * i + 1] = result.position()[i].y;
    }
    code.index = code.total = -1;
    if (result.isPartOfSequence()) {
        code.index = result.sequenceIndex();
        code.total = result.sequenceSize();
    }
    code.series = series.c_str();
    std::vector<uint8_t> whole;
    if (result.format() == BarcodeFormat::Aztec) {
        const auto identifier = result.symbologyIdentifier();
        const auto modifier = identifier.size() > 2 ? identifier[2] : '0';
        const auto lead = modifier == '1' ? aztecLead(result) : Lead::unknown;
        if (lead == Lead::byte) {
            whole.push_back(0x1D);
            whole.insert(whole.end(), bytes.begin(), bytes.end());
            code.bytes = whole.data();
            code.count = whole.size();
            code.is_gs1 = 0;
            if (sections.size() > designator) sections.insert(sections.begin() + designator, 0x1D);
            code.stated = sections.data();
            code.stated_count = sections.size();
        } else if (lead == Lead::unknown && modifier != '0' && modifier != '6') {
            // A byte after the first character may be dropped too; no text is better than another one.
            return;
        }
    }
    found(context, &code);
}

int reader_find(
    const uint8_t *grey, uint32_t width, uint32_t height, uint32_t kinds, int is_single, int is_thorough,
    void *context, void (*found)(void *context, const reader_code *code)) try {
    BarcodeFormats formats;
    for (int i = 0; i < orderCount; i++) {
        if (kinds >> i & 1) formats |= order[i];
    }
    // No format at all would mean every one to the library.
    if (formats.empty()) return 0;
    auto results = search(grey, width, height, formats, is_single, is_thorough, Binarizer::LocalAverage);
    if (results.empty() && is_thorough) {
        results = search(grey, width, height, formats, is_single, true, Binarizer::GlobalHistogram);
    }
    for (const auto &result : results) {
        if (result.isValid()) report(result, context, found);
    }
    return 0;
} catch (const std::exception &) {
    return -1;
}

void reader_warm_search(void) {
    const std::vector<uint8_t> grey(64 * 64, 255);
    reader_find(grey.data(), 64, 64, (1u << orderCount) - 1, 0, 1, nullptr, [](void *, const reader_code *) {});
}

void reader_throw(void) { throw std::runtime_error("attempted"); }
