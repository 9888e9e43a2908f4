// Half an hour (MINUTES) of everything that goes wrong at random moments, by a seed of its own (SEED): processes are
// killed, the broker stays away, PostgreSQL or the server freezes and comes back (whose clocks then have jumped), the
// link between engines and server is slow or dead, the disk of the data is full. Meanwhile messages go out and people
// change them. How many are lost, arrive twice, or are not as people are told, by the simulated network's own count;
// and whether `/health` named what was away while it was. Ends with 1 when anything was lost, doubled, recorded wrongly
// or not named.
// Environment: MINUTES, SEED, MESSAGES (default 5 a second), ENGINES, FAULT_SECONDS (from one fault to the next),
// DISK_MEGABYTES (of the disk that can be full; 0: none), KEEP=1 (leave the folder with logs and data).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { FAULTS, type Fault, FaultMaker } from './chaos/faults.ts';
import { judge } from './kill/judgement.ts';
import { planKillsOf } from './kill/kill-plan.ts';
import { changeMessages } from './kill/people.ts';
import { startSystem } from './kill/system-under-test.ts';
import { countStatuses, createEngines, scheduleMessages, untilSettled } from './kill/traffic.ts';
import { reportMeasurements } from './measurement.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const minutes = setting('MINUTES', 30);
const seed = setting('SEED', 1);
const trafficMs = minutes * 60_000;
const messages = setting('MESSAGES', Math.round(minutes * 60 * 5));
const engines = setting('ENGINES', 20);
const faultCount = Math.max(FAULTS.length, Math.round(trafficMs / 1_000 / setting('FAULT_SECONDS', 20)));
/** See `kill.bench.ts`. */
const LEAD_MS = FALLBACK_POLL_MS + 5_000;
const PATIENCE_MS = 180_000;

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
  const maker = new FaultMaker(system, made.engineIds);
  const done: (Fault & { atMs: number })[] = [];
  const skipped: string[] = [];
  // Shares of one are each fault as often as any other.
  const shares = Object.fromEntries(FAULTS.map((name) => [name, 1 / FAULTS.length])) as Record<
    (typeof FAULTS)[number],
    number
  >;
  for (const { victim, afterMs, draw } of planKillsOf(shares, faultCount, trafficMs, seed)) {
    await delay(Math.max(0, traffic.startsAtMs + afterMs - Date.now()));
    const atMs = Date.now();
    const fault = await maker.make(victim, draw);
    if (fault) done.push({ ...fault, atMs });
    else skipped.push(victim);
    console.log(victim, JSON.stringify(fault ?? 'cannot be made here'), await countStatuses(system, traffic));
  }
  const changes = await changing;
  await untilSettled(system, traffic, PATIENCE_MS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log('at the end', await countStatuses(system, traffic));
  const found = await judge(
    system,
    traffic,
    done.map(({ name, atMs, lastedMs }) => ({ victim: name, atMs: atMs + lastedMs })),
    changes,
  );
  writeFileSync(join(system.directory, 'faults.jsonl'), done.map((fault) => `${JSON.stringify(fault)}\n`).join(''));
  const watched = done.filter(({ isNamed }) => isNamed !== null);
  const unnamed = watched.filter(({ isNamed }) => !isNamed);
  const recovered = found.recoveryMs.flatMap((ms) => (ms === null ? [] : [ms])).toSorted((one, two) => one - two);
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
  if (unnamed.length > 0) console.log('not named while they lasted:', unnamed.map(({ name }) => name).join(', '));
  failed = found.lost + found.duplicates + found.misrecorded + unnamed.length > 0;
} finally {
  await system.end(failed || process.env.KEEP === '1');
  if (failed) console.log(`what happened is in ${system.directory}`);
}
process.exit(failed ? 1 : 0);
