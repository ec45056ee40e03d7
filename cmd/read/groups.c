#include "cmd/read/groups.h"

#include "analyzers/tables/kinds.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/cli/output.h"
#include "parser/waits.h"

/* ==== Known values =========================================================================== */

/* Short names of event types. */
static const struct option_choice *event_choices(void) {
    static struct option_choice choices[KIND_GROUPS]; /* the last is the end */
    for (size_t g = KIND_NO_GROUP + 1; g < KIND_GROUPS; g++)
        choices[g - 1] =
            (struct option_choice){kind_short_names[g].name, kind_short_names[g].help, (int)g};
    return choices;
}

static const struct option_choice *state_choices(void) {
    static const struct option_choice choices[] = {
        {"runnable", "running or ready to run", 0},
        {"sleeping", "in Thread.sleep", 1},
        {"in_object_wait", "in Object.wait", 2},
        {"parked", "in LockSupport.park", 3},
        {"blocked_on_monitor_enter", "waiting for a monitor", 4},
        {NULL, NULL, 0},
    };
    return choices;
}

static bool parse_time(const char *text, void *field) {
    return time_point_parse(text, field);
}

static bool parse_zone(const char *text, void *field) {
    return zone_parse(text, field);
}

#define AUTO_FORMAT \
    { "auto", "as the name of -o FILE ends, else text", FORMAT_AUTO }
#define SHEET_FORMAT(id, name, title, parts, write, help) {name, help, FORMAT_##id},
/* NOLINTBEGIN(readability-duplicate-include): the list of formats, each time with something else */
static const struct option_choice format_choices[] = {AUTO_FORMAT,
#include "cmd/write/formats.h"
                                                      {NULL, NULL, 0}};
static const struct option_choice picture_choices[] = {
    AUTO_FORMAT,
#include "cmd/write/formats.h"
    {"svg", "a picture for a browser", FORMAT_SVG},
    {NULL, NULL, 0}};
const struct option_choice options_ndjson_choices[] = {
    AUTO_FORMAT,
#include "cmd/write/formats.h"
    {"ndjson", "a JSON object a line", FORMAT_NDJSON},
    {NULL, NULL, 0}};
/* NOLINTEND(readability-duplicate-include) */

/* ==== Tables ================================================================================= */

static const char time_expected[] = "a time: 10s from the start, -5s from the end, 10:02, "
                                    "2026-11-20, 2026-11-20T21:31:00 or 2026-11-20T21:31:00Z";

static bool open_selection(void *selection, struct text *error) {
    struct jfr_error why = {0};
    bool ok = selection_open(selection, &why);
    if (!ok) text_add(error, why.text);
    return ok;
}

static void close_selection(void *selection) {
    selection_close(selection);
}

static bool open_input(void *part, struct text *error) {
    const struct input_options *input = part;
    OWNED(text_free) struct text why = {0};
    bool good = !input->classify || waits_classify(input->classify, &why);
    if (!good) text_addf(error, "--classify %s: %s", input->classify, text_str(&why));
    return good;
}

#include "cmd/read/groups_options.h"

bool options_parse_share(const char *text, void *field) {
    struct input_share *share = field;
    char *end;
    if (*text < '0' || *text > '9') return false;
    unsigned long number = strtoul(text, &end, 10);
    if (*end != '/' || end[1] < '0' || end[1] > '9') return false;
    unsigned long of = strtoul(end + 1, &end, 10);
    if (*end || number < 1 || number > of || of > 1000000) return false;
    *share = (struct input_share){(uint32_t)number, (uint32_t)of};
    return true;
}

bool options_share_fits(struct input_share share, const struct text_list *paths) {
    const char *stream = share.of ? operands_stream(paths) : NULL;
    return !stream || message_refuse("--part takes files and folders, because it needs to know how "
                                     "large all is; %s is a stream",
                                     stream);
}
