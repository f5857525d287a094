# sarif.sh WEFT SARIF_RULES: reports of shaders with and without debug information, of a corrected twin, of counters
# and of a shader whose path wants escapes are SARIF.
set -eu
weft=$1
rules=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
report() { # NAME PIPELINE SHADER
    status=0
    "$weft" check --disable not-reproducible --enable nan,infinity --sarif="$work/$1.sarif" "$2" "$3" > /dev/null || status=$?
    [ $status -le 1 ] || exit 1
}
report lines "$here/lines_race.yaml" "$here/lines_race.dxbc"
report plain "$here/many_groups.yaml" "$here/many_groups.dxbc"
report clean "$here/many_groups.yaml" "$here/many_groups.fixed.dxbc"
report counters "$here/counter_mixed.yaml" "$here/counter_mixed.dxbc"
report unbound "$here/unbound.yaml" "$here/unbound.dxbc"
report divergent "$here/barrier_wave_gone.yaml" "$here/barrier_wave_gone.dxbc"
cp "$here/unbound.dxbc" "$work/a shader \"quoted\" at 100%.dxbc"
report names "$here/unbound.yaml" "$work/a shader \"quoted\" at 100%.dxbc"
"$rules" "$work"/*.sarif
echo '{ "version": "2.1.0", "runs": [] }' > "$work/bad.sarif"
if "$rules" "$work/bad.sarif" 2> /dev/null; then exit 1; fi
