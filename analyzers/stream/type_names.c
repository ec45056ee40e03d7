#include "analyzers/stream/type_names.h"

#include "analyzers/stream/type_filter.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/suggest.h"

void type_names_take(struct type_names *names, const struct jfr_metadata *metadata) {
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        if (!type->event) continue;
        strings_add(&names->events, type->name);
        for (uint32_t k = 0; type->category && k < type->category->value_count; k++) {
            const char *part = type->category->values[k].value;
            if (part) strings_add(&names->categories, part);
        }
    }
}

void type_names_free(struct type_names *names) {
    free_each(strings_free, &names->events, &names->categories);
}

static bool fits_any(const struct strings *names, const char *pattern, bool category) {
    for (uint32_t i = 1; i < names->entries.len; i++) {
        const char *name = strings_get(names, i);
        if (category ? type_filter_fits_part(pattern, name) : type_filter_fits_event(pattern, name))
            return true;
    }
    return category && type_filter_fits_category(pattern, &(struct jfr_type){0});
}

size_t type_names_tell(const struct type_names *names, const struct text_list *patterns,
                       bool categories, void (*say)(const char *sentence)) {
    const struct strings *known = categories ? &names->categories : &names->events;
    size_t told = 0;
    for (size_t p = 0; p < patterns->len; p++) {
        const char *pattern = patterns->items[p];
        if (fits_any(known, pattern, categories)) continue;
        OWNED(text_free) struct text text = {0}, near = {0};
        struct suggest suggest = suggest_for(pattern);
        for (uint32_t i = 1; i < known->entries.len; i++)
            suggest_offer_dotted(&suggest, strings_get(known, i));
        text_add(&text, categories ? "no event type is of a category "
                                   : "no event type of the recording is called ");
        safe_add_name(&text, pattern);
        suggest_add_near(&suggest, "", &near);
        if (near.len) {
            text_fill(&text, safe_add_name, "; did you mean %s?", near.data);
        } else {
            text_add(&text, "; jfrtool metadata lists all");
        }
        say(text.data);
        told++;
    }
    return told;
}
