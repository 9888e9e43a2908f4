#!/bin/sh
# `npm start`, second half: replaces itself by the server, so that no wrapper stays in memory or between it and a signal.
cd "$(dirname "$0")/.." || exit 1
node=node
for fetched in .toolchain/node_modules/node*/bin/node; do [ -x "$fetched" ] && node=$fetched; done
case $(command node --version 2>/dev/null) in v2[4-9].*|v[3-9]?.*) node=node ;; esac
# V8 lets its nursery grow with the machine, to 128 MB on a large one; beyond 48 MB (three times this) the server gains nothing by it.
exec "$node" --max-semi-space-size=16 apps/server/dist/main.js "$@"
