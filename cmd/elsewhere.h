/* Commands that a system has not: what they say in their place. */
#pragma once

#include "cmd/cli/command.h"

/* Says that the command is not here, and its description: what there is in its place. */
int elsewhere_refuse(const struct command *command, struct option_base *options);
extern const struct option_use elsewhere_options[];

#define NOT_HERE(name_, summary_, instead_)         \
    const struct command command_##name_ = {        \
        .name = #name_,                             \
        .summary = summary_,                        \
        .operands = "[...]",                        \
        .description = instead_,                    \
        .groups = elsewhere_options,                \
        .options_size = sizeof(struct option_base), \
        .hidden = true,                             \
        .run = elsewhere_refuse,                    \
    }
