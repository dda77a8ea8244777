# a comment
@{
  "Quoted key" = 'it''s' # trailing comment
  Word = "tab`t, quote `" and "" dollar `$x"
  <# block
     comment #>
  One = '1'; Two
    =
    '2'
  Empty = @{}
  Nested = @{ Deep = @{ 'a b' = 'one' } }
  Here = @'
first "line"
second 'line' $not
'@
  Blank = @"
"@
}
