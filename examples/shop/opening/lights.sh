# The lights of the shop's rooms.

switch_lights() {
  for room in ${SHOP_ROOMS:-front back}; do
    echo "$room: $1"
  done
}
