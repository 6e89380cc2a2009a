// SPDX-License-Identifier: GPL-3.0-or-later

// The same list as live-list.py, in JavaScript: stack: { run: "node Scenarios/programs/live-list.js" }.
'use strict';
const { readSync, writeSync } = require('node:fs');

class Phone {
  constructor(start) {
    this.screen = start.screen;
    this.tag = 0;
    this.isOpen = false;
    this.isLoaded = false; // shown once since it was opened
    this.rows = new Map(); // key -> content as JSON, as heard
    this.order = []; // their keys, in the order of the query
    this.shown = new Map(); // key -> content as JSON, as shown
    this.taps = new Map(); // tag of a write -> its journey
    this.writes = 0;
  }

  open() {
    if (this.isOpen) return [];
    this.isOpen = true;
    this.isLoaded = false;
    this.rows.clear();
    this.order = [];
    this.tag += 1;
    return [{ listen: this.tag }];
  }

  close() {
    if (!this.isOpen) return [];
    this.isOpen = false;
    return [{ unlisten: this.tag }];
  }

  hear(line) {
    if (line.tag !== this.tag) return [];
    this.take(line.events);
    let keys = this.screen.ascending ? this.order : [...this.order].reverse();
    keys = keys.slice(0, this.screen.limit ?? keys.length);
    const values = {};
    for (const key of keys) {
      if (this.shown.get(key) !== this.rows.get(key)) values[key] = JSON.parse(this.rows.get(key));
    }
    const isSame = Object.keys(values).length === 0 && keys.join() === [...this.shown.keys()].join();
    if (this.isLoaded && isSame) return [];
    this.isLoaded = true;
    this.shown = new Map(keys.map((key) => [key, this.rows.get(key)]));
    return [{ show: keys, values }];
  }

  // "after" is true of the finished batch: whatever goes or moves is taken out first, and then each row is put behind the
  // one that it comes after, which may be put there in the same batch.
  take(events) {
    const waiting = new Map();
    for (const { is, key, value, after } of events) {
      if (is === 'removed') this.rows.delete(key);
      else this.rows.set(key, JSON.stringify(value));
      if (is === 'added' || is === 'moved') waiting.set(after, key);
    }
    const placed = new Set(waiting.values());
    const kept = this.order.filter((key) => this.rows.has(key) && !placed.has(key));
    this.order = [];
    for (let key of [null, ...kept]) {
      if (key !== null) this.order.push(key);
      while (waiting.has(key)) {
        const next = waiting.get(key);
        waiting.delete(key);
        key = next;
        this.order.push(key);
      }
    }
  }

  lose(line) {
    this.isOpen = false;
    return [{ lost: line.tag }];
  }

  act(line) {
    this.writes += 1;
    this.taps.set(this.writes, line.journey);
    const path = `${this.screen.path}/${line.row}/likes`;
    return [{ write: this.writes, path, set: { '.sv': { increment: 1 } }, journey: line.journey }];
  }

  settle(line) {
    const journey = this.taps.get(line.tag);
    this.taps.delete(line.tag);
    return [{ over: journey }];
  }

  wake() {
    return [];
  }
}

const phones = new Map();

function answer(line) {
  if ('weir-stack' in line) return { 'weir-stack': 1, name: 'live-list.js', does: ['act'] };
  if (line.do === 'start') {
    phones.set(line.client, new Phone(line));
    return [];
  }
  return phones.get(line.client)[line.do](line);
}

// Nothing but the standard input tells time, so it is read one piece after the other, without an event loop.
let rest = '';
const piece = Buffer.alloc(1 << 16);
const decoder = new TextDecoder();
for (;;) {
  const count = readSync(0, piece, 0, piece.length, null);
  if (count === 0) break;
  const lines = (rest + decoder.decode(piece.subarray(0, count), { stream: true })).split('\n');
  rest = lines.pop();
  for (const text of lines) writeSync(1, JSON.stringify(answer(JSON.parse(text))) + '\n');
}
