@{
  "Logon_Show_name" = @{
    Value = "MACHINE\Software\Example\System\ShowName"
    Section = 'Registry Values'
    Option = @{ Shown = '4,1'; Hidden = '4,0' }
  }
  "Logon_Text" = @{
    Value = "MACHINE\Software\Example\System\Text"
    Section = 'Registry Values'
    Option = @{ String = '7,' }
  }
  "Audit_Bytes" = @{
    Value = 'MACHINE\Software\Example\Audit\Bytes'
    Section = 'Registry Values'
    Option = @{ Enabled = '3,1'; Disabled = '3,0' }
  }
  "Drives_Eject" = @{
    Value = 'MACHINE\Software\Example\Drives\Eject'
    Section = 'Registry Values'
    Option = @{ 'Administrators, and others' = '1,"2"'; String = '1,' }
  }
  "Accounts_Guest" = @{ Value = 'EnableGuest'; Section = 'System Access'; Option = @{ Enabled = '1' } }
}
