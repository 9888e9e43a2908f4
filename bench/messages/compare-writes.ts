import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { firstLine } from '../dispatch/server-under-test.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const here = join(import.meta.dirname, '../..');

interface Writes {
  insertedPerSecond: number;
  sentPerSecond: number;
}

/** Storing and sending messages here and in another checkout, in turns. A ratio of 0.05 is 5% slower than there. */
export async function compareWrites(before: string) {
  const there: Writes[] = [];
  const now: Writes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    there.push(await measureWrites(resolve(before)));
    now.push(await measureWrites(here));
    console.log(JSON.stringify({ round, before: there.at(-1), now: now.at(-1) }));
  }
  const slower = (of: (one: Writes) => number) =>
    Math.round((middle(there.map(of)) / middle(now.map(of)) - 1) * 1000) / 1000;
  return {
    dispatchRatioChange: slower((one) => one.sentPerSecond),
    insertRatioChange: slower((one) => one.insertedPerSecond),
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

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
