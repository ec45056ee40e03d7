/* What a report leads on to: only where there is something. */
#include "analyzers/tables/kinds.h"
#include "cmd/reports/parts.h"
#include "cmd/reports/shipped.h"
#include "cmd/cli/ways.h"

static bool has_type(const struct census *census, const char *pattern) {
    for (uint32_t name = 0; name < census->names.entries.len; name++) {
        const char *event = strings_get(&census->names, name);
        if (kind_matches(pattern, event) && census_count(census, event)) return true;
    }
    return false;
}

/* Is there an event that the report is about? What the account shows is there in any recording. */
static bool has_report(const struct census *census, const struct report *report) {
    EACH (const struct report_part, part, &report->parts) {
        const struct view_kind *kind = part->kind == REPORT_EXTRA ? report_extra(part->key) : NULL;
        if (kind && kind->accounts) return true;
        for (size_t i = 0; kind && i < kind->main; i++)
            if (has_type(census, kind->wishes->rows[i].event)) return true;
        for (size_t s = 0; s < part->sources.len; s++)
            for (size_t k = 0; k < part->sources.items[s].types.len; k++)
                if (has_type(census, part->sources.items[s].types.items[k])) return true;
    }
    return false;
}

/* The report that answers "memory --sites": it may have a name of its own. NULL: none does. */
static const struct report *report_called(const char *call) {
    const struct way *way = way_of_call(call);
    const char *name;
    if (way) call = way->to;
    for (size_t i = 0; (name = report_shipped_name(i)) != NULL; i++) {
        size_t len = strlen(name);
        if (strncmp(call, name, len) == 0 && (!call[len] || call[len] == ' '))
            return report_shipped(i);
    }
    return NULL;
}

const char *report_next_event(const struct report_next *next) {
    static const char option[] = " --event ";
    const char *event = strstr(next->call, option);
    return event ? event + sizeof option - 1 : NULL;
}

bool report_next_leads(const struct reports_asked *asked, const struct report_next *next) {
    const struct census *census = walk_result(asked->run, &census_reader);
    EACH (const struct next_asked, one, &asked->next)
        if (one->of == next)
            return events_answer(asked->events, asked->run, one->question).passed > 0;
    const struct report *report = report_called(next->call);
    return !census || !report || has_report(census, report);
}
