// SPDX-License-Identifier: GPL-3.0-or-later

// The walk down both lists, which finds its way again where they differ.
#ifndef WEIR_WALK_H
#define WEIR_WALK_H

#include "pair.h"

#include <string.h>

/// Returns how many rows from `i` and `j` on are the same, at most `most`; notes those that show something else.
ALWAYS uint32_t run_from(struct weir_floor_diff *d, uint32_t i, uint32_t j, uint32_t most) {
  uint32_t length = 0;
  for (; length + step <= most; length += step) {
    const uint32_t bits = differing(d->old + i + length, d->new + j + length);
    if (bits == 0) continue;
    const uint32_t others = bits & ID_BITS;
    uint32_t changed = bits & STAMP_BITS;
    uint32_t count = step;
    if (others != 0) {
      count = (uint32_t)__builtin_ctz(others) / 4;
      changed &= (UINT32_C(1) << 4 * count) - 1;
    }
    while (changed != 0) {
      const uint32_t at = (uint32_t)__builtin_ctz(changed) / 4;
      note_update(d, i + length + at, j + length + at);
      changed &= ~(15u << 4 * at);
    }
    if (count < step) return length + count;
  }
  for (; length < most && same(d, i + length, j + length); length++) {
    if (d->old[i + length].stamp != d->new[j + length].stamp) note_update(d, i + length, j + length);
  }
  return length;
}

/// Returns how many rows at both ends are the same, at most `most`; of those that show something else, counted from the end, the
/// first and the last are in `changed`.
ALWAYS uint32_t trailing_run(const struct weir_floor_diff *d, uint32_t most, uint32_t changed[2]) {
  const row *a = d->old + d->old_count, *b = d->new + d->new_count;
  uint32_t length = 0;
  while (length < most) {
    while (length + step <= most && differing(a - length - step, b - length - step) == 0) length += step;
    const uint32_t stop = length + step < most ? length + step : most;
    for (; length < stop; length++) {
      const row *x = a - length - 1, *y = b - length - 1;
      if (x->id != y->id) return length;
      if (x->stamp != y->stamp) {
        if (changed[1] == 0) changed[0] = length + 1;
        changed[1] = length + 1;
      }
    }
  }
  return length;
}

/// The ends of what is walked.
struct ends {
  uint32_t old, new;
};

/// True if the rows behind two that agree do so, too.
ALWAYS bool is_anchor(const struct weir_floor_diff *d, uint32_t i, uint32_t j, struct ends e) {
  return i + 1 >= e.old || j + 1 >= e.new || same(d, i + 1, j + 1);
}

/// The numbers of rows of each list that are passed.
struct gap {
  uint32_t old, new;
};

static const struct gap no_gap = {NONE, NONE};

/// Returns the smallest gap of at most ten rows.
ALWAYS struct gap small_gap(const struct weir_floor_diff *d, uint32_t i, uint32_t j, struct ends e) {
  for (uint32_t total = 1; total <= 10; total++) {
    const uint32_t least = total > e.new - 1 - j ? total - (e.new - 1 - j) : 0;
    for (uint32_t x = least; x <= total && i + x < e.old; x++) {
      const uint32_t y = total - x;
      if (same(d, i + x, j + y) && is_anchor(d, i + x, j + y, e)) return (struct gap){x, y};
    }
  }
  return no_gap;
}

/// Returns a gap on one side alone, as pages and blocks make them.
RARELY struct gap one_sided_gap(
  const struct weir_floor_diff *d, uint32_t i, uint32_t j, struct ends e, uint32_t most) {
  for (uint32_t t = 1; t < most && (i + t < e.old || j + t < e.new); t++) {
    if (j + t < e.new && same(d, i, j + t) && is_anchor(d, i, j + t, e)) return (struct gap){0, t};
    if (i + t < e.old && same(d, i + t, j) && is_anchor(d, i + t, j, e)) return (struct gap){t, 0};
  }
  return no_gap;
}

/// Returns the smallest gap among the next `window` rows of both lists.
RARELY struct gap hashed_gap(
  struct weir_floor_diff *d, uint32_t i, uint32_t j, struct ends e, uint32_t window) {
  const uint32_t old_rows = window < e.old - i ? window : e.old - i;
  const uint32_t new_rows = window < e.new - j ? window : e.new - j;
  const int bits = 33 - __builtin_clz(window);
  const uint32_t mask = (UINT32_C(1) << bits) - 1;
  uint32_t *slots = d->slots;
  memset(slots, 0, ((size_t)mask + 1) * sizeof *slots);
  for (uint32_t x = 0; x < old_rows; x++) {
    uint32_t place = (uint32_t)(hash_of(d->old[i + x].id) >> (64 - bits));
    while (slots[place] != 0 && d->old[i + slots[place] - 1].id != d->old[i + x].id) place = (place + 1) & mask;
    if (slots[place] == 0) slots[place] = x + 1;
  }
  struct gap best = no_gap;
  uint32_t total = NONE;
  for (uint32_t y = 0; y < new_rows && y < total; y++) {
    uint32_t place = (uint32_t)(hash_of(d->new[j + y].id) >> (64 - bits));
    while (slots[place] != 0 && !same(d, i + slots[place] - 1, j + y)) place = (place + 1) & mask;
    const uint32_t x = slots[place] - 1;
    if (slots[place] != 0 && x + y < total && is_anchor(d, i + x, j + y, e)) {
      best = (struct gap){x, y};
      total = x + y;
    }
  }
  return best;
}

/// Returns a gap in windows that grow as far as `budget` goes.
RARELY struct gap wide_gap(
  struct weir_floor_diff *d, uint32_t i, uint32_t j, struct ends e, int64_t *budget) {
  uint32_t most = *budget < 64 ? 64 : *budget < 8192 ? (uint32_t)*budget : 8192;
  struct gap gap = one_sided_gap(d, i, j, e, most);
  *budget -= gap.old == NONE ? most : gap.old + gap.new;
  for (int64_t window = 64; gap.old == NONE && window <= *budget; window *= 4) {
    gap = hashed_gap(d, i, j, e, (uint32_t)window);
    *budget -= 4 * window;
  }
  return gap;
}

/// Walks down both lists; false when it has given up, and left the rest alone.
ALWAYS bool walk(struct weir_floor_diff *d, uint32_t *at_old, uint32_t *at_new, struct ends e) {
  uint32_t i = *at_old, j = *at_new;
  const uint32_t begin = i;
  const uint32_t shorter = e.old - i < e.new - j ? e.old - i : e.new - j;
  uint32_t runs = 0, lone_old = 0, lone_new = 0;
  int64_t budget = shorter / 8;
  bool goes_on = true;
  while (i < e.old && j < e.new) {
    struct gap gap = small_gap(d, i, j, e);
    if (gap.old == NONE) {
      gap = wide_gap(d, i, j, e, &budget);
      goes_on = gap.old != NONE;
      if (!goes_on) break;
    }
    for (; gap.old > 0; gap.old--) d->lone_old[lone_old++] = i++;
    for (; gap.new > 0; gap.new--) d->lone_new[lone_new++] = j++;
    const uint32_t rest = e.old - i < e.new - j ? e.old - i : e.new - j;
    const uint32_t length = run_from(d, i, j, rest);
    d->runs[runs++] = (struct block){i, j, length};
    i += length;
    j += length;
    budget += length / 2;
    // More than half of what was walked stands alone: to hash the rest is cheaper.
    if (lone_old + lone_new > 64 + (i - begin)) {
      goes_on = i >= e.old || j >= e.new;
      if (!goes_on) break;
    }
  }
  d->run_count = runs;
  d->lone_old_count = lone_old;
  d->lone_new_count = lone_new;
  *at_old = i;
  *at_new = j;
  return goes_on;
}

#endif
