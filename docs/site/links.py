#!/usr/bin/env python3
"""Do the links of a site lead somewhere? links.py FOLDER WHERE: WHERE is the address of the sources, which
is the tree when it is "..". Says each that does not, and ends with 1 then."""
import html.parser
import os
import sys
import urllib.parse

folder, where = sys.argv[1:3]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.places.add(value)
            elif name in ("href", "src"):
                self.links.append(value)


pages = {name: Page(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".html")}
broken = links = 0
for name, page in pages.items():
    for link in page.links:
        links += 1
        path, place = urllib.parse.urldefrag(link)
        if urllib.parse.urlparse(link).scheme:
            continue
        if path.startswith("../") and where == "..":
            good = os.path.exists(os.path.join(ROOT, path[3:]))
        else:
            target = path or name
            good = os.path.exists(os.path.join(folder, target)) and \
                (not place or target not in pages or urllib.parse.unquote(place) in pages[target].places)
        if not good:
            broken += 1
            print(f"{name}: {link} leads nowhere")
print(f"{len(pages)} pages, {links} links, {broken} broken")
sys.exit(broken > 0)
