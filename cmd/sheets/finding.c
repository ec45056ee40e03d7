#include "cmd/sheets/finding.h"

#include "cmd/write/fit.h"
#include "cmd/write/frame_cells.h"
#include "cmd/write/words.h"
#include "base/few.h"
#include "base/safe.h"
#include "base/units.h"

#define MORE_FRAMES 12 /* of a path that are named */
#define MARKDOWN_COLUMNS 600
#define MORE_OTHERS 5 /* findings besides the first that are named */

/* ==== Values as text ========================================================================= */

/* Without line and bytecode index: findings are about methods. */
static void add_method(const struct finding_view *view, uint32_t id, struct text *out) {
    OWNED(text_free) struct text name = {0};
    frame_add_method(&view->profile->frames, id, &name);
    safe_add(out, text_str(&name), name.len);
}

static const char *thread_name(const struct finding_view *view) {
    uint32_t name = view->profile->threads.items[view->finding->thread].name;
    return strings_get(&view->profile->frames.strings, name);
}

static bool is_timed(const struct finding *finding) {
    return finding->from_ns || finding->to_ns;
}

static words_value add_key;

static bool add_others(const struct finding_view *view, struct text *out) {
    const struct findings *others = &view->finding->others;
    const char *phrase = view->finding->rule->other;
    struct few few = {out, MORE_OTHERS, 0};
    for (size_t i = 0; i < others->len; i++) {
        struct finding_view other = {&others->items[i], view->profile, view->finest};
        if (few_takes(&few)) words_fill(phrase, add_key, &other, out);
    }
    few_end(&few);
    return others->len > 0;
}

static void add_path(const struct finding_view *view, const struct finding_value *value,
                     struct text *out) {
    size_t shown = value->path.len < MORE_FRAMES ? value->path.len : MORE_FRAMES;
    if (shown < value->path.len) text_addf(out, "%zu more -> ", value->path.len - shown);
    for (size_t i = shown; i-- > 0;) {
        add_method(view, value->path.items[i], out);
        if (i) text_add(out, " -> ");
    }
}

static void add_count(const struct rule_value *as, uint64_t count, struct text *out) {
    if (as->noun) text_add_number_of(out, count, as->noun);
    else text_add_grouped(out, count);
}

/* False: it is not there. */
static bool add_value(const struct finding_view *view, size_t at, struct text *out) {
    const struct rule_value *as = &view->finding->rule->values[at];
    const struct finding_value *value = &view->finding->values[at];
    if (as->kind == RULE_OTHERS) return add_others(view, out);
    if (!value->given) return false;
    switch (as->kind) {
    case RULE_FLAG: return value->number != 0;
    case RULE_COUNT: add_count(as, (uint64_t)value->number, out); break;
    case RULE_ESTIMATE:
        if (as->digits) text_addf(out, "%.*f", as->digits, value->real);
        else add_count(as, (uint64_t)value->real, out);
        break;
    case RULE_PERCENT: units_add_percent(out, value->real, as->digits); break;
    case RULE_NS: units_add_duration(out, value->number); break;
    case RULE_BYTES: units_add_bytes(out, (double)(uint64_t)value->number); break;
    case RULE_TEXT: safe_add(out, value->text, strlen(value->text)); break;
    case RULE_PATH: add_path(view, value, out); break;
    case RULE_OTHERS: break;
    }
    return true;
}

static bool is(const char *key, size_t len, const char *what) {
    return strlen(what) == len && memcmp(key, what, len) == 0;
}

/* What every finding may have. False: it is not there. */
static bool add_common(const struct finding_view *view, const char *key, size_t len,
                       struct text *out) {
    const struct finding *finding = view->finding;
    bool timed = is_timed(finding);
    if (finding->frame != PROFILE_NONE && is(key, len, "method"))
        add_method(view, finding->frame, out);
    else if (finding->thread != PROFILE_NONE && is(key, len, "thread"))
        safe_add(out, thread_name(view), strlen(thread_name(view)));
    else if (is_known(finding->score) && is(key, len, "score"))
        text_addf(out, "%.1f", finding->score);
    else if (timed && is(key, len, "from")) units_add_utc(out, finding->from_ns);
    else if (timed && finding->to_ns > finding->from_ns && is(key, len, "length"))
        units_add_duration(out, finding->to_ns - finding->from_ns);
    else if (finding->unmet && is(key, len, "unmet")) text_add(out, finding->unmet->event);
    else return false;
    return true;
}

/* context: the view. */
static bool add_key(void *context, const char *key, size_t len, struct text *out) {
    const struct finding_view *view = context;
    const struct rule_value *values = view->finding->rule->values;
    for (size_t i = 0; values && values[i].key; i++)
        if (is(key, len, values[i].key)) return add_value(view, i, out);
    return add_common(view, key, len, out);
}

/* ==== Texts ================================================================================== */

enum cell_mark finding_mark(enum rule_severity severity) {
    static const uint8_t marks[] = {[RULE_NA] = MARK_PLAIN,
                                    [RULE_OK] = MARK_OK,
                                    [RULE_INFO] = MARK_INFO,
                                    [RULE_WARNING] = MARK_WARNING};
    return (enum cell_mark)marks[severity];
}

void finding_add_headline(const struct finding_view *view, struct text *out) {
    const struct finding *finding = view->finding;
    const char *headline = finding->rule->headlines[finding->severity];
    text_add(out, finding->severity == RULE_NA ? "not applicable"
                                               : rule_severity_name(finding->severity));
    if (headline) {
        struct finding_view own = *view;
        text_add(out, ", ");
        words_fill(headline, add_key, &own, out);
    }
}

void finding_add_title(const struct finding_view *view, struct text *out) {
    text_addf(out, "%s: ", view->finding->rule->name);
    finding_add_headline(view, out);
}

void finding_add_sentences(const struct finding_view *view, struct text *out) {
    struct finding_view own = *view;
    if (!view->finding->outcome) return;
    for (const char *line = view->finding->outcome->text; *line;) {
        const char *end = line + strcspn(line, "\n");
        if (words_fill_part(line, end, add_key, &own, out)) text_add_char(out, '\n');
        line = end + (*end == '\n');
    }
}

void finding_add_line(const struct finding_view *view, struct text *out) {
    size_t before = out->len;
    finding_add_sentences(view, out);
    if (out->len > before) out->data[--out->len] = 0;
    for (size_t i = before; i < out->len; i++)
        if (out->data[i] == '\n') out->data[i] = ' ';
}

/* ==== On a sheet ============================================================================= */

static void add_fields(const struct finding_view *view, bool all, struct sheet *sheet);

static void add_frames(const struct finding_view *view, const struct finding_value *value,
                       struct sheet *sheet) {
    for (size_t i = 0; value->given && i < value->path.len; i++) {
        sheet_object(sheet, NULL);
        frame_add_fields(&view->profile->frames, value->path.items[i], view->finest, false, sheet);
        sheet_end(sheet);
    }
}

static void add_other_objects(const struct finding_view *view, struct sheet *sheet) {
    EACH (const struct finding, other, &view->finding->others) {
        sheet_object(sheet, NULL);
        if (is_known(other->score)) sheet_field(sheet, "score", cell_real(other->score, 15));
        add_fields(&(struct finding_view){other, view->profile, view->finest}, false, sheet);
        sheet_end(sheet);
    }
}

static struct cell cell_of(enum rule_kind kind, const struct finding_value *value) {
    if (!value->given) return cell_missing();
    switch (kind) {
    case RULE_FLAG: return cell_bool(value->number != 0);
    case RULE_ESTIMATE: return cell_real(value->real, 3);
    case RULE_PERCENT: return cell_percent(value->real);
    case RULE_TEXT: return cell_text(value->text);
    default: return cell_number(value->number);
    }
}

static void add_field(const struct finding_view *view, size_t at, const char *key,
                      struct sheet *sheet) {
    const struct finding_value *value = &view->finding->values[at];
    enum rule_kind kind = view->finding->rule->values[at].kind;
    if (kind != RULE_PATH && kind != RULE_OTHERS) {
        sheet_field(sheet, key, cell_of(kind, value));
        return;
    }
    sheet_array(sheet, key);
    if (kind == RULE_PATH) add_frames(view, value, sheet);
    else add_other_objects(view, sheet);
    sheet_end(sheet);
}

static bool is_of_window(const struct rule_value *value) {
    return strncmp(value->key, "window.", 7) == 0;
}

static void add_window(const struct finding_view *view, struct sheet *sheet) {
    const struct finding *finding = view->finding;
    sheet_object(sheet, "window");
    sheet_fields(sheet, {"start_ns", cell_time(finding->from_ns)},
                 {"end_ns", cell_time(finding->to_ns)});
    for (size_t i = 0; finding->rule->values && finding->rule->values[i].key; i++)
        if (is_of_window(&finding->rule->values[i]))
            add_field(view, i, finding->rule->values[i].key + 7, sheet);
    sheet_end(sheet);
}

/* all: what is not there, too. */
static void add_fields(const struct finding_view *view, bool all, struct sheet *sheet) {
    const struct finding *finding = view->finding;
    if (finding->frame != PROFILE_NONE) {
        sheet_object(sheet, "method");
        frame_add_fields(&view->profile->frames, finding->frame, BY_METHOD, false, sheet);
        sheet_end(sheet);
    } else if (all) {
        sheet_field(sheet, "method", cell_missing());
    }
    if (finding->thread != PROFILE_NONE) sheet_field(sheet, "thread", cell_text(thread_name(view)));
    if (is_timed(finding)) add_window(view, sheet);
    else if (all) sheet_field(sheet, "window", cell_missing());
    for (size_t i = 0; finding->rule->values && finding->rule->values[i].key; i++) {
        const struct rule_value *as = &finding->rule->values[i];
        if (as->for_text || is_of_window(as)) continue;
        if (all || finding->values[i].given) add_field(view, i, as->key, sheet);
    }
}

void finding_add_values(const struct finding_view *view, const char *key, struct sheet *sheet) {
    const struct finding *finding = view->finding;
    sheet_object(sheet, key);
    for (size_t i = 0; finding->rule->values && finding->rule->values[i].key; i++) {
        const struct rule_value *as = &finding->rule->values[i];
        if (as->for_text || !finding->values[i].given) continue;
        add_field(view, i, as->key + (is_of_window(as) ? 7 : 0), sheet);
    }
    sheet_end(sheet);
}

/* A name may be as long as a recording wants, and a comment may not. */
static void shorten(struct text *lines) {
    OWNED(text_free) struct text all = *lines;
    *lines = (struct text){0};
    for (const char *line = text_str(&all); *line;) {
        size_t len = strcspn(line, "\n");
        fit_add(lines, line, len, 0, MARKDOWN_COLUMNS);
        line += len;
        if (*line) text_add_char(lines, *line++);
    }
}

void finding_add(const struct finding_view *view, const char *key, struct sheet *sheet) {
    const struct finding *finding = view->finding;
    OWNED(text_free) struct text title = {0}, words = {0}, line = {0};
    finding_add_title(view, &title);
    finding_add_sentences(view, &words);
    finding_add_line(view, &line);
    if (sheet_shows(sheet, SHEET_MARKDOWN)) {
        shorten(&title);
        shorten(&words);
    }
    sheet_group(sheet, (struct sheet_group){
                           .title = text_str(&title),
                           .key = key,
                           .mark = cell_marked(cell_blank(), finding_mark(finding->severity))});
    sheet_fields(sheet, {"rule", cell_text(finding->rule->id)},
                 {"severity", cell_text(rule_severity_name(finding->severity))},
                 {"score", cell_real(finding->score, 15)},
                 {"reason", cell_text(finding->outcome->name)},
                 {"text", cell_text(text_str(&line))});
    add_fields(view, true, sheet);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}
