import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Prints a benchmark's measures as a table and as a line of JSON, and keeps them in `bench/results/NAME.json`. */
export function reportMeasurements(name: string, measures: Record<string, number | Record<string, number>>): void {
  const machine = {
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    node: process.version,
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
  console.log(JSON.stringify({ name, ...measures }));
}
