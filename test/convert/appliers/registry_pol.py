"""A Registry.pol by Samba's parser: a line of JSON for each entry, whole numbers as text and bytes as hexadecimal."""
import json
import sys

from samba.dcerpc import preg
from samba.ndr import ndr_unpack

with open(sys.argv[1], "rb") as file:
    found = ndr_unpack(preg.file, file.read())
for entry in found.entries:
    data = entry.data
    shown = data.hex() if isinstance(data, bytes) else None if data is None else str(data)
    print(json.dumps([entry.keyname, entry.valuename, entry.type, entry.size, shown]))
