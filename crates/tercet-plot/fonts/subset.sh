#!/bin/sh
# Cuts Inter to the letters that charts need. It asks npm, and pip for fonttools.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" @expo-google-fonts/inter@0.4.2 >"$work/name"
tar -xzf "$work/$(cat "$work/name")" -C "$work"
pip install --quiet --target "$work/tools" fonttools
# ASCII, Latin-1 and Latin Extended-A, Greek, punctuation, raised and lowered digits, arrows, and the
# signs of mathematics.
letters=U+0020-007E,U+00A0-017F,U+0386-03CE,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2070-208E
letters=$letters,U+2190-2193,U+2212,U+2248,U+2260,U+2264,U+2265,U+221E,U+221A,U+2308-230B,U+2211,U+22C5
for weight in 400Regular 600SemiBold; do
    PYTHONPATH=$work/tools python3 -m fontTools.subset "$work/package/$weight/Inter_$weight.ttf" \
        --unicodes="$letters" --layout-features=kern,mark,mkmk,ccmp,tnum,locl \
        --no-hinting --name-IDs='*' --output-file="Inter-${weight#[0-9][0-9][0-9]}.ttf"
done
cp "$work/package/LICENSE_FONT" OFL.txt
