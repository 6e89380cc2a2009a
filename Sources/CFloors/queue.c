// SPDX-License-Identifier: GPL-3.0-or-later

// The queue behind a door, and the loads of QueueLoads.swift, with the whole of their loops here.

#include "CFloors.h"
#include "ladder.h"

struct weir_floor_queue *weir_floor_queue_make(void) {
  struct weir_floor_queue *q = aligned_alloc(64, (sizeof *q + 63) / 64 * 64);
  memset(q, 0, sizeof *q);
  q->head = q->tail = q->bottom;
  q->chunk_count = 32;
  q->pool = aligned_alloc(512, 32 * 512);
  memset(q->pool, 0, 32 * 512);
  link_chunks(q, 1);
  q->slot_room = 64;
  q->slots = malloc(q->slot_room * sizeof *q->slots);
  q->first_free_slot = NO_SLOT;
  return q;
}

void weir_floor_queue_end(struct weir_floor_queue *q) {
  free(q->pool);
  free(q->slots);
  free(q);
}

void weir_floor_queue_post(struct weir_floor_queue *q, uint64_t code, uint64_t time) {
  post(q, code, time);
}

uint64_t weir_floor_queue_schedule(struct weir_floor_queue *q, uint64_t code, uint64_t time) {
  return schedule(q, code, time);
}

bool weir_floor_queue_cancel(struct weir_floor_queue *q, uint64_t token) { return cancel(q, token); }

bool weir_floor_queue_next(struct weir_floor_queue *q, uint64_t *code, uint64_t *time) {
  struct entry e;
  if (!next_event(q, &e)) return false;
  *code = e.load;
  *time = e.time;
  return true;
}

// --- Chance, as the loads in Swift have it ---

ALWAYS uint64_t rotated(uint64_t x, int count) { return x << count | x >> (64 - count); }

ALWAYS uint64_t scrambled(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

/// Returns the next 31 bits of a linear congruence.
ALWAYS uint64_t weather_bits(uint64_t *state) {
  *state = *state * 6364136223846793005 + 1442695040888963407;
  return *state >> 33;
}

/// A stream of chance: xoroshiro128++.
struct stream {
  uint64_t low, high;
};

static uint64_t name_hash(const char *name) {
  uint64_t hash = 0xCBF29CE484222325;
  for (; *name; name++) hash = (hash ^ (uint8_t)*name) * 0x00000100000001B3;
  return scrambled(hash);
}

static struct stream stream_make(uint64_t seed, const char *purpose) {
  uint64_t key = scrambled(seed + 0x9E3779B97F4A7C15);
  key = scrambled(key ^ name_hash(purpose));
  key = scrambled(scrambled(key + name_hash("")));
  struct stream s = {scrambled(key + 0x9E3779B97F4A7C15), scrambled(key + 0x3C6EF372FE94F82A)};
  if ((s.low | s.high) == 0) s.high = 1;
  return s;
}

ALWAYS uint64_t stream_next(struct stream *s) {
  const uint64_t a = s->low;
  uint64_t b = s->high;
  const uint64_t result = rotated(a + b, 17) + a;
  b ^= a;
  s->low = rotated(a, 49) ^ b ^ b << 21;
  s->high = rotated(b, 28);
  return result;
}

/// A fingerprint of words.
struct digest {
  uint64_t a, b, words;
};

ALWAYS void absorb(struct digest *d, uint64_t x, uint64_t y) {
  const unsigned __int128 first = (unsigned __int128)(d->a ^ x) * (0xA0761D6478BD642F ^ (y | 1));
  const unsigned __int128 second = (unsigned __int128)(d->b ^ y) * 0xE7037ED1A0B428DB;
  d->a = rotated(d->a, 23) ^ (uint64_t)(first >> 64) ^ ((uint64_t)first + x + y);
  d->b = rotated(d->b, 41) ^ (uint64_t)(second >> 64) ^ ((uint64_t)second + d->a);
  d->words += 2;
}

// --- The loads ---

struct weir_floor_run {
  struct weir_floor_queue *queue;
  enum weir_floor_load load;
  uint64_t weather;
  /// The timeouts of the clients.
  uint64_t *tokens;
  /// The equally likely times that a message is under way: one.
  int64_t *delays;
  uint64_t delay_count;
};

/// Has a client ask: a timeout, and nearly always a response before it.
ALWAYS uint64_t ask(
  struct weir_floor_queue *q, uint64_t client, uint64_t now, uint64_t *weather) {
  const uint64_t bits = weather_bits(weather);
  const uint64_t timeout = schedule(q, client, now + 2000000000);
  if ((bits & 127) > 0) post(q, client | UINT64_C(1) << 40, now + 1000000 + (bits >> 5));
  return timeout;
}

struct weir_floor_run *weir_floor_run_make(enum weir_floor_load load, uint64_t pending) {
  struct weir_floor_run *run = calloc(1, sizeof *run);
  struct weir_floor_queue *q = run->queue = weir_floor_queue_make();
  run->load = load;
  run->weather = 1;
  run->delays = malloc(sizeof *run->delays);
  run->delays[0] = 40000000;
  run->delay_count = 1;
  if (load == weir_floor_requests) run->tokens = malloc(pending * sizeof *run->tokens);
  for (uint64_t code = 0; code < pending; code++) {
    switch (load) {
    case weir_floor_requests: run->tokens[code] = ask(q, code, 0, &run->weather); break;
    case weir_floor_hold_scheduled: schedule(q, code, weather_bits(&run->weather) >> 1); break;
    default: post(q, code, weather_bits(&run->weather) >> 1);
    }
  }
  return run;
}

void weir_floor_run_end(struct weir_floor_run *run) {
  weir_floor_queue_end(run->queue);
  free(run->tokens);
  free(run->delays);
  free(run);
}

RARELY uint64_t hold(struct weir_floor_run *run, uint64_t count) {
  struct weir_floor_queue *q = run->queue;
  uint64_t weather = run->weather, sum = 0;
  struct entry e;
  for (; count > 0 && next_event(q, &e); count--) {
    sum += e.load;
    post(q, e.load, e.time + (weather_bits(&weather) >> 1));
  }
  run->weather = weather;
  return sum;
}

RARELY uint64_t hold_scheduled(struct weir_floor_run *run, uint64_t count) {
  struct weir_floor_queue *q = run->queue;
  uint64_t weather = run->weather, sum = 0;
  struct entry e;
  for (; count > 0 && next_event(q, &e); count--) {
    sum += e.load;
    schedule(q, e.load, e.time + (weather_bits(&weather) >> 1));
  }
  run->weather = weather;
  return sum;
}

RARELY uint64_t requests(struct weir_floor_run *run, uint64_t count) {
  struct weir_floor_queue *q = run->queue;
  uint64_t *tokens = run->tokens;
  uint64_t weather = run->weather, sum = 0;
  struct entry e;
  for (; count > 0 && next_event(q, &e); count--) {
    const uint64_t client = e.load & 0xFFFFFFFF;
    if (e.load != client) sum += cancel(q, tokens[client]);
    tokens[client] = ask(q, client, e.time, &weather);
  }
  run->weather = weather;
  return sum;
}

RARELY uint64_t messages(struct weir_floor_run *run, uint64_t count) {
  struct weir_floor_queue *q = run->queue;
  uint64_t weather = run->weather;
  struct stream chance = stream_make(1, "messages");
  struct digest digest = {0x243F6A8885A308D3, 0x13198A2E03707344, 0};
  struct entry e;
  for (; count > 0 && next_event(q, &e); count--) {
    absorb(&digest, e.time, e.load);
    const uint64_t word = stream_next(&chance);
    const uint64_t place = (uint64_t)((unsigned __int128)word * run->delay_count >> 64);
    const uint64_t wait = (uint64_t)run->delays[place] + (weather_bits(&weather) & 0xFFFFFF);
    post(q, e.load ^ (weather_bits(&weather) & 1), e.time + wait);
  }
  run->weather = weather;
  return scrambled(digest.a) ^ scrambled(digest.b + digest.words);
}

uint64_t weir_floor_run_turn(struct weir_floor_run *run, uint64_t count) {
  switch (run->load) {
  case weir_floor_hold: return hold(run, count);
  case weir_floor_hold_scheduled: return hold_scheduled(run, count);
  case weir_floor_requests: return requests(run, count);
  case weir_floor_messages: return messages(run, count);
  }
  return 0;
}
