# run_pair.sh WEFT NAME.yaml: checks NAME.dxbc, which has a fault, and its corrected twin NAME.fixed.dxbc on one
# pipeline. Comments in the pipeline say what has to be found:
#   # finds: KIND: REGEX   a finding of this kind whose text matches; no other kinds turn up, but that the result
#                          depends on order or on the executor, which a race may show or not
#   # options: ...         of weft check
# The twin gives no finding at all, and the report is the same for every number of threads.
set -u
weft=$1
pipeline=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
options=$(sed -n 's/^# options: //p' "$pipeline")

# shellcheck disable=SC2086
"$weft" check $options "$pipeline" "${pipeline%.yaml}.dxbc" > "$work/out" 2> "$work/err"
status=$?
if [ $status -ne 1 ]; then
    echo "the faulty shader: exit status $status, not 1"
    failed=1
fi
sed -n 's/^# finds: //p' "$pipeline" > "$work/finds"
kinds='order-dependent|not-reproducible'
while IFS= read -r line; do
    kind=${line%%: *}
    kinds="$kinds|$kind"
    # the kind stands on one line, the sentence on a later one
    if ! awk -v kind="$kind" '/^(error|warning|note): / { on = $2 ~ "^(" kind "):$" } on' "$work/out" |
        grep -Eq -e "${line#*: }"; then
        echo "nothing found that matches: $line"
        failed=1
    fi
done < "$work/finds"
if grep -E '^(error|warning|note): ' "$work/out" | grep -Evq "^[a-z]*: ($kinds): "; then
    echo "findings of other kinds turned up"
    failed=1
fi
[ $failed -eq 0 ] || cat "$work/out" "$work/err"

for threads in 1 3; do
    # shellcheck disable=SC2086
    "$weft" check $options --disable not-reproducible --threads $threads --json "$pipeline" "${pipeline%.yaml}.dxbc" \
        > "$work/$threads" 2> /dev/null
done
if ! cmp -s "$work/1" "$work/3"; then
    echo "the number of threads shows in the report:"
    diff "$work/1" "$work/3"
    failed=1
fi

# shellcheck disable=SC2086
if ! "$weft" check $options "$pipeline" "${pipeline%.yaml}.fixed.dxbc" > "$work/out" 2> "$work/err"; then
    echo "the corrected twin:"
    cat "$work/out" "$work/err"
    failed=1
fi
exit $failed
