import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverDirectory } from '../paths.ts';

// All of a database's advisory locks share one space of numbers, and a leader holds its lock for as long as it runs.
test('no two kinds of work use the same advisory lock', () => {
  const files = globSync('src/**/*.ts', { cwd: serverDirectory }).filter((file) => !file.endsWith('.test.ts'));
  const locks = files.flatMap((file) => {
    const source = readFileSync(join(serverDirectory, file), 'utf8');
    return [...source.matchAll(/LOCK = (7_221_\d{3});/g)].map(([, lock]) => lock);
  });
  expect(locks.length).toBeGreaterThan(10);
  expect(locks).toEqual([...new Set(locks)]);
});
