// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// SHA-256 of the same bytes from two states at once. FIPS 180-4, section 6.2
//
// A round waits for the one before, so a second state costs the processor almost nothing. OpenSSL has no such call.

// Whether this processor has the instructions.
int sha256_can_pair(void);

// Takes whole blocks of 64 bytes into both chaining values (eight words each). Only where sha256_can_pair says so.
void sha256_pair(uint32_t one[8], uint32_t other[8], const uint8_t *bytes, size_t blocks);
