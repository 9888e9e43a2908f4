#!/bin/sh
# An engine pod has ENGINE_ID in its environment; anything else is the server.
if [ -n "$ENGINE_ID" ]; then exec node /switchyard/apps/engine/dist/main.js; fi
exec node --max-semi-space-size=16 /switchyard/apps/server/dist/main.js "$@"
