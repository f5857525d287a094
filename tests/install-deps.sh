#!/bin/sh
# Installs the Debian packages that building needs (and, with --tests, those that testing needs and the optional ones)
# when they are missing. Asks apt only for what dpkg does not have; needs root or sudo only then. Optional packages
# that cannot be had are left out: weft then has no code generator.
set -eu
packages="gcc libc6-dev cmake ninja-build pkg-config mingw-w64-common libsimde-dev libhwloc-dev libyaml-dev libpng-dev libjansson-dev"
optional=
if [ "${1:-}" = "--tests" ]; then
    packages="$packages g++ libcmocka-dev libmpfr-dev"
    optional="llvm-19-dev libmd-dev"
fi
lacking() {
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf ' %s' "$package"
    done
}
# shellcheck disable=SC2086
missing=$(lacking $packages)
# shellcheck disable=SC2086
wanted=$(lacking $optional)
[ -z "$missing$wanted" ] && exit 0
as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        [ -z "$missing" ] && exit 0
        echo "missing packages:$missing (install them as root)" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "installing:$missing$wanted"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
[ -z "$missing" ] || $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
# shellcheck disable=SC2086
[ -z "$wanted" ] || $as_root apt-get install -y -qq --no-install-recommends $wanted >/dev/null ||
    echo "left out:$wanted" >&2
