#include "analyzers/methods/find_method.h"

#include "analyzers/regex.h"

enum stage { WHOLE, END, PART, REGEX, STAGES };

struct row_names {     /* of one row */
    struct text bare;  /* "a.b.C.m" */
    struct text shown; /* "a.b.C.m:12" */
    struct text full;  /* "a.b.C.m(int):12" */
    struct text whole; /* "a.b.C.m(int)" */
};

static void name_row(const struct frames *frames, uint32_t id, struct row_names *names) {
    text_clear(&names->bare);
    text_clear(&names->shown);
    text_clear(&names->full);
    text_clear(&names->whole);
    frame_add_method(frames, id, &names->bare);
    frame_add_name(frames, id, &names->shown);
    frame_add_full_name(frames, id, &names->full);
    frame_add_method(frames, id, &names->whole);
    frame_add_parameters(frames, id, &names->whole);
}

static bool ends_with(const struct text *name, const char *wanted) {
    size_t len = strlen(wanted);
    if (len == 0 || name->len <= len || strcmp(name->data + name->len - len, wanted) != 0)
        return false;
    char before = name->data[name->len - len - 1];
    return before == '.' || before == '$' || before == '/';
}

struct matcher {
    const char *wanted;
    struct regex *regex;
    struct regex_matcher *matcher;
};

static bool matches(const struct matcher *m, enum stage stage, const struct row_names *names) {
    const struct text *forms[] = {&names->bare, &names->shown, &names->full, &names->whole};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *form = text_str(forms[i]);
        bool fits = false;
        switch (stage) {
        case WHOLE: fits = strcmp(form, m->wanted) == 0; break;
        case END: fits = ends_with(forms[i], m->wanted); break;
        case PART: fits = *m->wanted && strstr(form, m->wanted) != NULL; break;
        default: fits = regex_matches(m->regex, m->matcher, form, forms[i]->len);
        }
        if (fits) return true;
    }
    return false;
}

static void add_name(struct found_methods *out, struct strings *seen, struct map *index,
                     const struct text *name, const struct profile_counts *counts) {
    uint32_t id = strings_intern(seen, text_str(name), name->len);
    size_t at = map_number(index, id, out->names.len);
    if (at == out->names.len)
        array_push(&out->names, (struct found_name){.name = mem_copy_text(text_str(name))});
    struct found_name *found = &out->names.items[at];
    if (counts->total > found->total ||
        (counts->total == found->total && counts->self > found->self)) {
        found->self = counts->self;
        found->total = counts->total;
    }
}

ORDERED(compare_found, struct found_name, FALLING(total), strcmp(x->name, y->name))

/* "HashMap::put" and "HashMap#put" are "HashMap.put". */
static void add_with_dots(const char *wanted, struct text *out) {
    for (const char *s = wanted; *s; s++) {
        bool twice = s[0] == ':' && s[1] == ':';
        text_add_char(out, (char)(twice || *s == '#' ? '.' : *s));
        s += twice;
    }
}

void find_method(const struct profile *profile, const char *wanted, struct found_methods *out,
                 struct jfr_error *error) {
    OWNED(text_free) struct text dotted = {0};
    add_with_dots(wanted, &dotted);
    struct matcher m = {.wanted = text_str(&dotted)};
    OWNED(strings_free) struct strings seen = {0};
    OWNED(map_free) struct map index = {0};
    struct row_names names = {0};
    *out = (struct found_methods){.chosen = mem_zero(profile->frames.rows.len, 1)};
    *error = (struct jfr_error){0};
    for (enum stage stage = WHOLE; stage < STAGES && out->names.len == 0; stage++) {
        if (stage == REGEX) {
            m.regex = regex_compile(wanted, REGEX_PART, error);
            if (!m.regex) break;
            m.matcher = regex_matcher_open();
        }
        for (size_t i = 0; i < profile->rows.len; i++) {
            const struct profile_counts *counts = &profile->rows.items[i];
            if (counts->total == 0 || profile->frames.rows.items[i].type == FRAME_THREAD) continue;
            name_row(&profile->frames, (uint32_t)i, &names);
            if (!matches(&m, stage, &names)) continue;
            out->chosen[i] = true;
            add_name(out, &seen, &index, &names.bare, counts);
        }
    }
    array_sort(&out->names, compare_found);
    regex_matcher_close(m.matcher);
    regex_free(m.regex);
    free_each(text_free, &names.bare, &names.shown, &names.full, &names.whole);
}

void find_method_free(struct found_methods *found) {
    for (size_t i = 0; i < found->names.len; i++) free(found->names.items[i].name);
    array_free(&found->names);
    free(found->chosen);
    *found = (struct found_methods){0};
}
