/* What macOS gets in the place of linux.c, compiled here. */
/* NOLINTBEGIN(bugprone-suspicious-include): that is what this is */
#include "base/platform/darwin.c"
#include "base/platform/others.c"
#include "tests/unit/base/test_platform.c"
/* NOLINTEND(bugprone-suspicious-include) */
