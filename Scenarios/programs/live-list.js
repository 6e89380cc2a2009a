// SPDX-License-Identifier: GPL-3.0-or-later

// The same list as live-list.py, in JavaScript: stack: { run: "node Scenarios/programs/live-list.js" }.
'use strict';
const { readSync, writeSync } = require('node:fs');

/** The rows that one listen has heard. */
class Listen {
  constructor(tag, query, size, ascending) {
    this.tag = tag;
    this.query = query;
    this.size = size; // rows to show of it; the query asks for one more. Undefined: all
    this.ascending = ascending;
    this.isLoaded = false;
    this.rows = new Map(); // key -> content as JSON
    this.order = []; // their keys, in the order of the query
  }

  // "after" is true of the finished batch: whatever goes or moves is taken out first, and then each row is put behind the
  // one that it comes after, which may be put there in the same batch.
  take(events) {
    this.isLoaded = true;
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

  shown() {
    const keys = this.ascending ? this.order : [...this.order].reverse();
    return keys.slice(0, this.size);
  }

  hasMore() {
    return this.size !== undefined && this.order.length > this.size;
  }
}

/** The list of one phone, from one start of its app to the next. */
class Phone {
  constructor(start) {
    this.screen = start.screen;
    this.isOpen = false;
    this.isLoaded = false; // shown once since it was opened
    this.tag = 0;
    this.listens = []; // one behind the other: the list is what they show
    this.pageUnderWay = null; // the call, and the two listens that take the place of the last one
    this.shown = new Map(); // key -> content as JSON, as shown
    this.taps = new Map(); // tag of a write -> its journey
    this.writes = 0;
  }

  listen(query, size) {
    this.tag += 1;
    return new Listen(this.tag, query, size, this.screen.ascending);
  }

  open() {
    if (this.isOpen) return [];
    this.isOpen = true;
    this.isLoaded = false;
    this.listens = [this.listen(this.screen.query, this.screen.limit)];
    return [{ listen: this.tag }];
  }

  close() {
    this.isOpen = false;
    return this.stop('cancelled');
  }

  // Ends all listens but the one that is lost already, and the page that is under way.
  stop(why, lost) {
    const wishes = [];
    if (this.pageUnderWay) {
      wishes.push({ 'page-failed': this.pageUnderWay.call, why });
      this.listens.push(...this.pageUnderWay.listens);
    }
    for (const { tag } of this.listens) if (tag !== lost) wishes.push({ unlisten: tag });
    this.listens = [];
    this.pageUnderWay = null;
    return wishes;
  }

  hear(line) {
    const page = this.pageUnderWay;
    const listens = page ? page.listens : [];
    for (const listen of [...this.listens, ...listens]) {
      if (listen.tag === line.tag) listen.take(line.events);
    }
    if (!this.listens.every((listen) => listen.isLoaded)) return [];
    if (!page || !listens.every((listen) => listen.isLoaded)) return this.show();
    const before = this.listens.pop();
    this.listens.push(...listens);
    this.pageUnderWay = null;
    const last = listens[1];
    return [
      { unlisten: before.tag },
      ...this.show(),
      { paged: page.call, new: last.shown().length, more: last.hasMore() },
    ];
  }

  show() {
    const rows = new Map();
    for (const listen of this.listens) {
      for (const key of listen.shown()) if (!rows.has(key)) rows.set(key, listen.rows.get(key));
    }
    const keys = [...rows.keys()];
    const values = {};
    for (const key of keys) {
      if (this.shown.get(key) !== rows.get(key)) values[key] = JSON.parse(rows.get(key));
    }
    const isSame = Object.keys(values).length === 0 && keys.join() === [...this.shown.keys()].join();
    if (this.isLoaded && isSame) return [];
    this.isLoaded = true;
    this.shown = rows;
    return [{ show: keys, values }];
  }

  page(line) {
    if (!this.isOpen || !this.isLoaded) return [{ 'page-failed': line.call, why: 'not-loaded' }];
    if (this.pageUnderWay) return [{ 'page-failed': line.call, why: 'busy' }];
    const last = this.listens[this.listens.length - 1];
    if (!last.hasMore()) return [{ paged: line.call, new: 0, more: false }];
    // What is shown by now ends at its last row from now on, or it would slide and leave a hole; the page is behind it.
    const [count, near, far] = this.screen.ascending ? ['first', 'to', 'from'] : ['last', 'from', 'to'];
    const end = this.end(last);
    const { [count]: _, ...query } = last.query;
    const kept = this.listen({ ...query, [near]: end });
    const next = this.listen({ ...query, [count]: line.rows + 1, [far]: { ...end, exclusive: true } }, line.rows);
    this.pageUnderWay = { call: line.call, listens: [kept, next] };
    return [kept, next].map(({ tag, query }) => ({ listen: tag, query }));
  }

  // The last row that is shown, as the end of a query.
  end(listen) {
    const key = listen.shown().pop();
    const { by, child } = this.screen.query;
    if (by === 'key') return { key };
    let value = JSON.parse(listen.rows.get(key));
    for (const name of by === 'child' ? child.split('/') : []) value = value?.[name] ?? null;
    return { value, key };
  }

  lose(line) {
    this.isOpen = false;
    return [...this.stop(line.why, line.tag), { lost: line.tag }];
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
  if ('weir-stack' in line) return { 'weir-stack': 1, name: 'live-list.js', does: ['page', 'act'] };
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
