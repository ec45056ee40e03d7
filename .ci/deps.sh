#!/usr/bin/env bash
# Installs what is missing, with the distribution's own packages (Debian 12, Ubuntu 24.04).
#
#   .ci/deps.sh build     what make needs
#   .ci/deps.sh check     and what make check and make lint need
#   .ci/deps.sh dist      what make needs, and make dist and make check-packages
#   .ci/deps.sh web       what make needs, and make web and make check-web
#   .ci/deps.sh macos     what make needs, and make macos
#   .ci/deps.sh windows   what make needs, and make windows and make check-windows
#   .ci/deps.sh wheel     what make needs, and make wheel
#
# Does nothing, and needs no rights, where all is there. Exit codes: 0 all that matters is there,
# 1 could not install, 2 wrong usage, 3 no package manager that it knows; what is missing is said.
set -euo pipefail

# A line is: package, then commands or pkg-config modules (pc:NAME) that show that it is there,
# wherever it came from. Without any, only the package itself counts.
build_needs="
gcc cc
libc6-dev
make make
pkg-config pkg-config
libpcre2-dev pc:libpcre2-8
libcjson-dev pc:libcjson
zlib1g-dev pc:zlib
libarchive-dev pc:libarchive
libsqlite3-dev pc:sqlite3
"
check_needs="
check pc:check
clang clang
libclang-rt-dev
clang-tidy clang-tidy
clang-format-14 clang-format-14
cppcheck cppcheck
python3 python3
default-jdk-headless
zstd zstd
lz4 lz4
xz-utils xz
zip zip
libxml2-utils xmllint
python3-jsonschema
tmux tmux
python3-yaml
shellcheck shellcheck
tmux tmux
musl-tools musl-gcc
gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc
libc6-dev-arm64-cross
nodejs node
npm npm
lld ld.lld
chromium-headless-shell chromium-headless-shell chromium
"

# Packages are made with these (packaging/), and tried in fresh systems (tests/packages/).
dist_needs="
dpkg-dev dpkg-buildpackage
debhelper dh
fakeroot fakeroot
lintian lintian
rpm rpmbuild
gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc
libc6-dev-arm64-cross
libcjson-dev pc:libcjson
default-jdk-headless
python3 python3
debootstrap debootstrap
skopeo skopeo
umoci umoci
qemu-user-static qemu-aarch64-static
musl-tools musl-gcc
"

# Compilers for elsewhere, and where what they make runs (packaging/, tests/elsewhere/).
web_needs="
emscripten emcc
clang-14 clang-14
zopfli zopfli
dpkg-dev dpkg-source
nodejs node
npm npm
python3 python3
chromium-headless-shell chromium-headless-shell chromium
"
macos_needs="
dpkg-dev dpkg-source
npm npm
python3-pip pip3
"
wheel_needs="
python3 python3
python3-pip pip3
cargo cargo
"
windows_needs="
gcc-mingw-w64-x86-64-posix x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc
dpkg-dev dpkg-source
npm npm
zip zip
wine64 wine64 wine
"

# Without these, the check of the style, tests in a browser, compiling for others, some schemas and YAML are skipped, no more.
optional=" wine64 tmux clang-format-14 nodejs npm lld chromium-headless-shell musl-tools gcc-aarch64-linux-gnu libc6-dev-arm64-cross libxml2-utils python3-jsonschema python3-yaml "

say() {
    printf 'deps: %s\n' "$*" >&2
}

# Is a package of this name (a pattern) installed?
installed() {
    command -v dpkg-query >/dev/null &&
        dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# A JDK's jfr makes recordings and is a second source; which JDK, and from where, is all the same.
has_jdk() {
    local jfr
    command -v jfr >/dev/null && command -v javac >/dev/null && return 0
    for jfr in ${JAVA_HOME:+"$JAVA_HOME/bin/jfr"} /usr/lib/jvm/*/bin/jfr; do
        [ -x "$jfr" ] && [ -x "${jfr%jfr}javac" ] && return 0
    done
    return 1
}

# has PACKAGE EVIDENCE...
has() {
    local package=$1 thing
    shift
    case $package in
        default-jdk-headless) has_jdk && return 0 ;;
        libclang-rt-dev) installed 'libclang-rt-*' && return 0 ;;
        # Elsewhere the C library's headers are part of what a compiler comes with.
        libc6-dev) [ -e /usr/include/stdio.h ] && return 0 ;;
    esac
    for thing in "$@"; do
        case $thing in
            pc:*) pkg-config --exists "${thing#pc:}" 2>/dev/null && return 0 ;;
            *) command -v "$thing" >/dev/null && return 0 ;;
        esac
    done
    installed "$package"
}

missing_of() { # table on standard input; names of the packages that are missing, one a line
    local line
    while read -r line; do
        # shellcheck disable=SC2086 # words of the line
        [ -z "$line" ] || has $line || printf '%s\n' "${line%% *}"
    done
}

list_missing() {
    missing_of <<<"$needs"
}

# Ends with this exit code, unless what is missing is optional.
give_up() {
    local package
    for package in "${missing[@]}"; do
        case $optional in *" $package "*) ;; *) exit "$1" ;; esac
    done
    say "going on without ${missing[*]}: what needs them is skipped"
    exit 0
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l \
        apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
}

known() { # does apt have a version of it to install?
    apt-cache policy "$1" 2>/dev/null | grep -q '^  Candidate: [^(]'
}

# What to ask apt for: some packages have another name, or none, in one of the distributions.
translate() {
    local package version
    for package in "$@"; do
        case $package in
            # A third of what the whole browser takes; older mirrors have that one alone. Ubuntu's is a shim
            # that installs a snap, which containers cannot run.
            chromium-headless-shell)
                if [ "$distribution" = ubuntu ]; then
                    continue
                elif known chromium-headless-shell; then
                    printf 'chromium-headless-shell\n'
                else
                    printf 'chromium\n'
                fi
                ;;
            libclang-rt-dev)
                if known libclang-rt-dev; then
                    printf 'libclang-rt-dev\n'
                else # the one that fits clang
                    version=$(apt-cache depends clang 2>/dev/null |
                        sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
                    [ -z "$version" ] || printf 'libclang-rt-%s-dev\n' "$version"
                fi
                ;;
            *) printf '%s\n' "$package" ;;
        esac
    done
}

case ${1:-} in
    build) needs=$build_needs ;;
    check) needs=$build_needs$check_needs ;;
    dist) needs=$build_needs$dist_needs ;;
    macos) needs=$build_needs$macos_needs ;;
    web) needs=$build_needs$web_needs ;;
    windows) needs=$build_needs$windows_needs ;;
    wheel) needs=$build_needs$wheel_needs ;;
    *)
        say "usage: .ci/deps.sh build|check|dist|web|windows|macos|wheel"
        exit 2
        ;;
esac

distribution=$(sed -n 's/^ID="\{0,1\}\([a-z]*\).*/\1/p' /etc/os-release 2>/dev/null || true)
if [ "$distribution" = ubuntu ]; then needs=${needs/chromium-headless-shell chromium-headless-shell chromium/}; fi

mapfile -t missing < <(list_missing)
[ "${#missing[@]}" -gt 0 ] || exit 0
# One at a time, where make runs several: apt does not wait for another's index.
if command -v flock >/dev/null; then
    exec 9<"${BASH_SOURCE[0]}"
    flock 9
    mapfile -t missing < <(list_missing)
    [ "${#missing[@]}" -gt 0 ] || exit 0
fi

if ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]} (by their names in Debian)"
    say "this system has no apt-get, and other package managers are not known here:"
    say "install the packages that have these, then run make again."
    for package in "${missing[@]}"; do
        modules=$(sed -n "s/^$package .*pc:/  pkg-config module: /p" <<<"$needs")
        [ -z "$modules" ] || say "$modules (library $package)"
    done
    give_up 3
fi
if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    say "missing: ${missing[*]}"
    say "installing needs root or sudo: apt-get install ${missing[*]}"
    give_up 1
fi

# An index that does not know a package, or knows one that is gone, is an old one.
updated=no
update() {
    if [ "$updated" = yes ]; then return 1; fi
    updated=yes
    apt update
}
for package in "${missing[@]}"; do
    if ! known "$package"; then
        update || say "apt-get update failed; going on with what is known"
        break
    fi
done

mapfile -t wanted < <(translate "${missing[@]}")
say "installing ${wanted[*]}"
if ! apt install -y --no-install-recommends "${wanted[@]}" >&2; then
    if ! update || ! apt install -y --no-install-recommends "${wanted[@]}" >&2; then
        say "could not install: ${wanted[*]}"
        mapfile -t missing < <(list_missing)
        give_up 1
    fi
fi

mapfile -t missing < <(list_missing)
if [ "${#missing[@]}" -gt 0 ]; then
    say "still missing: ${missing[*]}"
    give_up 1
fi
