// SPDX-License-Identifier: GPL-3.0-or-later

// SQLite's C interface, used by WeirSQLite alone.
#include <sqlite3.h>
