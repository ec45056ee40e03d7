#!/usr/bin/env bash
# What `make install` puts where, and that it works from there: program, manual, library, header.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
passed=0 failed=0

check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@" >"$root/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        sed 's/^/    /' "$root/log"
    fi
}

check "installs below DESTDIR" make -s install PREFIX=/opt/jfr DESTDIR="$root/stage"
top=$root/stage/opt/jfr
for file in bin/jfrtool lib/libjfr.a lib/libjfr.so lib/libjfr.so.1 include/jfr.h \
    lib/pkgconfig/libjfr.pc share/man/man1/jfrtool.1 share/man/man1/jfrtool-hot-methods.1 \
    share/bash-completion/completions/jfrtool share/zsh/site-functions/_jfrtool \
    share/fish/vendor_completions.d/jfrtool.fish share/doc/jfrtool/gate.schema.json; do
    check "has $file" test -s "$top/$file"
done
version=$(sed -n 's/^VERSION *:= *//p' Makefile)
check "program and Makefile name one version" sh -c "'$top/bin/jfrtool' --version | grep -qx 'jfrtool $version'"
check "the program runs from there" "$top/bin/jfrtool" hot-methods --quiet testdata/shares-17.jfr
check "completions are valid bash" bash -n "$top/share/bash-completion/completions/jfrtool"
check "nothing outside the prefix" test -z "$(find "$root/stage" -type f -not -path "$top/*")"

# A program of someone else, built with what pkg-config says, counts the events of a recording.
cat >"$root/count.c" <<'C'
#include <jfr.h>
#include <stdio.h>
static enum jfr_answer item(void *events, const struct jfr_item *item) {
    if (item->kind == JFR_ITEM_BEGIN && !item->field) ++*(unsigned long *)events;
    return JFR_GO_ON;
}
int main(int argc, char **argv) {
    struct jfr_input *input = jfr_input_open((const char *const *)argv + 1, (size_t)argc - 1);
    struct jfr_segment segment;
    struct jfr_error error;
    unsigned long events = 0;
    while (jfr_input_next(input, &segment, NULL, &error) > 0) {
        struct jfr_chunk chunk;
        uint64_t position = 0;
        while (jfr_chunk_next(&segment, &position, &chunk, NULL, &error) > 0) {
            struct jfr_metadata *metadata = jfr_metadata_read(&chunk, &error);
            struct jfr_cursor *cursor = jfr_cursor_open(&chunk, metadata, NULL);
            const struct jfr_type *type = jfr_type_by_name(metadata, "jdk.ExecutionSample");
            struct jfr_event event;
            jfr_cursor_want(cursor, type->id);
            struct jfr_visitor *visitor = jfr_visitor_open(&chunk, metadata, NULL);
            while (jfr_cursor_next(cursor, &event)) jfr_visit_event(visitor, &event, item, &events);
            jfr_visitor_close(visitor);
            jfr_cursor_close(cursor);
            jfr_metadata_free(metadata);
        }
        jfr_segment_release(&segment);
    }
    jfr_input_close(input);
    printf("%lu\n", events);
    return 0;
}
C
flags() {
    PKG_CONFIG_PATH=$top/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root/stage \
        pkg-config --cflags --libs libjfr
}
build_user() {
    # shellcheck disable=SC2046
    cc -Wall -Werror -o "$root/count" "$root/count.c" $(flags)
}
check "a program builds against the shared library" build_user
samples() {
    local n
    n=$(LD_LIBRARY_PATH=$top/lib "$root/count" testdata/shares-17.jfr)
    echo "counted $n"
    test "$n" = 754
}
check "and counts what the JDK counts" samples
# What the linker was asked for: all addresses are known, and fixed, before a recording is read.
fixed_tables() {
    local file
    for file in bin/jfrtool lib/libjfr.so; do
        readelf -dW "$top/$file" | grep -q BIND_NOW || { echo "$file binds late"; return 1; }
        readelf -lW "$top/$file" | grep -q GNU_RELRO || { echo "$file has tables to be written to"; return 1; }
        readelf -lW "$top/$file" | grep GNU_STACK | grep -q RWE && { echo "$file has code on its stack"; return 1; }
    done
    return 0
}
check "program and library have no tables that could be written to" fixed_tables
agent_exports() {
    [ -e "$top/lib/libjfragent.so" ] || return 0
    test "$(nm -D --defined-only "$top/lib/libjfragent.so" | sed 's/.* //' | sort | tr '\n' ' ')" = \
        'Agent_OnAttach Agent_OnLoad Agent_OnUnload '
}
check "the agent exports what a JVM calls and nothing else" agent_exports
check "uninstall removes it all" make -s uninstall PREFIX=/opt/jfr DESTDIR="$root/stage"
check "and leaves no file behind" test -z "$(find "$root/stage" -type f -o -type l)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
