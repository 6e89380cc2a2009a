// SPDX-License-Identifier: GPL-3.0-or-later

// This is not Swift because the C library tells of cores only whoever asks for its GNU side.

#define _GNU_SOURCE
#include "CCores.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int weir_core_here(void) { return sched_getcpu(); }

pid_t weir_thread_here(void) { return gettid(); }

bool weir_cores_read(struct weir_cores *cores) {
  return sched_getaffinity(0, sizeof *cores, (cpu_set_t *)cores) == 0;
}

void weir_cores_keep(pid_t thread, const struct weir_cores *cores) {
  sched_setaffinity(thread, sizeof *cores, (const cpu_set_t *)cores);
}

struct weir_cores weir_cores_one(int core) {
  struct weir_cores cores = {{0}};
  const int bits = 8 * sizeof cores.bits[0];
  if (core >= 0 && core < 16 * bits) {
    cores.bits[core / bits] = 1UL << core % bits;
  }
  return cores;
}

void weir_cores_keep_program(pid_t program, int core) {
  const struct weir_cores one = weir_cores_one(core);
  weir_cores_keep(program, &one);
  char text[2048];
  snprintf(text, sizeof text, "/proc/%d/task/%d/children", program, program);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  char *rest = text;
  for (;;) {
    char *next;
    const pid_t child = (pid_t)strtol(rest, &next, 10);
    // A number without a blank behind it may be half a number.
    if (next == rest || *next != ' ') {
      return;
    }
    weir_cores_keep_program(child, core);
    rest = next;
  }
}
