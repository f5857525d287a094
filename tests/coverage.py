#!/usr/bin/env python3
"""coverage.py BUILD: sums up what gcov counted in a build tree; coverage.sh calls it. A line that several object files
hold (headers, templates, the tiers of one kernel) ran if it ran in one of them."""
import collections
import json
import os
import subprocess
import sys

FOLDERS = ("dxbc", "kernels", "runtime")


def read_counts(build, root):
    """Path below root -> line -> whether it ran."""
    files = []
    for folder, _, names in os.walk(build):
        files += [os.path.join(folder, name) for name in names if name.endswith(".gcno") and "/tests/" not in folder]
    lines = collections.defaultdict(dict)
    for start in range(0, len(files), 20):
        output = subprocess.run(["gcov", "--json-format", "--stdout", *files[start:start + 20]], cwd=build,
                                capture_output=True, text=True).stdout
        for document in output.splitlines():
            for source in json.loads(document)["files"]:
                path = os.path.relpath(os.path.join(build, source["file"]), root)
                for line in source["lines"]:
                    seen = lines[path].get(line["line_number"], False)
                    lines[path][line["line_number"]] = seen or line["count"] > 0
    return {path: counts for path, counts in lines.items() if path.split("/")[0] in FOLDERS}


def share(counts):
    ran = sum(sum(c.values()) for c in counts)
    total = sum(len(c) for c in counts)
    return f"{100 * ran / total:5.1f} % of {total:6} lines" if total else "no lines"


def main():
    build = os.path.abspath(sys.argv[1])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    counts = read_counts(build, root)
    for path, lines in sorted(counts.items(), key=lambda item: sum(item[1].values()) / len(item[1])):
        print(share([lines]), path)
    with open(os.path.join(build, "coverage.txt"), "w", encoding="utf-8") as report:
        for path, lines in sorted(counts.items()):
            missed = sorted(number for number, ran in lines.items() if not ran)
            report.writelines(f"{path}:{number}\n" for number in missed)
    for folder in FOLDERS:
        print(share([c for p, c in counts.items() if p.startswith(folder + "/")]), folder)
    print(share(list(counts.values())), "all")


main()
