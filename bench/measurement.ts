import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Returns CPU time since the machine started, in ticks; null if not available on this system. */
function processorTicks(): { all: number; stolen: number } | null {
  if (!existsSync('/proc/stat')) return null;
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
  // `guest` and later fields are already included in `user`.
  const counted = ticks.slice(0, 8).map(Number);
  return { all: counted.reduce((sum, value) => sum + value, 0), stolen: counted[7] ?? 0 };
}

const initialTicks = processorTicks();

/** Returns the share of CPU time that the host gave to others since this process started; null if unknown. */
function stolenShare(): number | null {
  const now = processorTicks();
  if (!initialTicks || !now) return null;
  return Math.round(((now.stolen - initialTicks.stolen) / Math.max(1, now.all - initialTicks.all)) * 1_000) / 1_000;
}

/** Prints measurements as a table and a line of JSON, and stores them in `bench/results/NAME.json`. */
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
