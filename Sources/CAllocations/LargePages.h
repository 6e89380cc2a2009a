// SPDX-License-Identifier: GPL-3.0-or-later

// Large pages for the memory of large runs.
//
// A run of a hundred thousand clients touches its memory all over. With pages of four kilobytes the processor has to look
// up where nearly every one of them lies, and the system makes a quarter of a million of them.
#ifndef WEIR_LARGE_PAGES_H
#define WEIR_LARGE_PAGES_H

#include <stddef.h>

/// Asks for large pages for what the heap has grown by since the last call, once it is large.
void weir_large_pages_for_heap(void);

/// Asks for large pages for a block, if it is large.
void weir_large_pages_for_block(void *memory, size_t size);

#endif
