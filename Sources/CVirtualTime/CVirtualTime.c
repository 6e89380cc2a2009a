// SPDX-License-Identifier: GPL-3.0-or-later

// Stands in front of the C library's clocks, chance and ways out of a thread in every program that this is linked into:
// the program's own definitions come before the library's, for the Swift runtime and for every other library, too. A
// thread that is not in virtual time is handed on to the library, and notices nothing.
//
// This is not Swift because a definition must have the very name of the one that it stands in front of.

#define _GNU_SOURCE
#include "CVirtualTime.h"

#include <dlfcn.h>
#include <features.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer) || __has_feature(leak_sanitizer)
#define WEIR_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(WEIR_SANITIZED)
#define WEIR_STANDS_IN 1
#endif

static __thread void *world;
static __thread bool is_virtual;
static __thread int64_t present;
static __thread uint64_t chance;
static __thread const char *outside;

void *weir_world(void) { return world; }
void weir_set_world(void *other) { world = other; }
const char *weir_outside(void) { return outside; }
void weir_forget_outside(void) { outside = NULL; }
uint64_t weir_virtual_chance(void) { return chance; }
void weir_virtual_time_set(int64_t nanoseconds) { present = nanoseconds; }
void weir_virtual_time_end(void) { is_virtual = false; }

void weir_virtual_time_begin(int64_t nanoseconds, uint64_t seed) {
  present = nanoseconds;
  chance = seed;
  is_virtual = true;
}

#ifndef WEIR_STANDS_IN

bool weir_virtual_time_is_there(void) { return false; }

#else

bool weir_virtual_time_is_there(void) { return true; }

// The library's own function of the same name, looked up once.
#define LIBRARY(name) \
  static __typeof__(name) *library; \
  if (library == NULL) library = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

// Notes the first way out of virtual time.
static void leave(const char *name) {
  if (is_virtual && outside == NULL) outside = name;
}

// --- clocks -------------------------------------------------------------------------------------------------

// Virtual time begins on the first day of 2001, some days after the machine was started.
static const int64_t since_1970 = 978307200, since_start = 1000000, billion = 1000000000;

static struct timespec shown_by(clockid_t clock) {
  int64_t begin = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI
                      ? since_1970
                      : since_start;
  return (struct timespec){begin + present / billion, present % billion};
}

// Time that a processor has spent is no time of day.
static bool is_of_day(clockid_t clock) {
  return clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID && clock >= 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (is_virtual && is_of_day(clock)) {
    *time = shown_by(clock);
    return 0;
  }
  LIBRARY(clock_gettime);
  return library(clock, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (is_virtual) {
    struct timespec shown = shown_by(CLOCK_REALTIME);
    *time = (struct timeval){shown.tv_sec, shown.tv_nsec / 1000};
    return 0;
  }
  LIBRARY(gettimeofday);
  return library(time, zone);
}

time_t time(time_t *place) {
  if (is_virtual) {
    time_t seconds = shown_by(CLOCK_REALTIME).tv_sec;
    if (place != NULL) *place = seconds;
    return seconds;
  }
  LIBRARY(time);
  return library(place);
}

// --- chance -------------------------------------------------------------------------------------------------

static void fill(unsigned char *bytes, size_t count) {
  for (size_t place = 0; place < count; place += 8) {
    uint64_t word = chance += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    word ^= word >> 31;
    memcpy(bytes + place, &word, count - place < 8 ? count - place : 8);
  }
}

ssize_t getrandom(void *bytes, size_t count, unsigned int flags) {
  if (is_virtual) {
    fill(bytes, count);
    return (ssize_t)count;
  }
  LIBRARY(getrandom);
  return library(bytes, count, flags);
}

int getentropy(void *bytes, size_t count) {
  if (is_virtual) {
    fill(bytes, count);
    return 0;
  }
  LIBRARY(getentropy);
  return library(bytes, count);
}

// The Swift runtime draws its random bytes through this one.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long words[6];
  for (int place = 0; place < 6; place++) words[place] = va_arg(rest, long);
  va_end(rest);
  if (is_virtual && number == SYS_getrandom) {
    fill((unsigned char *)words[0], (size_t)words[1]);
    return words[1];
  }
  LIBRARY(syscall);
  return library(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// --- ways out -----------------------------------------------------------------------------------------------

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *),
    void *restrict argument) {
  leave("pthread_create");
  LIBRARY(pthread_create);
  return library(thread, attributes, body, argument);
}

int nanosleep(const struct timespec *length, struct timespec *rest) {
  leave("nanosleep");
  LIBRARY(nanosleep);
  return library(length, rest);
}

int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *length, struct timespec *rest) {
  leave("clock_nanosleep");
  LIBRARY(clock_nanosleep);
  return library(clock, flags, length, rest);
}

int usleep(useconds_t length) {
  leave("usleep");
  LIBRARY(usleep);
  return library(length);
}

unsigned int sleep(unsigned int length) {
  leave("sleep");
  LIBRARY(sleep);
  return library(length);
}

// Functions of Dispatch; its own header is not needed, for all that matters is handed on as it came.
#define DISPATCH(name, parameters, arguments) \
  void name parameters { \
    leave(#name); \
    static void (*library) parameters; \
    if (library == NULL) library = (void (*) parameters)dlsym(RTLD_NEXT, #name); \
    library arguments; \
  }

void dispatch_async(void *queue, void *block);
void dispatch_async_f(void *queue, void *context, void *work);
void dispatch_after(uint64_t when, void *queue, void *block);
void dispatch_after_f(uint64_t when, void *queue, void *context, void *work);
void dispatch_group_async(void *group, void *queue, void *block);
void dispatch_group_notify(void *group, void *queue, void *block);
void dispatch_barrier_async(void *queue, void *block);
void dispatch_resume(void *object);
void dispatch_activate(void *object);

DISPATCH(dispatch_async, (void *queue, void *block), (queue, block))
DISPATCH(dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work))
DISPATCH(dispatch_after, (uint64_t when, void *queue, void *block), (when, queue, block))
DISPATCH(
    dispatch_after_f, (uint64_t when, void *queue, void *context, void *work),
    (when, queue, context, work))
DISPATCH(dispatch_group_async, (void *group, void *queue, void *block), (group, queue, block))
DISPATCH(dispatch_group_notify, (void *group, void *queue, void *block), (group, queue, block))
DISPATCH(dispatch_barrier_async, (void *queue, void *block), (queue, block))
// A source or a timer of Dispatch begins to run.
DISPATCH(dispatch_resume, (void *object), (object))
DISPATCH(dispatch_activate, (void *object), (object))

#endif
