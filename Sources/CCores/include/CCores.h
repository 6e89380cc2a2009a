// SPDX-License-Identifier: GPL-3.0-or-later

// The cores that a thread may be on.
#ifndef WEIR_CORES_H
#define WEIR_CORES_H

#include <stdbool.h>
#include <sys/types.h>

/// Some of the cores of a machine with at most 1,024.
struct weir_cores {
  unsigned long bits[16];
};

/// The core that the calling thread is on, or a negative number where nobody knows.
int weir_core_here(void);

/// The number by which the machine knows the calling thread.
pid_t weir_thread_here(void);

/// Says which cores the calling thread may be on; false on a machine with more cores than fit.
bool weir_cores_read(struct weir_cores *cores);

/// Has a thread, by its number, be on these cores alone from now on; 0 is the calling one. Who may not do that, or comes
/// too late, changes nothing.
void weir_cores_keep(pid_t thread, const struct weir_cores *cores);

/// Has a program and all that it has started, where the machine says what that is, be on one core alone from now on. It takes
/// no memory but the stack: what a run allocates must not say how often its thread was elsewhere.
void weir_cores_keep_program(pid_t program, int core);

/// The one core.
struct weir_cores weir_cores_one(int core);

#endif
