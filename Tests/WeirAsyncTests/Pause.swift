// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Stops the thread for a moment, as code does that knows nothing of tasks.
func pause() { usleep(1) }
