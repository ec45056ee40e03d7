#include "cmd/sheets/unfound.h"

#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "cmd/cli/voice.h"
#include "cmd/reports/asked.h"
#include "cmd/sheets/causes.h"

#define LEAST_OPEN 0.1 /* of the threads' time, for it to matter that nobody judges it */
#define SHORT_NS 1e6   /* nearly all waits are recorded that are */

enum { GROUPS = RULE_LOSSES + 1 };

/* Groups that are judged by waits, which are recorded from a length on. */
static const struct timed {
    enum rule_group group;
    const char *event; /* one of its types */
    enum account_state state, other;
    const char *share; /* what their share is one of */
} timed[] = {
    {RULE_LOCKS, "jdk.ThreadPark", ACCOUNT_LOCK, ACCOUNT_OTHER,
     "waiting for locks and other threads"},
    {RULE_IO, "jdk.SocketRead", ACCOUNT_REPLY, ACCOUNT_FILE, "waiting for replies and files"},
};

static double share_of(const struct account *account, enum account_state state) {
    return account->total_ns ? (double)account->ns[state] / (double)account->total_ns : 0;
}

static void add_longer(const char *group, int64_t threshold, struct text *out) {
    text_addf(out, "%s%s (", out->len ? ", " : "", group);
    units_add_exact(out, threshold);
    text_add(out, " or longer)");
}

/* What of these groups nobody judges: waits of which none stands out, though together they take
 * long, and those too short to be recorded, where much of the threads' time is unexplained. */
static void add_open(const struct rule_input *input, const struct account *account,
                     const bool *judged, bool *found, struct text *out) {
    const double unexplained = share_of(account, ACCOUNT_UNEXPLAINED);
    OWNED(text_free) struct text longer = {0}, events = {0};
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
        const struct timed *of = &timed[i];
        const int64_t threshold = judge_threshold(input, of->event);
        const double share = share_of(account, of->state) + share_of(account, of->other);
        const bool is_short = unexplained >= LEAST_OPEN && (double)threshold > SHORT_NS;
        if (found[of->group] || !judged[of->group] || (share < LEAST_OPEN && !is_short)) continue;
        found[of->group] = true;
        if (share >= LEAST_OPEN)
            text_addf(out, "%.0f %% of the threads' time was %s, none of which stands out.\n",
                      100 * share, of->share);
        if (!is_short) continue;
        add_longer(causes_group(of->group), threshold, &longer);
        text_addf(&events, " %s#threshold=1ms", of->event);
    }
    if (!longer.len) return;
    text_addf(out,
              "Judged by long waits only: %s, as %.0f %% of the threads' time is unexplained. "
              "To record shorter ones: jcmd PID JFR.start%s\n",
              text_str(&longer), 100 * unexplained, text_str(&events));
}

static bool has_virtual(const struct profile *profile) {
    return some_of(i, profile->threads.len, profile->threads.items[i].is_virtual);
}

void unfound_add(const struct findings *findings, const struct rule_input *input,
                 const struct account *account, const struct reading *reading, struct text *out) {
    bool judged[GROUPS] = {false}, found[GROUPS] = {false};
    const bool unseen = has_virtual(input->profile);
    bool partial = false;
    OWNED(text_free) struct text open = {0};
    EACH (const struct finding, finding, findings) {
        if (finding->severity != RULE_NA) judged[finding->rule->group] = true;
        if (cause_counts(finding)) found[finding->rule->group] = true;
    }
    /* What of the input could not be read is no finding of a rule, but nothing is in order then. */
    if (reading_is_partial(reading)) {
        found[RULE_LOSSES] = partial = true;
        if (voice_is_of_tools()) text_add(out, "Not all of the input could be read.\n");
        else
            voice_add_line(out,
                           "Not all of the input could be read: jfrtool file check says where, and "
                           "what is left.\n");
    }
    if (unseen && !found[RULE_LOCKS]) recorded_add_unseen(out);
    if (unseen) found[RULE_LOCKS] = true;
    add_open(input, account, judged, found, &open);
    for (int recorded = 1; recorded >= 0; recorded--) {
        const char *before = recorded  ? "No findings about: "
                             : partial ? "Nothing recorded or left: "
                                       : "Nothing recorded: ";
        bool any = false;
        for (size_t i = RULE_OTHER + 1; i < GROUPS; i++) {
            if (found[i] || judged[i] != recorded) continue;
            text_addf(out, "%s%s", any ? ", " : before, causes_group((unsigned)i));
            any = true;
        }
        if (any) text_add(out, ".\n");
        if (recorded) text_add(out, text_str(&open));
    }
}
