import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** What the processors have done since the machine started, in ticks; null: this system does not say. */
function processorTicks(): { all: number; stolen: number } | null {
  if (!existsSync('/proc/stat')) return null;
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
  // Of these, `guest` and what follows are in `user` already.
  const counted = ticks.slice(0, 8).map(Number);
  return { all: counted.reduce((sum, one) => sum + one, 0), stolen: counted[7] ?? 0 };
}

const begun = processorTicks();

/** The share of busy or idle processor time that the host gave to others since this process began; null: not known. */
function stolenShare(): number | null {
  const now = processorTicks();
  if (!begun || !now) return null;
  return Math.round(((now.stolen - begun.stolen) / Math.max(1, now.all - begun.all)) * 1_000) / 1_000;
}

/** Prints a benchmark's measures as a table and as a line of JSON, and keeps them in `bench/results/NAME.json`. */
export function reportMeasurements(name: string, measures: Record<string, number | Record<string, number>>): void {
  const machine = {
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    node: process.version,
    stolenShare: stolenShare(),
  };
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  const content = { name, at: new Date().toISOString(), machine, measures };
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  console.log(`\n${name}`);
  console.table(
    Object.fromEntries(
      Object.entries(measures).map(([key, value]) => [key, typeof value === 'number' ? { value } : value]),
    ),
  );
  console.log(JSON.stringify({ name, ...measures, stolenShare: machine.stolenShare }));
}
