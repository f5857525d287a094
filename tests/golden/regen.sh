#!/bin/sh
# Compiles every NAME.hlsl here to NAME.dxbc and writes Microsoft's listing of it to NAME.dis. The target is the
# beginning of the name. FXC names a command that takes "IN ENTRY TARGET OUT" and "-dis IN", around Microsoft's own
# compiler library. Developers only: the tests need the committed files alone.
set -eu
cd "$(dirname "$0")"
for source in ${*:-*.hlsl}; do
    name=${source%.hlsl}
    case $name in
    *_level_9_3_*) target=${name%%_level_9_3_*}_level_9_3 ;;
    *) target=$(printf '%s' "$name" | cut -c1-6) ;;
    esac
    flags=0
    [ "$target" = cs_5_1 ] && flags=0x100000 # unbounded ranges
    "${FXC:?FXC is not set}" "$source" main "$target" "$name.dxbc" $flags
    "$FXC" -dis "$name.dxbc" > "$name.dis"
done
