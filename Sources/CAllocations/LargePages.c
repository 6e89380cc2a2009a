// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "LargePages.h"

#include <errno.h>
#include <features.h>
#include <stdint.h>

#if defined(__GLIBC__) && defined(__linux__)

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// What is smaller is not worth it: most runs end before the system has made one large page. From there on the heap grows by
// so much at a time, for a page is large only if all of it belongs to the heap when it is touched first.
static const size_t large = (size_t)32 << 20, step = (size_t)16 << 20;

// Threads may look at once. Then one of them asks twice for the same pages, or for some that the other has asked for.
static char *start, *asked;

static void ask(char *from, char *to) {
  uintptr_t page = (uintptr_t)getpagesize();
  uintptr_t first = ((uintptr_t)from + page - 1) & ~(page - 1), last = (uintptr_t)to & ~(page - 1);
  int before = errno;
  // Where the system has none, or gives them unasked, nothing is lost.
  if (first < last) madvise((void *)first, last - first, MADV_HUGEPAGE);
  errno = before;
}

void weir_large_pages_for_heap(void) {
  char *end = sbrk(0);
  char *from = __atomic_load_n(&asked, __ATOMIC_RELAXED);
  if (from == NULL) {
    __atomic_store_n(&start, end, __ATOMIC_RELAXED);
    __atomic_store_n(&asked, end, __ATOMIC_RELAXED);
    return;
  }
  // What was given back and comes again is new to the system.
  if (end < from) __atomic_store_n(&asked, end, __ATOMIC_RELAXED);
  char *whole = __atomic_load_n(&start, __ATOMIC_RELAXED);
  if (end <= from || (size_t)(end - whole) < large) return;
  if (from == whole) {
    mallopt(M_TOP_PAD, (int)step);
    mallopt(M_TRIM_THRESHOLD, (int)(4 * step));
    mallopt(M_MMAP_THRESHOLD, (int)large);
  }
  ask(from, end);
  __atomic_store_n(&asked, end, __ATOMIC_RELAXED);
}

void weir_large_pages_for_block(void *memory, size_t size) {
  if (memory != NULL && size >= large) ask(memory, (char *)memory + size);
}

#else

void weir_large_pages_for_heap(void) {}
void weir_large_pages_for_block(void *memory, size_t size) {
  (void)memory;
  (void)size;
}

#endif
