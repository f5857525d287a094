#!/bin/sh
# The main job in one command: installs what is missing, builds weft, and runs a compute shader that Microsoft's
# compiler made (bench/globe/globe.dxbc) on a map of the world. The result is a picture.
set -eu
cd "$(dirname "$0")/.."
tests/install-deps.sh
cmake --preset release -DWEFT_TESTS=OFF -DWEFT_BENCH=OFF -B build/demo >build-demo.log 2>&1 || { cat build-demo.log; exit 1; }
rm -f build-demo.log
cmake --build build/demo -j "$(nproc)" -- --quiet
weft=build/demo/bin/weft
picture=build/demo/globe.png

"$weft" info
echo
echo "running bench/globe/globe.dxbc ..."
start=$(date +%s.%N)
"$weft" run bench/globe/globe.yaml bench/globe/globe.dxbc -i Map=bench/globe/land.png -o Image="$picture" \
    --hash --quiet
end=$(date +%s.%N)
echo "$picture: 512 x 512 pixels in $(echo "$end $start" | awk '{ printf "%.1f", $1 - $2 }') s"
