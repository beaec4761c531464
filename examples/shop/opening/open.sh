#!/usr/bin/env bash
# Opens the shop in the morning, or closes it.
set -euo pipefail
. "$(dirname "$0")/lights.sh"

open_shop() {
  switch_lights on
  echo "open"
}

close_shop() {
  echo "closed"
  switch_lights off
}

case "${1:-open}" in
  open) open_shop ;;
  close) close_shop ;;
esac
