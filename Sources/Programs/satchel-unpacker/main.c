// SPDX-License-Identifier: MIT
//
// Unpacks one file of a kind whose decoder is large: HEIC, AVIF, TIFF, PDF. Its parent sends the file on standard input
// and gets pages of plain pixels on standard output, which satchel-reader then looks at. It confines itself before it
// touches a byte of the file. It is a program of its own because these decoders start threads, which satchel-reader's
// filter forbids, and because an attacker who takes it over gains one file's pixels and nothing else.
//
//     asked     channels (1: 1 grey, 3 colours)  processor milliseconds (4)  size (4)  the file
//     answered  `R`  size (4)  width (4)  height (4)  channels (1)  orientation (1)  pixels     for each page
//               `E`  size (4)  status (1)                                                       always last
//
// Numbers are big-endian. `Codes` asks (Unpacking.swift) and checks the answer (UnpackerReply.swift).
#include "unpacker.h"

#include <CConfine.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int receive(uint8_t *room, size_t count) {
    while (count > 0) {
        const ssize_t taken = read(STDIN_FILENO, room, count);
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return 0;
        room += taken;
        count -= (size_t)taken;
    }
    return 1;
}

void unpacker_send(const void *bytes, size_t count) {
    const uint8_t *rest = bytes;
    while (count > 0) {
        const ssize_t sent = write(STDOUT_FILENO, rest, count);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(EXIT_FAILURE);
        rest += sent;
        count -= (size_t)sent;
    }
}

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put(uint8_t *bytes, uint32_t number) {
    bytes[0] = (uint8_t)(number >> 24), bytes[1] = (uint8_t)(number >> 16);
    bytes[2] = (uint8_t)(number >> 8), bytes[3] = (uint8_t)number;
}

int unpacker_fits(uint64_t width, uint64_t height) {
    return width > 0 && height > 0 && width <= UNPACKER_MOST_PIXELS / height;
}

// The mean of `factor` by `factor` pixels, over white.
static void lay(const unpacker_page *page, uint32_t column, uint32_t row, uint32_t factor, int channels, uint8_t *to) {
    uint32_t sums[3] = {0, 0, 0};
    for (uint32_t y = row * factor; y < (row + 1) * factor; y++) {
        const uint8_t *pixel = page->pixels + y * page->stride + (size_t)column * factor * (size_t)page->step;
        for (uint32_t x = 0; x < factor; x++, pixel += page->step) {
            const uint32_t cover = page->opacity < 0 ? 255 : pixel[page->opacity];
            const uint32_t colours[] = {pixel[page->red], pixel[page->green], pixel[page->blue]};
            for (int i = 0; i < 3; i++) {
                const uint32_t part = page->is_premultiplied ? colours[i] : (colours[i] * cover + 127) / 255;
                const uint32_t whole = part + 255 - cover;
                sums[i] += whole < 255 ? whole : 255;
            }
        }
    }
    const uint32_t area = factor * factor;
    for (int i = 0; i < 3; i++) sums[i] = (sums[i] + area / 2) / area;
    if (channels == 1) *to = (uint8_t)((sums[0] * 299 + sums[1] * 587 + sums[2] * 114 + 500) / 1000);
    else for (int i = 0; i < 3; i++) to[i] = (uint8_t)sums[i];
}

int unpacker_give(const unpacker_file *file, const unpacker_page *page) {
    uint32_t factor = 1;
    while ((uint64_t)(page->width / factor) * (page->height / factor) > UNPACKER_MOST_GIVEN_PIXELS) factor++;
    const uint32_t columns = page->width / factor, rows = page->height / factor;
    if (columns == 0 || rows == 0) return UNPACKER_UNSUPPORTED;
    const size_t row_bytes = (size_t)columns * (size_t)file->channels;
    uint8_t *pixels = malloc(row_bytes * rows);
    if (!pixels) return UNPACKER_TOO_MANY_PIXELS;
    for (uint32_t row = 0; row < rows; row++) {
        uint8_t *to = pixels + row * row_bytes;
        for (uint32_t column = 0; column < columns; column++, to += file->channels) {
            lay(page, column, row, factor, file->channels, to);
        }
    }
    uint8_t head[15] = {'R'};
    put(head + 1, (uint32_t)(row_bytes * rows + 10));
    put(head + 5, columns);
    put(head + 9, rows);
    head[13] = (uint8_t)file->channels;
    head[14] = (uint8_t)(page->orientation >= 1 && page->orientation <= 8 ? page->orientation : 1);
    unpacker_send(head, sizeof head);
    unpacker_send(pixels, row_bytes * rows);
    free(pixels);
    return UNPACKER_DONE;
}

static int starts(const unpacker_file *file, size_t place, const char *bytes, size_t count) {
    return file->count >= place + count && memcmp(file->bytes + place, bytes, count) == 0;
}

static int unpack(const unpacker_file *file) {
    if (starts(file, 4, "ftyp", 4)) return unpacker_heif(file);
    if (starts(file, 0, "II*\0", 4) || starts(file, 0, "MM\0*", 4)) return unpacker_tiff(file);
    if (starts(file, 0, "II+\0", 4) || starts(file, 0, "MM\0+", 4)) return unpacker_tiff(file);
    if (starts(file, 0, "%PDF-", 5)) return unpacker_pdf(file);
    return UNPACKER_NOT_AN_IMAGE;
}

static int answer(void) {
    uint8_t head[9];
    if (!receive(head, sizeof head)) _exit(EXIT_FAILURE);
    unpacker_file file = {.channels = head[0], .count = number(head + 5)};
    if (file.channels != 1 && file.channels != 3) _exit(EXIT_FAILURE);
    if (file.count > UNPACKER_MOST_BYTES) return UNPACKER_TOO_MANY_BYTES;
    uint8_t *bytes = malloc(file.count + 1);
    if (!bytes || !receive(bytes, file.count)) _exit(EXIT_FAILURE);
    file.bytes = bytes;
    confine_arm(number(head + 1));
    return unpack(&file);
}

int main(int count, char **words) {
    // Each thread would reserve room of its own, which counts as used.
    mallopt(M_ARENA_MAX, 1);
    if (count == 2 && strcmp(words[1], "--pages") == 0) unpacker_warm_pdf();
    const confine_limits limits = {
        .processor_seconds = 60, .address_space_bytes = (uint64_t)1536 << 20, .has_threads = 1};
    if (confine(&limits) != 0) return UNPACKER_NOT_CONFINED;
    // The tests prove the confinement by attempting what it forbids; success would be to still be here.
    if (count == 3 && strcmp(words[1], "--attempt") == 0) {
        confine_attempt(words[2]);
        return EXIT_SUCCESS;
    }
    uint8_t end[6] = {'E', 0, 0, 0, 1};
    end[5] = (uint8_t)answer();
    unpacker_send(end, sizeof end);
    // What libraries do at the end of a program is of no use here.
    _exit(EXIT_SUCCESS);
}
