// SPDX-License-Identifier: MIT
#include "CReader.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static int verdict_of(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return READER_DECODED;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return READER_UNSUPPORTED;
    default: return READER_DAMAGED;
    }
}

// Brightness and opacity alone: the colours of a photo would take four times the room.
static int decode_grey(WebPDecoderConfig *config, const uint8_t *file, size_t count, uint8_t *pixels) {
    const size_t width = (size_t)config->input.width, height = (size_t)config->input.height;
    const size_t half = (width + 1) / 2, half_count = half * ((height + 1) / 2);
    const int has_opacity = config->input.has_alpha;
    uint8_t *colours = malloc(2 * half_count), *opacity = has_opacity ? malloc(width * height) : NULL;
    int verdict = READER_DAMAGED;
    if (colours && (opacity || !has_opacity)) {
        WebPYUVABuffer *to = &config->output.u.YUVA;
        config->output.colorspace = has_opacity ? MODE_YUVA : MODE_YUV;
        config->output.is_external_memory = 1;
        to->y = pixels, to->y_stride = (int)width, to->y_size = width * height;
        to->u = colours, to->u_stride = (int)half, to->u_size = half_count;
        to->v = colours + half_count, to->v_stride = (int)half, to->v_size = half_count;
        if (has_opacity) to->a = opacity, to->a_stride = (int)width, to->a_size = width * height;
        verdict = verdict_of(WebPDecode(file, count, config));
    }
    if (verdict == READER_DECODED) {
        for (size_t i = 0; i < width * height; i++) {
            // Black is 16 and white is 235. ITU-R BT.601
            const int spread = ((int)pixels[i] - 16) * 255 / 219, grey = spread < 0 ? 0 : spread > 255 ? 255 : spread;
            const int cover = has_opacity ? opacity[i] : 255;
            pixels[i] = (uint8_t)((grey * cover + 255 * (255 - cover)) / 255);
        }
    }
    free(colours);
    free(opacity);
    return verdict;
}

static int decode_still(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return READER_UNSUPPORTED;
    const int header = verdict_of(WebPGetFeatures(file, count, &config.input));
    if (header != READER_DECODED) return header;
    if (config.input.has_animation) return READER_UNSUPPORTED;
    if ((uint32_t)config.input.width != width || (uint32_t)config.input.height != height) return READER_DAMAGED;
    if (channels == 1) return decode_grey(&config, file, count, pixels);
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = (int)width * 4;
    config.output.u.RGBA.size = (size_t)width * height * 4;
    return verdict_of(WebPDecode(file, count, &config));
}

// The first frame of an animation, which may cover a part of the picture; the rest is white that cannot be seen.
static int decode_first(
    WebPIterator *frame, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    const uint32_t columns = (uint32_t)frame->width, rows = (uint32_t)frame->height;
    const uint32_t left = (uint32_t)frame->x_offset, top = (uint32_t)frame->y_offset;
    if (!frame->complete || left + columns > width || top + rows > height) return READER_DAMAGED;
    const uint8_t *part = frame->fragment.bytes;
    if (columns == width && rows == height) {
        return decode_still(part, frame->fragment.size, width, height, channels, pixels);
    }
    const size_t size = (size_t)channels;
    uint8_t *own = malloc((size_t)columns * rows * size);
    if (!own) return READER_DAMAGED;
    const int verdict = decode_still(part, frame->fragment.size, columns, rows, channels, own);
    if (verdict == READER_DECODED) {
        memset(pixels, 255, (size_t)width * height * size);
        for (size_t i = 3; channels == 4 && i < (size_t)width * height * 4; i += 4) pixels[i] = 0;
        for (size_t y = 0; y < rows; y++) {
            memcpy(pixels + ((top + y) * width + left) * size, own + y * columns * size, columns * size);
        }
    }
    free(own);
    return verdict;
}

int reader_decode_webp(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, int channels, uint8_t *pixels) {
    WebPBitstreamFeatures features;
    const int header = verdict_of(WebPGetFeatures(file, count, &features));
    if (header != READER_DECODED) return header;
    if (!features.has_animation) return decode_still(file, count, width, height, channels, pixels);
    const WebPData data = {file, count};
    WebPDemuxer *demuxer = WebPDemux(&data);
    if (!demuxer) return READER_DAMAGED;
    int verdict = READER_DAMAGED;
    WebPIterator frame;
    if (WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH) == width && WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT) == height
        && WebPDemuxGetFrame(demuxer, 1, &frame)) {
        verdict = decode_first(&frame, width, height, channels, pixels);
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    return verdict;
}
