-- The drawer of a till: what is in it, in cents.
local Drawer = {}
Drawer.__index = Drawer

function Drawer.new(amount)
  return setmetatable({ amount = amount or 0 }, Drawer)
end

function Drawer:put(cents)
  self.amount = self.amount + cents
end

--- Take money out; there must be so much.
function Drawer:take(cents)
  if cents > self.amount then
    error("the drawer has not so much")
  end
  self.amount = self.amount - cents
  return cents
end

return Drawer
