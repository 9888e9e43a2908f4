import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { firstLine } from '../dispatch/server-under-test.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const here = join(import.meta.dirname, '../..');

interface Writes {
  insertedPerSecond: number;
  sentPerSecond: number;
}

/** Compares storing and sending messages with another checkout, alternately. A ratio of 0.05 means 5% slower. */
export async function compareWrites(before: string) {
  const earlier: Writes[] = [];
  const current: Writes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    earlier.push(await measureWrites(resolve(before)));
    current.push(await measureWrites(here));
    console.log(JSON.stringify({ round, before: earlier.at(-1), now: current.at(-1) }));
  }
  const slowdown = (rate: (writes: Writes) => number) =>
    Math.round((median(earlier.map(rate)) / median(current.map(rate)) - 1) * 1000) / 1000;
  return {
    dispatchRatioChange: slowdown((writes) => writes.sentPerSecond),
    insertRatioChange: slowdown((writes) => writes.insertedPerSecond),
  };
}

async function measureWrites(root: string): Promise<Writes> {
  const script = join(import.meta.dirname, 'writes-process.ts');
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROOT: root },
  });
  return JSON.parse((await firstLine(child, /^\{.*\}$/))[0]) as Writes;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
