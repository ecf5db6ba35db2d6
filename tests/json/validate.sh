#!/bin/sh
# Validate JSON Lines, from files or standard input, against the schema of ataid --json:
#   tests/json/validate.sh [FILE]…
here=$(dirname "$0")
NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
export NODE_PATH
exec node "$here/validate.js" "$here/../../docs/ataid.schema.json" "$@"
