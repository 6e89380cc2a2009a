// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of 16 bytes, compared eight at a time.
#ifndef WEIR_ROWS_H
#define WEIR_ROWS_H

#include "CFloors.h"

#define ALWAYS static inline __attribute__((always_inline))
#define RARELY static __attribute__((noinline))

typedef struct weir_floor_row row;

/// The rows that are compared at once.
enum { step = 8 };

/// The bits of a mask that say that ids differ, and those that say that stamps do.
#define ID_BITS 0x33333333u
#define STAMP_BITS 0xCCCCCCCCu

// differing: which halves of eight rows differ, four bits a row, two for the id and two for the stamp.
// below_of_sixteen: how many of sixteen rising numbers are below one of at most 31 bits.
// matching: which of eight slots are `wanted` under a mask, a bit for each.
#ifdef __SSE2__
  #include <emmintrin.h>

ALWAYS __m128i agreement(const row *a, const row *b) {
  return _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)a), _mm_loadu_si128((const __m128i *)b));
}

ALWAYS uint32_t differing(const row *a, const row *b) {
  const __m128i w = _mm_packs_epi32(agreement(a, b), agreement(a + 1, b + 1));
  const __m128i x = _mm_packs_epi32(agreement(a + 2, b + 2), agreement(a + 3, b + 3));
  const __m128i y = _mm_packs_epi32(agreement(a + 4, b + 4), agreement(a + 5, b + 5));
  const __m128i z = _mm_packs_epi32(agreement(a + 6, b + 6), agreement(a + 7, b + 7));
  const uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(w, x));
  const uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(y, z));
  return ~(low | high << 16);
}

ALWAYS uint32_t below_of_sixteen(const uint32_t *numbers, uint32_t x) {
  const __m128i *n = (const __m128i *)numbers, w = _mm_set1_epi32((int)x);
  const __m128i a = _mm_cmplt_epi32(_mm_loadu_si128(n), w), b = _mm_cmplt_epi32(_mm_loadu_si128(n + 1), w);
  const __m128i c = _mm_cmplt_epi32(_mm_loadu_si128(n + 2), w), d = _mm_cmplt_epi32(_mm_loadu_si128(n + 3), w);
  const __m128i all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
  return (uint32_t)__builtin_ctz(~(uint32_t)_mm_movemask_epi8(all));
}

ALWAYS uint32_t matching(const uint32_t *slots, uint32_t mask, uint32_t wanted) {
  const __m128i m = _mm_set1_epi32((int)mask), w = _mm_set1_epi32((int)wanted);
  const __m128i low = _mm_and_si128(_mm_load_si128((const __m128i *)slots), m);
  const __m128i high = _mm_and_si128(_mm_load_si128((const __m128i *)slots + 1), m);
  const __m128i both = _mm_packs_epi32(_mm_cmpeq_epi32(low, w), _mm_cmpeq_epi32(high, w));
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(both, _mm_setzero_si128()));
}
#else
ALWAYS uint32_t differing(const row *a, const row *b) {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < step; i++) {
    const uint32_t bits = (a[i].id != b[i].id ? 3u : 0) | (a[i].stamp != b[i].stamp ? 12u : 0);
    mask |= bits << 4 * i;
  }
  return mask;
}

ALWAYS uint32_t below_of_sixteen(const uint32_t *numbers, uint32_t x) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < 16; i++) count += numbers[i] < x;
  return count;
}

ALWAYS uint32_t matching(const uint32_t *slots, uint32_t mask, uint32_t wanted) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < 8; i++) found |= (uint32_t)((slots[i] & mask) == wanted) << i;
  return found;
}
#endif

#endif
