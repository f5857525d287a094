#!/bin/sh
# The determinism contract on the workloads: one hash for each output, whatever executor, instruction set, number
# of threads and run. Prints the table of hashes and names what is odd.
#   hashes.sh WEFT WEFT_BENCH FOLDER [quick | full | once | write]
#     quick  few workloads, all instruction sets, 1 and 3 threads       once   lanes and code, 2 threads, once
#     full   everything: 1, 2, 3 and 7 threads, 3 runs of each          write  makes hashes.txt anew
# Hashes have to be those of hashes.txt as well, which were made on x86. EMULATOR stands before the programs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
weft=$1 bench=$2 folder=$3 mode=${4:-full}
expected=$here/hashes.txt
mkdir -p "$folder"
: >"$folder/seen.txt"
WEFT_CACHE_DIR=$folder/cache
export WEFT_CACHE_DIR
unset WEFT_EXECUTOR WEFT_ISA WEFT_THREADS WEFT_RELAXED

# "there are: a b c" in the line of weft info that begins with $1
choices() {
    # shellcheck disable=SC2086
    ${EMULATOR:-} "$weft" info | sed -n "s/^$1 .*there are: \(.*\))$/\1/p"
}

# Lines "workload output hash, what it ran on". $1: what to call the run; then options of the bench
run() {
    name=$1
    shift
    # shellcheck disable=SC2086
    ${EMULATOR:-} "$bench" --size small --check "$@" >"$folder/out.txt" 2>"$folder/err.txt" || {
        echo "$name: weft-bench failed" && cat "$folder/out.txt" "$folder/err.txt"
        exit 1
    }
    awk -v name="$name" '$3 == "right" { for (i = 4; i < NF; i += 2) print $1, $i, $(i + 1), name }' \
        "$folder/out.txt" >>"$folder/seen.txt"
}

# All instruction sets of an executor. $1: executor, $2: threads, $3: runs; then options of the bench
run_sets() {
    executor=$1 threads=$2 runs=$3
    shift 3
    for isa in $(choices "instruction set"); do
        [ "$isa" != scalar ] || continue
        # shellcheck disable=SC2086
        WEFT_EXECUTOR=$executor WEFT_ISA=$isa ${EMULATOR:-} "$weft" info >/dev/null 2>&1 || {
            echo "skipped: $executor has no $isa"
            continue
        }
        for count in $threads; do
            for number in $(seq "$runs"); do
                export WEFT_EXECUTOR="$executor" WEFT_ISA="$isa" WEFT_THREADS="$count"
                run "$executor/$isa/$count-threads/run-$number" "$@"
                unset WEFT_EXECUTOR WEFT_ISA WEFT_THREADS
            done
        done
    done
}

interp() {
    export WEFT_EXECUTOR=interp
    run interp "$@"
    unset WEFT_EXECUTOR
}

case $mode in
quick)
    some="--filter compaction,histogram,fft,blackscholes,spmv"
    # shellcheck disable=SC2086
    interp $some
    for executor in $(choices executor); do
        # shellcheck disable=SC2086
        [ "$executor" = interp ] || run_sets "$executor" "1 3" 1 $some
    done
    ;;
full)
    interp
    for executor in $(choices executor); do
        [ "$executor" = interp ] || run_sets "$executor" "1 2 3 7" 3
    done
    ;;
once)
    for executor in $(choices executor); do
        [ "$executor" = interp ] || [ "$executor" = auto ] || run_sets "$executor" 2 1
    done
    ;;
write) run default ;;
*) echo "hashes.sh: quick, full, once or write, not $mode" >&2 && exit 2 ;;
esac

if [ "$mode" = write ]; then
    cut -d' ' -f1-3 "$folder/seen.txt" | sort -u >"$expected"
    exit 0
fi
awk '
    NR == FNR { expected[$1 " " $2] = $3; next }
    {
        key = $1 " " $2
        runs[key]++
        if (!(key in expected)) { print "not in hashes.txt: " key " " $3 " (" $4 ")"; bad = 1 }
        else if (expected[key] != $3) { print "odd: " key " " $3 " on " $4 ", not " expected[key]; odd[key]++; bad = 1 }
    }
    END {
        for (key in runs)
            printf "%-24s %s %4d runs%s\n", key, expected[key], runs[key], odd[key] ? ", " odd[key] " odd" : "" | "sort"
        close("sort")
        if (!FNR || FNR == NR) { print "nothing ran"; bad = 1 }
        exit bad
    }' "$expected" "$folder/seen.txt"
