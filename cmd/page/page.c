#include "cmd/page/page.h"

#include "cmd/assets/page/script.h"
#include "cmd/assets/page/style.h"
#include "cmd/write/deflate.h"
#include "cmd/page/data.h"
#include "cmd/write/xml.h"
#include "base/sha256.h"
#include "base/base64.h"

#define LEVEL 4 /* of zlib: 6 takes half as long again for 1 to 3 % */
#define TITLE_MAX_CHARS 200

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
    gzip_unpack(asset_page_script, sizeof asset_page_script, out);
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
    gzip_unpack(asset_page_style, sizeof asset_page_style, out);
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
