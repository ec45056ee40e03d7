/* Gains as one SVG file that stands alone, a row a method:
 *
 *   title, conditions
 *   method      |      |----o----|   .        interval and gain; grey: what its CPU share would
 *   ...         0                             bring one thread alone
 *   control     |  |-o-|                      must be near 0
 *   axis in percent
 */
#include "cmd/assets/experiments.css.h"
#include "cmd/sheets/experiments.h"
#include "cmd/write/xml.h"

#define PAD 16
#define LETTER 7  /* columns of a name's letter, at most on average */
#define WIDTH 460 /* of the axis */
#define RIGHT 190 /* figures */
#define TOP 92
#define ROW 30
#define MAX_NAME 42
#define MAX_TEXT 200
#define CONTROL "control, must be near 0"

struct axis {
    double from, to, step; /* percent */
    int left;              /* where it begins, behind the longest name */
};

static double x_of(const struct axis *axis, double percent) {
    return axis->left + WIDTH * (percent - axis->from) / (axis->to - axis->from);
}

static void reach(struct axis *axis, const struct whatif_estimate *e) {
    if (is_missing(e->gain)) return;
    axis->from = fmin(axis->from, e->low);
    axis->to = fmax(axis->to, e->high);
}

/* Whole steps of 1, 2, 5, 10..., at most eight of them. */
static struct axis axis_of(const struct experiments *e) {
    struct axis axis = {.from = -2, .to = 5, .step = 1};
    size_t longest = strlen(CONTROL);
    for (size_t i = 0; i < e->methods.len; i++) {
        size_t len = strlen(e->methods.items[i].name);
        if (len > longest) longest = len < MAX_NAME ? len : MAX_NAME;
    }
    axis.left = PAD + LETTER * (int)longest + 12;
    bool answered = e->answer.refusal == WHATIF_ANSWERED;
    for (size_t i = 0; i < e->answer.gains.len && answered; i++)
        reach(&axis, &e->answer.gains.items[i].estimate);
    reach(&axis, &e->answer.control);
    static const double factors[] = {2, 2.5, 2};
    for (int i = 0; (axis.to - axis.from) / axis.step > 8; i++) axis.step *= factors[i % 3];
    axis.from = floor(axis.from / axis.step) * axis.step;
    axis.to = ceil(axis.to / axis.step) * axis.step;
    return axis;
}

static void add_text(struct text *out, const char *class, double x, double y, const char *text,
                     size_t most) {
    text_addf(out, "<text class=\"%s\" x=\"%g\" y=\"%g\">", class, x, y);
    xml_add_visible(out, text, most);
    text_add(out, "</text>\n");
}

/* What it says when it is pointed at, its interval and its middle. */
static void add_estimate(struct text *out, const struct axis *axis, const char *class, double y,
                         const struct whatif_estimate *e) {
    if (is_missing(e->gain)) return;
    text_addf(out, "<g class=\"%s\"><title>", class);
    experiments_add_gain(out, e->gain);
    text_add_char(out, ' ');
    experiments_add_interval(out, e);
    text_addf(out,
              "</title><path d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\" stroke-width=\"2\" "
              "fill=\"none\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/></g>\n",
              x_of(axis, e->low), y, x_of(axis, e->high), x_of(axis, e->low), y - 4,
              x_of(axis, e->high), y - 4, x_of(axis, e->gain), y);
}

static void add_figures(struct text *out, const struct axis *axis, double y,
                        const struct whatif_estimate *e) {
    OWNED(text_free) struct text figures = {0};
    experiments_add_gain(&figures, e->gain);
    if (is_known(e->gain)) {
        text_add_char(&figures, ' ');
        experiments_add_interval(&figures, e);
    }
    add_text(out, "figures", axis->left + WIDTH + 12, y + 4, text_str(&figures), MAX_TEXT);
}

/* A long name keeps its end: that is the method. */
static void add_name(struct text *out, const struct axis *axis, double y, const char *name,
                     double share) {
    OWNED(text_free) struct text line = {0};
    size_t len = strlen(name);
    text_addf(&line, "%s%s", len > MAX_NAME ? ".." : "",
              len > MAX_NAME ? name + len - MAX_NAME + 2 : name);
    text_addf(out, "<text class=\"name\" x=\"%d\" y=\"%g\" text-anchor=\"end\"><title>",
              axis->left - 12, y + 4);
    xml_add_visible(out, name, MAX_TEXT);
    if (is_known(share)) text_addf(out, ", CPU share %.1f %%", share);
    text_add(out, "</title>");
    xml_add_visible(out, text_str(&line), MAX_TEXT);
    text_add(out, "</text>\n");
}

static void add_method(struct text *out, const struct experiments *e, const struct axis *axis,
                       uint32_t method, uint32_t speed, double y) {
    const struct whatif_gain *gain = experiments_gain(e, method, WHATIF_VIRTUAL, speed),
                             *real = experiments_gain(e, method, WHATIF_REAL, speed);
    double share = experiments_share(e, method), alone = is_known(share) && !e->answer.latency
                                                             ? whatif_alone(share / 100, speed)
                                                             : MISSING_REAL;
    add_name(out, axis, y, e->methods.items[method].name, share);
    if (is_known(alone) && x_of(axis, 0) < axis->left + WIDTH) {
        double end = fmin(x_of(axis, alone), axis->left + WIDTH);
        text_addf(out,
                  "<rect class=\"alone\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"8\"/>\n",
                  x_of(axis, 0), y - 4, fmax(end - x_of(axis, 0), 0));
    }
    if (e->answer.refusal != WHATIF_ANSWERED || !gain) return;
    if (real) add_estimate(out, axis, "real", y + 9, &real->estimate);
    add_estimate(out, axis, "gain", y, &gain->estimate);
    add_figures(out, axis, y, &gain->estimate);
}

static void add_axis(struct text *out, const struct axis *axis, double bottom) {
    for (double at = axis->from; at < axis->to + axis->step / 2; at += axis->step) {
        double x = x_of(axis, at);
        bool zero = fabs(at) < axis->step / 2;
        text_addf(out,
                  "<path class=\"%s\" d=\"M%.1f %dV%.1f\"/>\n<text class=\"quiet\" x=\"%.1f\" "
                  "y=\"%.1f\" text-anchor=\"middle\">",
                  zero ? "zero" : "grid", x, TOP - 8, bottom, x, bottom + 16);
        if (zero) text_add(out, "0 %</text>\n");
        else text_addf(out, "%+g %%</text>\n", at);
    }
}

static void add_head(struct text *out, const struct experiments *e, uint32_t speed) {
    OWNED(text_free) struct text line = {0};
    text_addf(&line, "%s if a method were %u %% faster", e->answer.latency ? "Latency" : "Progress",
              (unsigned)speed);
    add_text(out, "title", PAD, 24, text_str(&line), MAX_TEXT);
    text_clear(&line);
    experiments_add_conditions(e, &line);
    char *first = text_take(&line), *rest = NULL;
    int n = 0;
    for (char *part = strtok_r(first, "\n", &rest); part; part = strtok_r(NULL, "\n", &rest))
        add_text(out, "quiet", PAD, 44 + 17 * n++, part, MAX_TEXT);
    free(first);
}

void experiments_write_svg(const struct experiments *e, uint32_t percent, bool alone,
                           struct text *out) {
    const struct axis axis = axis_of(e);
    const struct whatif_reason *why = &whatif_reasons[e->answer.refusal];
    uint32_t speed = experiments_speed(e, percent);
    OWNED(mem_release) uint32_t *ranked = mem_zero(e->methods.len, sizeof *ranked);
    double bottom = TOP + ROW * ((double)e->methods.len + 1);
    const int top = alone ? 0 : TOP - 24; /* what stands beside it says what the head says */
    int width = axis.left + WIDTH + RIGHT, height = (int)bottom + (why->key ? 64 : 46);
    text_addf(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"whatif\" width=\"%d\" "
              "height=\"%d\" viewBox=\"0 %d %d %d\" font-family=\"Arial, Helvetica, sans-serif\" "
              "font-size=\"12\" role=\"img\">\n<title>What if a method were faster</title>\n",
              width, height - top, top, width, height - top);
    text_addf(out, "<style>\n%s</style>\n", asset_experiments_css);
    text_addf(out,
              "<rect class=\"paper\" y=\"%d\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
              top);
    if (alone) add_head(out, e, speed);
    add_axis(out, &axis, bottom);
    experiments_rank(e, speed, ranked);
    for (size_t n = 0; n < e->methods.len; n++)
        add_method(out, e, &axis, ranked[n], speed, TOP + ROW * ((double)n + 0.5));
    add_name(out, &axis, bottom - ROW / 2.0, CONTROL, MISSING_REAL);
    add_estimate(out, &axis, "control", bottom - ROW / 2.0, &e->answer.control);
    add_figures(out, &axis, bottom - ROW / 2.0, &e->answer.control);
    add_text(out, "quiet", PAD, bottom + 36,
             e->answer.latency
                 ? "Bars: 95 % intervals. Less is better."
                 : "Bars: 95 % intervals. Grey: what the CPU share alone would bring one thread.",
             MAX_TEXT);
    if (why->key) {
        OWNED(text_free) struct text line = {0};
        text_addf(&line, "No answer: %s; %s.", why->sentence, why->advice);
        add_text(out, "title", PAD, bottom + 54, text_str(&line), MAX_TEXT * 2);
    }
    text_add(out, "</svg>\n");
}
