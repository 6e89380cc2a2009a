#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A live list of a few phones, as a stack of Weir's: one line of JSON comes in, one line goes out.

Weir starts it for `stack: { run: "python3 Scenarios/programs/live-list.py" }`. It keeps what its listen hears, sorted by key, and
shows the first ones in the order of its query; a tap on a row counts its likes up.
"""
import json
import sys


class Phone:
    """The list of one phone, from one start of its app to the next."""

    def __init__(self, start):
        self.screen = start["screen"]
        self.tag = 0
        self.is_open = False
        self.is_loaded = False  # shown once since it was opened
        self.rows = {}  # key -> content, as heard
        self.order = []  # their keys, in the order of the query
        self.shown = {}  # key -> content, as shown
        self.taps = {}  # tag of a write -> its journey
        self.writes = 0

    def open(self, line):
        if self.is_open:
            return []
        self.is_open = True
        self.is_loaded = False
        self.rows, self.order = {}, []
        self.tag += 1
        return [{"listen": self.tag}]

    def close(self, line):
        if not self.is_open:
            return []
        self.is_open = False
        return [{"unlisten": self.tag}]

    def hear(self, line):
        if line["tag"] != self.tag:
            return []
        self.take(line["events"])
        keys = self.order if self.screen["ascending"] else self.order[::-1]
        keys = keys[: self.screen.get("limit", len(keys))]
        fresh = {k: self.rows[k] for k in keys if self.shown.get(k) != self.rows[k]}
        if self.is_loaded and not fresh and keys == list(self.shown):
            return []
        self.is_loaded = True
        self.shown = {k: self.rows[k] for k in keys}
        return [{"show": keys, "values": fresh}]

    def take(self, events):
        # "after" is true of the finished batch: whatever goes or moves is taken out first, and then each row is put
        # behind the one that it comes after, which may be put there in the same batch.
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

    def lose(self, line):
        self.is_open = False
        return [{"lost": line["tag"]}]

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
        return {"weir-stack": 1, "name": "live-list.py", "does": ["act"]}
    if line["do"] == "start":
        phones[line["client"]] = Phone(line)
        return []
    return getattr(phones[line["client"]], line["do"])(line)


for text in sys.stdin:
    print(json.dumps(answer(json.loads(text)), separators=(",", ":")), flush=True)
