#!/bin/sh
# Checks the page: types, unit tests, and tests in a browser. Run it from anywhere.
#
#   CHROMIUM     the browser, /usr/bin/chromium by default
#   PETTEIA      the engine, target/release/petteia by default; it is built if it is missing
#   PETTEIA_NPM  the folder of the npm package, target/npm by default; without it the static form is not tested
#   PETTEIA_BOARD  the server, target/release/petteia-board by default; without it tables are not tested
#
# What cannot run is reported as `skipped: NAME (reason)`; with CI_REQUIRE_ALL=1 that is a failure.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
chromium=${CHROMIUM:-/usr/bin/chromium}
engine=${PETTEIA:-$root/target/release/petteia}
package=${PETTEIA_NPM:-$root/target/npm}
board=${PETTEIA_BOARD:-$root/target/release/petteia-board}
skipped=0

skip() {
    echo "skipped: $1 ($2)"
    skipped=1
}

if command -v npm >/dev/null; then
    npm ci --silent --no-audit --no-fund
    npm run --silent types
    npm run --silent unit
    if [ ! -x "$chromium" ]; then
        skip browser "no $chromium"
    else
        [ -x "$engine" ] || cargo build --release --manifest-path "$root/Cargo.toml" --bin petteia
        [ -e "$package/petteia.js" ] || skip "browser, static form" "no $package/petteia.js; cargo xtask npm target/npm makes it"
        [ -x "$board" ] || skip "browser, tables" "no $board"
        CHROMIUM=$chromium PETTEIA=$engine PETTEIA_NPM=$package PETTEIA_BOARD=$board npm run --silent browser
    fi
else
    skip page "no npm"
fi
[ "$skipped" = 0 ] || [ "${CI_REQUIRE_ALL:-0}" != 1 ]
