#!/usr/bin/env bash
# The formula for Homebrew, on Linux and, if its archives are there, on macOS, with the sums of the tarballs that
# are in dist/: dist/jfrtool.rb. It
# belongs into a tap of yours; RELEASES is where the tarballs of a release are.
#
#   RELEASES=https://github.com/OWNER/jfrtool/releases/download packaging/formula.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
RELEASES=${RELEASES:-https://github.com/jfrtool/jfrtool/releases/download}
sum() {
    sha256sum "$DIST/jfrtool-$VERSION-$1.tar.gz" | cut -d ' ' -f 1
}
for processor in x86_64 aarch64; do
    [ -e "$DIST/jfrtool-$VERSION-linux-$processor.tar.gz" ] ||
        fail "the tarballs are not in dist/: run make dist-static first"
done
macos='  depends_on :linux
'
if [ -e "$DIST/jfrtool-$VERSION-macos-arm64.tar.gz" ] && [ -e "$DIST/jfrtool-$VERSION-macos-x86_64.tar.gz" ]; then
    macos="
  on_macos do
    on_arm do
      url \"$RELEASES/v$VERSION/jfrtool-$VERSION-macos-arm64.tar.gz\"
      sha256 \"$(sum macos-arm64)\"
    end
    on_intel do
      url \"$RELEASES/v$VERSION/jfrtool-$VERSION-macos-x86_64.tar.gz\"
      sha256 \"$(sum macos-x86_64)\"
    end
  end
"
fi
cat >"$DIST/jfrtool.rb" <<END
class Jfrtool < Formula
  desc "Answers from Java Flight Recorder recordings, without a JVM"
  homepage "${RELEASES%/releases/download}"
  version "$VERSION"
  license "Apache-2.0"
$macos
  on_linux do
    on_intel do
      url "$RELEASES/v$VERSION/jfrtool-$VERSION-linux-x86_64.tar.gz"
      sha256 "$(sum linux-x86_64)"
    end
    on_arm do
      url "$RELEASES/v$VERSION/jfrtool-$VERSION-linux-aarch64.tar.gz"
      sha256 "$(sum linux-aarch64)"
    end
  end

  def install
    bin.install "jfrtool"
    lib.install "libjfragent.so" if OS.linux?
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/jfrtool.bash" => "jfrtool"
    zsh_completion.install "completions/_jfrtool"
    fish_completion.install "completions/jfrtool.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/jfrtool --version")
  end
end
END
sums
echo "dist/jfrtool.rb"
