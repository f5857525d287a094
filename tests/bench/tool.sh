#!/bin/sh
# tool.sh PROGRAM FOLDER: weft-bench from a run to a comparison and a page, and what it makes of bad input.
set -eu
program=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    status=0
    "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] || { cat out err; fail "status $status instead of $wanted: $*"; }
}

says() {
    grep -q -e "$2" "$1" || { cat "$1"; fail "'$2' is not in $1"; }
}

expect 0 "$program" --list
says out '^nbody '
expect 0 "$program" --size small --filter nbody --check --json a.json --outputs a
says out '^nbody *small *right'
[ ! -s err ] || fail "there is a progress bar without a terminal"
cp -r a b
sed 's|"outputs_folder": "a"|"outputs_folder": "b"|' a.json >b.json

expect 0 "$program" compare a.json b.json --same --threshold 1.1
says out 'same bits'
# One element of the other run's output is another one.
printf '\001\002\003' | dd of=b/nbody-small-bodies.bin conv=notrunc bs=1 seek=8 2>/dev/null
sed '0,/"xxh64": "/s/"xxh64": "[0-9a-f]*"/"xxh64": "0000000000000001"/' b.json >c.json
expect 1 "$program" compare a.json c.json --same
says out '1 of [0-9]* differ, by'
expect 0 "$program" compare a.json c.json
rm -r b
expect 1 "$program" compare a.json c.json --same
says out 'no bytes kept'

# What was checked only has no times, neither here nor on the page.
expect 0 "$program" compare a.json c.json
says out '^nbody *small *- *- '
expect 0 "$program" report a.json c.json -o page.html
says page.html 'Nothing was timed'
grep -q -e '0\.00' page.html && fail "a time that was not measured"
says page.html '</html>'
says page.html 'nbody'
grep -q -i -E '<script|https?://' page.html && fail "the page is not self-contained"

# Twice the time is beyond a threshold of 1.5 and within one of 3; so is a result that is no longer right.
timed() {
    sed '0,/"samples": \[[^]]*\]/s//"samples": ['"$1"']/' a.json
}
timed '0.010, 0.011, 0.012' >fast.json
timed '0.020, 0.021, 0.022' >slow.json
expect 1 "$program" compare fast.json slow.json --threshold 1.5
says out 'SLOWER'
expect 0 "$program" compare fast.json slow.json --threshold 3
expect 0 "$program" compare slow.json fast.json --threshold 1.5
expect 0 "$program" compare fast.json slow.json
sed 's/"outcome": "right"/"outcome": "wrong"/' fast.json >spoilt.json
expect 1 "$program" compare fast.json spoilt.json --threshold 1.5

expect 2 "$program" --no-such-option
expect 2 "$program" --filter no-such-workload
expect 2 "$program" --size huge
expect 2 "$program" compare a.json
expect 2 "$program" compare a.json missing.json
head -c 300 a.json >cut.json
expect 2 "$program" report cut.json -o page.html
says err 'cut.json:'
echo '{ "format": "weft-bench 1", "workloads": [ { "name": 5 } ] }' >odd.json
expect 2 "$program" report odd.json -o page.html
echo '{ "format": "weft-bench 1", "workloads": [ 7 ], "peaks": [], "device": {} }' >odd.json
expect 2 "$program" compare odd.json odd.json
echo '[]' >odd.json
expect 2 "$program" compare odd.json odd.json
expect 2 "$program" report a.json -o no/such/folder/page.html
