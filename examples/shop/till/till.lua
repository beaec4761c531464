local Drawer = require("drawer")

local Till = {}

-- Take what a customer gives, and give back what is too much.
function Till.pay(drawer, price, given)
  drawer:put(given)
  return drawer:take(given - price)
end

function Till.open()
  return Drawer.new(tonumber(os.getenv("SHOP_FLOAT")) or 10000)
end

return Till
