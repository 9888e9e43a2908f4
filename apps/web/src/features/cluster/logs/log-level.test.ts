import { expect, it } from 'vitest';
import { logLevel } from './log-level.ts';

it.each([
  ['{"level":"error","msg":"socket closed"}', 'error'],
  ['{"level":40,"time":1,"msg":"slow"}', 'warning'],
  ['{"time":1,"level":20,"msg":"presence"}', 'debug'],
  ['time=12:00 level=info msg="an error was mended"', 'info'],
  ['2026-11-22 13:00:00 [WARN] disk is filling', 'warning'],
  ['2026-11-22 13:00:00,123 ERROR com.example.App - broken', 'error'],
  ['Error: connect ECONNREFUSED', 'error'],
  ['E1122 13:00:00.123456       1 reflector.go:12] watch ended', 'error'],
  ['I1122 13:00:00.123456       1 main.go:12] ERROR in the text', 'info'],
  ['panic: runtime error', 'error'],
  ['[debug] looked', 'debug'],
])('%s: %s', (text, level) => expect(logLevel(text)).toBe(level));

it.each(['I am alive', 'no errors today', 'information desk', 'the level is high', 'USER logged in', ''])(
  'finds no level in "%s"',
  (text) => expect(logLevel(text)).toBeNull(),
);
