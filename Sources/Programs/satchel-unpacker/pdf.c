// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "unpacker.h"

#include <cairo.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <poppler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ft2build.h>
#include FT_FREETYPE_H

// A module of 0.25 mm, the smallest that is usual in print, is three pixels wide.
static const double dots_per_inch = 300, points_per_inch = 72;

// Fonts that a page names without bringing them. Poppler looks into their files, and FreeType opens them: once
// confined, both get what was read before instead.

enum { MOST_FONTS = 32, MOST_FONT_BYTES = 8 << 20 };

static struct font {
    char *path;
    uint8_t *bytes;
    size_t count;
} fonts[MOST_FONTS];
static int font_count;
static int is_warm;

static FILE *really_open(const char *path, const char *mode) {
    FILE *(*original)(const char *, const char *) = NULL;
    *(void **)&original = dlsym(RTLD_NEXT, "fopen");
    return original ? original(path, mode) : NULL;
}

static const struct font *read_font(const char *path) {
    FILE *file = font_count < MOST_FONTS ? really_open(path, "rb") : NULL;
    if (!file) return NULL;
    struct font font = {strdup(path), malloc(MOST_FONT_BYTES), 0};
    if (font.path && font.bytes) font.count = fread(font.bytes, 1, MOST_FONT_BYTES, file);
    fclose(file);
    if (font.count == 0 || font.count == MOST_FONT_BYTES) return NULL;
    fonts[font_count] = font;
    return &fonts[font_count++];
}

static int is_font(const char *path) {
    static const char *const endings[] = {".ttf", ".otf", ".ttc", ".pfb", ".t1", ".pfa"};
    const size_t count = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(endings[i]);
        if (count > length && strcmp(path + count - length, endings[i]) == 0) return 1;
    }
    return 0;
}

static const struct font *font_at(const char *path) {
    for (int i = 0; i < font_count; i++) {
        if (strcmp(fonts[i].path, path) == 0) return &fonts[i];
    }
    if (!is_warm) return read_font(path);
    // Another one stands in: letters of another face are better than none.
    return font_count > 0 && is_font(path) ? &fonts[0] : NULL;
}

FT_Error FT_New_Face(FT_Library library, const char *path, FT_Long index, FT_Face *face) {
    const struct font *font = font_at(path);
    if (!font) return FT_Err_Cannot_Open_Resource;
    return FT_New_Memory_Face(library, font->bytes, (FT_Long)font->count, index, face);
}

FILE *fopen(const char *path, const char *mode) {
    if (!is_warm) return really_open(path, mode);
    const struct font *font = font_at(path);
    if (font) return fmemopen(font->bytes, font->count, "rb");
    errno = EACCES;
    return NULL;
}

static cairo_surface_t *drawn(PopplerPage *page, double scale, int width, int height) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    poppler_page_render(page, cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

static int unpack(PopplerPage *page, const unpacker_file *file) {
    double wide = 0, high = 0;
    poppler_page_get_size(page, &wide, &high);
    if (!(wide >= 1) || !(high >= 1) || wide > 1e6 || high > 1e6) return UNPACKER_DAMAGED;
    double scale = dots_per_inch / points_per_inch;
    // A poster is drawn more coarsely.
    const double most = UNPACKER_MOST_GIVEN_PIXELS;
    if (wide * high * scale * scale > most) scale = sqrt(most / wide / high);
    const int width = (int)fmax(1, floor(wide * scale)), height = (int)fmax(1, floor(high * scale));
    cairo_surface_t *surface = drawn(page, scale, width, height);
    int verdict = UNPACKER_UNSUPPORTED;
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        const int is_little = G_BYTE_ORDER == G_LITTLE_ENDIAN;
        const unpacker_page given = {
            .width = (uint32_t)width, .height = (uint32_t)height, .pixels = cairo_image_surface_get_data(surface),
            .stride = (size_t)cairo_image_surface_get_stride(surface), .step = 4, .red = is_little ? 2 : 1,
            .green = is_little ? 1 : 2, .blue = is_little ? 0 : 3, .opacity = -1, .orientation = 1};
        verdict = unpacker_give(file, &given);
    }
    cairo_surface_destroy(surface);
    return verdict;
}

static int unpack_all(PopplerDocument *document, const unpacker_file *file) {
    const int pages = poppler_document_get_n_pages(document);
    if (pages < 1) return UNPACKER_DAMAGED;
    if (pages > UNPACKER_MOST_PAGES) return UNPACKER_TOO_MANY_PAGES;
    int verdict = UNPACKER_DONE;
    for (int index = 0; verdict == UNPACKER_DONE && index < pages; index++) {
        PopplerPage *page = poppler_document_get_page(document, index);
        verdict = page ? unpack(page, file) : UNPACKER_DAMAGED;
        if (page) g_object_unref(page);
    }
    return verdict;
}

int unpacker_pdf(const unpacker_file *file) {
    GError *error = NULL;
    GBytes *bytes = g_bytes_new_static(file->bytes, file->count);
    PopplerDocument *document = poppler_document_new_from_bytes(bytes, NULL, &error);
    if (!document) {
        return error && g_error_matches(error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED) ? UNPACKER_LOCKED
                                                                                       : UNPACKER_DAMAGED;
    }
    return unpack_all(document, file);
}

// A page with a letter in each font that programs name without bringing it. ISO 32000-1, 9.6.2.2.
static const char *const usual_fonts[] = {
    "Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Times-Roman", "Times-Bold",
    "Times-Italic", "Times-BoldItalic", "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique", "Symbol",
    "ZapfDingbats", "Arial", "Arial,Bold", "Verdana", "Calibri",
};
enum { USUAL_FONTS = sizeof usual_fonts / sizeof usual_fonts[0] };

static GBytes *sample(void) {
    GString *names = g_string_new(NULL), *letters = g_string_new(NULL), *file = g_string_new("%PDF-1.4\n");
    for (int i = 0; i < USUAL_FONTS; i++) {
        g_string_append_printf(
            names, "/F%d << /Type /Font /Subtype /%s /BaseFont /%s >> ", i, i < 14 ? "Type1" : "TrueType",
            usual_fonts[i]);
        g_string_append_printf(letters, "BT /F%d 12 Tf 10 %d Td (A) Tj ET\n", i, 10 + 12 * i);
    }
    g_string_append_printf(
        file,
        "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n"
        "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 40 %d] /Contents 4 0 R /Resources << /Font << %s>> >> >>"
        " endobj\n4 0 obj << /Length %zu >> stream\n%sendstream endobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%%%EOF\n",
        20 + 12 * USUAL_FONTS, names->str, letters->len, letters->str);
    g_string_free(names, TRUE);
    g_string_free(letters, TRUE);
    return g_string_free_to_bytes(file);
}

void unpacker_warm_pdf(void) {
    // Kept: what poppler found out lives as long as a document does.
    PopplerDocument *document = poppler_document_new_from_bytes(sample(), NULL, NULL);
    PopplerPage *page = document ? poppler_document_get_page(document, 0) : NULL;
    if (page) cairo_surface_destroy(drawn(page, 1, 40, 20 + 12 * USUAL_FONTS));
    is_warm = 1;
}
