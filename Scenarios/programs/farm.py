#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sweep farm as stacks of Weir's: phones are the nodes of a cluster, and the backend's data is the table of shards.

Three roles, each a group of phones with a program of its own, `python3 Scenarios/programs/farm.py ROLE OPTIONS`:

    coordinator  puts the shards into the table, watches who is alive, and puts back the shard of a node that is gone
    node         takes a shard, works for as long as its seeds take, says that it is done, takes the next one
    merger       waits until all is done, reads the table of what is done, works for as long as a merge takes

The table has a place for each state of a shard, so that a step of a shard is one write that takes it from one place and puts
it into another; the rules of the scenario let one node alone win. A tap on the job is the wish of a person to see it through:
the tap is over when the shard, the sweep or the merge is, so that `write-to-ack` of a group is how long those take. What was
lost lies in the table, too: a row for each shard whose node was gone, or was gone for so long that somebody else had it.
"""
import argparse
import json
import random
import sys

SECOND = 1_000_000_000
JOB = "jobs/sweep"


def options():
    reader = argparse.ArgumentParser()
    reader.add_argument("role", choices=["coordinator", "node", "merger"])
    reader.add_argument("--seeds", type=int, default=100_000, help="seeds of the whole sweep")
    reader.add_argument("--shards", type=int, default=100, help="shards of the whole sweep")
    reader.add_argument("--grace", type=float, default=10, help="seconds after which a lost node counts as dead")
    reader.add_argument("--seed-time", type=float, default=4.81, help="milliseconds that a seed takes a node")
    reader.add_argument("--stragglers", type=float, default=0, help="the share of the nodes that are slow, in percent")
    reader.add_argument("--slowness", type=float, default=4, help="how many times as long a seed takes those")
    reader.add_argument("--keep", type=float, default=0, help="seconds from one note of what is done to the next; 0: none")
    reader.add_argument("--file-time", type=float, default=0.03, help="milliseconds that a merge takes for each file")
    reader.add_argument("--row-time", type=float, default=0.03, help="milliseconds that a merge takes for each seed")
    reader.add_argument("--account", help="a file to which the merger adds what became of the sweep, for tables of many")
    return reader.parse_args()


class Phone:
    """What the three have in common: the list of jobs on the screen, further listens, writes that are answered."""

    def __init__(self, start):
        self.number = start["client"]
        # `chance` is another one in each life of a phone.
        self.chance = random.Random(start["chance"])
        self.tags = 0
        self.listens = {}  # tag -> what its events are for
        self.tables = {}  # name -> key -> row, as heard
        self.writes = {}  # tag -> what is to be done when it is answered
        self.taps = []  # journeys that wait
        self.shown = None
        self.now = 0

    def open(self, line):
        return [self.listen("jobs")] if "jobs" not in self.tables else []

    def close(self, line):
        wishes = [{"unlisten": tag} for tag in self.listens]
        self.listens, self.tables, self.shown = {}, {}, None
        return wishes

    def listen(self, name, path=None, query=None):
        self.tags += 1
        self.listens[self.tags] = name
        self.tables[name] = {}
        wish = {"listen": self.tags}
        if path:
            wish.update(path=path, query=query or {"by": "key"})
        return wish

    def unlisten(self, name):
        tags = [tag for tag, other in self.listens.items() if other == name]
        for tag in tags:
            del self.listens[tag]
        return [{"unlisten": tag} for tag in tags]

    def hear(self, line):
        name = self.listens.get(line["tag"])
        if name is None:
            return []
        # The order of rows does not matter to anybody here.
        table = self.tables[name]
        for event in line["events"]:
            if event["is"] == "removed":
                del table[event["key"]]
            else:
                table[event["key"]] = event["value"]
        return (self.show(table) if name == "jobs" else []) + self.heard(name, line["events"])

    def show(self, jobs):
        if jobs == self.shown:
            return []
        fresh = {key: row for key, row in jobs.items() if (self.shown or {}).get(key) != row}
        self.shown = dict(jobs)
        return [{"show": sorted(jobs), "values": fresh}]

    def job(self):
        return self.tables.get("jobs", {}).get("sweep", {"state": "none"})

    def write(self, rows, then, journey=0):
        """One write to several places below `farm`, all of them or none."""
        self.tags += 1
        self.writes[self.tags] = then
        return [{"write": self.tags, "path": "farm", "merge": rows, "journey": journey}]

    def settle(self, line):
        return self.writes.pop(line["tag"])(line["answer"] == "committed")

    def act(self, line):
        self.taps.append(line["journey"])
        return self.tapped()

    def tapped(self):
        return []

    def end_taps(self):
        wishes = [{"over": journey} for journey in self.taps]
        self.taps = []
        return wishes

    def wake(self, line):
        return []


class Coordinator(Phone):
    """Submits, watches, submits again. Whoever is gone for longer than the grace has lost what it worked at."""

    def open(self, line):
        wishes = super().open(line)
        self.gone = {}  # node that is gone -> when that was seen
        self.left = {}  # node -> when it was seen to be gone last
        self.known = {}  # shard -> its row, as it was when somebody took it
        self.is_swept = False
        return wishes

    def tapped(self):
        if self.job()["state"] != "ready":
            return []
        each, rest = divmod(given.seeds, given.shards)
        rows = {f"free/s{number:06}": {"seeds": each + (number < rest), "done": 0, "try": 0} for number in range(given.shards)}
        rows[f"{JOB}/state"] = "running"
        return self.write(rows, lambda is_done: [])

    def heard(self, name, events):
        wishes = []
        if name == "jobs" and "alive" not in self.tables:
            # Not before the list is shown: all that it listens to until then belongs to what loads.
            wishes += [self.listen(other, f"farm/{other}") for other in ["running", "alive", "count"]]
        for event in events:
            key = event["key"]
            if name == "alive" and event["is"] == "removed":
                self.gone[key] = self.left[key] = self.now
                wishes.append({"wake": self.now + int(given.grace * SECOND)})
            elif name == "alive":
                # Nobody has given its shard to another one yet: it goes on where it is, unless its app has died.
                self.gone.pop(key, None)
            elif name == "running":
                wishes += self.watch(key, event["value"] if event["is"] != "removed" else None)
        if name == "count" and self.tables["count"].get("shards") == given.shards and not self.is_swept:
            self.is_swept = True
            journey = self.taps[0] if self.taps else 0
            wishes += self.write({f"{JOB}/state": "swept"}, lambda is_done: self.end_taps(), journey)
        return wishes

    def wake(self, line):
        wishes = []
        for shard, row in sorted(self.tables.get("running", {}).items()):
            since = self.gone.get(row["node"])
            if since is None or self.now - since < given.grace * SECOND:
                continue
            rows = self.loss(shard, row, since)
            rows[f"running/{shard}"] = None
            rows[f"free/{shard}"] = {"seeds": row["seeds"], "done": row["done"], "try": row["try"] + 1}
            wishes += self.write(rows, lambda is_done: [])
        return wishes

    def watch(self, shard, row):
        """Sees who works at a shard; an app that was killed and is back before the grace is over has taken it again."""
        before = self.known.pop(shard, None)
        if row is None:
            return []
        self.known[shard] = row
        if before is None or before["try"] == row["try"] or before["node"] != row["node"]:
            return []
        return self.write(self.loss(shard, before, self.left.get(row["node"], self.now)), lambda is_done: [])

    def loss(self, shard, row, since):
        """What a node did from when it began, or noted last what is done, to when it was gone, is lost."""
        worked = min(row["seeds"], row["from"] + max(0, since - row["since"]) // row["pace"])
        lost = max(0, worked - row["done"])
        return {f"lost/{shard}-{row['try']}": {"seeds": lost, "node": row["node"], "why": "died"}}


class Node(Phone):
    """Takes a shard, works, says so. It asks for few free shards from a random place on, and listens no longer than that."""

    def __init__(self, start):
        super().__init__(start)
        self.name = f"nodes-{self.number}"
        # How fast a machine is stays the same from one start to the next.
        dice = random.Random(f"{seed} {self.number}")
        is_slow = dice.random() * 100 < given.stragglers
        self.pace = int(given.seed_time * 1e6 * (given.slowness if is_slow else 1))
        self.mine = None  # the shard at work
        self.due = None
        self.is_asking = False

    def heard(self, name, events):
        if name == "jobs":
            if self.job()["state"] == "running" and self.mine is None and not self.is_asking:
                self.is_asking = True
                # What an earlier life of this app has left: the shard is still its own, until somebody puts it back.
                return [self.listen("left", "farm/running", self.own())]
        elif name == "left":
            wishes = self.unlisten("left")
            for shard, row in self.tables.pop("left").items():
                return wishes + self.take(shard, row, "running")
            return wishes + self.ask()
        elif name == "free":
            if not self.tables["free"]:
                if self.is_all:
                    self.is_waiting = True
                    return []
                # Nothing from the random place on; so from the start, and if there is nothing either, until there is.
                self.is_all = True
                return self.unlisten("free") + [self.listen("free", "farm/free", {"by": "key", "first": 8})]
            if not self.is_waiting:
                return self.choose()
            if self.due is None:
                # All who wait hear it at once; so that they do not all want it, each hesitates for a while.
                self.due = self.now + int(self.chance.random() * 5 * SECOND)
                return [{"wake": self.due}]
        return []

    def own(self):
        me = {"value": self.name}
        return {"by": "child", "child": "node", "from": me, "to": me}

    def ask(self):
        self.is_asking, self.is_waiting, self.is_all = True, False, False
        start = f"s{self.chance.randrange(given.shards):06}"
        return [self.listen("free", "farm/free", {"by": "key", "first": 8, "from": {"key": start}})]

    def choose(self):
        free = self.tables["free"]
        shard = self.chance.choice(sorted(free))
        return self.unlisten("free") + self.take(shard, free[shard], "free")

    def take(self, shard, row, place):
        row = {
            "node": self.name, "seeds": row["seeds"], "done": row["done"], "from": row["done"], "since": self.now,
            "try": row["try"] + (place == "running"), "pace": self.pace,
        }
        rows = {f"running/{shard}": row}
        if place == "free":
            rows[f"free/{shard}"] = None
        return self.write(rows, lambda is_mine: self.work(shard, row) if is_mine else self.ask())

    def work(self, shard, row):
        self.is_asking = False
        self.mine, self.row, self.began = shard, row, self.now
        return self.plan()

    def plan(self):
        end = self.began + (self.row["seeds"] - self.row["from"]) * self.pace
        self.due = min(end, self.now + int(given.keep * SECOND)) if given.keep else end
        return [{"wake": self.due}]

    def wake(self, line):
        # An alarm may mean nothing.
        if self.due is None or self.now < self.due:
            return []
        self.due = None
        if self.mine is None:
            return self.choose() if self.tables.get("free") else []
        shard, row = self.mine, self.row
        done = min(row["seeds"], row["from"] + (self.now - self.began) // self.pace)
        if done < row["seeds"]:
            self.row["done"] = done
            wishes = self.write({f"running/{shard}/done": done}, lambda is_mine: [] if is_mine else self.give_up(done))
            return wishes + self.plan()
        journey = self.taps[0] if self.taps else 0
        rows = {
            f"done/{shard}": {"seeds": row["seeds"], "node": self.name, "try": row["try"]},
            f"running/{shard}": None,
            "count/shards": {".sv": {"increment": 1}},
        }
        return self.write(rows, lambda is_mine: self.finish() if is_mine else self.give_up(done), journey)

    def finish(self):
        self.mine = None
        return self.end_taps() + self.ask()

    def give_up(self, done):
        """Somebody else was given the shard, while this node could not be reached: all of it is done twice."""
        if self.mine is None:
            return []
        shard, row = self.mine, self.row
        lost, self.mine, self.due = done - row["from"], None, None
        rows = {f"lost/{shard}-{row['try']}-twice": {"seeds": lost, "node": self.name, "why": "twice"}}
        return self.write(rows, lambda is_done: []) + self.end_taps() + self.ask()


class Merger(Phone):
    """Reads the table of what is done, as a merge reads files, and believes nothing."""

    due = None

    def heard(self, name, events):
        if name == "jobs" and self.job()["state"] == "swept" and "done" not in self.tables:
            return [self.listen("done", "farm/done"), self.listen("lost", "farm/lost")]
        if name == "lost" and self.due is None:
            done = self.tables["done"]
            seeds = sum(row["seeds"] for row in done.values())
            assert len(done) == given.shards and seeds == given.seeds, f"{len(done)} shards with {seeds} seeds"
            self.swept = self.now
            cost = len(done) * given.file_time + seeds * given.row_time
            self.due = self.now + int(cost * 1e6)
            return [{"wake": self.due}]
        return []

    def wake(self, line):
        if self.due is None or self.now < self.due or self.job()["state"] != "swept":
            return []
        if given.account:
            lost = self.tables["lost"].values()
            words = {"swept": self.swept / SECOND, "merged": self.now / SECOND}
            for why in ["died", "twice"]:
                words[why] = [row["seeds"] for row in lost if row["why"] == why]
            with open(given.account, "a", encoding="utf-8") as file:
                file.write(json.dumps(words) + "\n")
        journey = self.taps[0] if self.taps else 0
        return self.write({f"{JOB}/state": "merged"}, lambda is_done: self.end_taps(), journey)


given = options()
roles = {"coordinator": Coordinator, "node": Node, "merger": Merger}
phones = {}
seed = ""


def answer(line):
    global seed
    if "weir-stack" in line:
        seed = line["seed"]
        return {"weir-stack": 1, "name": f"farm.py {given.role}"}
    if line["do"] == "start":
        phones[line["client"]] = roles[given.role](line)
        return []
    phone = phones[line["client"]]
    phone.now = line.get("at", phone.now)
    if line["do"] == "lose":
        return [{"lost": line["tag"]}]
    return getattr(phone, line["do"])(line)


for text in sys.stdin:
    print(json.dumps(answer(json.loads(text)), separators=(",", ":")), flush=True)
