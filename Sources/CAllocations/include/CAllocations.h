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

/// Makes what is asked for from now on independent of what lies free: blocks are rounded up, and large ones come from
/// where small ones do, and not from pages of their own.
void weir_allocations_begin_alike(void);

/// The version of the C library whose allocator it is; "none" where nothing is counted.
const char *weir_allocator_version(void);

#endif
