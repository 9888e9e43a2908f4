#!/bin/sh
# Second half of `npm start`: replaces itself with the server, so that no wrapper stays in memory or intercepts signals.
cd "$(dirname "$0")/.." || exit 1
node=node
for fetched in .toolchain/node_modules/node*/bin/node; do [ -x "$fetched" ] && node=$fetched; done
case $(command node --version 2>/dev/null) in v2[4-9].*|v[3-9]?.*) node=node ;; esac
# V8's young generation grows with the machine, up to 128 MB; beyond 48 MB (three times this) the server gains nothing.
exec "$node" --max-semi-space-size=16 apps/server/dist/main.js "$@"
