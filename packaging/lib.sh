# shellcheck shell=bash
# What the scripts of this folder share. Sourced; leaves the shell in the root of the tree.
#
#   VERSION            of parser/jfr.h
#   SOURCE_DATE_EPOCH  seconds; that of the last commit if it is not set. Nothing in a package is younger,
#                      so that a package built twice has the same bytes
#   DIST               where packages go: dist/
#   WORK               where they are made: build-dist/
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
VERSION=$(sed -n 's/^#define JFR_VERSION "\(.*\)"/\1/p' parser/jfr.h)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y docs/CHANGELOG.md)}
DIST=${DIST:-$PWD/dist}
WORK=${WORK:-$PWD/build-dist}
export VERSION SOURCE_DATE_EPOCH DIST WORK LC_ALL=C TZ=UTC
umask 022
mkdir -p "$DIST" "$WORK"

# Where a program is downloaded whole, what reads is fast, and what judges and writes is small: these sources.
# shellcheck disable=SC2034 # of windows.sh and web.sh
small_sources='^((base/(platform|secrets)|cmd|sql|parser/(arrow|document|edit|input|v0|whole)|analyzers/(account|profile|stream|tables|compare|facts|gc|jvm|methods|reports|requests|rules|time|whatif))/|base/(java|shell|suggest|units|words)[.]c|parser/(chunk|constants|metadata|model|plan|stretches|waits|writer)[.]c|analyzers/events/(events_groups|events_hint|events_kinds|expression|fold|fold_words)[.]c|analyzers/samples/(document|plan|pprof|task)|analyzers/(regex|samples/origin|walk/(notes|overlap|scan|whole_read))[.]c|parser/table/schema)'

fail() { # fail SENTENCE
    echo "packaging: $1" >&2
    exit 1
}

need() { # need COMMAND PACKAGE: of Debian, which has it
    command -v "$1" >/dev/null || fail "$1 is not installed (package $2; .ci/deps.sh dist installs all that is needed)"
}

# An apt of its own in ROOT/apt, with the packages of a processor and all sources; options is how to call it.
apt_of() { # apt_of ROOT ARCHITECTURE
    local root=$1 arch=$2 file
    mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial" "$root/apt/parts"
    : >"$root/apt/status"
    # Where this machine's packages come from, and their sources.
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -e "$file" ] || continue
        grep '^deb ' "$file" || true
        sed -n 's/^deb /deb-src /p' "$file"
    done >"$root/apt/parts/old.list"
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -e "$file" ] || continue
        sed 's/^Types:.*/Types: deb deb-src/' "$file"
        echo
    done >"$root/apt/parts/sources.sources"
    options=(-qq -o "APT::Architecture=$arch" -o "APT::Architectures::=$arch" -o Dir::Etc::sourcelist=/dev/null
        -o "Dir::Etc::sourceparts=$root/apt/parts" -o "Dir::State::Lists=$root/apt/lists"
        -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt/cache" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update >"$root/log" 2>&1 ||
        fail "apt-get update for $arch failed: $(tail -n 1 "$root/log")"
}

# The name that Debian has for a processor.
debian_name() { # debian_name x86_64|aarch64
    case $1 in
        x86_64) echo amd64 ;;
        aarch64) echo arm64 ;;
        *) fail "no package is made for $1: say x86_64 or aarch64" ;;
    esac
}

# A tar archive that depends on nothing but what is in it.
same_tar() { # same_tar FOLDER NAMES... : to standard output
    local folder=$1
    shift
    tar --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode='u=rwX,go=rX' -C "$folder" -cf - "$@"
}

# What the libraries of packaging/sources.sh are under.
licences() { # licences FOLDER
    local library file
    for library in "$WORK"/sources/*/; do
        for file in "$library"{debian/copyright,LICENSE}; do
            [ ! -e "$file" ] || { cp "$file" "$1/$(basename "$library").txt" && break; }
        done
    done
}

# The changelog of a package: which version it is; what changed is in docs/CHANGELOG.md.
debian_changelog() {
    cat <<END
jfrtool ($VERSION) stable; urgency=medium

  * What changed is in docs/CHANGELOG.md of the sources.

 -- $(sed -n 's/^Maintainer: //p' packaging/debian/control)  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
}

# Sums of all that lies in dist/, and of nothing that was there before. Several at once do not write into each other's;
# what one of them has not seen yet, the last one has.
sums() {
    local own
    own=$(mktemp)
    (cd "$DIST" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%f\n' | sort | xargs -r sha256sum) >"$own"
    install -m 644 "$own" "$DIST/SHA256SUMS.$$"
    mv "$DIST/SHA256SUMS.$$" "$DIST/SHA256SUMS"
    rm "$own"
}

# The files of the tree, each ended by a zero byte: what is in git, or all but what was built.
sources() {
    git ls-files -z 2>/dev/null | grep -z . || find . -name '.?*' -prune -o -type f ! -path './build*' ! -path './dist/*' -print0
}
