import type { LanePacing } from '@switchyard/contracts/messages/lane';
import { createRandom, type Random } from '@switchyard/whatsapp-simulator';
import { forecast } from '../src/domains/campaigns/forecast.ts';
import { addToGroup } from '../src/domains/campaigns/forecast-groups.ts';
import type { RecipientGroup } from '../src/domains/campaigns/forecast-lane.ts';
import { readLanes } from '../src/domains/campaigns/read-lanes.ts';
import { createPacedLane, type PacedLane } from './paced-lane.ts';
import type { VirtualClock } from './virtual-clock.ts';

const POLL_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The same as the engine's. */
const SENDS_AT_ONCE = 16;
const NOON = Date.parse('2026-06-10T12:00:00Z');
/** Forecasts have minute precision. */
const GRAIN_MS = MINUTE_MS;

const hour = (of: number) => `${String(of % 24).padStart(2, '0')}:00`;

function rulesBy(random: Random): LanePacing {
  const { between, chance } = random;
  const quietFrom = between(13, 20);
  const isQuiet = chance(0.5);
  return {
    knownPerMinute: chance(0.8) ? between(4, 30) : null,
    newPerMinute: chance(0.8) ? between(2, 8) : null,
    burst: between(1, 10),
    dailyCap: chance(0.3) ? between(30, 80) : null,
    quietFrom: isQuiet ? hour(quietFrom) : null,
    quietTo: isQuiet ? hour(quietFrom + between(1, 9)) : null,
    quietOff: false,
    ...(chance(0.25) && { gapFromSeconds: between(1, 4), gapToSeconds: between(4, 12) }),
  };
}

/** An engine's sending of claimed messages: several at once, each with a duration, of which a few must be retried. */
class Sender {
  readonly ends: { id: string; atMs: number; isSent: boolean }[] = [];
  readonly #busyUntilMs: number[] = Array(SENDS_AT_ONCE).fill(0);
  readonly #random: Random;
  readonly #meanMs: number;

  constructor(random: Random, meanMs: number) {
    this.#random = random;
    this.#meanMs = meanMs;
  }

  take(id: string, nowMs: number): void {
    const [free = 0] = [...this.#busyUntilMs.keys()].sort(
      (a, b) => (this.#busyUntilMs[a] ?? 0) - (this.#busyUntilMs[b] ?? 0),
    );
    const atMs = Math.max(nowMs, this.#busyUntilMs[free] ?? 0) + Math.round(this.#meanMs * (0.5 + this.#random.next()));
    this.#busyUntilMs[free] = atMs;
    this.ends.push({ id, atMs, isSent: !this.#random.chance(0.03) });
    this.ends.sort((a, b) => a.atMs - b.atMs);
  }
}

interface ForecastRun {
  virtual: VirtualClock;
  lane: PacedLane;
  sender: Sender;
  nowMs: number;
  open: Set<string>;
  restrictedUntilMs: number;
}

const restrictedUntil = ({ restrictedUntilMs, nowMs }: ForecastRun) =>
  restrictedUntilMs > nowMs ? restrictedUntilMs : Number.POSITIVE_INFINITY;

/** Has the real claim work the lane. @param untilMs when to stop if it is not finished */
async function play(played: ForecastRun, untilMs: number): Promise<void> {
  const { virtual, lane, sender, open } = played;
  let askAtMs = played.nowMs;
  for (let claims = 0; open.size > 0 && played.nowMs < untilMs; claims += 1) {
    if (claims > 3_000) throw new Error('the campaign does not end');
    played.nowMs = Math.max(played.nowMs, Math.min(askAtMs, sender.ends[0]?.atMs ?? Number.POSITIVE_INFINITY));
    virtual.setNow(played.nowMs);
    while ((sender.ends[0]?.atMs ?? Number.POSITIVE_INFINITY) <= played.nowMs) {
      const { id, isSent } = sender.ends.shift() ?? { id: '', isSent: false };
      const busy = { kind: 'rejected', code: 'busy', reason: 'Not now.', next: 'later' } as const;
      await lane.report(id, isSent ? { kind: 'accepted', wireId: id, atMs: played.nowMs } : busy);
      if (isSent) open.delete(id);
    }
    if (askAtMs > played.nowMs) continue;
    const { ids, nextInMs } = await lane.claim();
    for (const id of ids) sender.take(id, played.nowMs);
    // A long pause ends at a full hour, as quiet hours and days do, or with the restriction.
    const isPause = ids.length === 0 && sender.ends.length === 0 && (nextInMs ?? 0) >= 4 * POLL_MS;
    const pauseEndsMs = Math.min((Math.floor(played.nowMs / HOUR_MS) + 1) * HOUR_MS, restrictedUntil(played));
    askAtMs = isPause ? pauseEndsMs : played.nowMs + Math.min(nextInMs ?? POLL_MS, POLL_MS);
  }
}

/** Records the lane's recent send durations, for the forecast to read. */
async function recordSends(virtual: VirtualClock, lane: PacedLane, sender: Sender, nowMs: number): Promise<void> {
  const { pool } = virtual.database;
  const before = nowMs - 60 * MINUTE_MS;
  const past = await lane.add(
    Array.from({ length: 60 }, (_, at) => ({
      to: `+4477001${String(at).padStart(5, '0')}`,
      zone: 'UTC',
      dueMs: before,
      isExempt: false,
    })),
  );
  for (const { id } of past) sender.take(id, before);
  for (const { id, atMs } of sender.ends.splice(0)) {
    await pool.query(
      `update messages set status = 'sent', ack = 1, claimed_at = to_timestamp($2 / 1000.0), sent_at = to_timestamp($3 / 1000.0) where id = $1`,
      [id, before, atMs],
    );
  }
}

const ZONES = ['UTC', 'Europe/London', 'America/New_York', 'Asia/Tokyo'];

/** A campaign's audience: people in one zone or several, some with their own quiet hours. */
function contactsBy({ between, chance }: Random, seed: number) {
  const zones = chance(0.5) ? ['UTC'] : ZONES;
  const own = { from: hour(between(12, 16)), to: hour(between(17, 20)) };
  const haveOwn = chance(0.3);
  return Array.from({ length: between(40, 90) }, (_, at) => ({
    mobile: `+44771${String(seed % 100).padStart(2, '0')}${String(at).padStart(5, '0')}`,
    zone: zones[between(0, zones.length - 1)] ?? 'UTC',
    isKnown: chance(0.7),
    quietHours: haveOwn && chance(0.1) ? own : null,
  }));
}

/**
 * Compares one campaign with its forecast at launch or, if a restriction starts midway, at that time; null if nothing
 * was left to forecast.
 */
async function judgeForecast(virtual: VirtualClock, seed: number) {
  const random = createRandom(seed);
  const { between, chance } = random;
  const rules = rulesBy(random);
  const nowMs = NOON + between(0, 300) * MINUTE_MS;
  virtual.setNow(nowMs);
  const lane = await createPacedLane(virtual, 'UTC');
  await lane.setRules(rules);
  const sender = new Sender(random, between(300, 2_500));
  await recordSends(virtual, lane, sender, nowMs);
  const contacts = contactsBy(random, seed);
  await lane.addContacts(contacts);
  const added = await lane.add(contacts.map(({ mobile: to, zone }) => ({ to, zone, dueMs: nowMs, isExempt: false })));
  const played: ForecastRun = {
    virtual,
    lane,
    sender,
    nowMs,
    open: new Set(added.map(({ id }) => id)),
    restrictedUntilMs: 0,
  };

  const isRestricted = chance(0.3);
  if (isRestricted) {
    await play(played, nowMs + between(2, 10) * MINUTE_MS);
    played.restrictedUntilMs = played.nowMs + between(10, 90) * MINUTE_MS;
    await lane.restrict('all', played.restrictedUntilMs);
  }
  const people = await peopleLeft(played, contacts);
  if (people.length === 0) return null;
  const [found] = await readLanes(virtual.database.db, lane.fixture.workspaceId, [lane.fixture.engineId]);
  if (!found) throw new Error('no lane');
  const from = played.nowMs;
  // The campaign's open messages count as its recipients, not as messages ahead of it.
  const ahead = forecast([{ ...found, ahead: 0, people }], {
    startMs: from,
    nowMs: from,
    window: null,
    perMinute: null,
  });
  if (!ahead) throw new Error('no forecast');
  await play(played, Number.POSITIVE_INFINITY);
  const seconds = (ms: number) => Math.round((ms - from) / 1_000);
  const isWithin = ahead.earliestMs - GRAIN_MS <= played.nowMs && played.nowMs <= ahead.latestMs + GRAIN_MS;
  const error = Math.abs(ahead.likelyMs - played.nowMs) / (played.nowMs - from);
  const summary = `${error.toFixed(2)}${isWithin ? '' : ' OUTSIDE'} seed ${seed}: took ${seconds(played.nowMs)} s, said ${seconds(ahead.likelyMs)} s (${seconds(ahead.earliestMs)} to ${seconds(ahead.latestMs)}) ${JSON.stringify(rules)} ${JSON.stringify(people)}${isRestricted ? ', restricted' : ''}`;
  return { error, isWithin, told: summary };
}

/** The recipients of waiting messages, grouped as pre-flight groups them. */
async function peopleLeft(
  { virtual, lane }: ForecastRun,
  contacts: ReturnType<typeof contactsBy>,
): Promise<RecipientGroup[]> {
  const { rows } = await virtual.database.pool.query<{ recipient: string }>(
    `select recipient from messages where engine_id = $1 and status = 'pending'`,
    [lane.fixture.engineId],
  );
  const byMobile = new Map(contacts.map((contact) => [contact.mobile, contact]));
  const groups = new Map<string, RecipientGroup>();
  for (const { recipient } of rows) {
    const contact = byMobile.get(recipient);
    if (contact) addToGroup(groups, contact, { isKnown: contact.isKnown, workspaceZone: 'UTC', hasHours: true });
  }
  return [...groups.values()];
}

/**
 * Forecasts this many random campaigns, and plays each with the real claim and report.
 * @returns the outcome of each, also in words
 */
export async function judgeForecasts(virtual: VirtualClock, seed: number, count: number) {
  const judged = [];
  for (let at = 0; judged.length < count; at += 1) {
    const outcome = await judgeForecast(virtual, seed * 1_000 + at);
    if (outcome) judged.push(outcome);
  }
  const errors = judged.map(({ error }) => error).sort((a, b) => a - b);
  return {
    medianError: errors[Math.floor(count / 2)] ?? 1,
    withinRange: judged.filter(({ isWithin }) => isWithin).length / count,
    told: judged.map(({ told }) => told),
  };
}
