#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A live list of a few phones, as a stack of Weir's: one line of JSON comes in, one line goes out.

Weir starts it for `stack: { run: "python3 Scenarios/programs/live-list.py" }`. It keeps what its listens hear, in the order of the
query, and shows the first rows of it. Who scrolls on gets one more listen behind the last row; a tap on a row counts its likes up.
"""
import json
import sys


class Listen:
    """The rows that one listen has heard."""

    def __init__(self, tag, query, size, ascending):
        self.tag = tag
        self.query = query
        self.ascending = ascending
        self.size = size  # rows to show of it; the query asks for one more. None: all
        self.is_loaded = False
        self.rows = {}  # key -> content
        self.order = []  # their keys, in the order of the query

    def take(self, events):
        # "after" is true of the finished batch: whatever goes or moves is taken out first, and then each row is put
        # behind the one that it comes after, which may be put there in the same batch.
        self.is_loaded = True
        waiting = {}
        for event in events:
            key = event["key"]
            if event["is"] == "removed":
                del self.rows[key]
            else:
                self.rows[key] = event["value"]
            if event["is"] in ("added", "moved"):
                waiting[event["after"]] = key
        placed = set(waiting.values())
        kept = [key for key in self.order if key in self.rows and key not in placed]
        self.order = []
        for key in [None] + kept:
            if key is not None:
                self.order.append(key)
            while key in waiting:
                key = waiting.pop(key)
                self.order.append(key)

    def shown(self):
        return (self.order if self.ascending else self.order[::-1])[: self.size]

    def has_more(self):
        return self.size is not None and len(self.order) > self.size


class Phone:
    """The list of one phone, from one start of its app to the next."""

    def __init__(self, start):
        self.screen = start["screen"]
        self.is_open = False
        self.is_loaded = False  # shown once since it was opened
        self.tag = 0
        self.listens = []  # one behind the other: the list is what they show
        self.page_under_way = None  # the call, and the two listens that take the place of the last one
        self.shown = {}  # key -> content, as shown
        self.taps = {}  # tag of a write -> its journey
        self.writes = 0

    def listen(self, query, size=None):
        self.tag += 1
        return Listen(self.tag, query, size, self.screen["ascending"])

    def open(self, line):
        if self.is_open:
            return []
        self.is_open = True
        self.is_loaded = False
        self.listens = [self.listen(self.screen["query"], self.screen.get("limit"))]
        return [{"listen": self.tag}]

    def close(self, line):
        self.is_open = False
        return self.stop("cancelled")

    def stop(self, why, lost=None):
        """Ends all listens but the one that is lost already, and the page that is under way."""
        wishes = []
        if self.page_under_way:
            call, *new = self.page_under_way
            wishes.append({"page-failed": call, "why": why})
            self.listens += new
        wishes += [{"unlisten": listen.tag} for listen in self.listens if listen.tag != lost]
        self.listens, self.page_under_way = [], None
        return wishes

    def hear(self, line):
        call, *new = self.page_under_way or [None]
        for listen in self.listens + new:
            if listen.tag == line["tag"]:
                listen.take(line["events"])
        if not all(listen.is_loaded for listen in self.listens):
            return []
        if not new or not all(listen.is_loaded for listen in new):
            return self.show()
        before = self.listens.pop()
        self.listens += new
        self.page_under_way = None
        page = {"paged": call, "new": len(new[1].shown()), "more": new[1].has_more()}
        return [{"unlisten": before.tag}] + self.show() + [page]

    def show(self):
        rows = {}
        for listen in self.listens:
            for key in listen.shown():
                rows.setdefault(key, listen.rows[key])
        fresh = {k: rows[k] for k in rows if self.shown.get(k) != rows[k]}
        if self.is_loaded and not fresh and list(rows) == list(self.shown):
            return []
        self.is_loaded = True
        self.shown = rows
        return [{"show": list(rows), "values": fresh}]

    def page(self, line):
        if not self.is_open or not self.is_loaded:
            return [{"page-failed": line["call"], "why": "not-loaded"}]
        if self.page_under_way:
            return [{"page-failed": line["call"], "why": "busy"}]
        last = self.listens[-1]
        if not last.has_more():
            return [{"paged": line["call"], "new": 0, "more": False}]
        # What is shown by now ends at its last row from now on, or it would slide and leave a hole; the page is behind it.
        count, near, far = ("first", "to", "from") if self.screen["ascending"] else ("last", "from", "to")
        end = self.end(last)
        query = {k: v for k, v in last.query.items() if k != count}
        kept = self.listen({**query, near: end})
        new = self.listen({**query, count: line["rows"] + 1, far: {**end, "exclusive": True}}, line["rows"])
        self.page_under_way = (line["call"], kept, new)
        return [{"listen": listen.tag, "query": listen.query} for listen in (kept, new)]

    def end(self, listen):
        """The last row that is shown, as the end of a query."""
        key = listen.shown()[-1]
        value, by = listen.rows[key], self.screen["query"]["by"]
        if by == "key":
            return {"key": key}
        for name in self.screen["query"]["child"].split("/") if by == "child" else []:
            value = value.get(name) if isinstance(value, dict) else None
        return {"value": value, "key": key}

    def lose(self, line):
        self.is_open = False
        return self.stop(line["why"], lost=line["tag"]) + [{"lost": line["tag"]}]

    def act(self, line):
        self.writes += 1
        self.taps[self.writes] = line["journey"]
        path = f'{self.screen["path"]}/{line["row"]}/likes'
        return [{"write": self.writes, "path": path, "set": {".sv": {"increment": 1}}, "journey": line["journey"]}]

    def settle(self, line):
        return [{"over": self.taps.pop(line["tag"])}]

    def wake(self, line):
        return []


phones = {}


def answer(line):
    if "weir-stack" in line:
        return {"weir-stack": 1, "name": "live-list.py", "does": ["page", "act"]}
    if line["do"] == "start":
        phones[line["client"]] = Phone(line)
        return []
    return getattr(phones[line["client"]], line["do"])(line)


for text in sys.stdin:
    print(json.dumps(answer(json.loads(text)), separators=(",", ":")), flush=True)
