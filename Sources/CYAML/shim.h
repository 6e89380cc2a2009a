// SPDX-License-Identifier: GPL-3.0-or-later

// libyaml's event parser, used by WeirScenario alone.
#include <yaml.h>
