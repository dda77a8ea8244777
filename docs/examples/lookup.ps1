<#
What writes a registry value, and whether it is valid for a release of Windows? Asked of a static dist, in PowerShell 5.1 and 7.
Writes the answer in English as an object, or nothing where nothing is documented; with -Release its verdict is added.
Every file is checked against the manifest, but no signature. A form of a key that only the service reads is an error where it leads to nothing.
.EXAMPLE
./lookup.ps1 https://example.org/dist 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd 'Windows 11 24H2'
#>
param(
  [Parameter(Mandatory)] [string] $Base,
  [Parameter(Mandatory)] [string] $Key,
  [Parameter(Mandatory)] [AllowEmptyString()] [string] $Value,
  [string] $Release
)
$ErrorActionPreference = 'Stop'
Set-StrictMode -Version 2
$sha = [Security.Cryptography.SHA256]::Create()
$client = New-Object Net.WebClient

function Read-Json([byte[]] $Bytes) { [Text.Encoding]::UTF8.GetString($Bytes) | ConvertFrom-Json }
function Get-Member-Of($Object, [string] $Name) {
  if ($null -eq $Object) { return $null }
  $found = $Object.PSObject.Properties[$Name]
  if ($null -ne $found) { $found.Value }
}
function Read-Checked([string] $Path) {
  $listed = Get-Member-Of $manifest.files $Path
  if ($null -eq $listed) { return $null } # a shard that is not listed has no entries
  $bytes = $client.DownloadData("$Base/$version/$Path")
  $digest = -join ($sha.ComputeHash($bytes) | ForEach-Object { $_.ToString('x2') })
  if ($digest -ne $listed.sha256) { throw "$Path is altered" }
  Read-Json $bytes
}
function Find-Entry([string] $Index, [string] $Id) {
  $hash = $sha.ComputeHash([Text.Encoding]::UTF8.GetBytes($Id))
  $bits = $manifest.shardBits.$Index
  $word = ([uint64] $hash[0] -shl 24) + ([uint64] $hash[1] -shl 16) + ([uint64] $hash[2] -shl 8)
  $name = '{0:x}' -f ($word -shr (32 - $bits))
  $shard = Read-Checked "$Index/en-US/$($name.PadLeft([Math]::Max(1, [Math]::Ceiling($bits / 4)), '0')).json"
  if ($null -ne $shard) { Get-Member-Of $shard.entries $Id }
}
function Test-Prefix($Answer, [string] $Name) {
  $prefix = Get-Member-Of $Answer 'prefix'
  $null -eq $prefix -or ($Name.StartsWith($prefix, 'Ordinal') -and $Name.Substring($prefix.Length) -match '^[1-9][0-9]*$')
}

$Base = $Base.TrimEnd('/')
$version = (Read-Json $client.DownloadData("$Base/index.json")).latest
$manifest = Read-Json $client.DownloadData("$Base/$version/manifest.json")
if ($manifest.schemaVersion -ne 3 -or $manifest.version -ne $version -or @($manifest.files.PSObject.Properties).Count -eq 0) { throw "$version/manifest.json is none that this script can read" }

$name = $Value.ToLowerInvariant()
$path = ($Key.ToLowerInvariant() -replace '\\+', '\').Trim([char[]] '\ ')
$hive = 'any'
if ($path -match '^(hklm:?|hkey_local_machine|machine)\\(.*)$') { $hive = 'HKLM'; $path = $Matches[2] }
elseif ($path -match '^(hkcu:?|hkey_current_user|user)\\(.*)$') { $hive = 'HKCU'; $path = $Matches[2] }
$path = $path -replace '^system\\controlset\d{3}(\\|$)', 'system\currentcontrolset$1'

$entry = Find-Entry 'resolve' "$path`0$name"
if ($null -eq $entry -and $name -ne '') {
  $list = Find-Entry 'list' $path
  # The longest prefix comes first.
  if ($null -ne $list) { $entry = $list.answers | Where-Object { Test-Prefix $_ $name } | Select-Object -First 1 }
}
if ($null -eq $entry) {
  if ("${hive}:$path" -match '^any:(hk|computer|reg|[^a-z]|$)|/' -or $name -match '^(\*\*|@$|\(.*\)$)') {
    throw "nothing is found for $Key + $Value as it is written: give hive\key with backslashes, and the bare name"
  }
  return
}
$answer = Get-Member-Of $entry $hive
if ($null -eq $answer) { $answer = $entry.any }
if ($Release) {
  $named = (Read-Checked 'releases.json').names
  # People write a release in several ways: Server 2025, win11 24h2, Windows 11, version 24H2.
  $asked = ($Release -replace '[ ,_()]+', ' ').Trim().ToLowerInvariant() -replace '^microsoft ' -replace '(^| )v(ersion )?(?=\d)', '$1'
  $asked = $asked -replace '^w(in(dows)?)? ?(?=[0-9s])', 'windows ' -replace '^(windows )?server ?(?=\d)', 'windows server ' -replace '^windows (?=20\d\d)'
  $names = @(Get-Member-Of $named $asked)
  if ($names.Count -eq 0) { $names = @($named.PSObject.Properties | ForEach-Object { $_.Value } | Where-Object { $_ -eq $asked } | Select-Object -First 1) }
  # The only release of a family, or of several the whole names.
  $whole = @($named.PSObject.Properties | Where-Object { $_.Name.StartsWith("$asked ", 'Ordinal') -and $_.Value.Count -eq 1 })
  if ($names.Count -eq 0) { $names = @(if ($whole.Count -eq 1) { $whole[0].Value } else { $whole | ForEach-Object { $_.Name } }) }
  if ($names.Count -eq 0) { throw "releases.json does not name ${Release}: write a release without edition (Windows 11 24H2) or a whole build (10.0.22631)" }
  if ($names.Count -ne 1) { throw "$Release is not one release, give one of: $($names -join ', ')" }
  $other = @{ HKLM = 'User'; HKCU = 'Machine' }[$hive]
  # No setting of the value is documented for this hive.
  if (@($entry.any.matches | Where-Object { $_.class -ne $other }).Count -eq 0) { $verdict = 'unknown', $null, $null; $noted = $false }
  else {
    $all = Read-Checked "verdicts/$($names[0]).json"
    $verdict = $all.verdicts[$answer.rule]
    $noted = $all.noted -contains $answer.rule
  }
  $compatibility = [pscustomobject] @{ verdict = $verdict[0]; registry = $verdict[1]; mdm = $verdict[2]; noted = $noted }
  $answer | Add-Member -NotePropertyName compatibility -NotePropertyValue $compatibility
}
$answer
