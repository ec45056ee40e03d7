/* The page's tab of experiments: what whatif says of them, and its picture. */
#pragma once

#include "cmd/read/view.h"

extern const struct view_kind page_experiments;
