// SPDX-License-Identifier: GPL-3.0-or-later

// Stands in front of the C library's allocator in every program that this is linked into: the program's own
// definitions come before the library's, for the Swift runtime and for every other library, too. It counts and
// hands on; whatever was handed out is given back to the library directly.
//
// This is not Swift because nothing here may allocate, be made lazily or be watched for exclusive access.

#define _GNU_SOURCE
#include "CAllocations.h"
#include "LargePages.h"

#include <dlfcn.h>
#include <errno.h>
#include <features.h>
#include <malloc.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer) || __has_feature(leak_sanitizer)
#define WEIR_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(WEIR_SANITIZED)

#include <gnu/libc-version.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Of the thread, so that nothing is shared. The model spares a call that could
// ask for memory itself.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));
static __thread uint64_t bytes __attribute__((tls_model("initial-exec")));

static inline void note(size_t size) {
  count += 1;
  bytes += size;
  // Now and then: the heap grows by thousands of blocks at a time.
  if ((count & 4095) == 0) weir_large_pages_for_heap();
}

static inline void *noted(void *memory, size_t size) {
  weir_large_pages_for_block(memory, size);
  return memory;
}

// How much room an array has is what the allocator says it got, and that depends on what lay free: a rest of 16 bytes
// is too small to be kept, and goes with the block. Where counts are to be alike every block is one of 32 bytes times a
// number, and the rest is told to nobody; otherwise what a program asks for next would depend on addresses. Everywhere
// else that would be a twenty-fifth of all memory for nothing.
static const size_t grain = 32, header = 8;
static bool are_alike = false;

static inline size_t rounded(size_t size) {
  if (!are_alike || size > PTRDIFF_MAX) return size;
  return ((size + header + grain - 1) & ~(grain - 1)) - header;
}

size_t malloc_usable_size(void *memory) {
  static size_t (*library)(void *);
  if (memory == NULL) return 0;
  if (library == NULL) library = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  size_t size = library(memory);
  return are_alike ? ((size + header) & ~(grain - 1)) - header : size;
}

void *malloc(size_t size) {
  note(size);
  return noted(__libc_malloc(rounded(size)), size);
}

void *calloc(size_t number, size_t size) {
  // What does not fit is refused by the library, and its product means nothing.
  size_t product;
  if (__builtin_mul_overflow(number, size, &product)) return __libc_calloc(number, size);
  note(product);
  return noted(__libc_calloc(1, rounded(product)), product);
}

void *realloc(void *old, size_t size) {
  note(size);
  return noted(__libc_realloc(old, size == 0 ? 0 : rounded(size)), size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, rounded(size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, rounded(size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  note(size);
  void *memory = __libc_memalign(alignment, rounded(size));
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

bool weir_allocations_are_counted(void) { return true; }
void weir_allocations_begin_alike(void) {
  are_alike = true;
  mallopt(M_MMAP_MAX, 0);
}
uint64_t weir_allocations(void) { return count; }
uint64_t weir_allocated_bytes(void) { return bytes; }
const char *weir_allocator_version(void) { return gnu_get_libc_version(); }

#else

bool weir_allocations_are_counted(void) { return false; }
void weir_allocations_begin_alike(void) {}
uint64_t weir_allocations(void) { return 0; }
uint64_t weir_allocated_bytes(void) { return 0; }
const char *weir_allocator_version(void) { return "none"; }

#endif
