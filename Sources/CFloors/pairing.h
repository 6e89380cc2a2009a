// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that the walk leaves alone are found by their hash: open addressing over groups of eight slots.
#ifndef WEIR_PAIRING_H
#define WEIR_PAIRING_H

#include "pair.h"

#include <string.h>

/// Lone rows: listed ones, or those from `first` on when there is no list.
struct lone {
  const row *rows;
  const uint32_t *listed;
  uint32_t first, count;
};

ALWAYS uint32_t lone_at(struct lone l, uint32_t k) { return l.listed ? l.listed[k] : l.first + k; }
ALWAYS const row *lone_row(struct lone l, uint32_t k) { return l.rows + lone_at(l, k); }

// A slot: whether its row has found its partner, whether others of its id stand behind it, a part of the hash, the row.
#define TAKEN (UINT32_C(1) << 31)
#define LINKED (UINT32_C(1) << 30)

struct table {
  uint32_t *slots;
  uint32_t groups, row_mask, tag_mask;
};

ALWAYS uint32_t group_of(struct table t, uint64_t hash) {
  return (uint32_t)((hash >> 32) * t.groups >> 32) * 8;
}

/// Returns bits of the hash that the group does not depend on, never 0.
ALWAYS uint32_t tag_of(struct table t, uint64_t hash) {
  return ((uint32_t)(hash >> 2) & t.tag_mask) | (t.row_mask + 1);
}

/// Puts a lone old row before others of its id.
ALWAYS void enter(struct weir_floor_diff *d, struct table t, struct lone old, uint32_t k) {
  const int64_t id = lone_row(old, k)->id;
  const uint64_t hash = hash_of(id);
  const uint32_t tag = tag_of(t, hash);
  for (uint32_t group = group_of(t, hash);; group = group + 8 == t.groups * 8 ? 0 : group + 8) {
    uint32_t *slots = t.slots + group;
    uint32_t found = matching(slots, t.tag_mask, tag);
    for (; __builtin_expect(found != 0, 0); found &= found - 1) {
      uint32_t *slot = slots + __builtin_ctz(found);
      if (lone_row(old, *slot & t.row_mask)->id == id) {
        d->links[k] = *slot;
        *slot = LINKED | tag | k;
        return;
      }
    }
    const uint32_t free = matching(slots, NONE, 0);
    if (free != 0) {
      slots[__builtin_ctz(free)] = tag | k;
      return;
    }
  }
}

/// Returns the slot of a row, or null.
RARELY uint32_t *find(struct table t, struct lone old, int64_t id) {
  const uint64_t hash = hash_of(id);
  for (uint32_t group = group_of(t, hash);; group = group + 8 == t.groups * 8 ? 0 : group + 8) {
    uint32_t *slots = t.slots + group;
    for (uint32_t found = matching(slots, t.tag_mask, tag_of(t, hash)); found != 0; found &= found - 1) {
      uint32_t *slot = slots + __builtin_ctz(found);
      if (lone_row(old, *slot & t.row_mask)->id == id) return slot;
    }
    if (matching(slots, NONE, 0) != 0) return NULL;
  }
}

struct found {
  uint32_t pairs, changed;
};

/// Gives each lone new row the first old row of its id that is left.
ALWAYS struct found pair_rows(struct weir_floor_diff *d, struct lone old, struct lone new) {
  struct table t = {.slots = d->slots};
  t.groups = old.count / 16 * 5 + 2;
  const int bits = old.count < 2 ? 1 : 32 - __builtin_clz(old.count - 1);
  t.row_mask = (UINT32_C(1) << bits) - 1;
  t.tag_mask = (LINKED - 1) & ~t.row_mask;
  memset(t.slots, 0, (size_t)t.groups * 32);
  enum { batch = 32 };
  for (uint32_t k = old.count; k-- > 0;) {
    if (k >= batch) __builtin_prefetch(t.slots + group_of(t, hash_of(lone_row(old, k - batch)->id)), 1);
    enter(d, t, old, k);
  }
  struct found found = {0, 0};
  uint64_t hashes[batch];
  uint32_t *likely[batch];
  for (uint32_t q = 0; q < batch && q < new.count; q++) {
    hashes[q] = hash_of(lone_row(new, q)->id);
    __builtin_prefetch(t.slots + group_of(t, hashes[q]));
  }
  for (uint32_t start = 0; start < new.count; start += batch) {
    const uint32_t count = new.count - start < batch ? new.count - start : batch;
    // The slots were asked for before; now the rows are, and the slots of the next rows.
    for (uint32_t q = 0; q < count; q++) {
      uint32_t *slots = t.slots + group_of(t, hashes[q]);
      const uint32_t match = matching(slots, t.tag_mask, tag_of(t, hashes[q]));
      if (match != 0) {
        likely[q] = slots + __builtin_ctz(match);
        __builtin_prefetch(lone_row(old, *likely[q] & t.row_mask));
      } else {
        likely[q] = matching(slots, NONE, 0) != 0 ? NULL : slots;
      }
      if (start + batch + q < new.count) {
        hashes[q] = hash_of(lone_row(new, start + batch + q)->id);
        __builtin_prefetch(t.slots + group_of(t, hashes[q]));
      }
    }
    for (uint32_t q = 0; q < count; q++) {
      uint32_t *slot = likely[q];
      uint32_t origin = NONE;
      if (slot != NULL) {
        const row *mine = lone_row(new, start + q);
        const row *other = lone_row(old, *slot & t.row_mask);
        if (__builtin_expect(other->id != mine->id, 0)) {
          slot = find(t, old, mine->id);
          other = slot == NULL ? NULL : lone_row(old, *slot & t.row_mask);
        }
        if (slot != NULL && !(*slot & TAKEN)) {
          origin = *slot & t.row_mask;
          *slot = *slot & LINKED ? d->links[origin] : *slot | TAKEN;
          found.pairs++;
          if (other->stamp != mine->stamp) {
            origin |= CHANGED;
            found.changed++;
          }
        }
      }
      d->origins[start + q] = origin;
    }
  }
  return found;
}

#endif
