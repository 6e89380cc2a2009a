// SQLite's C interface, used by WeirSQLite alone.
#include <sqlite3.h>
