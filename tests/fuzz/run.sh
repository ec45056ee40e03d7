#!/usr/bin/env bash
# Runs fuzz targets, a minute each (FUZZ_SECONDS) or up to so many runs (FUZZ_RUNS), from small recordings,
# documents and texts. Prints what each came to: runs, edges of the program (cov), exec/s.
# A finding is kept as crash-*, leak-*... in build-fuzz/ and ends the run with an error.
#
# usage: tests/fuzz/run.sh TARGET...
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${FUZZ_SECONDS:-60}
for target in "$@"; do
    corpus=build-fuzz/corpus-$(basename "$target")
    dict=tests/fuzz/jfr.dict
    longest=() # bytes of an input: what libFuzzer makes of the seeds
    mkdir -p "$corpus"
    case $target in
        *fuzz_texts) ;;
        *fuzz_expression)
            for word in "duration > 20 ms && (host ~ \"db.*\" || !late)" "p99.9(duration)" \
                "startTime >= 2026-11-20T21:31:00Z and load > 5%" "a not in (1, 0x1f, 1.5MB, null)"; do
                printf %s "$word" >"$corpus/$(md5sum <<<"$word" | cut -c1-8)"
            done
            ;;
        *fuzz_sql)
            cp -n sql/views/*.sql "$corpus/"
            for word in "SELECT median(x), first(x, -x) FROM (SELECT 1 AS x)" ".tables" \
                "SELECT method, count(*) FROM samples GROUP BY 1; SELECT * FROM jdk.ExecutionSample LIMIT 3" \
                "SELECT a.stackTrace_top FROM ExecutionSample a JOIN ExecutionSample b USING (startTime)" \
                "SELECT stackTrace_app, count(*), max(startTime) FROM ExecutionSample GROUP BY 1" \
                "SELECT type, p99(durations), total, longest FROM all_events WHERE startTime > 5"; do
                printf %s "$word" >"$corpus/$(md5sum <<<"$word" | cut -c1-8)"
            done
            ;;
        *fuzz_mask)
            for word in '--db-password "a b" -Dtoken=c https://u:p@h/?api_key=1&b=2' \
                '{\"password\":\"x\"} %22token%22%3A%22x%22 <secret>x</secret> password: [a, b]' \
                'Authorization: Digest username="j", response="r" Cookie: a=b; c=d Bearer abcdef12' \
                'IDENTIFIED BY x jdbc:oracle:thin:u/p@//h curl -u a:b -----BEGIN PRIVATE KEY-----' \
                'ghp_abcdefgh AKIAIOSFODNN7EXAMPLE eyJhbGciOiJIUzI1NiJ9.e30.x'; do
                printf %s "$word" >"$corpus/$(md5sum <<<"$word" | cut -c1-8)"
            done
            ;;
        *fuzz_command) # the first byte chooses the command
            for file in testdata/custom-17.jfr testdata/rule-*.jfr.zst; do
                for byte in 001 010 023 044 070 110; do
                    seed=$corpus/$(basename "$file").$byte
                    printf '%b' "\\0$byte" >"$seed"
                    { zstd -dcf "$file" || true; } 2>/dev/null | head -c 30000 >>"$seed"
                done
            done
            ;;
        *fuzz_hs_err) # how long a piece is, and the name
            for log in testdata/crashed/*.log tests/cases/*.log; do
                seed=$corpus/$(basename "$log")
                { printf '\0\0' && head -c 2000 "$log"; } >"$seed"
                { # the lines that are read, close together
                    printf '\7\10'
                    grep -A 12 -E '^(#|Native frames|Java frames|Current thread|Time:)' "$log" || true
                } >"$seed.lines"
            done
            printf '\7\3Exception in thread "main" java.lang.OutOfMemoryError: x\n' >"$corpus/console"
            printf '\0\1JAVA PROFILE 1.0.2\0\0\0\0\10\0\0\1\232\1\2\3\4' >"$corpus/dump"
            ;;
        *fuzz_collapsed | *fuzz_flame_html | *fuzz_otlp | *fuzz_pprof | *fuzz_profile)
            [ -x build/jfrtool ] || make -s build/jfrtool
            for file in testdata/{custom,deep,lambdas,native}-17.jfr; do # the same as documents
                seed=$corpus/$(basename "$file" .jfr)
                case $target in
                    *collapsed)
                        { build/jfrtool collapsed -q --threads --frame-type "$file" || true; } |
                            head -c 1800 >"$seed"
                        ;;
                    *otlp) [ -e "$seed.otlp" ] ||
                        build/jfrtool export -q --by line "$file" --to otlp -o "$seed.otlp" ;;
                    *flame_html) ;;
                    *) [ -e "$seed.pb" ] || build/jfrtool profile -q --uncompressed --by method \
                        "$file" -o "$seed.pb" ;;
                esac
            done
            case $target in
                *collapsed)
                    printf 'a;b 1 2\nc;d 3 4\n' >"$corpus/two"
                    printf '[main tid=4];a.B.c:12_[j];d_[1] 1\r\n# x\n\n;;a 7' >"$corpus/odd"
                    ;;
                *flame_html) # whole pages have more of their own than of the data
                    { grep -hE "^(f|u|n)\\([0-9]|^const cpool|^\\];|^ *'" tests/documents/*.html || true; } |
                        head -c 2000 >"$corpus/calls"
                    printf '%s\n' "f(0,0,100,3,'all')" "f(1,0,50,1,'a.B.c')" \
                        "f(2,0,50,1,'[main tid=3]')" "f(1,50,50,1,'d\\'e')" >"$corpus/old"
                    printf '%s\n' "const cpool = [" "'all'," "' [main tid=4]'," "' a.B.c'," \
                        "'\$d'" "];" "f(3,0,0,100)" "u(8,60)" "u(16)" "n(25,40,1,1,1)" \
                        "f(16,1,60,40)" >"$corpus/thread"
                    ;;
                *otlp) cp -n tests/documents/*.otlp "$corpus/" ;;
                *profile) cp -n tests/documents/*.{otlp,collapsed,html} "$corpus/" ;;
            esac
            ;;
        *fuzz_v0) # whole ones: what their events mean stands at their end
            cp -n testdata/old/*.jfr tests/cases/async-profiler-1.jfr "$corpus/"
            ;;
        *)
            cp -n tests/cases/*.jfr "$corpus/" # small ones that were read wrongly once
            find testdata -type f -size -200k \( -name '*.jfr*' \) -exec cp -n {} "$corpus/" \;
            for file in "$corpus"/*.jfr; do # small pieces mutate better than whole recordings
                [ -e "$file" ] && head -c 20000 "$file" >"$file.part"
            done
            ;;
    esac
    case $target in # small inputs mutate better, and are read faster
        *fuzz_collapsed | *fuzz_flame_html | *fuzz_otlp | *fuzz_pprof | *fuzz_profile)
            dict=tests/fuzz/document.dict
            longest=(-max_len=2048)
            ;;
        *fuzz_hs_err | *fuzz_mask | *fuzz_texts | *fuzz_expression)
            dict=tests/fuzz/text.dict
            longest=(-max_len=2048)
            ;;
        *fuzz_v0) longest=(-max_len=8192) ;;
        *fuzz_whole | *fuzz_recording | *fuzz_visit | *fuzz_tables | *fuzz_when) longest=(-max_len=32768) ;;
    esac
    echo "== $(basename "$target"), $seconds s"
    # Where they go to another folder, findings are to be found from there.
    "$target" -runs="${FUZZ_RUNS:--1}" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=20 -print_final_stats=1 \
        -close_fd_mask=1 -dict="$dict" "${longest[@]}" \
        -artifact_prefix="$PWD/build-fuzz/" "$PWD/$corpus" 2>&1 | grep -E 'ERROR|SUMMARY|DONE|stat::|Test unit' || true
    if find build-fuzz -maxdepth 1 -type f \( -name 'crash-*' -o -name 'timeout-*' \
        -o -name 'leak-*' -o -name 'oom-*' \) | grep -q .; then
        echo "fuzz: findings in build-fuzz/" >&2
        exit 1
    fi
done
