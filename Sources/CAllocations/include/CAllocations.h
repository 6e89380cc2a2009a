// SPDX-License-Identifier: GPL-3.0-or-later

// How often a thread has asked for memory, and for how many bytes.
#ifndef WEIR_ALLOCATIONS_H
#define WEIR_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether anything is counted: not beside a sanitizer, which stands in for the allocator itself, and not
/// without the GNU C library.
bool weir_allocations_are_counted(void);

/// How often the calling thread has asked for memory since it began.
uint64_t weir_allocations(void);

/// How many bytes the calling thread has asked for since it began.
uint64_t weir_allocated_bytes(void);

/// Has large blocks come from where small ones do from now on, and not from pages of their own: which of both a block
/// gets depends on what lies free, and so would how much room it has.
void weir_allocations_from_heap_alone(void);

/// The version of the C library whose allocator it is; "none" where nothing is counted.
const char *weir_allocator_version(void);

#endif
