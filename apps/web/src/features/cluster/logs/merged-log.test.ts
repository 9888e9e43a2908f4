import '../../../../test/english.ts';
import { describe, expect, it } from 'vitest';
import { LineSplitter, MAX_LINE_LENGTH, parseLogLine } from './log-line.ts';
import {
  containerHue,
  HOLD_BACK_MS,
  logAsText,
  MAX_CHARACTERS,
  MAX_LINES,
  MergedLog,
  searchLines,
} from './merged-log.ts';

const line = (container: string, atMs: number, text = `${container}@${atMs}`) => ({ container, atMs, text });
const texts = (log: MergedLog) => log.lines.map((line) => line.text);

describe('merged log sorted by timestamp (spec 001 section 2.1)', () => {
  it('holds lines back so that a slower container’s lines still sort into place', () => {
    const log = new MergedLog();
    log.push(line('engine', 2_000), 0);
    expect(log.release(HOLD_BACK_MS - 1)).toBe(false);
    log.push(line('proxy', 1_000), HOLD_BACK_MS - 1);
    expect(log.release(HOLD_BACK_MS)).toBe(true);
    expect(texts(log)).toEqual(['proxy@1000', 'engine@2000']);
  });

  it('inserts even later lines in their place', () => {
    const log = new MergedLog();
    for (const at of [1_000, 2_000, 3_000]) log.push(line('a', at), 0);
    log.flush();
    log.push(line('b', 1_500), 5_000);
    log.flush();
    expect(texts(log)).toEqual(['a@1000', 'b@1500', 'a@2000', 'a@3000']);
  });

  it('keeps the order of arrival within one timestamp', () => {
    const log = new MergedLog();
    log.push(line('a', 1, 'first'), 0);
    log.push(line('b', 1, 'second'), 0);
    log.push(line('a', 1, 'third'), 0);
    log.flush();
    expect(texts(log)).toEqual(['first', 'second', 'third']);
  });

  it('is bounded in lines and characters, whatever arrives', () => {
    const log = new MergedLog();
    for (let at = 0; at < MAX_LINES + 100; at += 1) log.push(line('a', at, 'x'), 0);
    log.flush();
    expect(log.lines).toHaveLength(MAX_LINES);
    expect(log.dropped).toBe(100);
    expect(log.lines[0]?.atMs).toBe(100);
    const wide = 'y'.repeat(MAX_LINE_LENGTH);
    for (let at = 0; at < 1_000; at += 1) log.push(line('a', MAX_LINES + 100 + at, wide), 0);
    log.flush();
    expect(log.lines.reduce((sum, shownLine) => sum + shownLine.text.length, 0)).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  it('handles 200 MB of log in bounded memory', () => {
    const log = new MergedLog();
    const text = 'z'.repeat(1_000);
    for (let at = 0; at < 200_000; at += 1) {
      log.push({ container: 'a', atMs: at, text }, at);
      if (at % 2_000 === 0) log.release(at + HOLD_BACK_MS);
    }
    log.flush();
    expect(log.lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(log.lines.at(-1)?.atMs).toBe(199_999);
  });
});

it('limits what it holds back: a flooding container is shown at once', () => {
  const log = new MergedLog();
  for (let at = 0; at < 5_000; at += 1) log.push({ container: 'a', atMs: at, text: 'z'.repeat(1_000) }, 0);
  expect(log.lines.length).toBeGreaterThan(3_000);
});

describe('parsing log lines', () => {
  it('parses timestamps to the nanosecond and leaves the rest unchanged', () => {
    const read = parseLogLine('c', '2026-11-20T10:00:00.123456789Z {"level":"info"}', 5);
    expect(read.text).toBe('{"level":"info"}');
    expect(read.atMs).toBeCloseTo(Date.parse('2026-11-20T10:00:00Z') + 123.456789, 3);
  });

  it('uses the time of arrival for a line without a timestamp', () => {
    expect(parseLogLine('c', 'panic: no clock', 77)).toEqual({ container: 'c', atMs: 77, text: 'panic: no clock' });
    expect(parseLogLine('c', '2026-99-99T10:00:00Z odd', 77).atMs).toBe(77);
  });

  it('shows binary data as replacement characters and drops terminal colours', () => {
    expect(parseLogLine('c', 'a\u0000b\u0007\u001b[31mred\u001b[0m\ttab', 0).text).toBe('a\ufffdb\ufffdred\ttab');
  });

  it('truncates a line that would freeze the page, and says so', () => {
    const { text } = parseLogLine('c', 'x'.repeat(MAX_LINE_LENGTH + 5), 0);
    expect(text.endsWith('… (5 more characters)')).toBe(true);
  });

  it('splits a stream into lines across chunks', () => {
    const splitter = new LineSplitter();
    expect(splitter.push('one\ntw')).toEqual(['one']);
    expect(splitter.push('o\r\n')).toEqual(['two']);
    expect(splitter.push('rest')).toEqual([]);
    expect(splitter.end()).toEqual(['rest']);
    expect(splitter.push('w'.repeat(200_000)).length).toBe(1);
    // The rest of that line is discarded, however long it is.
    for (let times = 0; times < 1_000; times += 1) expect(splitter.push('w'.repeat(200_000))).toEqual([]);
    expect(splitter.push('its end\nnext\n')).toEqual(['next']);
  });
});

it('colours containers by their position, searches, and writes a text file', () => {
  expect(containerHue(['a', 'b'], 'a')).not.toBe(containerHue(['a', 'b'], 'b'));
  const log = new MergedLog();
  log.push(line('a', 0, 'Hello'), 0);
  log.push(line('b', 1_000, 'World'), 0);
  log.flush();
  expect(searchLines(log.lines, 'wor').map((shownLine) => shownLine.text)).toEqual(['World']);
  expect(logAsText(log.lines)).toBe('1970-01-01T00:00:00.000Z [a] Hello\n1970-01-01T00:00:01.000Z [b] World\n');
});
