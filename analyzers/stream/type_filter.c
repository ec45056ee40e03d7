#include "analyzers/stream/type_filter.h"

#include "analyzers/tables/clocked.h"
#include "analyzers/tables/kinds.h"
#include "base/glob.h"

bool type_filter_is_set(const struct type_filter *filter) {
    return filter->events.len || filter->categories.len || filter->selected.len;
}

bool type_filter_fits_event(const char *pattern, const char *name) {
    const char *dot = strrchr(name, '.');
    return glob_matches(pattern, name) || (dot && glob_matches(pattern, dot + 1));
}

/* "JVM" are the first letters of "Java Virtual Machine". */
static bool are_initials(const char *letters, const char *words) {
    bool begins = true;
    for (; *words; words++) {
        if (begins && *words != ' ' && *words != *letters++) return false;
        begins = *words == ' ';
    }
    return *letters == 0;
}

bool type_filter_fits_part(const char *pattern, const char *part) {
    return glob_matches(pattern, part) || are_initials(pattern, part);
}

bool type_filter_fits_category(const char *pattern, const struct jfr_type *type) {
    const struct jfr_annotation *category = type->category;
    if (!category || !category->value_count) return glob_matches(pattern, "Uncategorized");
    for (uint32_t i = 0; i < category->value_count; i++) {
        const char *part = category->values[i].value;
        if (part && type_filter_fits_part(pattern, part)) return true;
    }
    return false;
}

static bool is_selected(const struct text_list *selected, const char *name, bool either_clock) {
    for (size_t i = 0; i < selected->len; i++) {
        const char *pattern = selected->items[i];
        enum kind_group group = kind_group_named(pattern);
        if (group == KIND_NO_GROUP ? kind_matches(pattern, name) : kind_is_in_group(group, name))
            return true;
        if (either_clock && clocked_named(pattern, name) == CLOCKED_WALL) return true;
    }
    return false;
}

unsigned type_filter_clocks(const struct type_filter *filter, const struct jfr_type *type) {
    unsigned clocks = filter->selected.len ? CLOCKED_NONE : CLOCKED_ALL;
    for (size_t i = 0; i < filter->selected.len; i++) {
        const struct text_list one = {.items = &filter->selected.items[i], .len = 1};
        if (is_selected(&one, type->name, true)) clocks |= clocked_named(one.items[0], type->name);
    }
    return clocks;
}

bool type_filter_has(const struct type_filter *filter, const struct jfr_type *type,
                     bool either_clock) {
    bool event = !filter->events.len, category = !filter->categories.len;
    for (size_t i = 0; i < filter->events.len && !event; i++)
        event = type_filter_fits_event(filter->events.items[i], type->name);
    for (size_t i = 0; i < filter->categories.len && event && !category; i++)
        category = type_filter_fits_category(filter->categories.items[i], type);
    return event && category &&
           (!filter->selected.len || is_selected(&filter->selected, type->name, either_clock));
}
