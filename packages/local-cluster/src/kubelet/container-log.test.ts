import { appendFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContainerLog } from './container-log.ts';
import { type LogQuery, readLog } from './read-log.ts';

const EVERYTHING: LogQuery = { follow: false, timestamps: false, tailLines: null, sinceMs: null, limitBytes: null };
let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'container-log-'));
  path = join(directory, 'main.0.log');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const still = <T>(action: () => T): T => action();

async function text(log: ContainerLog, query: Partial<LogQuery> = {}): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readLog(log, { ...EVERYTHING, ...query }, new AbortController().signal)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('reading', () => {
  test('returns all, the last lines, or the first bytes', async () => {
    appendFileSync(path, 'one\ntwo\nthree\n');
    const log = new ContainerLog(path);
    expect(await text(log)).toBe('one\ntwo\nthree\n');
    expect(await text(log, { tailLines: 2 })).toBe('two\nthree\n');
    expect(await text(log, { tailLines: 0 })).toBe('');
    expect(await text(log, { tailLines: 99 })).toBe('one\ntwo\nthree\n');
    expect(await text(log, { limitBytes: 5 })).toBe('one\nt');
  });

  test('returns a last line without its newline, and bytes that are not text, unchanged', async () => {
    appendFileSync(path, Buffer.from([0x61, 0x0a, 0xff, 0x00, 0xfe]));
    const log = new ContainerLog(path);
    const pieces: Buffer[] = [];
    for await (const piece of readLog(log, EVERYTHING, new AbortController().signal)) pieces.push(piece);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from([0x61, 0x0a, 0xff, 0x00, 0xfe]));
    expect(await text(log, { tailLines: 1 })).toHaveLength(3);
  });

  test('finds the tail of a log longer than one chunk', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at}`);
    appendFileSync(path, `${lines.join('\n')}\n`);
    const log = new ContainerLog(path);
    expect(await text(log, { tailLines: 10_000 })).toBe(`${lines.slice(-10_000).join('\n')}\n`);
  });
});

describe('times', () => {
  test('are when the lines were seen, and can be filtered by', async () => {
    appendFileSync(path, 'before\n');
    const past = new Date('2026-01-01T10:00:00.500Z');
    utimesSync(path, past, past);
    const log = new ContainerLog(path);
    const startedMs = Date.now();
    appendFileSync(path, 'after\n');
    log.observe();
    const [first = '', second = ''] = (await text(log, { timestamps: true })).split('\n');
    expect(first).toBe('2026-01-01T10:00:00.500000000Z before');
    expect(second).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z after$/);
    expect(Date.parse(`${second.slice(0, 23)}Z`)).toBeGreaterThanOrEqual(startedMs);
    expect(await text(log, { sinceMs: startedMs })).toBe('after\n');
    expect(await text(log, { sinceMs: past.getTime() })).toBe('before\nafter\n');
    expect(await text(log, { sinceMs: Date.now() + 60_000 })).toBe('');
  });

  test('survive a restart of the watcher', async () => {
    appendFileSync(path, 'seen\n');
    const first = new ContainerLog(path);
    const shown = await text(first, { timestamps: true });
    first.detach();
    const later = new Date(Date.now() + 60_000);
    utimesSync(path, later, later);
    expect(await text(new ContainerLog(path), { timestamps: true })).toBe(shown);
  });
});

describe('rotation', () => {
  test('keeps two files that read as one, with continuous offsets and times', async () => {
    const log = new ContainerLog(path, 100);
    const written: string[] = [];
    appendFileSync(path, '');
    log.follow(still);
    for (let at = 0; at < 50; at++) {
      written.push(`line ${String(at).padStart(3, '0')}`);
      appendFileSync(path, `${written.at(-1)}\n`);
      log.observe();
    }
    log.close();
    const retained = await text(log);
    expect(`${written.join('\n')}\n`.endsWith(retained)).toBe(true);
    expect(retained.length).toBeGreaterThan(100);
    expect(retained.length).toBeLessThan(300);
    const again = new ContainerLog(path, 100);
    expect([again.start, again.end]).toEqual([log.start, log.end]);
  });
});

describe('following', () => {
  test('yields whole lines as they come, and ends with the container', async () => {
    appendFileSync(path, 'one\n');
    const log = new ContainerLog(path);
    log.follow(still);
    const pieces = readLog(log, { ...EVERYTHING, follow: true }, new AbortController().signal);
    expect(String((await pieces.next()).value)).toBe('one\n');
    const next = pieces.next();
    appendFileSync(path, 'two\nthr');
    expect(String((await next).value)).toBe('two\n');
    appendFileSync(path, 'ee');
    const last = pieces.next();
    log.close();
    expect(String((await last).value)).toBe('three');
    expect((await pieces.next()).done).toBe(true);
  });

  test('ends when the reader leaves', async () => {
    appendFileSync(path, '');
    const log = new ContainerLog(path);
    log.follow(still);
    const reader = new AbortController();
    const pieces = readLog(log, { ...EVERYTHING, follow: true }, reader.signal);
    const next = pieces.next();
    reader.abort();
    expect((await next).done).toBe(true);
    log.close();
  });
});
