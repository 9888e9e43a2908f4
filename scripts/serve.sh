#!/bin/sh
# `npm start`, second half: replaces itself by the server, so that no wrapper stays in memory or between it and a signal.
cd "$(dirname "$0")/.." || exit 1
node=node
for fetched in .toolchain/node_modules/node*/bin/node; do [ -x "$fetched" ] && node=$fetched; done
case $(command node --version 2>/dev/null) in v2[4-9].*|v[3-9]?.*) node=node ;; esac
exec "$node" apps/server/dist/main.js "$@"
