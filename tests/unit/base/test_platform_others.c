/* The platform as systems other than Linux get it, compiled here. */
#undef __linux__
#include "base/platform.c"
#include "tests/unit/base/test_platform.c"
