// SPDX-License-Identifier: GPL-3.0-or-later

#include "CFloors.h"

#include <sys/prctl.h>

void weir_floor_small_pages(bool alone) { prctl(PR_SET_THP_DISABLE, alone, 0, 0, 0); }
