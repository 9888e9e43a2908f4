import type { LanePacing } from '@switchyard/contracts/messages/lane';
import { createRandom, type Random } from '@switchyard/whatsapp-simulator';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPacedLane, type PacedMessage } from '../../../../test/paced-lane.ts';
import { PacingJudge } from '../../../../test/pacing-judge.ts';
import { createVirtualDatabase, type VirtualDatabase } from '../../../../test/virtual-database.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 10);
const SEED = Number(process.env.SEED ?? 20_261_122);

const POLL_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The morning before clocks go back in Berlin, the evening before they go forward in Santiago, and an ordinary day. */
const BEGINNINGS = ['2026-10-24T08:00:00Z', '2026-09-05T20:00:00Z', '2026-06-10T05:00:00Z'].map((at) => Date.parse(at));
const ZONES = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Auckland'];
const MAX_CLAIMS = 3_000;

let virtual: VirtualDatabase;
beforeAll(async () => {
  virtual = await createVirtualDatabase();
});
afterAll(() => {
  vi.restoreAllMocks();
  return virtual.drop();
});

const hour = (of: number) => `${String(of % 24).padStart(2, '0')}:00`;

const oneOf =
  ({ between }: Random) =>
  <Value>(from: readonly Value[]): Value =>
    from[between(0, from.length - 1)] as Value;

function rulesBy(random: Random): LanePacing {
  const { between, chance: isIn } = random;
  const pick = oneOf(random);
  const quietFrom = between(0, 23);
  const isQuiet = isIn(0.6);
  return {
    knownPerMinute: pick([null, 2, 6, 20, 60]),
    newPerMinute: pick([null, 0.5, 1, 5]),
    burst: between(1, 12),
    dailyCap: pick([null, null, 25, 60, 150]),
    quietFrom: isQuiet ? hour(quietFrom) : null,
    quietTo: isQuiet ? hour(quietFrom + between(1, 10)) : null,
    quietOff: false,
    repliesPerMinute: pick([null, 3, 30]),
    ...(isIn(0.4) && gapBy(random)),
  };
}

function gapBy({ between }: Random) {
  const gapFromSeconds = between(0, 12);
  return { gapFromSeconds, gapToSeconds: gapFromSeconds + between(0, 20) };
}

/**
 * Runs one lane from its first message to its last, through restrictions, outages, refusals and incoming messages.
 * @returns the judge's findings
 */
async function play(seed: number): Promise<PacingJudge> {
  const random = createRandom(seed);
  const { between, chance: isIn } = random;
  const pick = oneOf(random);
  // The lane's random gaps are part of a history.
  vi.spyOn(Math, 'random').mockImplementation(createRandom(seed).next);
  const rules = rulesBy(random);
  const zone = pick(ZONES);
  let nowMs = pick(BEGINNINGS);
  virtual.setNow(nowMs);
  const lane = await createPacedLane(virtual, zone);
  await lane.setRules(rules);
  const contacts = Array.from({ length: 24 }, (_, at) => ({
    mobile: `+4477009${String(seed % 1_000).padStart(3, '0')}${String(at).padStart(2, '0')}`,
    zone: pick(ZONES),
    isKnown: isIn(0.5),
  }));
  await lane.addContacts(contacts);
  const known = contacts.filter(({ isKnown }) => isKnown).map(({ mobile }) => mobile);
  const judge = new PacingJudge(nowMs, rules, zone, known);
  const messageAt = (dueMs: number): Omit<PacedMessage, 'id'> => {
    const { mobile: to, zone: of } = pick(contacts);
    const isReply = isIn(0.15);
    // A reply that quiet hours postponed is no longer one.
    return { to, zone: of, dueMs, isExempt: isReply || isIn(0.05), isReply };
  };
  const laterMs = () => nowMs + between(0, 16 * HOUR_MS);
  /** Some arrive one by one, and some by dozens at the same moment. */
  const bursts = Array.from({ length: between(1, 4) }, () => ({ atMs: laterMs(), count: between(5, 30) }));
  const dues = [
    ...Array.from({ length: between(10, 40) }, laterMs),
    ...bursts.flatMap(({ atMs, count }) => Array.from({ length: count }, () => atMs)),
  ];
  const first = await lane.add(dues.map(messageAt));
  judge.added(first);

  const happenings: { atMs: number; run: () => Promise<void> }[] = [];
  const later = (atMs: number, run: () => Promise<void>) => {
    happenings.push({ atMs, run });
    happenings.sort((a, b) => a.atMs - b.atMs);
  };
  let askAtMs = nowMs;
  let isAway = false;
  for (let times = between(0, 3); times > 0; times -= 1) {
    later(laterMs(), async () => {
      const scope = pick(['new', 'all'] as const);
      const untilMs = nowMs + between(5, 180) * MINUTE_MS;
      await lane.restrict(scope, untilMs);
      judge.restricted(scope, untilMs);
      // It may be shorter than the previous one.
      askAtMs = Math.min(askAtMs, nowMs + between(0, POLL_MS));
    });
  }
  for (let times = between(0, 2); times > 0; times -= 1) {
    later(laterMs(), async () => {
      isAway = true;
      later(nowMs + between(1, 45) * MINUTE_MS, async () => {
        isAway = false;
        askAtMs = nowMs;
      });
    });
  }
  for (let times = between(0, 10); times > 0; times -= 1) {
    later(laterMs(), async () => {
      judge.added(await lane.add([messageAt(nowMs)]));
      // A new message pokes its lane.
      askAtMs = nowMs;
    });
  }
  const settle = async (id: string) => {
    // The lane learns of what this releases with its next poll.
    askAtMs = Math.min(askAtMs, nowMs + between(0, POLL_MS));
    if (isIn(0.06)) {
      const reason = { code: 'busy', reason: 'Not now.', next: 'later' as const };
      await lane.report(id, { kind: 'rejected', ...reason });
      judge.settled(id, false, await lane.claimableMs(id));
    } else if (isIn(0.04)) {
      await lane.report(id, { kind: 'rejected', code: 'absent', reason: 'Not on WhatsApp.', next: 'never' });
      judge.settled(id, false, null);
    } else {
      await lane.report(id, { kind: 'accepted', wireId: id, atMs: nowMs });
      judge.settled(id, true, null);
    }
  };

  for (let claims = 0; !judge.isDone || happenings.length > 0; ) {
    const [next] = happenings;
    const untilMs = isAway ? (next?.atMs ?? nowMs) : Math.min(askAtMs, next?.atMs ?? Number.POSITIVE_INFINITY);
    nowMs = Math.max(nowMs, untilMs);
    virtual.setNow(nowMs);
    if (isAway) judge.wasAwayTo(nowMs);
    else judge.passTo(nowMs);
    if (next && next.atMs <= nowMs) {
      happenings.shift();
      await next.run();
      continue;
    }
    claims += 1;
    if (claims > MAX_CLAIMS) throw new Error('the lane never comes to its end');
    const { ids, nextInMs } = await lane.claim();
    judge.took(ids);
    for (const id of ids) later(nowMs + between(100, 4_000), () => settle(id));
    askAtMs = nowMs + Math.min(nextInMs ?? POLL_MS, POLL_MS);
    // Polls that the judge knows to find nothing are skipped; the last one before something may go happens at any
    // moment of its interval.
    const freeMs = judge.nextFreeMs();
    if (freeMs === null && happenings.length === 0 && !judge.isDone) throw new Error('nothing may ever go');
    if (freeMs === null || freeMs - POLL_MS > askAtMs) {
      const lastMs = freeMs === null ? Number.POSITIVE_INFINITY : freeMs - between(0, POLL_MS);
      if (!isIn(0.05)) askAtMs = Math.max(askAtMs, lastMs);
    }
    if (askAtMs === Number.POSITIVE_INFINITY && happenings.length === 0) break;
  }
  return judge;
}

test(`no limit is broken, nothing sendable waits longer than a poll, and the allowed pace is used (${HISTORIES} histories from seed ${SEED})`, async () => {
  const used = { sent: 0, lost: 0 };
  for (let at = 0; at < HISTORIES; at += 1) {
    const judge = await play(SEED + at);
    expect(judge.faults, `SEED=${SEED + at} HISTORIES=1`).toEqual([]);
    used.sent += judge.used.sent;
    used.lost += judge.used.lost;
  }
  expect(used.sent).toBeGreaterThan(HISTORIES * 10);
  expect(used.sent / (used.sent + used.lost)).toBeGreaterThan(0.95);
}, 120_000);
