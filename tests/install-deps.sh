#!/bin/sh
# Installs the Debian packages that building needs (and, with --tests, those that testing needs) when they are
# missing. Asks apt only for what dpkg does not have; needs root or sudo only then.
set -eu
packages="gcc libc6-dev cmake ninja-build pkg-config mingw-w64-common libsimde-dev libhwloc-dev libyaml-dev libpng-dev libjansson-dev"
[ "${1:-}" = "--tests" ] && packages="$packages g++ libcmocka-dev libmpfr-dev"
missing=
for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "missing packages:$missing (install them as root)" >&2; exit 1; }
    as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
