import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { OutageLog } from './outage-log.ts';

const SECOND_MS = 1_000;

test('logs an outage briefly, and not once per request', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const outages = new OutageLog(() => nowMs);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const error = new DrizzleQueryError(`select ${'a_column, '.repeat(500)}`, ['Bearer of a person'], refused);
  for (let request = 0; request < 100; request += 1) {
    outages.warn(log, error);
    nowMs += 10;
  }
  expect(lines).toHaveLength(1);
  nowMs += 10 * SECOND_MS;
  outages.warn(log, new AggregateError([refused], ''));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain('ECONNREFUSED');
    expect(line.length).toBeLessThan(500);
    expect(line).not.toContain('Bearer');
  }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ refused: 1 });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ refused: 100 });
});
