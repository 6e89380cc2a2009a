// SPDX-License-Identifier: GPL-3.0-or-later

// A list diff of rows with ids of 64 bits: the common start and end are trimmed, what lies between is walked down side by side,
// what the walk leaves alone is hashed, and of what is paired as few rows move as possible.
//
// It does what the house's own does, and less where a floor may: rows that share an id pair up in order, but which of them the
// walk has paired before nobody promises; of choices of moves that are as short it takes any; and ids that were chosen to
// collide make it slow.

#include "moves.h"
#include "pairing.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

struct weir_floor_diff *weir_floor_diff_make(uint32_t old_most, uint32_t new_most) {
  struct weir_floor_diff *d = calloc(1, sizeof *d);
  const size_t n = (size_t)old_most + 16, m = (size_t)new_most + 16, b = n + m;
  d->deletes = malloc(n * sizeof *d->deletes);
  d->inserts = malloc(m * sizeof *d->inserts);
  d->updates = malloc(n * sizeof *d->updates);
  d->moves = malloc(m * sizeof *d->moves);
  d->runs = malloc(n * sizeof *d->runs);
  d->lone_old = malloc(n * sizeof *d->lone_old);
  d->lone_new = malloc(m * sizeof *d->lone_new);
  d->origins = malloc(m * sizeof *d->origins);
  d->partners = malloc(n * sizeof *d->partners);
  d->links = malloc(n * sizeof *d->links);
  d->slots = aligned_alloc(64, (n * 10 + 1024) / 64 * 64 + 64);
  d->blocks = malloc(b * sizeof *d->blocks);
  d->places = malloc(b * sizeof *d->places);
  d->tails = malloc((2 * b + 512) * sizeof *d->tails);
  d->ranks = malloc(b * sizeof *d->ranks);
  d->best = malloc(b * sizeof *d->best);
  d->before = malloc(b * sizeof *d->before);
  d->late = malloc(n * sizeof *d->late);
  return d;
}

void weir_floor_diff_end(struct weir_floor_diff *d) {
  void *all[] = {
    d->deletes, d->inserts, d->updates, d->moves,  d->runs,  d->lone_old, d->lone_new, d->origins, d->partners,
    d->links,   d->slots,   d->blocks,  d->places, d->tails, d->ranks,    d->best,     d->before,  d->late,
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
  free(d);
}

/// Notes what was found out about the lone rows.
ALWAYS void settle(struct weir_floor_diff *d, struct lone old, struct lone new) {
  struct found found = {0, 0};
  if (old.count > 0 && new.count > 0) found = pair_rows(d, old, new);
  if (found.pairs == 0) {
    for (uint32_t k = 0; k < old.count; k++) d->deletes[k] = lone_at(old, k);
    for (uint32_t q = 0; q < new.count; q++) d->inserts[q] = lone_at(new, q);
    d->delete_count = old.count;
    d->insert_count = new.count;
    return;
  }
  if (d->run_count == 0) {
    move_rows(d, old, new, found.pairs);
  } else {
    const uint32_t count = gather_blocks(d, old, new);
    uint32_t rows = 0;
    for (uint32_t b = 0; b < count; b++) rows += d->blocks[b].count;
    if (rows / 16 <= count) {
      move_short_blocks(d, count, rows);
    } else {
      move_long_blocks(d, count, rows, old);
    }
  }
  if (found.pairs < new.count) {
    for (uint32_t q = 0; q < new.count; q++) {
      d->inserts[d->insert_count] = lone_at(new, q);
      d->insert_count += d->origins[q] == NONE;
    }
  }
  if (found.pairs == old.count && found.changed == 0) return;
  memset(d->partners, 0xFF, old.count * sizeof *d->partners);
  for (uint32_t q = 0; q < new.count; q++) {
    const uint32_t origin = d->origins[q];
    if (origin != NONE) d->partners[origin & ~CHANGED] = q | (origin & CHANGED);
  }
  uint32_t late = 0;
  for (uint32_t k = 0; k < old.count; k++) {
    const uint32_t partner = d->partners[k];
    if (partner == NONE) {
      d->deletes[d->delete_count++] = lone_at(old, k);
    } else if (partner & CHANGED) {
      d->late[late++] = (pair){lone_at(old, k), lone_at(new, partner & ~CHANGED)};
    }
  }
  // The late updates go between the others, from the back.
  uint32_t early = d->update_count;
  d->update_count += late;
  for (uint32_t place = d->update_count; late > 0;) {
    const bool is_early = early > 0 && d->updates[early - 1].old > d->late[late - 1].old;
    d->updates[--place] = is_early ? d->updates[--early] : d->late[--late];
  }
}

RARELY void compare_middle(struct weir_floor_diff *d, uint32_t start, struct ends e) {
  const uint32_t early = d->update_count;
  uint32_t i = start, j = start;
  const bool is_whole = walk(d, &i, &j, e);
  if (!is_whole && (i - start) / 2 < (e.old - i) / 16) {
    // The walk was in vain: all is hashed, and no list is needed.
    d->run_count = 0;
    d->update_count = early;
    settle(
      d, (struct lone){d->old, NULL, start, e.old - start}, (struct lone){d->new, NULL, start, e.new - start});
    return;
  }
  while (i < e.old) d->lone_old[d->lone_old_count++] = i++;
  while (j < e.new) d->lone_new[d->lone_new_count++] = j++;
  settle(
    d, (struct lone){d->old, d->lone_old, 0, d->lone_old_count},
    (struct lone){d->new, d->lone_new, 0, d->lone_new_count});
}

struct weir_floor_changes weir_floor_diff_compare(
  struct weir_floor_diff *d, const row *old, uint32_t old_count, const row *new, uint32_t new_count) {
  d->old = old;
  d->new = new;
  d->old_count = old_count;
  d->new_count = new_count;
  d->delete_count = d->insert_count = d->update_count = d->move_count = 0;
  d->run_count = d->lone_old_count = d->lone_new_count = 0;
  const uint32_t shorter = old_count < new_count ? old_count : new_count;
  if (old != new || old_count != new_count) {
    const uint32_t start = run_from(d, 0, 0, shorter);
    uint32_t changed[2] = {0, 0};
    const uint32_t end = trailing_run(d, shorter - start, changed);
    const struct ends e = {old_count - end, new_count - end};
    if (start == e.old) {
      for (uint32_t j = start; j < e.new; j++) d->inserts[d->insert_count++] = j;
    } else if (start == e.new) {
      for (uint32_t i = start; i < e.old; i++) d->deletes[d->delete_count++] = i;
    } else {
      compare_middle(d, start, e);
    }
    for (uint32_t rest = changed[1]; rest > 0 && rest >= changed[0]; rest--) {
      if (old[old_count - rest].stamp != new[new_count - rest].stamp) note_update(d, old_count - rest, new_count - rest);
    }
  }
  return (struct weir_floor_changes){
    .deletes = d->deletes,
    .inserts = d->inserts,
    .updates = d->updates,
    .moves = d->moves,
    .delete_count = d->delete_count,
    .insert_count = d->insert_count,
    .update_count = d->update_count,
    .move_count = d->move_count,
  };
}
