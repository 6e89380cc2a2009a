// SPDX-License-Identifier: GPL-3.0-or-later

// The fewest moves: all that is not on a longest, or heaviest, rise.
#ifndef WEIR_MOVES_H
#define WEIR_MOVES_H

#include "pairing.h"

#include <string.h>

/// Returns how many of `count` rising numbers are below `x`, without a branch on them.
ALWAYS uint32_t count_below(const uint32_t *numbers, uint32_t count, uint32_t x) {
  const uint32_t *base = numbers;
  while (count > 1) {
    const uint32_t half = count / 2;
    base += half & -(uint32_t)(base[half - 1] < x);
    count -= half;
  }
  return (uint32_t)(base - numbers) + (count == 1 && *base < x);
}

/// Rising numbers that grow at their end, with every sixteenth of them on a level above, and so on: those below another one are
/// counted sixteen at a time.
struct tower {
  uint32_t *levels[8];
  uint32_t count, height;
};

/// Makes sixteen places, all of them above any number.
ALWAYS void tower_widen(struct tower *t, uint32_t level, uint32_t at) {
  for (uint32_t i = 0; i < 16; i++) t->levels[level][at + i] = INT32_MAX;
}

/// Makes room for one more number.
RARELY void tower_grow(struct tower *t) {
  for (uint32_t level = 0, at = t->count; at % 16 == 0 || level == t->height; level++, at /= 16) {
    if (level == t->height) {
      t->height++;
      tower_widen(t, level, 0);
      if (level > 0) t->levels[level][0] = t->levels[level - 1][0];
    } else {
      tower_widen(t, level, at);
    }
    if (at < 16) break;
  }
}

ALWAYS void tower_set(struct tower *t, uint32_t place, uint32_t x) {
  if (place == t->count) {
    if (place % 16 == 0) tower_grow(t);
    t->count++;
  }
  for (uint32_t level = 0; level < t->height; level++, place /= 16) {
    t->levels[level][place] = x;
    if (place % 16 != 0) break;
  }
}

ALWAYS uint32_t tower_below(const struct tower *t, uint32_t x) {
  uint32_t place = 0, count = 0;
  for (uint32_t level = t->height; level-- > 0;) {
    place = (place + count - (count > 0)) * 16;
    count = below_of_sixteen(t->levels[level] + place, x);
  }
  return place + count;
}

/// Finds a longest rise of lone rows that no run stands between, and notes the others.
ALWAYS void move_rows(struct weir_floor_diff *d, struct lone old, struct lone new, uint32_t pairs) {
  uint32_t *places = d->places;
  const uint32_t *origins = d->origins;
  struct tower tails = {.levels = {d->tails}};
  for (uint32_t level = 1, size = pairs; level < 8; level++, size /= 16) {
    tails.levels[level] = tails.levels[level - 1] + (size / 16 + 2) * 16;
  }
  uint32_t highest = 0;
  for (uint32_t q = 0; q < new.count; q++) {
    if (origins[q] == NONE) {
      places[q] = NONE;
      continue;
    }
    const uint32_t k = origins[q] & ~CHANGED;
    uint32_t place = tails.count;
    if (place == 0 || k > highest) {
      highest = k;
    } else {
      place = tower_below(&tails, k);
      if (place + 1 == tails.count) highest = k;
    }
    tower_set(&tails, place, k);
    places[q] = place;
  }
  uint32_t left = pairs - tails.count;
  d->move_count = left;
  if (left == 0) return;
  // From the end, the next row of a place is a lower one: it stays.
  uint32_t wanted = tails.count - 1;
  for (uint32_t q = new.count; q-- > 0 && left > 0;) {
    if (places[q] == wanted) {
      wanted--;
    } else if (origins[q] != NONE) {
      d->moves[--left] = (pair){lone_at(old, origins[q] & ~CHANGED), lone_at(new, q)};
    }
  }
}

/// Puts runs and pairs into blocks, in the order of the new list; returns how many there are.
RARELY uint32_t gather_blocks(struct weir_floor_diff *d, struct lone old, struct lone new) {
  struct block *blocks = d->blocks;
  uint32_t count = 0, run = 0;
  for (uint32_t q = 0; q < new.count; q++) {
    if (d->origins[q] == NONE) continue;
    const uint32_t j = lone_at(new, q), i = lone_at(old, d->origins[q] & ~CHANGED);
    while (run < d->run_count && d->runs[run].new < j) blocks[count++] = d->runs[run++];
    struct block *last = blocks + count - 1;
    if (count > 0 && last->old + last->count == i && last->new + last->count == j) {
      last->count++;
    } else {
      blocks[count++] = (struct block){i, j, 1};
    }
  }
  while (run < d->run_count) blocks[count++] = d->runs[run++];
  return count;
}

/// Notes the rows of blocks that are not on the rise, of which each place says where it begins, and all that `length` rows are.
ALWAYS void note_moves_of_blocks(struct weir_floor_diff *d, uint32_t count, uint32_t moves) {
  d->move_count = moves;
  for (uint32_t b = 0, noted = 0; b < count && noted < moves; b++) {
    if (d->places[b] == NONE) continue;
    const struct block block = d->blocks[b];
    for (uint32_t row = 0; row < block.count; row++) d->moves[noted++] = (pair){block.old + row, block.new + row};
  }
}

/// Finds the heaviest rise of many short blocks, row by row: the ends of rises that a block's rows are lie side by side.
RARELY void move_short_blocks(struct weir_floor_diff *d, uint32_t count, uint32_t rows) {
  uint32_t length = 0;
  uint32_t *tails = d->tails;
  for (uint32_t b = 0; b < count; b++) {
    const struct block block = d->blocks[b];
    const uint32_t place = length == 0 || block.old > tails[length - 1] ? length : count_below(tails, length, block.old);
    for (uint32_t row = 0; row < block.count; row++) tails[place + row] = block.old + row;
    if (place + block.count > length) length = place + block.count;
    d->places[b] = place;
  }
  if (length == rows) return;
  uint32_t wanted = length;
  for (uint32_t b = count; b-- > 0;) {
    if (d->places[b] + d->blocks[b].count != wanted) continue;
    wanted = d->places[b];
    d->places[b] = NONE;
  }
  note_moves_of_blocks(d, count, rows - length);
}

/// Finds the heaviest rise of few long blocks: for each the heaviest before it, from a tree of maxima over the ranks.
RARELY void move_long_blocks(struct weir_floor_diff *d, uint32_t count, uint32_t rows, struct lone old) {
  // Runs stand in one order in both lists; pairs are put in order by where they come from.
  uint32_t rank = 0, run = 0, run_block = 0;
  uint32_t *ranks = d->ranks, *by_old = d->before;
  for (uint32_t k = 0; k < old.count; k++) by_old[k] = NONE;
  struct block *blocks = d->blocks;
  for (uint32_t b = 0, q = 0; b < count; b++) {
    // A block of pairs begins with the pair of its first new row.
    while (q < d->lone_new_count && d->lone_new[q] < blocks[b].new) q++;
    if (q < d->lone_new_count && d->lone_new[q] == blocks[b].new) by_old[d->origins[q] & ~CHANGED] = b;
  }
  for (uint32_t k = 0; k <= old.count; k++) {
    const uint32_t i = k < old.count ? lone_at(old, k) : NONE;
    for (; run < d->run_count && d->runs[run].old < i; run++) {
      while (blocks[run_block].old != d->runs[run].old) run_block++;
      ranks[run_block++] = ++rank;
    }
    if (k < old.count && by_old[k] != NONE) ranks[by_old[k]] = ++rank;
  }
  // For each node the block that ends the heaviest rise below it, and the weight of that rise.
  uint32_t *best = d->tails, *weights = d->best;
  memset(weights, 0, ((size_t)rank + 1) * sizeof *weights);
  uint32_t heaviest = 0, last = NONE;
  for (uint32_t b = 0; b < count; b++) {
    uint32_t weight = 0, from = NONE;
    for (uint32_t node = ranks[b] - 1; node > 0; node &= node - 1) {
      if (weights[node] > weight) {
        weight = weights[node];
        from = best[node];
      }
    }
    weight += blocks[b].count;
    d->places[b] = from;
    for (uint32_t node = ranks[b]; node <= rank && weights[node] < weight; node += node & -node) {
      weights[node] = weight;
      best[node] = b;
    }
    if (weight > heaviest) {
      heaviest = weight;
      last = b;
    }
  }
  if (heaviest == rows) return;
  for (uint32_t b = count; b-- > 0;) {
    const bool stays = b == last;
    if (stays) last = d->places[b];
    d->places[b] = stays ? NONE : 0;
  }
  note_moves_of_blocks(d, count, rows - heaviest);
}

#endif
