// Messages over many engines while engine processes, the server, the broker and PostgreSQL are killed (SIGKILL) at
// random, and people edit, re-address and cancel messages about to be sent: how many are lost, duplicated or recorded
// wrongly, by the simulated network's own count, and how long the effect of each kill lasts. Exits with 1 if anything
// was lost, duplicated or recorded wrongly. Environment: MESSAGES, ENGINES, KILLS, CHANGES (by people; default one per
// twenty messages), SEED, SECONDS (of traffic; default 3 per kill), AWAY_MINUTES (one outage of the server of this
// length, halfway), BEFORE (a built checkout of an earlier version, which runs server and engines for the first third
// of the traffic; then the server is updated under the running engines, and people begin to change messages), KEEP=1
// (keep the folder with logs and data).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { evaluateRun, type Kill } from './kill/evaluate-run.ts';
import { planKills, VICTIMS } from './kill/kill-plan.ts';
import { changeMessages } from './kill/people.ts';
import { startSystem } from './kill/system-under-test.ts';
import { countStatuses, createEngines, scheduleMessages, untilSettled } from './kill/traffic.ts';
import { reportMeasurements } from './measurement.ts';

const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const messages = setting('MESSAGES', 20_000);
const engines = setting('ENGINES', 50);
const killCount = setting('KILLS', 200);
const seed = setting('SEED', 1);
const changeCount = setting('CHANGES', Math.round(messages / 20));
const awayMs = setting('AWAY_MINUTES', 0) * 60_000;
const trafficMs = setting('SECONDS', killCount * 3) * 1_000 + awayMs;
/**
 * Messages are stored without the product's poke to the lane; by this time each lane has polled, even at its slowest
 * interval, and knows when its first message is due.
 */
const LEAD_MS = FALLBACK_POLL_MS + 5_000;
/** Messages that have not arrived after this long without any change are lost. Above all timeouts but the sweep's. */
const SETTLE_TIMEOUT_MS = 120_000;

const system = await startSystem();
let failed = true;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void system.end(true).then(() => process.exit(1)));
try {
  await system.untilUp();
  const made = await createEngines(system, engines);
  console.log(`${engines} engines are connected`);
  const traffic = await scheduleMessages(system, made, { messages, trafficMs, inMs: LEAD_MS });
  const change = (fromMs: number) =>
    changeMessages(
      system,
      { ...traffic, startsAtMs: traffic.startsAtMs + fromMs },
      { changes: changeCount, trafficMs: trafficMs - fromMs, seed },
    );
  let changing = process.env.BEFORE ? null : change(0);
  let survivingEngines: number | null = null;
  const began = performance.now();
  const kills: Kill[] = [];
  let outage: { survivingEngines: number; backMs: number } | null = null;

  const until = (afterMs: number) => delay(Math.max(0, traffic.startsAtMs + afterMs - Date.now()));
  // Kills before and after an outage, never during it, when a part is dead anyway.
  const killedMs = trafficMs - awayMs;
  for (const planned of planKills(killCount, killedMs, seed)) {
    if (changing === null && planned.afterMs > killedMs / 3) {
      await until(killedMs / 3);
      await update();
      changing = change(killedMs / 3);
    }
    if (awayMs > 0 && outage === null && planned.afterMs > killedMs / 2) {
      await until(killedMs / 2);
      outage = await takeServerDown();
    }
    await until(planned.afterMs + (outage ? awayMs : 0));
    kills.push({ victim: planned.victim, ...(await system.kill(planned, made.engineIds)) });
    if (kills.length % 20 === 0) console.log(`${kills.length} kills`, await countStatuses(system, traffic));
  }
  /** @returns how many engine processes survived the outage, and when the server was started again */
  async function takeServerDown() {
    const before = made.engineIds.map((id) => system.enginePid(id));
    console.log(`the server is down for ${awayMs / 60_000} min`);
    system.server.hold();
    await delay(awayMs);
    const survivingEngines = made.engineIds.filter(
      (id, at) => system.enginePid(id) === before[at] && before[at],
    ).length;
    system.server.resume();
    return { survivingEngines, backMs: Date.now() };
  }

  /** Updates the server while the engines' processes continue. */
  async function update() {
    const running = made.engineIds.map((id) => system.enginePid(id));
    await system.update();
    survivingEngines = made.engineIds.filter((id, at) => running[at] && system.enginePid(id) === running[at]).length;
    console.log(`updated under ${survivingEngines} running engines`);
  }

  const changes = (await changing) ?? [];
  await untilSettled(system, traffic, SETTLE_TIMEOUT_MS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log('at the end', await countStatuses(system, traffic));
  // Recovery from an outage is measured like that from a kill, from the moment of the restart.
  const interruptions: Kill[] = outage ? [...kills, { victim: 'server', atMs: outage.backMs }] : kills;
  const found = await evaluateRun(system, traffic, interruptions, changes);
  const times = kills.map(({ victim }, at) => ({ victim, ms: found.recoveryMs[at] ?? null }));
  const recovery = recoveredIn(times);
  const lines = interruptions.map((kill, at) => JSON.stringify({ ...kill, recoveryMs: found.recoveryMs[at] }));
  writeFileSync(join(system.directory, 'kills.jsonl'), `${lines.join('\n')}\n`);
  const byVictim = (share: number) =>
    Object.fromEntries(
      VICTIMS.map((victim) => [victim, percentile(recoveredIn(times.filter((time) => time.victim === victim)), share)]),
    );
  const measures = {
    messages,
    engines,
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, kills.filter((kill) => kill.victim === victim).length])),
    lost: found.lost,
    duplicates: found.duplicates,
    absorbed: found.absorbed,
    misrecorded: found.misrecorded,
    changes: Object.fromEntries(
      (['done', 'too late', 'unknown'] as const).map((answer) => [
        answer,
        changes.filter((change) => change.answer === answer).length,
      ]),
    ),
    recoveryP50Ms: percentile(recovery, 0.5),
    recoveryP95Ms: percentile(recovery, 0.95),
    recoveryMaxMs: percentile(recovery, 1),
    recoveryP50MsOf: byVictim(0.5),
    recoveryP95MsOf: byVictim(0.95),
    killsWithoutTrafficAfter: times.length - recovery.length,
    latenessP50Ms: percentile(found.lateMs, 0.5),
    latenessP99Ms: percentile(found.lateMs, 0.99),
    latenessMaxMs: percentile(found.lateMs, 1),
    ...(survivingEngines !== null && { enginesKeptThroughUpdate: survivingEngines }),
    ...(outage && {
      awayMinutes: awayMs / 60_000,
      enginesKeptWhileAway: outage.survivingEngines,
      recoveryAfterAwayMs: found.recoveryMs.at(-1) ?? -1,
    }),
    seed,
    seconds,
  };
  reportMeasurements('kill', measures);
  failed = found.lost + found.duplicates + found.misrecorded > 0;
} finally {
  await system.end(failed || process.env.KEEP === '1');
  if (failed) console.log(`logs and data are in ${system.directory}`);
}
process.exit(failed ? 1 : 0);

function recoveredIn(times: { ms: number | null }[]): number[] {
  return times.flatMap(({ ms }) => (ms === null ? [] : [ms]));
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
