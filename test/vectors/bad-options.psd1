@{
 A = 'text'
 B = @{ Section = 'Kerberos Policy'; Value = 'x'; Option = @{} }
 C = @{ Section = 'Registry Values'; Value = 'USER\Software\X'; Option = @{ On = '4,1' } }
 D = @{ Section = 'Registry Values'; Value = 'MACHINE\Software\X'; Option = @{ On = '9,1'; Off = '4,x'; Text = '1,0' } }
}
