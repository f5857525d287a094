# run_pipeline.sh PIPELINE.yaml SHADER.dxbc [EMULATOR ...] WEFT: runs the shader; all rules must hold. Comments in
# the pipeline may ask for more:
#   # prints: REGEX   a line of standard output matches this extended regular expression
#   # logs: TEXT      standard error consists of these lines, in this order
# Without logs the dispatch is repeated and must give the same bytes again.
set -u
pipeline=$1
shader=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

sed -n 's/^# logs: //p' "$pipeline" > "$work/logs"
sed -n 's/^# prints: //p' "$pipeline" > "$work/prints"
repeat=2
[ -s "$work/logs" ] && repeat=1

"$@" run --repeat $repeat "$pipeline" "$shader" > "$work/out" 2> "$work/err"
status=$?
cat "$work/err" >&2
[ $status -eq 0 ] || exit $status

if [ -s "$work/logs" ] && ! diff "$work/logs" "$work/err"; then
    echo "the log differs from what the pipeline says"
    exit 1
fi
while IFS= read -r regex; do
    if ! grep -Eq -e "$regex" "$work/out"; then
        cat "$work/out"
        echo "no line of the output matches: $regex"
        exit 1
    fi
done < "$work/prints"
