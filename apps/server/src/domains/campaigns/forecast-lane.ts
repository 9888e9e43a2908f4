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

/** Recipients who share a clock and quiet hours. */
export interface People {
  zone: string;
  /** Their own quiet hours; null: the lane's. */
  quiet: QuietRules | null;
  /** Messages to those whom the engine has written to, and to those whom it has not. */
  known: number;
  fresh: number;
}

/** A lane, as the forecast sees it. */
export interface ForecastLane {
  name: string;
  rules: LaneRules;
  counters: LaneCounters;
  /** Its workspace's zone, by which days are counted. */
  zone: string;
  /** Messages that are due before the campaign's, and go first; taken as to known contacts in the lane's zone. */
  ahead: number;
  people: readonly People[];
  /** After how long one send follows another: by its latest ones, or its gap. */
  sendMs: number;
}

export interface ForecastCampaign {
  startMs: number;
  nowMs: number;
  /** Hours of the day in each recipient's zone. */
  window: { from: string; to: string } | null;
  /** By all engines together. */
  perMinute: number | null;
}

/** People, and whether they may be written to now, which holds until `untilMs`. */
interface Group extends People {
  closed: QuietRules[];
  isOpen: boolean;
  untilMs: number;
}

const MINUTE_MS = 60_000;
const LOOK_AHEAD_MS = 120 * 24 * 60 * MINUTE_MS;
/** Messages flow here; less than this is none. */
const NONE = 1e-6;

/**
 * Lets a lane's messages flow under the rules that its claim obeys: buckets, the daily cap, quiet hours and the
 * campaign's window by each recipient's clock, restrictions, and the campaign's own speed. It goes by the minute, and
 * to the moment where a rule begins or ends. Pure.
 * @param share of the campaign's speed that this lane has
 * @returns when the last message is sent; null: not within 120 days
 */
export function forecastLane(lane: ForecastLane, campaign: ForecastCampaign, share: number): number | null {
  const { startMs, nowMs, window } = campaign;
  const speed = campaign.perMinute === null ? null : campaign.perMinute * share;
  const closing = window === null ? [] : [{ quietFrom: window.to, quietTo: window.from }];
  const group = (people: People, more: QuietRules[]): Group => ({
    ...people,
    closed: [people.quiet ?? lane.rules, ...more],
    isOpen: false,
    untilMs: 0,
  });
  const ahead = group({ zone: lane.zone, quiet: null, known: lane.ahead, fresh: 0 }, []);
  const own = lane.people.map((people) => group(people, closing));
  let { rules, counters } = lane;
  let bySpeed = 1;
  let dayEndsMs = nextDay(nowMs, lane.zone);
  let atMs = Math.max(nowMs, startMs);
  const endMs = atMs + LOOK_AHEAD_MS;

  for (;;) {
    const groups = [ahead, ...own].filter((one) => one.known + one.fresh > NONE);
    if (groups.length === 0) return atMs;
    if (atMs > endMs) return null;
    for (; atMs >= dayEndsMs; dayEndsMs = nextDay(dayEndsMs, lane.zone)) {
      counters = { ...counters, sentToday: 0 };
      if (rules.warmUp) rules = warmingUp(rules, rules.warmUp.daysWorked + 1);
    }
    counters = advanceLane(rules, counters, atMs);
    for (const group of groups) if (atMs >= group.untilMs) look(group, atMs);
    const restricted = restrictionNow(rules, atMs);
    const { restrictedUntilMs } = rules;
    const endsMs = restricted === null ? null : restrictedUntilMs;
    const nextMs = Math.min(dayEndsMs, endsMs ?? dayEndsMs, ...groups.map(({ untilMs }) => untilMs));
    const room = rules.dailyCap === null ? Number.POSITIVE_INFINITY : rules.dailyCap - counters.sentToday;
    const open = groups.filter(({ isOpen }) => isOpen);
    const wanted = restricted === 'new' ? sum(open, 'known') : sum(open, 'known') + sum(open, 'fresh');
    if (restricted === 'all' || room < NONE || wanted < NONE) {
      atMs = Math.max(nextMs, atMs + 1);
      continue;
    }

    const stepMs = Math.min(MINUTE_MS, nextMs - atMs);
    const tokens = { known: counters.knownTokens, fresh: counters.newTokens };
    const allowed = {
      known: flowOf(rules.knownPerMinute, tokens.known, stepMs),
      fresh: restricted === 'new' ? 0 : flowOf(rules.newPerMinute, tokens.fresh, stepMs),
    };
    const sends = Math.min(room, stepMs / lane.sendMs);
    const first = drain(
      [ahead].filter(({ isOpen }) => isOpen),
      'known',
      Math.min(sends, allowed.known),
    );
    const ownOpen = open.filter((one) => one !== ahead);
    const most = Math.min(sends - first, flowOf(speed, bySpeed, stepMs));
    const fresh = drain(ownOpen, 'fresh', Math.min(most, allowed.fresh));
    const known = drain(ownOpen, 'known', Math.min(most - fresh, allowed.known - first));
    if (sum([ahead, ...own], 'known') + sum([ahead, ...own], 'fresh') < NONE) {
      const waits = [
        (first + fresh + known) * lane.sendMs,
        waitFor(rules.knownPerMinute, tokens.known, first + known),
        waitFor(rules.newPerMinute, tokens.fresh, fresh),
        waitFor(speed, bySpeed, fresh + known),
      ];
      return atMs + Math.min(stepMs, Math.max(...waits));
    }
    const brim = Math.max(rules.burst, 1);
    counters = {
      ...counters,
      knownTokens: left(rules.knownPerMinute, tokens.known, first + known, stepMs, brim),
      newTokens: left(rules.newPerMinute, tokens.fresh, fresh, stepMs, brim),
      refilledAtMs: atMs + stepMs,
      sentToday: counters.sentToday + first + known + fresh,
    };
    bySpeed = left(speed, bySpeed, fresh + known, stepMs, 1);
    atMs += stepMs;
  }
}

const sum = (groups: readonly Group[], kind: 'known' | 'fresh'): number =>
  groups.reduce((total, one) => total + one[kind], 0);

/** Takes up to so many messages from groups, from each by what it has. @returns how many */
function drain(groups: readonly Group[], kind: 'known' | 'fresh', most: number): number {
  const total = sum(groups, kind);
  const taken = Math.max(0, Math.min(total, most));
  if (taken > 0) for (const group of groups) group[kind] -= (group[kind] / total) * taken;
  return taken;
}

/** What a bucket lets through in so long, emptied all the time. */
const flowOf = (perMinute: number | null, tokens: number, forMs: number): number =>
  perMinute === null ? Number.POSITIVE_INFINITY : tokens + (perMinute * forMs) / MINUTE_MS;

const waitFor = (perMinute: number | null, tokens: number, wanted: number): number =>
  perMinute === null || wanted <= tokens ? 0 : ((wanted - tokens) / perMinute) * MINUTE_MS;

const left = (perMinute: number | null, tokens: number, used: number, forMs: number, brim: number): number =>
  perMinute === null ? tokens : Math.min(brim, flowOf(perMinute, tokens, forMs) - used);

/** Finds out whether people may be written to at a moment, and until when that holds. */
function look(group: Group, atMs: number): void {
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

/** The next time that clocks of a zone show `HH:mm`. */
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
