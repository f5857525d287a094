#!/usr/bin/env python3
"""compare.py THEIRS OURS: two outputs of describe.c, compared value by value; differences are counted by place,
with one example each. Exit status 1 when there are any.

Left out: interface_slots of shaders without RDEF (no creator). Microsoft's library reads memory there that it never
wrote: the number for one file changes with the files looked at before it."""
import collections
import json
import sys


def load(path):
    """File name -> (reflection, other lines)."""
    shaders = {}
    name, text, inside = None, "", False
    for line in open(path, errors="replace"):
        line = line.rstrip("\n")
        if line.startswith("=== "):
            name = line[4:]
            shaders[name] = [None, []]
        elif line == "{":
            text, inside = line, True
        elif inside:
            text += line
            if line == "}":
                shaders[name][0], inside = json.loads(text), False
        else:
            shaders[name][1].append(line)
    return shaders


def main():
    theirs, ours = load(sys.argv[1]), load(sys.argv[2])
    counts, examples = collections.Counter(), {}

    def differ(place, name, a, b):
        counts[place] += 1
        examples.setdefault(place, (name, a, b))

    def walk(place, name, a, b):
        if isinstance(a, dict) and isinstance(b, dict):
            for key in sorted(set(a) | set(b)):
                walk(f"{place}/{key}", name, a.get(key), b.get(key))
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for x, y in zip(a, b):
                walk(place + "[]", name, x, y)
        elif a != b:
            differ(place, name, a, b)

    same, undefined = 0, 0
    for name, (reflection, lines) in theirs.items():
        other = ours.get(name, [None, []])
        if reflection and other[0] and not reflection["creator"]:
            undefined += reflection["interface_slots"] != other[0]["interface_slots"]
            reflection["interface_slots"] = other[0]["interface_slots"]
        if [reflection, lines] == other:
            same += 1
            continue
        walk("", name, reflection, other[0])
        for a, b in zip(lines, other[1]):
            if a != b:
                differ(a.split(":")[0], name, a, b)
    for place, count in counts.most_common():
        print(count, place, *examples[place], sep="\t")
    print(f"{len(theirs)} shaders, {same} agree in everything; interface_slots without RDEF differ in {undefined}")
    sys.exit(same != len(theirs))


main()
