<#
.SYNOPSIS
How much of an item is missing on its shelf.
#>
function Measure-Shelf {
    param([string] $Item, [int] $Count)
    Assert-Counted -Count $Count
    [Math]::Max([int] $env:SHOP_SHELF_SIZE - $Count, 0)
}
