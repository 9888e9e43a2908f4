import { expect, test } from 'vitest';
import { CommitGroup } from './commit-group.ts';
import { FileStore } from './file-store.ts';
import { openStore } from './open-store.ts';

const file = (letter: string) => new TextEncoder().encode(letter.repeat(10));

test('stores each file once, and removes those added longest ago', () => {
  const database = openStore(null);
  const commits = new CommitGroup(database);
  const files = new FileStore(database, commits, 25);
  const a = files.add(file('a'));
  expect(files.add(file('a'))).toEqual(a);
  const b = files.add(file('b'));
  files.add(file('a'));
  const c = files.add(file('c'));
  expect([a, b, c].map(({ sha256 }) => files.has(sha256))).toEqual([true, false, true]);
  expect(files.read(b.sha256)).toBeNull();
  expect(files.read(a.sha256)).toEqual(file('a'));
  // The total is counted again at the start.
  const d = new FileStore(database, commits, 25).add(file('d'));
  expect([a, c, d].map(({ sha256 }) => files.has(sha256))).toEqual([false, true, true]);
});

test('keeps a single file that is larger than the limit', () => {
  const database = openStore(null);
  const files = new FileStore(database, new CommitGroup(database), 5);
  const a = files.add(file('a'));
  expect(files.has(a.sha256)).toBe(true);
  const b = files.add(file('b'));
  expect([a, b].map(({ sha256 }) => files.has(sha256))).toEqual([false, true]);
});
