import {
  advanceLane,
  allowance,
  dailyCapUntil,
  type LaneCounters,
  type LaneRules,
  quietUntil,
  restrictionNow,
  warmingUp,
} from '../messages/index.ts';

/** A lane, as the forecast sees it. */
export interface ForecastLane {
  name: string;
  rules: LaneRules;
  counters: LaneCounters;
  /** Its workspace's zone, by which days are counted; quiet hours and the window are taken in it too. */
  zone: string;
  /** Messages that are due before the campaign's, and go first. */
  ahead: number;
  /** The campaign's messages to known and to first contacts. */
  known: number;
  fresh: number;
  /** What one send takes, by its latest ones. */
  sendMs: number;
}

export interface ForecastCampaign {
  startMs: number;
  nowMs: number;
  window: { from: string; to: string } | null;
  /** By all engines together. */
  perMinute: number | null;
}

/** When a lane will have sent its part; null: not within the time looked at. */
export interface LaneForecast {
  name: string;
  messages: number;
  untilMs: number | null;
}

const MINUTE_MS = 60_000;
const LOOK_AHEAD_MS = 120 * 24 * 60 * MINUTE_MS;

/**
 * Walks a lane forward minute by minute under the rules that its claim obeys: buckets, the daily cap, quiet hours, restrictions, and the campaign's own window and
 * speed. Where nothing may go it jumps to when something may. Pure.
 * @param share of the campaign's speed that this lane has
 */
function forecastLane(
  lane: ForecastLane,
  { startMs, nowMs, window, perMinute }: ForecastCampaign,
  share: number,
): LaneForecast {
  const messages = lane.known + lane.fresh;
  let { counters, rules } = lane;
  let atMs = Math.max(nowMs, startMs);
  const endMs = atMs + LOOK_AHEAD_MS;
  const left = { known: lane.ahead + lane.known, fresh: lane.fresh };
  let bySpeed = 0;
  let day = dayOf(atMs, lane.zone);
  while (left.known + left.fresh > 0) {
    if (atMs > endMs) return { name: lane.name, messages, untilMs: null };
    const today = dayOf(atMs, lane.zone);
    if (today !== day) {
      day = today;
      counters = { ...counters, sentToday: 0 };
      if (rules.warmUp) rules = warmingUp(rules, rules.warmUp.daysWorked + 1);
    }
    const restricted = restrictionNow(rules, atMs);
    const { restrictedUntilMs } = rules;
    const isStuck = restricted === 'all' || (restricted === 'new' && left.known === 0);
    if (isStuck && restrictedUntilMs === null) return { name: lane.name, messages, untilMs: null };
    const pauses = [
      isStuck ? restrictedUntilMs : null,
      dailyCapUntil(rules, counters, atMs, lane.zone),
      quietUntil(rules, atMs, lane.zone),
      window && quietUntil({ quietFrom: window.to, quietTo: window.from }, atMs, lane.zone),
    ].filter((until) => until !== null);
    if (pauses.length > 0) {
      atMs = Math.max(...pauses, atMs + 1);
      continue;
    }
    // A bucket that is emptied all the time never meets its brim, which a step of a minute would.
    const brim = Math.max(rules.burst, rules.knownPerMinute ?? 0, rules.newPerMinute ?? 0);
    counters = advanceLane({ ...rules, burst: brim }, counters, atMs);
    bySpeed =
      perMinute === null ? Number.POSITIVE_INFINITY : Math.min(bySpeed + perMinute * share, perMinute * share + 1);
    const room = Math.min(
      MINUTE_MS / lane.sendMs,
      bySpeed,
      rules.dailyCap === null ? Number.POSITIVE_INFINITY : rules.dailyCap - counters.sentToday,
    );
    const fresh =
      restricted === 'new' ? 0 : Math.min(left.fresh, room, allowance(rules.newPerMinute, counters.newTokens));
    const known = Math.min(left.known, room - fresh, allowance(rules.knownPerMinute, counters.knownTokens));
    left.fresh -= fresh;
    left.known -= known;
    bySpeed -= fresh + known;
    counters = {
      ...counters,
      knownTokens: counters.knownTokens - (rules.knownPerMinute === null ? 0 : known),
      newTokens: counters.newTokens - (rules.newPerMinute === null ? 0 : fresh),
      sentToday: counters.sentToday + known + fresh,
    };
    if (left.known + left.fresh < 1e-6) {
      const taken = Math.min(MINUTE_MS, (known + fresh) * lane.sendMs);
      return { name: lane.name, messages, untilMs: atMs + taken };
    }
    if (known + fresh < 1e-6 && neverMore(rules, left)) return { name: lane.name, messages, untilMs: null };
    atMs += MINUTE_MS;
  }
  return { name: lane.name, messages, untilMs: atMs };
}

/** A limit of zero lets nothing through, however long one waits. */
const neverMore = (
  { knownPerMinute, newPerMinute, dailyCap }: LaneRules,
  left: { known: number; fresh: number },
): boolean =>
  dailyCap === 0 || ((left.known === 0 || knownPerMinute === 0) && (left.fresh === 0 || newPerMinute === 0));

const dayOf = (ms: number, zone: string): string => dayFormat(zone).format(ms);
const dayFormats = new Map<string, Intl.DateTimeFormat>();
function dayFormat(zone: string): Intl.DateTimeFormat {
  const made = dayFormats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  dayFormats.set(zone, made);
  return made;
}

/** Every send may have to be tried again, and may take longer than the latest did. */
const WORSE = { messages: 1.1, sendMs: 2 };
const BETTER = { messages: 1, sendMs: 0.5 };

/** Nothing goes as evenly as the walk: so much of the time ahead, either way, it is never surer than. */
const LEAST_SPREAD = 0.02;

/** When a campaign will have ended, and between which moments; null: never, as things are. */
export function forecast(
  lanes: readonly ForecastLane[],
  campaign: ForecastCampaign,
): { likelyMs: number; earliestMs: number; latestMs: number; lanes: (LaneForecast & { untilMs: number })[] } | null {
  const total = lanes.reduce((sum, lane) => sum + lane.known + lane.fresh, 0);
  const walk = ({ messages, sendMs }: typeof WORSE) =>
    lanes.map((lane) => {
      const share = total === 0 ? 1 : (lane.known + lane.fresh) / total;
      const scaled = {
        ...lane,
        known: lane.known * messages,
        fresh: lane.fresh * messages,
        ahead: lane.ahead * messages,
        sendMs: Math.max(1, lane.sendMs * sendMs),
      };
      return { ...forecastLane(scaled, campaign, share), messages: lane.known + lane.fresh };
    });
  const ends = (walked: LaneForecast[]) =>
    walked.some((lane) => lane.untilMs === null)
      ? null
      : Math.max(campaign.nowMs, ...walked.map((lane) => lane.untilMs ?? 0));
  const likely = walk({ messages: 1, sendMs: 1 });
  const [likelyMs, earliestMs, latestMs] = [ends(likely), ends(walk(BETTER)), ends(walk(WORSE))];
  if (likelyMs === null || earliestMs === null || latestMs === null) return null;
  const spreadMs = (likelyMs - campaign.nowMs) * LEAST_SPREAD;
  return {
    likelyMs,
    earliestMs: Math.min(earliestMs, likelyMs - spreadMs),
    latestMs: Math.max(latestMs, likelyMs + spreadMs),
    lanes: likely.map((lane) => ({ ...lane, untilMs: lane.untilMs ?? likelyMs })),
  };
}
