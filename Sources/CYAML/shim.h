// libyaml's event parser, used by WeirScenario alone.
#include <yaml.h>
