// Messages over many engines while engine processes, the server, the broker and PostgreSQL are killed (SIGKILL) at
// random, and people edit, re-address and cancel what is about to go: how many are lost, how many arrive twice by the
// simulated network's own count, how many are not as people are told, and how long each kill is felt. Ends with 1 when
// anything was lost, doubled or recorded wrongly.
// Environment: MESSAGES, ENGINES, KILLS, CHANGES (by people; default one in twenty messages), SEED, SECONDS (of
// traffic; default 3 for each kill), AWAY_MINUTES (the server stays away for so long, once, in the middle), BEFORE (a
// built checkout of an earlier version: it serves, and its engines work, until a third of the traffic has gone; then
// the server is updated under the running engines, and people begin to change messages), KEEP=1 (leave the folder with
// logs and data).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { judge, type Kill } from './kill/judgement.ts';
import { planKills, VICTIMS } from './kill/kill-plan.ts';
import { changeMessages } from './kill/people.ts';
import { startSystem } from './kill/system-under-test.ts';
import { countStatuses, createEngines, scheduleMessages, untilSettled } from './kill/traffic.ts';
import { reportMeasurements } from './measurement.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const messages = setting('MESSAGES', 20_000);
const engines = setting('ENGINES', 50);
const killCount = setting('KILLS', 200);
const seed = setting('SEED', 1);
const changeCount = setting('CHANGES', Math.round(messages / 20));
const awayMs = setting('AWAY_MINUTES', 0) * 60_000;
const trafficMs = setting('SECONDS', killCount * 3) * 1_000 + awayMs;
/**
 * Messages are stored without the poke that the product gives its lanes; by then each has asked, at its slowest poll,
 * and knows when its first one is due.
 */
const LEAD_MS = FALLBACK_POLL_MS + 5_000;
/** Without any change for so long, what has not arrived is lost. Above every time-out of the system but the sweep's. */
const PATIENCE_MS = 120_000;

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
  let enginesKept: number | null = null;
  const began = performance.now();
  const kills: Kill[] = [];
  let away: { keptEngines: number; backMs: number } | null = null;

  const until = (afterMs: number) => delay(Math.max(0, traffic.startsAtMs + afterMs - Date.now()));
  // Before and after an absence, never in it: one of the parts is dead then anyway.
  const killedMs = trafficMs - awayMs;
  for (const planned of planKills(killCount, killedMs, seed)) {
    if (changing === null && planned.afterMs > killedMs / 3) {
      await until(killedMs / 3);
      await update();
      changing = change(killedMs / 3);
    }
    if (awayMs > 0 && away === null && planned.afterMs > killedMs / 2) {
      await until(killedMs / 2);
      away = await beAway();
    }
    await until(planned.afterMs + (away ? awayMs : 0));
    kills.push({ victim: planned.victim, ...(await system.kill(planned, made.engineIds)) });
    if (kills.length % 20 === 0) console.log(`${kills.length} kills`, await countStatuses(system, traffic));
  }
  /** @returns how many engine processes outlived the absence, and when the server was started again. */
  async function beAway() {
    const before = made.engineIds.map((id) => system.enginePid(id));
    console.log(`the server is away for ${awayMs / 60_000} min`);
    system.server.hold();
    await delay(awayMs);
    const keptEngines = made.engineIds.filter((id, at) => system.enginePid(id) === before[at] && before[at]).length;
    system.server.resume();
    return { keptEngines, backMs: Date.now() };
  }

  /** The engines' processes go on through it. */
  async function update() {
    const running = made.engineIds.map((id) => system.enginePid(id));
    await system.update();
    enginesKept = made.engineIds.filter((id, at) => running[at] && system.enginePid(id) === running[at]).length;
    console.log(`updated under ${enginesKept} running engines`);
  }

  const changes = (await changing) ?? [];
  await untilSettled(system, traffic, PATIENCE_MS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log('at the end', await countStatuses(system, traffic));
  // The return from an absence is felt as a kill is, counted from the moment of the new start.
  const felt: Kill[] = away ? [...kills, { victim: 'server', atMs: away.backMs }] : kills;
  const found = await judge(system, traffic, felt, changes);
  const times = kills.map(({ victim }, at) => ({ victim, ms: found.recoveryMs[at] ?? null }));
  const recovery = recoveredIn(times);
  const told = felt.map((kill, at) => JSON.stringify({ ...kill, recoveryMs: found.recoveryMs[at] }));
  writeFileSync(join(system.directory, 'kills.jsonl'), `${told.join('\n')}\n`);
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
    ...(enginesKept !== null && { enginesKeptThroughUpdate: enginesKept }),
    ...(away && {
      awayMinutes: awayMs / 60_000,
      enginesKeptWhileAway: away.keptEngines,
      recoveryAfterAwayMs: found.recoveryMs.at(-1) ?? -1,
    }),
    seed,
    seconds,
  };
  reportMeasurements('kill', measures);
  failed = found.lost + found.duplicates + found.misrecorded > 0;
} finally {
  await system.end(failed || process.env.KEEP === '1');
  if (failed) console.log(`what happened is in ${system.directory}`);
}
process.exit(failed ? 1 : 0);

function recoveredIn(times: { ms: number | null }[]): number[] {
  return times.flatMap(({ ms }) => (ms === null ? [] : [ms]));
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
