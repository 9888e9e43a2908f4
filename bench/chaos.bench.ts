// Half an hour (MINUTES) of random faults, reproducible by SEED: processes are killed, the broker is unavailable,
// PostgreSQL or the server freezes and resumes with a clock jump, the link between engines and server is slow or dead,
// the data disk is full. Meanwhile messages are sent and people change them. Counts, by the simulated network's own
// records, how many are lost, duplicated or recorded wrongly, and whether `/health` reported each outage. Exits with 1
// if anything was lost, duplicated, recorded wrongly or not reported. Environment: MINUTES, SEED, MESSAGES (default 5
// per second), ENGINES, FAULT_SECONDS (interval between faults), DISK_MEGABYTES (size of the disk that can fill up; 0:
// none), KEEP=1 (keep the folder with logs and data).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { FAULTS, type Fault, FaultInjector } from './chaos/faults.ts';
import { evaluateRun } from './kill/evaluate-run.ts';
import { planKillsOf } from './kill/kill-plan.ts';
import { changeMessages } from './kill/people.ts';
import { startSystem } from './kill/system-under-test.ts';
import { countStatuses, createEngines, scheduleMessages, untilSettled } from './kill/traffic.ts';
import { reportMeasurements } from './measurement.ts';

const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const minutes = setting('MINUTES', 30);
const seed = setting('SEED', 1);
const trafficMs = minutes * 60_000;
const messages = setting('MESSAGES', Math.round(minutes * 60 * 5));
const engines = setting('ENGINES', 20);
const faultCount = Math.max(FAULTS.length, Math.round(trafficMs / 1_000 / setting('FAULT_SECONDS', 20)));
/** See `kill.bench.ts`. */
const LEAD_MS = FALLBACK_POLL_MS + 5_000;
const SETTLE_TIMEOUT_MS = 180_000;

const diskMegabytes = setting('DISK_MEGABYTES', 512);
const system = await startSystem({ diskMegabytes: diskMegabytes || null, hasLink: true });
let failed = true;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void system.end(true).then(() => process.exit(1)));
try {
  await system.untilUp();
  const made = await createEngines(system, engines);
  console.log(`${engines} engines are connected; seed ${seed}`);
  const traffic = await scheduleMessages(system, made, { messages, trafficMs, inMs: LEAD_MS });
  const changing = changeMessages(system, traffic, { changes: Math.round(messages / 20), trafficMs, seed });
  const began = performance.now();
  const injector = new FaultInjector(system, made.engineIds);
  const done: (Fault & { atMs: number })[] = [];
  const skipped: string[] = [];
  // Shares of one make all faults equally frequent.
  const shares = Object.fromEntries(FAULTS.map((name) => [name, 1 / FAULTS.length])) as Record<
    (typeof FAULTS)[number],
    number
  >;
  for (const { victim, afterMs, draw } of planKillsOf(shares, faultCount, trafficMs, seed)) {
    await delay(Math.max(0, traffic.startsAtMs + afterMs - Date.now()));
    const atMs = Date.now();
    const fault = await injector.inject(victim, draw);
    if (fault) done.push({ ...fault, atMs });
    else skipped.push(victim);
    console.log(victim, JSON.stringify(fault ?? 'not possible here'), await countStatuses(system, traffic));
  }
  const changes = await changing;
  await untilSettled(system, traffic, SETTLE_TIMEOUT_MS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log('at the end', await countStatuses(system, traffic));
  const found = await evaluateRun(
    system,
    traffic,
    done.map(({ name, atMs, lastedMs }) => ({ victim: name, atMs: atMs + lastedMs })),
    changes,
  );
  writeFileSync(join(system.directory, 'faults.jsonl'), done.map((fault) => `${JSON.stringify(fault)}\n`).join(''));
  const watched = done.filter(({ isNamed }) => isNamed !== null);
  const unnamed = watched.filter(({ isNamed }) => !isNamed);
  const recovered = found.recoveryMs.flatMap((ms) => (ms === null ? [] : [ms])).toSorted((a, b) => a - b);
  reportMeasurements('chaos', {
    ...{ minutes, seed, messages, engines, seconds },
    faults: Object.fromEntries(FAULTS.map((name) => [name, done.filter((fault) => fault.name === name).length])),
    faultsNotPossibleHere: skipped.length,
    lost: found.lost,
    duplicates: found.duplicates,
    absorbed: found.absorbed,
    misrecorded: found.misrecorded,
    outages: watched.length,
    outagesNotNamed: unnamed.length,
    recoveryP50Ms: recovered[Math.floor(recovered.length / 2)] ?? 0,
    recoveryMaxMs: recovered.at(-1) ?? 0,
  });
  if (unnamed.length > 0) console.log('not reported by /health:', unnamed.map(({ name }) => name).join(', '));
  failed = found.lost + found.duplicates + found.misrecorded + unnamed.length > 0;
} finally {
  await system.end(failed || process.env.KEEP === '1');
  if (failed) console.log(`logs and data are in ${system.directory}`);
}
process.exit(failed ? 1 : 0);
