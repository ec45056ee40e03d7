"""The names of all commands, as `jfrtool help --all` lists them: by themselves, as parts of others ("file info
(summary)", "gc --safepoints"), and the rest."""
import re
import subprocess


def all_commands(tool, env=None):
    text = subprocess.run([tool, "help", "--all"], capture_output=True, text=True, env=env, check=True).stdout
    names = []
    for call in re.findall(r"^  ((?:\S+ )*\S+)  +[A-Z]", text.split("Exit codes")[0], re.M):
        named = re.search(r"\(([a-z-]+)\)$", call)
        name = named.group(1) if named else call.split()[-1].lstrip("-")
        if name not in names:
            names.append(name)
    return names
