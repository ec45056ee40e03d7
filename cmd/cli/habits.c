#include "cmd/cli/habits.h"

#include <stddef.h>
#include <string.h>

struct habit {
    const char *name; /* NULL ends them */
    const char *with; /* of an option: only where a command has that one; or NULL */
    const char *instead;
};
#include "cmd/cli/habits_table.h"

const char *habit_instead_of(const char *name) {
    const struct habit *habit = commands;
    while (habit->name && strcmp(habit->name, name) != 0) habit++;
    return habit->instead;
}

const char *habit_instead_of_option(const char *name,
                                    bool (*has)(const void *context, const char *option),
                                    const void *context) {
    for (const struct habit *habit = options; habit->name; habit++)
        if (strcmp(habit->name, name) == 0 && (!habit->with || has(context, habit->with)))
            return habit->instead;
    return NULL;
}
