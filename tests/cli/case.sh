#!/bin/sh
# Runs one case: case.sh WEFT FILE.case SCRATCH. A case is a list of lines:
#   run: ARGUMENTS   run weft with them, in this folder's cases/ (a shell line: $TMP is the scratch folder)
#   do: COMMAND      a shell line that must succeed ($WEFT is the program)
# and after a run, what is expected of it:
#   exit: N          its exit status (0 when the line is missing)
#   out= LINE        the next line of standard output; together they are the whole output
#   out~ TEXT        standard output contains this text; out! TEXT: it does not
#   err= err~ err!   the same for standard error
# Empty lines and lines that begin with # are skipped.
WEFT=$1
case_file=$2
TMP=$3
failures=0

rm -rf "$TMP"
mkdir -p "$TMP"
cd "$(dirname "$case_file")" || exit 1
unset WEFT_EXECUTOR WEFT_ISA WEFT_THREADS WEFT_TIMEOUT_MS WEFT_MEMORY_MB WEFT_RELAXED WEFT_LOG WEFT_DUMP WEFT_PERF
export WEFT_CACHE_DIR="$TMP/cache"

fail() {
    echo "$(basename "$case_file"): $1"
    failures=$((failures + 1))
}

# Compares what the last run gave with the lines since it.
finish() {
    [ -n "$arguments" ] || return 0
    [ "$status" = "$want_status" ] || fail "weft $arguments: exit $status, expected $want_status"
    for stream in out err; do
        if [ -s "$TMP/want.$stream" ] && ! diff -u "$TMP/want.$stream" "$TMP/$stream" >"$TMP/diff"; then
            fail "weft $arguments: $stream differs"
            cat "$TMP/diff"
        fi
    done
    if [ "$failures" -gt 0 ]; then
        echo "--- standard output:"
        head -c 4000 "$TMP/out"
        echo "--- standard error:"
        head -c 4000 "$TMP/err"
        exit 1
    fi
    arguments=
}

run() {
    finish
    arguments=$1
    want_status=0
    : >"$TMP/want.out"
    : >"$TMP/want.err"
    eval "\"\$WEFT\" $arguments" >"$TMP/out" 2>"$TMP/err" </dev/null
    status=$?
}

contains() {
    grep -qF -e "$2" "$TMP/$1" || fail "weft $arguments: std$1 lacks: $2"
}

lacks() {
    ! grep -qF -e "$2" "$TMP/$1" || fail "weft $arguments: std$1 has: $2"
}

arguments=
while IFS= read -r line || [ -n "$line" ]; do
    key=${line%%[ ]*}
    text=${line#"$key"}
    text=${text# }
    case $key in
    '' | '#'*) ;;
    run:) run "$text" ;;
    do:)
        finish
        eval "$text" || fail "failed: $text"
        ;;
    exit:) want_status=$text ;;
    out= | err=)
        stream=${key%=}
        printf '%s\n' "$text" >>"$TMP/want.$stream"
        ;;
    out~ | err~) contains "${key%?}" "$text" ;;
    out! | err!) lacks "${key%?}" "$text" ;;
    *) fail "what is '$line'?" ;;
    esac
done <"$case_file"
finish
[ "$failures" = 0 ]
