// SPDX-License-Identifier: MIT
#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// FIPS 180-4, section 4.2.2
static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define SHA __attribute__((target("sha,sse4.1,ssse3")))
#define INLINE SHA __attribute__((always_inline)) static inline

// A state as the instructions want it: words a, b, e, f and c, d, g, h, the first one in the highest place.
struct halves {
    __m128i abef, cdgh;
};

INLINE struct halves load(const uint32_t words[8]) {
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)words), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(words + 4)), 0x1B);
    return (struct halves){_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xF0)};
}

INLINE void store(uint32_t words[8], struct halves state) {
    const __m128i feba = _mm_shuffle_epi32(state.abef, 0x1B), dchg = _mm_shuffle_epi32(state.cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)words, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(words + 4), _mm_alignr_epi8(dchg, feba, 8));
}

INLINE void four_rounds(struct halves *state, __m128i words) {
    state->cdgh = _mm_sha256rnds2_epu32(state->cdgh, state->abef, words);
    state->abef = _mm_sha256rnds2_epu32(state->abef, state->cdgh, _mm_shuffle_epi32(words, 0x0E));
}

INLINE void add(struct halves *state, struct halves before) {
    state->abef = _mm_add_epi32(state->abef, before.abef);
    state->cdgh = _mm_add_epi32(state->cdgh, before.cdgh);
}

SHA void sha256_pair(uint32_t one[8], uint32_t other[8], const uint8_t *bytes, size_t blocks) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    struct halves x = load(one), y = load(other);
    for (; blocks > 0; blocks--, bytes += 64) {
        const struct halves before_x = x, before_y = y;
        // The schedule is that of the bytes, so both states share it: sixteen words, replaced in turn.
        __m128i w[4];
        for (int i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), big_endian);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            const __m128i words = _mm_add_epi32(w[i & 3], _mm_load_si128((const __m128i *)(constants + 4 * i)));
            if (i < 12) {
                const __m128i sum = _mm_add_epi32(
                    _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]), _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4));
                w[i & 3] = _mm_sha256msg2_epu32(sum, w[(i + 3) & 3]);
            }
            four_rounds(&x, words);
            four_rounds(&y, words);
        }
        add(&x, before_x);
        add(&y, before_y);
    }
    store(one, x);
    store(other, y);
}

int sha256_can_pair(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) != 0;
}

#else

int sha256_can_pair(void) { return 0; }

void sha256_pair(uint32_t one[8], uint32_t other[8], const uint8_t *bytes, size_t blocks) {
    (void)one, (void)other, (void)bytes, (void)blocks;
    __builtin_trap();
}

#endif
