/* The platform as systems other than Linux get it, compiled here. */
#undef __linux__
/* NOLINTBEGIN(bugprone-suspicious-include): that is what this is */
#include "base/platform.c"
#include "tests/unit/base/test_platform.c"
/* NOLINTEND(bugprone-suspicious-include) */
