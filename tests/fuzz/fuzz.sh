#!/bin/sh
# Runs libFuzzer targets, one after the other, each for the same time: fuzz.sh BUILD SECONDS [TARGET ...]
#   BUILD: a folder made with `cmake --preset fuzz` (clang), where the targets are built
# Prints a line for each: executions, seconds, size of its corpus, and "clean" or the file that failed. Corpora grow in
# BUILD/corpus, failing inputs lie there, too. The exit status is 1 when there was a finding.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(dirname "$here")
build=$(cd "$1" && pwd)
seconds=$2
shift 2
[ $# -gt 0 ] || set -- fuzz_container fuzz_dxbc fuzz_validate fuzz_asm fuzz_reflect fuzz_pipeline fuzz_dds fuzz_png \
    fuzz_run fuzz_api fuzz_weft
found=0

# The files that a target starts from.
seeds() {
    case $1 in
    fuzz_pipeline) echo "$tests"/cli/cases/*.yaml ;;
    fuzz_dds) echo "$here"/corpus/*.dds ;;
    fuzz_png) echo "$here"/corpus/*.png ;;
    fuzz_weft) echo "$build"/tests/fuzz/runs/*.run ;;
    fuzz_asm) echo "$tests"/golden/*.dis "$tests"/golden/*.dxbc "$here"/corpus/asm/* ;;
    fuzz_run | fuzz_api) find "$tests/shaders" "$here/corpus/seeds" -name '*.dxbc' -size -8k ;;
    *) echo "$tests"/golden/*.dxbc "$tests"/golden/lines/*.dxbc ;;
    esac
}

for target; do
    folder=$build/corpus/$target
    mkdir -p "$folder"
    for seed in $(seeds "$target"); do
        cp -n "$seed" "$folder/$(basename "$(dirname "$seed")")-$(basename "$seed")"
    done
    start=$(date +%s)
    "$build/tests/$target" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -max_len=32768 -len_control=0 \
        -print_final_stats=1 -artifact_prefix="$folder.failed-" "$folder" >"$folder.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder.log")
    verdict=clean
    if [ $status -ne 0 ]; then
        found=1
        verdict=$(sed -n 's/.*Test unit written to //p' "$folder.log" | tail -1)
        verdict="status $status: ${verdict:-see $folder.log}"
    fi
    echo "$target: ${runs:-?} executions, $(($(date +%s) - start)) s, $(find "$folder" -type f | wc -l) files: $verdict"
done
exit $found
