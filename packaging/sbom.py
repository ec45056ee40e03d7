#!/usr/bin/env python3
"""What is inside a static program, as an SPDX 2.3 document in JSON, on standard output.

    sbom.py PROCESSOR PACKAGES.TSV

PACKAGES.TSV has a line for each library: package, its version, source package, its version
(packaging/sysroot.sh writes it). The same input gives the same bytes: the document's name space is made
of a sum of what it says.
"""
import datetime
import hashlib
import json
import os
import subprocess
import sys

processor, table = sys.argv[1:3]
version = os.environ["VERSION"]
created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
arch = {"x86_64": "amd64", "aarch64": "arm64"}[processor]
distribution = "debian"
try:
    for line in open("/etc/os-release", encoding="utf-8"):
        if line.startswith("ID="):
            distribution = line[3:].strip().strip('"')
except OSError:
    pass


def part(identity, name, number, purl, what):
    return {
        "SPDXID": identity,
        "name": name,
        "versionInfo": number,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "comment": what,
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


libraries = [line.rstrip("\n").split("\t") for line in open(table, encoding="utf-8")]
libc = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libc6-dev"], capture_output=True, text=True)
if libc.returncode == 0:
    libraries.append(["libc6-dev", libc.stdout, "glibc", libc.stdout])
program = part("SPDXRef-jfrtool", "jfrtool", version, f"pkg:generic/jfrtool@{version}?arch={processor}",
               "Its licence is in LICENSE, those of the libraries in licences/.")
program["licenseDeclared"] = "Apache-2.0"
packages = [program]
relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-jfrtool"}]
for package, number, source, source_version in libraries:
    identity = "SPDXRef-" + package.replace("+", "-").replace("_", "-")
    packages.append(part(identity, package, number,
                         f"pkg:deb/{distribution}/{package}@{number}?arch={arch}",
                         f"linked statically; source package {source} {source_version}"))
    relations.append({"spdxElementId": "SPDXRef-jfrtool", "relationshipType": "STATIC_LINK", "relatedSpdxElement": identity})
text = json.dumps([packages, relations], sort_keys=True)
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"jfrtool-{version}-linux-{processor}",
    "documentNamespace": "urn:sha256:" + hashlib.sha256(text.encode()).hexdigest(),
    "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": [f"Tool: jfrtool-packaging-{version}"]},
    "packages": packages,
    "relationships": relations,
}
json.dump(document, sys.stdout, indent=1)
print()
