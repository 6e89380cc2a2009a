// SPDX-License-Identifier: GPL-3.0-or-later

// A stable ladder queue with 32 buckets on each level, as a header, so that what calls it in a loop has it inlined.
#ifndef WEIR_LADDER_H
#define WEIR_LADDER_H

#include "buckets.h"

// --- Events that can be called off ---

RARELY void make_slot(struct weir_floor_queue *q) {
  if (q->slot_count == q->slot_room) {
    q->slot_room *= 2;
    q->slots = realloc(q->slots, q->slot_room * sizeof *q->slots);
  }
  q->slots[q->slot_count] = (struct slot){NO_SLOT, 0};
  q->first_free_slot = q->slot_count++;
}

ALWAYS uint32_t slot_of(uint64_t token) { return (uint32_t)(token >> 32) & 0x7FFFFFFF; }

ALWAYS bool is_live(const struct weir_floor_queue *q, uint64_t token) {
  return q->slots[slot_of(token)].generation == (uint32_t)token;
}

/// Gives a token up, and puts its code there; false when it is over.
ALWAYS bool give_up(struct weir_floor_queue *q, uint64_t token, uint64_t *code) {
  struct slot *slot = q->slots + slot_of(token);
  if (slot->generation != (uint32_t)token) return false;
  *code = slot->code;
  // A slot whose generations are used up is never given out again.
  if (LIKELY(++slot->generation != UINT32_MAX)) {
    slot->code = q->first_free_slot;
    q->first_free_slot = slot_of(token);
  }
  return true;
}

/// Copies what was not called off from a chunk; returns how many entries there are then.
ALWAYS uint32_t take_live(
  struct weir_floor_queue *q, uint32_t chunk, uint32_t count, struct entry *target, uint32_t from) {
  const struct entry *source = q->pool + chunk + 1;
  uint32_t place = from;
  for (uint32_t i = 0; i < count; i++) {
    const struct entry e = source[i];
    target[place] = e;
    place += !(e.load & TOKEN_BIT) || is_live(q, e.load);
  }
  q->dead -= from + count - place;
  return place;
}

/// Drops all that was called off, so that a client that sets and cancels one far alarm again and again does not fill the memory.
RARELY void sweep(struct weir_floor_queue *q) {
  for (uint32_t bucket = 0; bucket < levels * 32; bucket++) {
    if (q->cursors[bucket] == 0) continue;
    const struct chain c = cut(q, bucket);
    for (uint32_t chunk = c.head;;) {
      const uint32_t count = take_live(q, chunk, count_of(q, chunk, c), q->sorting, 0);
      const uint32_t next = (uint32_t)q->pool[chunk].time;
      release_chunk(q, chunk);
      for (uint32_t i = 0; i < count; i++) append(q, q->sorting[i]);
      if (chunk == last_of(c)) break;
      chunk = next;
    }
  }
}

// --- The bottom ---

typedef int32_t ranks16 __attribute__((vector_size(64)));

/// Sorts at most 32 entries, stably, from `sorting` into the bottom: each goes to the place given by how many precede it.
ALWAYS void rank_sort(struct weir_floor_queue *q, uint32_t count, uint64_t start, uint64_t end) {
  _Alignas(64) int32_t keys[small] = {0};
  _Alignas(64) int32_t ranks[small];
  const struct entry *source = q->sorting;
  struct entry *target = q->bottom;
  const int bits = end - start <= 1 ? 0 : 64 - __builtin_clzll(end - start - 1);
  const int excess = bits > 26 ? bits - 26 : 0;
  for (uint32_t i = 0; i < count; i++) keys[i] = (int32_t)((source[i].time - start) >> excess << 5 | i);
  for (uint32_t from = 0; from < count; from += 16) {
    const ranks16 mine = *(const ranks16 *)(keys + from);
    ranks16 below = {0};
    for (uint32_t i = 0; i < count; i++) below -= mine > keys[i];
    *(ranks16 *)(ranks + from) = below;
  }
  for (uint32_t i = 0; i < count; i++) target[ranks[i]] = source[i];
  if (excess == 0) return;
  // Those that agree in the upper 26 bits are few.
  for (uint32_t i = 1; i < count; i++) {
    const struct entry e = target[i];
    uint32_t place = i;
    for (; place > 0 && target[place - 1].time > e.time; place--) target[place] = target[place - 1];
    target[place] = e;
  }
}

/// Moves the reference back: what waits below the level where old and new one differ shares a bucket there.
RARELY void move_reference_back(struct weir_floor_queue *q, uint64_t time) {
  const uint32_t level = level_of(time ^ q->reference);
  const uint32_t target = level * 32 + (uint32_t)(q->reference >> (5 * level) & 31);
  for (uint32_t lower = 0; lower < level; lower++) {
    while (q->masks[lower] != 0) {
      connect(q, cut(q, lower * 32 + (uint32_t)__builtin_ctz(q->masks[lower])), target);
    }
  }
  q->reference = without(time, 5 * level);
}

/// Gives the later part of a full bottom back to the buckets.
RARELY void spill(struct weir_floor_queue *q) {
  struct entry *first = q->head + bottom_kept;
  const uint64_t old_limit = q->limit;
  q->limit = first->time;
  if (q->limit < q->reference) move_reference_back(q, q->limit);
  struct entry *e = first;
  for (; e < q->tail && e->time < old_limit; e++) append(q, *e);
  prepend(q, e, (uint32_t)(q->tail - e));
  q->tail = first;
}

RARELY void add_to_bottom(struct weir_floor_queue *q, struct entry e) {
  if (UNLIKELY(q->tail == q->bottom + bottom_room)) {
    const size_t count = (size_t)(q->tail - q->head);
    memmove(q->bottom, q->head, count * sizeof e);
    q->head = q->bottom;
    q->tail = q->bottom + count;
  }
  struct entry *head = q->head, *tail = q->tail;
  if (head > q->bottom && head < tail && e.time < head[(tail - head) / 2].time) {
    for (; head->time <= e.time; head++) head[-1] = *head;
    head[-1] = e;
    q->head--;
  } else {
    for (; tail > head && tail[-1].time > e.time; tail--) *tail = tail[-1];
    *tail = e;
    q->tail++;
  }
  if (q->tail - q->head == bottom_most) spill(q);
}

// --- Refilling it ---

ALWAYS bool is_small(const struct weir_floor_queue *q, uint32_t bucket) {
  const struct chain c = {q->heads[bucket], q->cursors[bucket]};
  uint32_t count = 0;
  for (uint32_t chunk = c.head;; chunk = (uint32_t)q->pool[chunk].time) {
    count += count_of(q, chunk, c);
    if (count > small) return false;
    if (chunk == last_of(c)) return true;
  }
}

/// Asks the memory for the bucket after next, and for the codes of the next one, which it was asked for before.
ALWAYS void fetch_ahead(const struct weir_floor_queue *q, uint32_t level) {
  const uint32_t rest = q->masks[level];
  if (rest == 0) return;
  const uint32_t next = level * 32 + (uint32_t)__builtin_ctz(rest);
  const struct chain c = {q->heads[next], q->cursors[next]};
  const uint32_t count = count_of(q, c.head, c);
  for (uint32_t i = 1; i <= count; i++) {
    const uint64_t load = q->pool[c.head + i].load;
    if (load & TOKEN_BIT) __builtin_prefetch(q->slots + slot_of(load));
  }
  const uint32_t more = rest & (rest - 1);
  if (more == 0) return;
  const struct entry *chunk = q->pool + q->heads[level * 32 + (uint32_t)__builtin_ctz(more)];
  for (uint32_t line = 0; line < 32; line += 4) __builtin_prefetch(chunk + line);
}

/// Sorts a small bucket into the bottom, and those behind it on its level while they fit, too.
ALWAYS void gather(struct weir_floor_queue *q, uint32_t level, uint32_t first, uint64_t start) {
  uint32_t count = 0;
  uint32_t digit = first;
  for (;;) {
    const struct chain c = cut(q, level * 32 + digit);
    for (uint32_t chunk = c.head;;) {
      count = take_live(q, chunk, count_of(q, chunk, c), q->sorting, count);
      const uint32_t next = (uint32_t)q->pool[chunk].time;
      release_chunk(q, chunk);
      if (chunk == last_of(c)) break;
      chunk = next;
    }
    q->limit = start + ((uint64_t)(digit - first + 1) << (5 * level));
    const uint32_t rest = q->masks[level];
    if (rest == 0 || count >= 16) break;
    digit = (uint32_t)__builtin_ctz(rest);
    const uint32_t size = q->cursors[level * 32 + digit] - q->heads[level * 32 + digit] - 1;
    if (size > small - count) break;
  }
  // Where all of it is in the cache, to ask for it would take longer than to get it.
  if (q->chunk_count >= 4096) fetch_ahead(q, level);
  q->head = q->bottom;
  q->tail = q->bottom + count;
  rank_sort(q, count, start, q->limit);
}

/// Opens a bucket of one moment chunk by chunk; later arrivals of that moment queue up behind the rest.
ALWAYS void open_moment(struct weir_floor_queue *q, uint32_t bucket) {
  const struct chain c = cut(q, bucket);
  q->head = q->bottom;
  q->tail = q->bottom + take_live(q, c.head, count_of(q, c.head, c), q->bottom, 0);
  if (c.head == last_of(c)) {
    q->limit = q->reference + 1;
  } else {
    q->limit = q->reference;
    connect(q, (struct chain){(uint32_t)q->pool[c.head].time, c.end}, bucket);
  }
  release_chunk(q, c.head);
}

/// Spreads a chain over the levels below its own, without those that all its times have in common.
ALWAYS void spread(struct weir_floor_queue *q, struct chain c, uint32_t level) {
  const uint64_t first = q->pool[c.head + 1].time;
  uint64_t differing = 0;
  for (uint32_t chunk = c.head;; chunk = (uint32_t)q->pool[chunk].time) {
    const uint32_t count = count_of(q, chunk, c);
    for (uint32_t i = 1; i <= count; i++) differing |= q->pool[chunk + i].time ^ first;
    if (differing >> (5 * level - 5) != 0) break;
    if (chunk == last_of(c)) {
      const uint32_t shift = differing == 0 ? 0 : 5 * level_of(differing) + 5;
      q->reference = without(first, shift);
      break;
    }
  }
  const bool drops = q->dead > q->live >> 3;
  for (uint32_t chunk = c.head;;) {
    const uint32_t count = count_of(q, chunk, c);
    const uint32_t next = (uint32_t)q->pool[chunk].time;
    if (chunk != last_of(c)) {
      // The chunks of a chain lie anywhere: the next one is asked for while this one is read.
      for (uint32_t line = 0; line < 32; line += 4) __builtin_prefetch(q->pool + next + line);
    }
    for (uint32_t i = 1; i <= count; i++) {
      const struct entry e = q->pool[chunk + i];
      if (drops && e.load & TOKEN_BIT && !is_live(q, e.load)) {
        q->dead--;
      } else {
        append(q, e);
      }
    }
    release_chunk(q, chunk);
    if (chunk == last_of(c)) return;
    chunk = next;
  }
}

/// Fills the empty bottom from the lowest bucket; false when there is none.
RARELY bool refill(struct weir_floor_queue *q) {
  while (q->level_mask != 0) {
    const uint32_t level = (uint32_t)__builtin_ctz(q->level_mask);
    const uint32_t digit = (uint32_t)__builtin_ctz(q->masks[level]);
    const uint32_t shift = 5 * level;
    q->reference = without(q->reference, shift + 5) | (uint64_t)digit << shift;
    const uint32_t bucket = level * 32 + digit;
    if (is_small(q, bucket)) {
      gather(q, level, digit, q->reference);
    } else if (level == 0) {
      open_moment(q, bucket);
    } else {
      spread(q, cut(q, bucket), level);
      // Where all of it was called off, nothing else may be left.
      q->limit = q->reference;
    }
    if (q->head != q->tail) return true;
  }
  return false;
}

// --- The doors ---

ALWAYS void add(struct weir_floor_queue *q, struct entry e) {
  q->live++;
  if (e.time >= q->limit) {
    append(q, e);
  } else {
    add_to_bottom(q, e);
  }
}

ALWAYS void post(struct weir_floor_queue *q, uint64_t code, uint64_t time) {
  add(q, (struct entry){time, code});
}

ALWAYS uint64_t schedule(struct weir_floor_queue *q, uint64_t code, uint64_t time) {
  if (UNLIKELY(q->first_free_slot == NO_SLOT)) make_slot(q);
  const uint32_t place = q->first_free_slot;
  struct slot *slot = q->slots + place;
  q->first_free_slot = (uint32_t)slot->code;
  slot->code = code;
  const uint64_t token = TOKEN_BIT | (uint64_t)place << 32 | slot->generation;
  add(q, (struct entry){time, token});
  return token;
}

ALWAYS bool cancel(struct weir_floor_queue *q, uint64_t token) {
  uint64_t code;
  if (!give_up(q, token, &code)) return false;
  q->live--;
  q->dead++;
  if (UNLIKELY(q->dead >= 4096 && q->dead >> 2 > q->live)) sweep(q);
  return true;
}

ALWAYS bool next_event(struct weir_floor_queue *q, struct entry *event) {
  for (;;) {
    if (UNLIKELY(q->head == q->tail) && !refill(q)) return false;
    const struct entry e = *q->head++;
    event->time = e.time;
    event->load = e.load;
    if (e.load & TOKEN_BIT && !give_up(q, e.load, &event->load)) {
      q->dead--;
      continue;
    }
    q->live--;
    return true;
  }
}

#endif
