# a comment
@{
  "Quoted key" = 'it''s' # trailing comment
  Word = "tab`t, quote `" and "" dollar `$x"
  <# block
     comment #>
  Numbers = 1, -2, 0x10, 1.5; Flags = @($true, $False
    $null)
  Empty = @{}; None = @()
  Nested = @{ Deep = @{ 1 = 'one' } }
  Here = @'
first "line"
second 'line' $not
'@
  Blank = @"
"@
}
