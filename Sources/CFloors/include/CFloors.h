// SPDX-License-Identifier: GPL-3.0-or-later

// Floors to measure by: the event queue, its loads and the list diff, in C.
//
// They promise what the house's own promise as far as the loads need it, and check nothing that a caller could do wrong.
// All memory is there before the work that is timed, or grows in it as rarely as the house's own.
#ifndef WEIR_FLOORS_H
#define WEIR_FLOORS_H

#include <stdbool.h>
#include <stdint.h>

/// A queue of future events, earliest first; events of one moment leave in the order in which they came.
struct weir_floor_queue;

/// Returns an empty queue at the moment 0.
struct weir_floor_queue *weir_floor_queue_make(void);

/// Ends a queue.
void weir_floor_queue_end(struct weir_floor_queue *queue);

/// Adds an event that cannot be called off. Its code is below 2^63, its time not before that of the last event.
void weir_floor_queue_post(struct weir_floor_queue *queue, uint64_t code, uint64_t time);

/// Adds an event that can be called off, and returns the token for that.
uint64_t weir_floor_queue_schedule(struct weir_floor_queue *queue, uint64_t code, uint64_t time);

/// Calls an event off; false when it was taken or called off before.
bool weir_floor_queue_cancel(struct weir_floor_queue *queue, uint64_t token);

/// Takes the next event; false when there is none.
bool weir_floor_queue_next(struct weir_floor_queue *queue, uint64_t *code, uint64_t *time);

/// A way to keep a queue busy, as QueueLoads.swift has it.
enum weir_floor_load {
  /// An event is taken and another one posted.
  weir_floor_hold,
  /// An event is taken and another one scheduled.
  weir_floor_hold_scheduled,
  /// Clients ask, and call their timeouts off.
  weir_floor_requests,
  /// Messages are drawn, digested and answered.
  weir_floor_messages,
};

/// A queue under a load.
struct weir_floor_run;

/// Returns a load whose first `pending` events are in its queue.
struct weir_floor_run *weir_floor_run_make(enum weir_floor_load load, uint64_t pending);

/// Does `count` operations, and returns the checksum that the load has in Swift.
uint64_t weir_floor_run_turn(struct weir_floor_run *run, uint64_t count);

/// Ends a load.
void weir_floor_run_end(struct weir_floor_run *run);

/// A row: who it is, and what it shows.
struct weir_floor_row {
  int64_t id;
  uint64_t stamp;
};

/// A row of the old list, and the same row of the new one.
struct weir_floor_pair {
  uint32_t old;
  uint32_t new;
};

/// The memory of a list diff, and what it found last.
struct weir_floor_diff;

/// The changes between two lists of rows.
struct weir_floor_changes {
  /// The places in the old list whose rows are gone, rising.
  const uint32_t *deletes;
  /// The places in the new list whose rows are new, rising.
  const uint32_t *inserts;
  /// The rows that show something else, in the order of the old list.
  const struct weir_floor_pair *updates;
  /// The rows that move, as few as possible, in the order of the new list.
  const struct weir_floor_pair *moves;
  uint32_t delete_count, insert_count, update_count, move_count;
};

/// Returns memory for lists of at most so many rows.
struct weir_floor_diff *weir_floor_diff_make(uint32_t old_most, uint32_t new_most);

/// Compares two lists; what is returned is good until the next comparison.
struct weir_floor_changes weir_floor_diff_compare(
  struct weir_floor_diff *diff, const struct weir_floor_row *old, uint32_t old_count,
  const struct weir_floor_row *new, uint32_t new_count);

/// Gives the memory back.
void weir_floor_diff_end(struct weir_floor_diff *diff);

/// Gives programs that are started from now on no large pages of memory, or again such as they ask for.
void weir_floor_small_pages(bool alone);

#endif
