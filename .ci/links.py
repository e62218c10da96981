"""The links of pages in HTML."""

import html.parser


class Page(html.parser.HTMLParser):
    """The links of a page, and what links can lead to in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.leads_on = set(), {""}, False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        # Such a page leads on to the same place of another one.
        self.leads_on |= tag == "meta" and ("http-equiv", "refresh") in attributes
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "base":
                self.links.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)
