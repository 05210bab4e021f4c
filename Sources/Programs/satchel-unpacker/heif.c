// SPDX-License-Identifier: MIT
#include "unpacker.h"

#include <libheif/heif.h>

static int verdict_of(struct heif_error error) {
    if (error.code == heif_error_Ok) return UNPACKER_DONE;
    if (error.subcode == heif_suberror_Security_limit_exceeded) return UNPACKER_TOO_MANY_PIXELS;
    switch (error.code) {
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature: return UNPACKER_UNSUPPORTED;
    case heif_error_Memory_allocation_error: return UNPACKER_TOO_MANY_PIXELS;
    default: return UNPACKER_DAMAGED;
    }
}

// The library turns and crops the picture as the file says; the EXIF block has no say in that.
// ISO/IEC 23008-12, section 6.5.10.
static int unpack(const struct heif_image_handle *handle, const unpacker_file *file) {
    const int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
    if (width < 1 || height < 1) return UNPACKER_DAMAGED;
    if (!unpacker_fits((uint64_t)width, (uint64_t)height)) return UNPACKER_TOO_MANY_PIXELS;
    const int has_opacity = heif_image_handle_has_alpha_channel(handle);
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (!options) return UNPACKER_TOO_MANY_PIXELS;
    options->convert_hdr_to_8bit = 1;
    options->strict_decoding = 1;
    struct heif_image *image = NULL;
    int verdict = verdict_of(heif_decode_image(
        handle, &image, heif_colorspace_RGB,
        has_opacity ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options));
    heif_decoding_options_free(options);
    if (verdict != UNPACKER_DONE) return verdict;
    int stride = 0;
    const uint8_t *pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    const int columns = heif_image_get_width(image, heif_channel_interleaved);
    const int rows = heif_image_get_height(image, heif_channel_interleaved);
    verdict = UNPACKER_DAMAGED;
    if (pixels && stride > 0 && columns > 0 && rows > 0) {
        const unpacker_page page = {
            .width = (uint32_t)columns, .height = (uint32_t)rows, .pixels = pixels, .stride = (size_t)stride,
            .step = has_opacity ? 4 : 3, .red = 0, .green = 1, .blue = 2, .opacity = has_opacity ? 3 : -1,
            .is_premultiplied = has_opacity && heif_image_is_premultiplied_alpha(image), .orientation = 1};
        verdict = unpacker_give(file, &page);
    }
    heif_image_release(image);
    return verdict;
}

int unpacker_heif(const unpacker_file *file) {
    struct heif_context *context = heif_context_alloc();
    if (!context) return UNPACKER_TOO_MANY_PIXELS;
    heif_context_set_max_decoding_threads(context, 2);
    int verdict = verdict_of(heif_context_read_from_memory_without_copy(context, file->bytes, file->count, NULL));
    struct heif_image_handle *handle = NULL;
    if (verdict == UNPACKER_DONE) verdict = verdict_of(heif_context_get_primary_image_handle(context, &handle));
    if (verdict == UNPACKER_DONE) {
        verdict = unpack(handle, file);
        heif_image_handle_release(handle);
    }
    heif_context_free(context);
    return verdict;
}
