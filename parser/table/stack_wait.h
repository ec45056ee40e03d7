/* What a thread with a stack of things waits for. */
#pragma once

#include "parser/table/things.h"
#include "parser/waits.h"

/* Of a stack that is there. */
struct waits_stack stack_wait(const struct things *things, uint32_t stack);
