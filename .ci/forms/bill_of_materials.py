#!/usr/bin/env python3
"""Writes the software bill of materials of the programs: CycloneDX 1.5, from what Cargo has locked. Tests and build machines are not
in it, and no date, so that one commit has one bill."""

import json
import subprocess

PROGRAMS = {"kamen", "kamen-lab", "kamen-launcher", "kamen-c", "kamen-python", "kamen-checkerboard"}


def main():
    told = subprocess.run(["cargo", "metadata", "--locked", "--format-version", "1"], capture_output=True, check=True).stdout
    metadata = json.loads(told)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    members = set(metadata["workspace_members"])
    open_ids = [member for member in members if packages[member]["name"] in PROGRAMS]
    edges = {}
    while open_ids:
        here = open_ids.pop()
        if here not in edges:
            # Of kind `None` is what is linked, or expanded while compiling.
            edges[here] = sorted(
                dep["pkg"] for dep in nodes[here]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])
            )
            open_ids += edges[here]
    ordered = sorted(edges, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "kamen", "version": version(packages, members)}},
        "components": [component(packages[id]) for id in ordered],
        "dependencies": [
            {"ref": reference(packages[id]), "dependsOn": [reference(packages[needed]) for needed in edges[id]]} for id in ordered
        ],
    }
    print(json.dumps(bill, indent=1, ensure_ascii=False))


def version(packages, members):
    return next(packages[member]["version"] for member in members if packages[member]["name"] == "kamen")


def reference(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package):
    found = {"type": "library", "bom-ref": reference(package), "name": package["name"], "version": package["version"], "purl": reference(package)}
    if package["license"]:
        found["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    return found


main()
