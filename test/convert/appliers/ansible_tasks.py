"""Tasks as Ansible hands them to win_regedit, checked by what the module documents: a line of JSON for each."""
import json
import sys

from ansible.module_utils.common.arg_spec import ArgumentSpecValidator
from ansible.parsing.dataloader import DataLoader
from ansible.playbook.task import Task
from ansible.plugins.loader import fragment_loader, module_loader
from ansible.template import Templar
from ansible.utils.plugin_docs import get_docstring

script = module_loader.find_plugin("ansible.windows.win_regedit")
documented = get_docstring(script.removesuffix(".ps1") + ".py", fragment_loader)[0]["options"]
PARTS = ("type", "required", "choices", "aliases", "default")
check = ArgumentSpecValidator(
    {name: {part: option[part] for part in PARTS if part in option} for name, option in documented.items()}
)
loader = DataLoader()
templar = Templar(loader, variables={})
for written in loader.load_from_file(sys.argv[1]):
    task = Task.load(written, loader=loader)
    # What is not marked as unsafe is evaluated here, as in a run.
    arguments = templar.template(task.args)
    errors = check.validate(dict(arguments)).error_messages
    if task.action != "ansible.windows.win_regedit":
        errors.append(task.action)
    data = arguments.get("data")
    if isinstance(data, int):
        # Windows PowerShell makes a Decimal of a larger number in JSON, and the script then fails to format it.
        if data >= 2**63:
            errors.append(f"{data} is not text")
        # As text: readers of JSON round numbers above 2^53.
        arguments["data"] = str(data)
    print(json.dumps({"name": templar.template(task.name), "arguments": arguments, "errors": errors}))
