# Counts what lies on the shelves.

Get-ChildItem "$PSScriptRoot/Public/*.ps1" | ForEach-Object { . $_.FullName }

function Assert-Counted {
    param([int] $Count)
    if ($Count -lt 0) { throw "nothing is counted less than never" }
}
