// SPDX-License-Identifier: GPL-3.0-or-later

// This is not Swift because the C library tells of cores only whoever asks for its GNU side.

#define _GNU_SOURCE
#include "CCores.h"

#include <sched.h>
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
