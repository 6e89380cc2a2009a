// SPDX-License-Identifier: GPL-3.0-or-later

// The buckets of a ladder queue, and what it has in memory.
//
// Level l has 32 buckets, told apart by the l-th five bits of the time. An event goes to the level of the highest five bits
// in which its time differs from the reference, which no waiting event precedes: equal times share a bucket in the order of their
// arrival, and no number of arrival is kept. A bucket is a chain of chunks of 32 places in one pool, of which the first
// is the header. The few events that come next lie sorted in the bottom.
#ifndef WEIR_BUCKETS_H
#define WEIR_BUCKETS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS static inline __attribute__((always_inline))
#define RARELY static __attribute__((noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { levels = 13, bottom_room = 256, bottom_most = 96, bottom_kept = 32, small = 32 };

/// The bit that a token has and a code has not.
#define TOKEN_BIT (UINT64_C(1) << 63)
#define NO_SLOT UINT32_MAX

struct entry {
  uint64_t time;
  /// A code, or the token of an event that can be called off.
  uint64_t load;
};

/// A place for the code of an event that can be called off; the next free place while it has none.
struct slot {
  uint64_t code;
  uint32_t generation;
};

struct weir_floor_queue {
  struct entry *head, *tail;
  /// Events before this time go to the bottom.
  uint64_t limit;
  uint64_t reference;
  struct entry *pool;
  struct slot *slots;
  uint32_t first_free_slot, slot_count, slot_room;
  /// The first unused chunk, by the place of its header; chunk 0 is never used.
  uint32_t first_free, chunk_count;
  uint32_t level_mask;
  int64_t live, dead;
  uint32_t masks[levels];
  /// The place of the next entry of a bucket; 0 while it is empty, a multiple of 32 while its chunk is full.
  uint32_t cursors[levels * 32];
  uint32_t heads[levels * 32];
  struct entry bottom[bottom_room];
  struct entry sorting[small];
};

// --- Chunks ---

RARELY void link_chunks(struct weir_floor_queue *q, uint32_t from) {
  for (uint32_t chunk = q->chunk_count; chunk-- > from;) {
    q->pool[chunk * 32].time = q->first_free;
    q->first_free = chunk * 32;
  }
}

RARELY void grow_pool(struct weir_floor_queue *q) {
  const uint32_t count = q->chunk_count;
  struct entry *larger = aligned_alloc(512, (size_t)count * 1024);
  memcpy(larger, q->pool, (size_t)count * 512);
  memset(larger + (size_t)count * 32, 0, (size_t)count * 512);
  free(q->pool);
  q->pool = larger;
  q->chunk_count = 2 * count;
  link_chunks(q, count);
}

ALWAYS uint32_t take_chunk(struct weir_floor_queue *q) {
  if (UNLIKELY(q->first_free == 0)) grow_pool(q);
  const uint32_t chunk = q->first_free;
  q->first_free = (uint32_t)q->pool[chunk].time;
  return chunk;
}

ALWAYS void release_chunk(struct weir_floor_queue *q, uint32_t chunk) {
  q->pool[chunk].time = q->first_free;
  q->first_free = chunk;
}

// --- Buckets ---

ALWAYS void mark(struct weir_floor_queue *q, uint32_t bucket) {
  q->masks[bucket / 32] |= 1u << bucket % 32;
  q->level_mask |= 1u << bucket / 32;
}

ALWAYS uint32_t level_of(uint64_t difference) {
  return (uint32_t)(63 - __builtin_clzll(difference | 1)) * 13 >> 6;  // A fifth of it: exact up to 63.
}

/// Returns a time without its lowest bits.
ALWAYS uint64_t without(uint64_t time, uint32_t bits) {
  return bits < 64 ? time & ~UINT64_C(0) << bits : 0;
}

ALWAYS uint32_t bucket_of(const struct weir_floor_queue *q, uint64_t time) {
  const uint32_t level = level_of(time ^ q->reference);
  return level * 32 + (uint32_t)(time >> (5 * level) & 31);
}

RARELY void append_to_new_chunk(struct weir_floor_queue *q, struct entry e, uint32_t bucket) {
  const uint32_t chunk = take_chunk(q);
  const uint32_t cursor = q->cursors[bucket];
  if (cursor == 0) {
    q->heads[bucket] = chunk;
    mark(q, bucket);
  } else {
    q->pool[cursor - 32] = (struct entry){chunk, 31};
  }
  q->pool[chunk + 1] = e;
  q->cursors[bucket] = chunk + 2;
}

ALWAYS void append(struct weir_floor_queue *q, struct entry e) {
  const uint32_t bucket = bucket_of(q, e.time);
  const uint32_t cursor = q->cursors[bucket];
  if (UNLIKELY(cursor % 32 == 0)) {
    append_to_new_chunk(q, e, bucket);
  } else {
    q->pool[cursor] = e;
    q->cursors[bucket] = cursor + 1;
  }
}

/// A chain of chunks on its own; `end` is one past its last entry.
struct chain {
  uint32_t head, end;
};

ALWAYS uint32_t last_of(struct chain c) { return (c.end - 1) & ~31u; }

ALWAYS uint32_t count_of(const struct weir_floor_queue *q, uint32_t chunk, struct chain c) {
  return chunk == last_of(c) ? c.end - chunk - 1 : (uint32_t)q->pool[chunk].load;
}

ALWAYS struct chain cut(struct weir_floor_queue *q, uint32_t bucket) {
  const struct chain c = {q->heads[bucket], q->cursors[bucket]};
  q->cursors[bucket] = 0;
  if ((q->masks[bucket / 32] &= ~(1u << bucket % 32)) == 0) q->level_mask &= ~(1u << bucket / 32);
  return c;
}

/// Puts a chain behind what is in a bucket.
ALWAYS void connect(struct weir_floor_queue *q, struct chain c, uint32_t bucket) {
  const uint32_t end = q->cursors[bucket];
  if (end == 0) {
    q->heads[bucket] = c.head;
    mark(q, bucket);
  } else {
    const uint32_t last = (end - 1) & ~31u;
    q->pool[last] = (struct entry){c.head, end - last - 1};
  }
  q->cursors[bucket] = c.end;
}

/// Puts entries of one time before all others of their bucket.
RARELY void prepend(struct weir_floor_queue *q, const struct entry *entries, uint32_t count) {
  while (count > 0) {
    const uint32_t part = count < 31 ? count : 31;
    count -= part;
    const uint32_t bucket = bucket_of(q, entries[0].time);
    const uint32_t chunk = take_chunk(q);
    memcpy(q->pool + chunk + 1, entries + count, part * sizeof *entries);
    if (q->cursors[bucket] == 0) {
      q->cursors[bucket] = chunk + part + 1;
      mark(q, bucket);
    } else {
      q->pool[chunk] = (struct entry){q->heads[bucket], part};
    }
    q->heads[bucket] = chunk;
  }
}

#endif
