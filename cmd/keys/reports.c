#include "cmd/keys/reports.h"

#include <ctype.h>

static const char *type_shown(const struct report_part *part, const struct fold_show *show) {
    if (show->function == FOLD_COUNT || show->function == FOLD_UNIQUE)
        return part->kind == REPORT_TABLE ? "integer" : "integer?";
    if (show->path && strcmp(show->path, "startTime") == 0) return "string?";
    return show->function == FOLD_AVG ? "number?" : "integer?";
}

static const char *type_of(const struct report_part *part, const struct report_column *column) {
    if (column->type) return column->type;
    switch (column->kind) {
    case REPORT_BY: return strcmp(column->by.path, "eventType") == 0 ? "string" : "string?";
    case REPORT_SHOW: return type_shown(part, &column->show);
    case REPORT_MAKE: return column->operation == '%' ? "number?" : "integer?";
    }
    return "string?";
}

/* A line of keys.h. "how many there were" becomes a sentence. */
static void add_key(struct text *out, unsigned depth, const char *key, const char *type,
                    const char *meaning) {
    bool plain = strcspn(meaning, " ") <= strcspn(meaning, "."); /* jdk.ClassLoad is a name */
    char first = plain ? (char)toupper((unsigned char)*meaning) : *meaning;
    text_add_blanks(out, 4 * (size_t)depth);
    text_addf(out, "%s  %s  %c%s.\n", key, type, first, *meaning ? meaning + 1 : "");
}

static void add_column(struct text *out, const struct report_part *part,
                       const struct report_column *column, unsigned depth) {
    const char *key = column->object ? column->key + strlen(column->object) + 1 : column->key;
    if (!column->hidden) add_key(out, depth, key, type_of(part, column), column->meaning);
}

/* An extra has a part of that name. */
static void add_rows(struct text *out, const struct report_part *part) {
    if (part->kind == REPORT_EXTRA) {
        text_addf(out, "+ extra-%s\n", part->key);
        return;
    }
    add_key(out, 0, part->key, "[object]", part->title);
    const struct report_column *first = NULL;
    EACH (const struct report_column, column, &part->columns) {
        add_column(out, part, column, 1);
        if (first || column->kind != REPORT_SHOW) continue;
        first = column;
        if (part->share) add_key(out, 1, "share_percent", "number", part->share);
        if (part->rate) add_key(out, 1, "per_second", "number", part->rate);
    }
}

/* Those of one object stand together. */
static void add_figures(struct text *out, const struct report_part *part) {
    unsigned depth = strcmp(part->key, "-") != 0;
    const char *object = "";
    if (depth) add_key(out, 0, part->key, "object", part->title);
    EACH (const struct report_column, column, &part->columns) {
        if (column->hidden || !column->object) continue;
        if (strcmp(object, column->object) != 0)
            add_key(out, depth, column->object, "object", part->title);
        object = column->object;
        add_column(out, part, column, depth + 1);
    }
    for (size_t i = 0; i < part->columns.len; i++)
        if (!part->columns.items[i].object) add_column(out, part, &part->columns.items[i], depth);
}

void json_keys_add_report(const struct report *report, struct text *out) {
    text_addf(out, "= %s  object  jfrtool %s --json RECORDING\nduration_ns\n", report->name,
              report->name);
    EACH (const struct report_part, part, &report->parts) {
        if (part->kind == REPORT_FIGURES) add_figures(out, part);
        else add_rows(out, part);
    }
}
