#!/bin/sh
# An engine pod has ENGINE_ID in its environment; otherwise this is the server.
if [ -n "$ENGINE_ID" ]; then exec node /switchyard/apps/engine/dist/main.js; fi
# Operators' commands: `switchyard backup FILE` and so on.
case "$1" in
  backup | restore | doctor | reset-admin | rebuild-conversations)
    program=$1
    shift
    exec node "/switchyard/apps/server/dist/$program.js" "$@"
    ;;
esac
exec node --max-semi-space-size=16 /switchyard/apps/server/dist/main.js "$@"
