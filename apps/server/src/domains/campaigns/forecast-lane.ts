import { Temporal } from 'temporal-polyfill';
import {
  advanceLane,
  type LaneCounters,
  type LaneRules,
  type QuietRules,
  quietUntil,
  restrictionNow,
  warmingUp,
} from '../messages/index.ts';

/** Recipients who share a zone and quiet hours. */
export interface RecipientGroup {
  zone: string;
  /** Their own quiet hours. Null: the lane's apply. */
  quiet: QuietRules | null;
  /** Messages to known contacts, and first contacts. */
  known: number;
  fresh: number;
}

/** A lane with what the forecast needs. */
export interface ForecastLane {
  name: string;
  rules: LaneRules;
  counters: LaneCounters;
  /** The workspace's zone, which determines days. */
  zone: string;
  /** Messages due before the campaign's, which are sent first; counted as to known contacts in the lane's zone. */
  ahead: number;
  people: readonly RecipientGroup[];
  /** Time between two sends, from its latest sends or its gap. */
  sendMs: number;
}

export interface ForecastCampaign {
  startMs: number;
  nowMs: number;
  /** Hours of the day in each recipient's zone. */
  window: { from: string; to: string } | null;
  /** For all engines together. */
  perMinute: number | null;
}

/** A recipient group, and whether it may be messaged now; valid until `untilMs`. */
interface Group extends RecipientGroup {
  closed: QuietRules[];
  isOpen: boolean;
  untilMs: number;
}

const MINUTE_MS = 60_000;
const HORIZON_MS = 120 * 24 * 60 * MINUTE_MS;
/** Messages are fractions here; less than this counts as none. */
const NONE = 1e-6;

/**
 * Simulates a lane's messages under the rules of its claim: buckets, the daily cap, quiet hours and the campaign's
 * window by each recipient's clock, restrictions, and the campaign's own speed. Steps are a minute, or end where a rule
 * starts or ends. Pure.
 * @param share this lane's share of the campaign's speed
 * @returns when the last message is sent; null: not within 120 days
 */
export function forecastLane(lane: ForecastLane, campaign: ForecastCampaign, share: number): number | null {
  const { startMs, nowMs, window } = campaign;
  const speed = campaign.perMinute === null ? null : campaign.perMinute * share;
  const closing = window === null ? [] : [{ quietFrom: window.to, quietTo: window.from }];
  const toGroup = (people: RecipientGroup, more: QuietRules[]): Group => ({
    ...people,
    closed: [people.quiet ?? lane.rules, ...more],
    isOpen: false,
    untilMs: 0,
  });
  const ahead = toGroup({ zone: lane.zone, quiet: null, known: lane.ahead, fresh: 0 }, []);
  const own = lane.people.map((people) => toGroup(people, closing));
  let { rules, counters } = lane;
  let speedTokens = 1;
  let dayEndsMs = nextDay(nowMs, lane.zone);
  let atMs = Math.max(nowMs, startMs);
  const endMs = atMs + HORIZON_MS;

  for (;;) {
    const groups = [ahead, ...own].filter(({ known, fresh }) => known + fresh > NONE);
    if (groups.length === 0) return atMs;
    if (atMs > endMs) return null;
    for (; atMs >= dayEndsMs; dayEndsMs = nextDay(dayEndsMs, lane.zone)) {
      counters = { ...counters, sentToday: 0 };
      if (rules.warmUp) rules = warmingUp(rules, rules.warmUp.daysWorked + 1);
    }
    counters = advanceLane(rules, counters, atMs);
    for (const group of groups) if (atMs >= group.untilMs) updateOpening(group, atMs);
    const restricted = restrictionNow(rules, atMs);
    const { restrictedUntilMs } = rules;
    const endsMs = restricted === null ? null : restrictedUntilMs;
    const nextMs = Math.min(dayEndsMs, endsMs ?? dayEndsMs, ...groups.map(({ untilMs }) => untilMs));
    const capLeft = rules.dailyCap === null ? Number.POSITIVE_INFINITY : rules.dailyCap - counters.sentToday;
    const open = groups.filter(({ isOpen }) => isOpen);
    const wanted = restricted === 'new' ? sum(open, 'known') : sum(open, 'known') + sum(open, 'fresh');
    if (restricted === 'all' || capLeft < NONE || wanted < NONE) {
      atMs = Math.max(nextMs, atMs + 1);
      continue;
    }

    const stepMs = Math.min(MINUTE_MS, nextMs - atMs);
    const tokens = { known: counters.knownTokens, fresh: counters.newTokens };
    const allowed = {
      known: flowOf(rules.knownPerMinute, tokens.known, stepMs),
      fresh: restricted === 'new' ? 0 : flowOf(rules.newPerMinute, tokens.fresh, stepMs),
    };
    const sends = Math.min(capLeft, stepMs / lane.sendMs);
    const first = drain(
      [ahead].filter(({ isOpen }) => isOpen),
      'known',
      Math.min(sends, allowed.known),
    );
    const ownOpen = open.filter((group) => group !== ahead);
    const maxOwn = Math.min(sends - first, flowOf(speed, speedTokens, stepMs));
    const fresh = drain(ownOpen, 'fresh', Math.min(maxOwn, allowed.fresh));
    const known = drain(ownOpen, 'known', Math.min(maxOwn - fresh, allowed.known - first));
    if (sum([ahead, ...own], 'known') + sum([ahead, ...own], 'fresh') < NONE) {
      const waits = [
        (first + fresh + known) * lane.sendMs,
        waitFor(rules.knownPerMinute, tokens.known, first + known),
        waitFor(rules.newPerMinute, tokens.fresh, fresh),
        waitFor(speed, speedTokens, fresh + known),
      ];
      return atMs + Math.min(stepMs, Math.max(...waits));
    }
    const capacity = Math.max(rules.burst, 1);
    counters = {
      ...counters,
      knownTokens: refill(rules.knownPerMinute, tokens.known, first + known, stepMs, capacity),
      newTokens: refill(rules.newPerMinute, tokens.fresh, fresh, stepMs, capacity),
      refilledAtMs: atMs + stepMs,
      sentToday: counters.sentToday + first + known + fresh,
    };
    speedTokens = refill(speed, speedTokens, fresh + known, stepMs, 1);
    atMs += stepMs;
  }
}

const sum = (groups: readonly Group[], kind: 'known' | 'fresh'): number =>
  groups.reduce((total, group) => total + group[kind], 0);

/** Takes up to this many messages from groups, in proportion to their sizes. @returns the number taken */
function drain(groups: readonly Group[], kind: 'known' | 'fresh', limit: number): number {
  const total = sum(groups, kind);
  const taken = Math.max(0, Math.min(total, limit));
  if (taken > 0) for (const group of groups) group[kind] -= (group[kind] / total) * taken;
  return taken;
}

/** Messages a bucket lets through in this time if it is emptied continuously. */
const flowOf = (perMinute: number | null, tokens: number, forMs: number): number =>
  perMinute === null ? Number.POSITIVE_INFINITY : tokens + (perMinute * forMs) / MINUTE_MS;

const waitFor = (perMinute: number | null, tokens: number, wanted: number): number =>
  perMinute === null || wanted <= tokens ? 0 : ((wanted - tokens) / perMinute) * MINUTE_MS;

const refill = (perMinute: number | null, tokens: number, used: number, forMs: number, capacity: number): number =>
  perMinute === null ? tokens : Math.min(capacity, flowOf(perMinute, tokens, forMs) - used);

/** Updates whether a group may be messaged at a moment, and until when that holds. */
function updateOpening(group: Group, atMs: number): void {
  const closed = group.closed.map((hours) => quietUntil(hours, atMs, group.zone)).filter((until) => until !== null);
  group.isOpen = closed.length === 0;
  group.untilMs = group.isOpen
    ? Math.min(
        ...group.closed.map(({ quietFrom, quietTo }) =>
          nextTime(quietFrom === quietTo ? null : quietFrom, atMs, group.zone),
        ),
      )
    : Math.max(...closed);
}

/** The next time clocks in a zone show `HH:mm`. */
function nextTime(time: string | null, afterMs: number, zone: string): number {
  if (time === null) return Number.POSITIVE_INFINITY;
  const plainTime = Temporal.PlainTime.from(time);
  const today = inZone(afterMs, zone).toPlainDate();
  const [first = 0, second = 0] = [0, 1].map(
    (days) => today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds,
  );
  return first > afterMs ? first : second;
}

const nextDay = (ms: number, zone: string): number =>
  inZone(ms, zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;

const inZone = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone);
