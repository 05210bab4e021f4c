// SPDX-License-Identifier: MIT
#include "warmth.h"
#include "CReader.h"

#include <string.h>

void reader_warm_up(void) {
    reader_warm_jpeg();
    reader_warm_search();
}

void reader_attempt(const char *forbidden) {
    confine_attempt(forbidden);
    if (strcmp(forbidden, "throw") == 0) reader_throw();
}
