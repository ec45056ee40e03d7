/* Commands that a system has not: what they say in their place. */
#pragma once

#include "cmd/cli/command.h"

/* Says that the command is not here, and what there is in its place. */
int elsewhere_refuse(const struct command *command, const char *instead);
extern const struct option_use elsewhere_options[];

#define NOT_HERE(name_, instead_)                                                           \
    static int refuse_##name_(const struct command *command, struct option_base *options) { \
        return elsewhere_refuse(command, instead_);                                         \
    }                                                                                       \
    const struct command command_##name_ = {                                                \
        .name = #name_,                                                                     \
        .operands = "[...]",                                                                \
        .groups = elsewhere_options,                                                        \
        .options_size = sizeof(struct option_base),                                         \
        .hidden = true,                                                                     \
        .run = refuse_##name_,                                                              \
    }
