#!/usr/bin/env python3
"""A container image with the static program and nothing else, as an OCI archive.

    oci.py OUT.tar FOLDER...

Each FOLDER is a dist/jfrtool-VERSION-linux-PROCESSOR; the image has one variant for each processor. No
daemon and no other tool takes part, and the same input gives the same bytes (SOURCE_DATE_EPOCH).
Layout: https://github.com/opencontainers/image-spec, image-layout.md, 1.0.
"""
import datetime
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile

VERSION, EPOCH = os.environ["VERSION"], int(os.environ["SOURCE_DATE_EPOCH"])
CREATED = datetime.datetime.fromtimestamp(EPOCH, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
OCI = "application/vnd.oci.image."
PROCESSORS = {"x86_64": "amd64", "aarch64": "arm64"}
blobs = {}


def member(tar, name, content=None, mode=0o644):
    entry = tarfile.TarInfo(name)
    entry.mtime, entry.mode = EPOCH, mode
    if content is None:
        entry.type = tarfile.DIRTYPE
        tar.addfile(entry)
    else:
        entry.size = len(content)
        tar.addfile(entry, io.BytesIO(content))


def blob(kind, content, **more):
    """Keeps the content; what an index or a manifest says of it."""
    digest = hashlib.sha256(content).hexdigest()
    blobs[digest] = content
    return {"mediaType": OCI + kind, "digest": "sha256:" + digest, "size": len(content), **more}


def as_json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def image(folder):
    processor = folder.rstrip("/").rsplit("-", 1)[-1]
    layer = io.BytesIO()
    with tarfile.open(fileobj=layer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        def add(name, source, mode=0o644):
            with open(os.path.join(folder, source), "rb") as file:
                member(tar, name, file.read(), mode)
        for name, mode in (("tmp", 0o1777), ("usr", 0o755), ("usr/bin", 0o755), ("usr/share", 0o755),
                           ("usr/share/doc", 0o755), ("usr/share/doc/jfrtool", 0o755)):
            member(tar, name, mode=mode)
        add("usr/bin/jfrtool", "jfrtool", 0o755)
        add("usr/share/doc/jfrtool/LICENSE", "LICENSE")
        add("usr/share/doc/jfrtool/jfrtool.spdx.json", "jfrtool.spdx.json")
        for name in sorted(os.listdir(os.path.join(folder, "licences"))):
            add("usr/share/doc/jfrtool/" + name, "licences/" + name)
    packed = gzip.compress(layer.getvalue(), 9, mtime=0)
    config = {
        "created": CREATED,
        "architecture": PROCESSORS[processor],
        "os": "linux",
        "config": {
            "Entrypoint": ["/usr/bin/jfrtool"],
            "Env": ["PATH=/usr/bin"],
            "WorkingDir": "/data",
            "User": "65532:65532",
            "Labels": {
                "org.opencontainers.image.title": "jfrtool",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer.getvalue()).hexdigest()]},
        "history": [{"created": CREATED, "created_by": "packaging/oci.py"}],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": OCI + "manifest.v1+json",
        "config": blob("config.v1+json", as_json(config)),
        "layers": [blob("layer.v1.tar+gzip", packed)],
    }
    return blob("manifest.v1+json", as_json(manifest),
                platform={"architecture": PROCESSORS[processor], "os": "linux"})


def main():
    out, folders = sys.argv[1], sys.argv[2:]
    both = {"schemaVersion": 2, "mediaType": OCI + "index.v1+json", "manifests": [image(f) for f in folders]}
    named = blob("index.v1+json", as_json(both),
                 annotations={"org.opencontainers.image.ref.name": VERSION})
    index = {"schemaVersion": 2, "mediaType": OCI + "index.v1+json", "manifests": [named]}
    with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as tar:
        member(tar, "oci-layout", as_json({"imageLayoutVersion": "1.0.0"}))
        member(tar, "index.json", as_json(index))
        member(tar, "blobs", mode=0o755)
        member(tar, "blobs/sha256", mode=0o755)
        for digest in sorted(blobs):
            member(tar, "blobs/sha256/" + digest, blobs[digest])


main()
