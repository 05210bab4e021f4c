// SPDX-License-Identifier: MIT
// toml++ is C++, which Swift reads only with switches for every module above it; this says what it found in C.
#ifndef SATCHEL_CTOML_H
#define SATCHEL_CTOML_H

#include <stddef.h>
#include <stdint.h>

enum satchel_toml_kind {
    SATCHEL_TOML_TEXT,
    SATCHEL_TOML_INTEGER,
    SATCHEL_TOML_BOOLEAN,
    /// A fraction, a date, a time: nothing that a setting is.
    SATCHEL_TOML_OTHER,
    /// Begins a list; its items follow, then SATCHEL_TOML_LIST_END.
    SATCHEL_TOML_LIST,
    SATCHEL_TOML_LIST_END,
};

/// One value with the dotted name of its place. Neither text ends in NUL; they live until the call returns.
typedef void (*satchel_toml_visitor)(void *context, const char *name, size_t name_count, enum satchel_toml_kind kind,
                                     const char *text, size_t text_count, int64_t number, uint32_t line);

/// Calls the visitor for every value of a TOML 1.0 document, in the order of their names.
///
/// Returns 0, or 1 after writing the reason as a text that ends in NUL, with its line.
int satchel_toml_read(const char *bytes, size_t count, satchel_toml_visitor visitor, void *context, char *reason,
                      size_t reason_size, uint32_t *line);

#endif
