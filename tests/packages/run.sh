#!/usr/bin/env bash
# Installs what make dist made in fresh systems and uses it there as a new user would. As root, for
# systems are made with debootstrap and entered with chroot; what cannot be had is said and skipped.
#
#   tests/packages/run.sh
#
# Ends with "N passed, N failed, N skipped".
# shellcheck disable=SC2317 # called by a trap, or by a function with arguments
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
. packaging/lib.sh
root=$(mktemp -d)
passed=0 failed=0 skipped=0
cleanup() {
    mount | sed -n "s|.* on \($root/[^ ]*\) .*|\1|p" | sort -r | xargs -r umount
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT

check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@" >"$root/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        tail -n 20 "$root/log" | sed 's/^/    /'
    fi
}
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1"
}
says() { # says TEXT COMMAND...: its output has the text
    local text=$1
    shift
    "$@" >"$root/said" 2>&1 || { cat "$root/said"; return 1; }
    grep -qF -- "$text" "$root/said" || { cat "$root/said"; return 1; }
}
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}
recording=testdata/shares-17.jfr
hottest=workload.Shares.hotHalf

# ---- The tarball: in a system where nothing else is ----
tarball=$DIST/jfrtool-$VERSION-linux-x86_64.tar.gz
[ -e "$tarball" ] || { echo "dist/$(basename "$tarball") is not there: run make dist"; exit 1; }
check "sums are those of the files" sh -c "cd '$DIST' && sha256sum -c --quiet SHA256SUMS"
check "tarball unpacks" tar -xzf "$tarball" -C "$root"
name=jfrtool-$VERSION-linux-x86_64
mkdir "$root/empty"
cp "$root/$name/jfrtool" "$recording" "$root/empty/"
(cd testdata && tar -czf "$root/empty/a.tar.gz" shares-17.jfr && zip -q "$root/empty/a.zip" shares-17.jfr)
if [ "$(id -u)" -eq 0 ]; then
    alone() { chroot "$root/empty" /jfrtool "$@"; }
    check "static program answers where nothing else is" says "$hottest" alone hot-methods shares-17.jfr
    check "static program reads tar and gzip" says "$hottest" alone hot-methods a.tar.gz
    check "static program reads zip" says "$hottest" alone hot-methods a.zip
    check "static program has SQL" says 754 alone sql shares-17.jfr 'SELECT count(*) FROM jdk.ExecutionSample'
    check "static program draws" says "</svg>" alone flame shares-17.jfr
else
    skip "entering fresh systems needs root"
fi
check "static program says what it is made of" says "static" "$root/$name/jfrtool" version --build
check "static program needs no library" sh -c "! readelf -d '$root/$name/jfrtool' | grep NEEDED"
check "licences of what is inside" test -s "$root/$name/licences/libzstd-dev.txt"
check "bill of materials names the libraries" says libzstd-dev cat "$root/$name/jfrtool.spdx.json"
java=$(command -v java || true)
if [ -n "$java" ]; then
    check "agent of the tarball records" java "-agentpath:$root/$name/libjfragent.so=file=$root/a.jfr" -version
    check "its recording is read" "$root/$name/jfrtool" summary "$root/a.jfr"
else
    skip "no java: the agent of the tarball is not loaded"
fi

# ---- Where musl is the C library ----
# Its loader is there and nothing of glibc but what is inside the shell and the tools, which the cases need; those
# that need more are left out. In root/packages lie Debian's packages of both.
musl=$root/musl program=$root/$name/jfrtool
musl_root() {
    mkdir -p "$musl"/{bin,dev,etc,lib,proc,reports,tests,tmp,usr/share/zoneinfo} "$root/packages"
    chmod 755 "$root/packages"
    (cd "$root/packages" && apt-get -o APT::Sandbox::User=root download -qq busybox-static bash-static) || return 1
    for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root/packages"; done
    cp "$root/packages/bin/busybox" "$musl/bin/"
    cp "$root/packages/bin/bash-static" "$musl/bin/bash"
    for tool in $("$musl/bin/busybox" --list); do [ -e "$musl/bin/$tool" ] || ln -s busybox "$musl/bin/$tool"; done
    # That of busybox goes on to count when its case has ended, and then ends whatever got its number.
    printf '#!/bin/sh\nshift\nexec "$@"\n' >"$musl/bin/only" && chmod +x "$musl/bin/only" && mv "$musl/bin/only" "$musl/bin/timeout"
    ln -s ../bin "$musl/usr/bin"
    cp /lib/x86_64-linux-musl/libc.so "$musl/lib/ld-musl-x86_64.so.1"
    cp -r /usr/share/zoneinfo/{America,Asia,Europe} "$musl/usr/share/zoneinfo/"
    cp -r testdata tests/{cli,cases,documents} "$musl/" && mv "$musl"/{cli,cases,documents} "$musl/tests/"
    cp reports/*.report "$musl/reports/"
    cp "$program" "$musl/bin/jfrtool" || return 1
    echo 'root:x:0:0::/:/bin/sh' >"$musl/etc/passwd"
    mknod -m 666 "$musl/dev/null" c 1 3 && mknod -m 666 "$musl/dev/full" c 1 7 && mknod -m 666 "$musl/dev/zero" c 1 5
    ln -s /proc/self/fd "$musl/dev/fd"
    mount -t proc proc "$musl/proc"
    echo 'int puts(const char *); int main(void) { return puts("musl") < 0; }' | musl-gcc -x c - -o "$musl/bin/of_musl"
}
if [ "$(id -u)" -eq 0 ] && command -v musl-gcc >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    check "a root with musl is made" musl_root
    check "a program of musl runs there, one of glibc does not" \
        sh -c "chroot '$musl' /bin/of_musl && cp build/jfrtool '$musl/bin/of_glibc' && ! chroot '$musl' /bin/of_glibc version"
    mapfile -t cases < <(cd tests/cli/cases && grep -LE '\b(python3|jq|zip|zstd|xz|java|iconv)\b|grep -[a-zA-Z]*P|--endian|\btar -S|C[.]UTF-8' -- *.sh | sed 's/[.]sh$//')
    check "musl: cases of the command line" chroot "$musl" env -i PATH=/bin HOME=/ JFRTOOL=/bin/jfrtool TESTDATA=/testdata \
        CASE_SECONDS=300 bash /tests/cli/run.sh "${cases[@]}"
    umount "$musl/proc"
else
    skip "a root with musl needs root, x86-64 and musl-gcc (package musl-tools)"
fi

# ---- The other processor ----
other=$DIST/jfrtool-$VERSION-linux-aarch64
if [ -d "$other" ] && command -v qemu-aarch64-static >/dev/null; then
    "$root/$name/jfrtool" hot-methods --json "$recording" >"$root/here" 2>&1
    check "aarch64 says the same, byte for byte" \
        sh -c "qemu-aarch64-static '$other/jfrtool' hot-methods --json $recording | cmp - '$root/here'"
    "$root/$name/jfrtool" flame "$recording" >"$root/here.svg"
    check "aarch64 draws the same" \
        sh -c "qemu-aarch64-static '$other/jfrtool' flame $recording | cmp - '$root/here.svg'"
    printf '#!/bin/sh\nexec qemu-aarch64-static %s "$@"\n' "$other/jfrtool" >"$root/aarch64"
    chmod +x "$root/aarch64"
    # All but that of the extension, which Python of this processor would have to load.
    mapfile -t cases < <(cd tests/cli/cases && printf '%s\n' ./*.sh | grep -v '/sql-extension[.]sh')
    check "aarch64: cases of the command line" env "JFRTOOL=$root/aarch64" CASE_SECONDS=600 tests/cli/run.sh "${cases[@]}"
    package=$DIST/jfrtool_${VERSION}_arm64.deb
    check "deb for arm64 unpacks" dpkg-deb -x "$package" "$root/arm64"
    check "program of the deb for arm64 answers" says "$hottest" \
        qemu-aarch64-static "$root/arm64/usr/bin/jfrtool" hot-methods "$recording"
    check "deb for arm64 asks for no library" sh -c "! dpkg-deb -f '$package' Depends | grep ."
    check "agent for arm64 asks for glibc" says "libc6 (>=" dpkg-deb -f "$DIST/jfrtool-agent_${VERSION}_arm64.deb" Depends
else
    skip "aarch64: no program of it in dist/, or no qemu-aarch64-static (package qemu-user-static)"
fi

# ---- The agent's walks on the other processor ----
# Those of real JVMs are stored with the memory that they read; what is aarch64's own is in tables. Figures of the
# machine and of sockets are those that qemu makes up, so what reads them is not asked.
libc=/usr/aarch64-linux-gnu
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64-static >/dev/null && [ -d "$libc" ]; then
    mapfile -t tests < <(find tests/unit/agent/{jvm,sampling} -name 'test_*.c' | sort | sed 's|^|build-dist/aarch64/|; s|[.]c$||')
    check "the agent's unit tests are compiled for aarch64" packaging/static.sh aarch64 "${tests[@]}"
    for test in "${tests[@]}"; do
        check "aarch64: $(basename "$test")" env "TESTDATA=$PWD/testdata" TEST_TOOLS=build-dist/aarch64/tests/tools \
            qemu-aarch64-static -L "$libc" "$test"
    done
else
    skip "aarch64: no aarch64-linux-gnu-gcc, no $libc or no qemu-aarch64-static: the agent's walks"
fi

# ---- The container image ----
image=$DIST/jfrtool-$VERSION-oci.tar
if command -v skopeo >/dev/null && command -v umoci >/dev/null; then
    check "image is an OCI image" skopeo --override-arch amd64 inspect "oci-archive:$image:$VERSION"
    check "image has a variant for arm64" skopeo --override-arch arm64 inspect "oci-archive:$image:$VERSION"
    check "image is copied" skopeo --override-arch amd64 copy -q "oci-archive:$image:$VERSION" "oci:$root/oci:$VERSION"
    check "image unpacks" umoci raw unpack --rootless --image "$root/oci:$VERSION" "$root/rootfs"
    if [ "$(id -u)" -eq 0 ] && [ -d "$root/rootfs" ]; then
        mkdir -p "$root/rootfs/data"
        cp "$recording" "$root/rootfs/data/"
        check "program of the image answers" says "$hottest" \
            chroot --userspec=65532:65532 "$root/rootfs" /usr/bin/jfrtool hot-methods /data/shares-17.jfr
    fi
else
    skip "skopeo or umoci is not installed: the image is not read"
fi

# ---- rpm ----
package=$DIST/jfrtool-$VERSION-1.x86_64.rpm
if command -v rpm >/dev/null; then
    mkdir "$root/rpm"
    if [ "$(id -u)" -eq 0 ]; then
        check "rpm installs" rpm --root "$root/rpm" --nodeps --ignorearch -i "$package"
        cp "$recording" "$root/rpm/"
        check "program of the rpm answers" says "$hottest" chroot "$root/rpm" /usr/bin/jfrtool hot-methods /shares-17.jfr
        check "rpm is removed" rpm --root "$root/rpm" -e jfrtool
        check "rpm leaves nothing" test -z "$(find "$root/rpm/usr" -name '*jfrtool*' ! -path '*/rpm/*')"
    fi
    check "rpm of the agent says which glibc" says "glibc >=" rpm -qp --requires --nosignature "$DIST/jfrtool-agent-$VERSION-1.x86_64.rpm"
else
    skip "rpm is not installed"
fi

# ---- Debian's and Ubuntu's ----
if command -v lintian >/dev/null; then
    check "lintian has nothing to say" lintian --fail-on error,warning "$DIST"/*.deb
else
    skip "lintian is not installed"
fi
# in_fresh NAME SUITE SITE OPTION...: the packages in a system that debootstrap makes of SUITE.
in_fresh() {
    local system=$root/$2 of=$1 suite=$2 site=$3
    shift 3
    if ! debootstrap --variant=minbase "$@" "$suite" "$system" "$site" ${script:+"$script"} >"$root/debootstrap" 2>&1; then
        skip "$of: debootstrap could not make a system: $(tail -n 1 "$root/debootstrap")"
        return
    fi
    cp "$DIST"/*.deb "$recording" "$system/srv/"
    cp /etc/resolv.conf "$system/etc/" 2>/dev/null || true
    cp /etc/apt/apt.conf.d/*prox* "$system/etc/apt/apt.conf.d/" 2>/dev/null || true
    mount --bind /proc "$system/proc"
    inside() { chroot "$system" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
    packages() { printf '/srv/%s_%s_amd64.deb ' "$1" "$VERSION"; }
    inside apt-get -qq update >"$root/log" 2>&1
    # shellcheck disable=SC2046 # names of packages
    check "$of: deb installs with what it needs" inside apt-get -qq install -y --no-install-recommends $(packages jfrtool)
    check "$of: program of the deb answers" says "$hottest" inside jfrtool hot-methods /srv/shares-17.jfr
    # Debian 13 has SQLite from the beginning.
    inside dpkg -s libsqlite3-0 >/dev/null 2>&1 ||
        check "$of: it says how to have SQL" sh -c "chroot '$system' jfrtool sql /srv/shares-17.jfr 'SELECT 1' 2>&1 | grep -q libsqlite3-0"
    # shellcheck disable=SC2046
    check "$of: the other packages install" inside apt-get -qq install -y --no-install-recommends libsqlite3-0 \
        $(packages libjfr1) $(packages libjfr-dev) $(packages jfrtool-agent)
    check "$of: SQL answers then" says 754 inside jfrtool sql /srv/shares-17.jfr 'SELECT count(*) FROM jdk.ExecutionSample'
    check "$of: agent is where record looks for it" test -e "$system/usr/lib/jfrtool/libjfragent.so"
    check "$of: packages are removed" inside apt-get -qq purge -y jfrtool jfrtool-agent libjfr1 libjfr-dev
    check "$of: debs leave nothing" test -z "$(find "$system/usr" -name '*jfr*')"
    umount "$system/proc"
}

# Ubuntu's mirror, with its keys, which Debian does not have: of the mirror, but known by their sum.
ubuntu=http://archive.ubuntu.com/ubuntu
keys_sum=36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8
ubuntu_keys() {
    curl -sfL --max-time 60 -o "$root/keys.deb" "$ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1_all.deb" &&
        echo "$keys_sum  $root/keys.deb" | sha256sum -c --quiet - && dpkg-deb -x "$root/keys.deb" "$root/keys"
}

# shellcheck disable=SC2016 # for apt-get
site=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | head -n 1)
if [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null; then
    if [ -n "$site" ]; then
        in_fresh "Debian 12" bookworm "$site"
        in_fresh "Debian 13" trixie "$site"
    else
        skip "Debian 12 and 13: apt has no mirror"
    fi
    # All of Ubuntu is made as gutsy was, also where debootstrap does not know the name yet.
    script=/usr/share/debootstrap/scripts/gutsy
    if ubuntu_keys >"$root/log" 2>&1; then
        in_fresh "Ubuntu 24.04" noble "$ubuntu" --components=main,universe \
            --keyring="$root/keys/usr/share/keyrings/ubuntu-archive-keyring.gpg"
    else
        skip "Ubuntu 24.04: its keys could not be had from $ubuntu"
    fi
else
    skip "fresh systems need root and debootstrap"
fi

# ---- Twice the same ----
# What was compiled is linked and packed anew; compilers are asked in tests/install.sh.
again=$root/again
mkdir "$again"
cp -r "$DIST/$name" "$again/"
for folder in "$DIST"/jfrtool-"$VERSION"-linux-*/; do cp -r "$folder" "$again/"; done
cp "$DIST"/*.tar.gz "$again/"
check "image made again has the same bytes" sh -c "DIST='$again' packaging/oci.sh && cmp '$again/jfrtool-$VERSION-oci.tar' '$image'"
check "rpm made again has the same bytes" sh -c "DIST='$again' packaging/rpm.sh x86_64 && cmp '$again/$(basename "$package")' '$package'"
check "static program made again has the same bytes" sh -c "DIST='$again' WORK='$PWD/build-dist-again' packaging/static.sh x86_64 && cmp '$again/$(basename "$tarball")' '$tarball'"
check "deb made again has the same bytes" sh -c "export DIST='$again'; packaging/deb.sh && packaging/deb_static.sh aarch64 && for f in '$again'/*.deb; do cmp \"\$f\" \"$DIST/\$(basename \"\$f\")\" || exit 1; done"
rm -rf build-dist-again

finish
