#!/bin/sh
# gdb stops in generated code and knows the shader's instructions as its lines.
#   gdb_lines.sh WEFT PIPELINE SHADER FOLDER
# Skipped (77) where there is no gdb, or where it may not run programs.
set -eu
weft=$1 pipeline=$2 shader=$3 folder=$4
command -v gdb >/dev/null || exit 77
rm -rf "$folder"
mkdir -p "$folder"
WEFT_GDB=1 WEFT_DUMP=dis WEFT_DUMP_DIR=$folder WEFT_CACHE_MB=0 WEFT_EXECUTOR=jit WEFT_THREADS=1
export WEFT_GDB WEFT_DUMP WEFT_DUMP_DIR WEFT_CACHE_MB WEFT_EXECUTOR WEFT_THREADS
symbol=weft_$(sha256sum "$shader" | cut -c1-16)
gdb -nx -batch -ex "set breakpoint pending on" -ex "break $symbol" -ex run -ex "info line" -ex "info source" -ex next \
    -ex kill --args "$weft" run "$pipeline" "$shader" >"$folder/out.txt" 2>&1 </dev/null || true
if grep -q "ptrace: Operation not permitted\|Could not trace the inferior\|Couldn't get CS register" "$folder/out.txt"; then
    exit 77
fi
expect() {
    grep -q "$1" "$folder/out.txt" && return
    echo "not found: $1"
    cat "$folder/out.txt"
    exit 1
}
listing=${symbol#weft_}.dis
expect "hit Breakpoint 1, $symbol () at .*$listing:[0-9]"
expect "Line [0-9]* of \"$listing\""
expect "Located in $(cd "$folder" && pwd -P)/$listing"
# What gdb showed stands in the listing at that number.
number=$(sed -n "s/.*at .*$listing:\([0-9]*\)\$/\1/p" "$folder/out.txt" | head -1)
expect "^$number	$(sed -n "${number}p" "$folder/$listing" | sed 's/[][*.^$]/\\&/g')\$"
