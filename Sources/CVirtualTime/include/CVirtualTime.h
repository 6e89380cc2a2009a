// SPDX-License-Identifier: GPL-3.0-or-later

// The clocks and the chance of one thread, in virtual time, and what that thread asked for that has none.
#ifndef WEIR_VIRTUAL_TIME_H
#define WEIR_VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>

/// Whether clocks can show virtual time: not beside a sanitizer, and not without the GNU C library.
bool weir_virtual_time_is_there(void);

/// Has the clocks of the calling thread show virtual time from now on, and its random bytes come from a seed.
void weir_virtual_time_begin(int64_t nanoseconds, uint64_t seed);

/// Sets what the clocks of the calling thread show, in nanoseconds since the start.
void weir_virtual_time_set(int64_t nanoseconds);

/// Gives the calling thread its real clocks back, and real chance.
void weir_virtual_time_end(void);

/// Where the random bytes of the calling thread are, for to go on there later.
uint64_t weir_virtual_chance(void);

/// The first function outside of virtual time that the calling thread has called since it was last forgotten; NULL: none.
const char *weir_outside(void);

/// Forgets what was called outside of virtual time.
void weir_forget_outside(void);

/// What the calling thread works for; NULL: nothing in virtual time.
void *weir_world(void);

/// Sets what the calling thread works for.
void weir_set_world(void *world);

#endif
