#include "cmd/page/page.h"

#include "cmd/assets/fit.js.h"
#include "cmd/assets/page/page.css.h"
#include "cmd/assets/page/page.js.h"
#include "cmd/assets/page/clock.js.h"
#include "cmd/assets/page/data.js.h"
#include "cmd/assets/page/derive.js.h"
#include "cmd/assets/page/differ.js.h"
#include "cmd/assets/page/dom.js.h"
#include "cmd/assets/page/events.js.h"
#include "cmd/assets/page/flame.js.h"
#include "cmd/assets/page/groups.js.h"
#include "cmd/assets/page/heat.js.h"
#include "cmd/assets/page/join.js.h"
#include "cmd/assets/page/lanes.js.h"
#include "cmd/assets/page/menu.js.h"
#include "cmd/assets/page/plots.js.h"
#include "cmd/assets/page/model.js.h"
#include "cmd/assets/page/state.js.h"
#include "cmd/assets/page/table.js.h"
#include "cmd/assets/page/statistics.js.h"
#include "cmd/assets/page/sheets.js.h"
#include "cmd/assets/page/tabs.js.h"
#include "cmd/assets/page/threads.js.h"
#include "cmd/assets/page/time.js.h"
#include "cmd/assets/page/top.js.h"
#include "cmd/assets/page/tracks.js.h"
#include "cmd/assets/page/trees.js.h"
#include "cmd/assets/page/worker.js.h"
#include "cmd/assets/words.js.h"
#include "cmd/write/deflate.h"
#include "cmd/page/data.h"
#include "cmd/write/xml.h"
#include "base/sha256.h"
#include "base/base64.h"

#define LEVEL 4 /* of zlib: 6 takes half as long again for 1 to 3 % */
#define TITLE_MAX_CHARS 200

static const char *const scripts[] = {
    /* in one function, so the order is that of their constants; what the worker needs, and he */
    asset_words_js,       asset_page_clock_js,      asset_page_data_js,   asset_page_groups_js,
    asset_page_model_js,  asset_page_join_js,       asset_page_worker_js, asset_fit_js,
    asset_page_state_js,  asset_page_events_js,     asset_page_derive_js, asset_page_dom_js,
    asset_page_menu_js,   asset_page_top_js,        asset_page_lanes_js,  asset_page_time_js,
    asset_page_heat_js,   asset_page_threads_js,    asset_page_table_js,  asset_page_trees_js,
    asset_page_flame_js,  asset_page_statistics_js, asset_page_differ_js, asset_page_plots_js,
    asset_page_tracks_js, asset_page_sheets_js,     asset_page_tabs_js,   asset_page_page_js,
};

static void add_data(const struct page_input *input, struct text *out) {
    int64_t start_ms = input->report->start_ns / 1000000;
    OWNED(text_free) struct text meta = {0}, packed = {0};
    struct gzip *gzip = gzip_open(LEVEL);
    page_meta_add(input, start_ms, &meta);
    page_data_add(input, &meta, start_ms, gzip, &packed);
    gzip_push(gzip, "", 0, true, &packed);
    gzip_close(gzip);
    base64_add(out, packed.data, packed.len);
}

static void add_script(struct text *out) {
    text_add(out, "\n(() => {\n\"use strict\";\n");
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) text_add(out, scripts[i]);
    text_add(out, "})();\n");
}

/* The policy lets nothing in from outside, and runs this one script only, and as a worker what that
 * one makes, itself: whatever a recording might bring into the page is dead. */
static void add_policy(const struct text *script, struct text *out) {
    uint8_t digest[32];
    sha256(script->data, script->len, digest);
    text_add(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "script-src 'sha256-");
    base64_add(out, digest, sizeof digest);
    text_add(out, "'; worker-src blob:; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                  "form-action 'none'\">\n");
}

/* The icon keeps browsers from asking for one. */
void page_write(const struct page_input *sides, size_t count, struct text *out) {
    OWNED(text_free) struct text script = {0};
    add_script(&script);
    text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    add_policy(&script, out);
    text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n<title>");
    for (size_t i = 0; i < count; i++) {
        if (i) text_add(out, " and ");
        xml_add_visible(out, sides[i].title, TITLE_MAX_CHARS);
    }
    text_add(out, " - jfrtool</title>\n<style>\n");
    text_add(out, asset_page_page_css);
    text_add(
        out,
        "</style>\n</head>\n<body>\n<p id=\"opening\" role=\"status\">Reading the data of this "
        "report…</p>\n<noscript><p>This report is drawn by JavaScript, which is turned off "
        "here. <code>jfrtool hot-methods</code> and <code>jfrtool flame</code> show the "
        "same without it.</p></noscript>\n");
    for (size_t i = 0; i < count; i++) {
        text_addf(out, "<script type=\"text/plain\" id=\"%s\">", i ? "other-data" : "data");
        add_data(&sides[i], out);
        text_add(out, "</script>\n");
    }
    text_add(out, "<script>");
    text_add_bytes(out, script.data, script.len);
    text_add(out, "</script>\n</body>\n</html>\n");
}
