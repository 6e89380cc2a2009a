// SPDX-License-Identifier: GPL-3.0-or-later

// Two lists that are compared, and the memory for that.
#ifndef WEIR_PAIR_H
#define WEIR_PAIR_H

#include "rows.h"

typedef struct weir_floor_pair pair;

/// Rows that follow each other in both lists.
struct block {
  uint32_t old, new, count;
};

#define NONE UINT32_MAX
/// The bit of an origin that says that the row shows something else.
#define CHANGED (UINT32_C(1) << 31)

struct weir_floor_diff {
  const row *old, *new;
  uint32_t old_count, new_count;
  uint32_t *deletes, *inserts;
  pair *updates, *moves;
  uint32_t delete_count, insert_count, update_count, move_count;
  /// Rows that the walk met in both lists, and those that it left alone.
  struct block *runs;
  uint32_t *lone_old, *lone_new;
  uint32_t run_count, lone_old_count, lone_new_count;
  /// For each lone new row the lone old row that it was; for each lone old row the new one that it is.
  uint32_t *origins, *partners;
  /// For each lone old row the next one of its id.
  uint32_t *links;
  /// The hash table, in groups of eight slots.
  uint32_t *slots;
  /// The blocks in the order of the new list, where they stand in a rise, and the ends of rises.
  struct block *blocks;
  uint32_t *places, *tails, *ranks, *best, *before;
  pair *late;
};

ALWAYS uint64_t hash_of(int64_t id) { return (uint64_t)id * 0x9E3779B97F4A7C15; }

ALWAYS bool same(const struct weir_floor_diff *d, uint32_t i, uint32_t j) {
  return d->old[i].id == d->new[j].id;
}

ALWAYS void note_update(struct weir_floor_diff *d, uint32_t i, uint32_t j) {
  d->updates[d->update_count++] = (pair){i, j};
}

#endif
