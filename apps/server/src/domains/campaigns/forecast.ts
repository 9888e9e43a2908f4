import { type ForecastCampaign, type ForecastLane, forecastLane } from './forecast-lane.ts';

/** When a lane will have sent its share. */
export interface LaneForecast {
  name: string;
  messages: number;
  untilMs: number;
}

/** Pessimistic case: some messages are retried, and sends take longer than recently. */
const WORSE = { messages: 1.1, sendMs: 2, gapDeviations: 2 };
const LIKELY = { messages: 1, sendMs: 1, gapDeviations: 0 };
const BETTER = { messages: 1, sendMs: 0.5, gapDeviations: -2 };

/** Minimum spread in each direction, as a share of the remaining time: nothing runs as evenly as the simulation. */
const MIN_SPREAD = 0.02;

/** When a campaign will have ended, with the earliest and latest moments. Null: not within 120 days, as things are. */
export function forecast(
  lanes: readonly ForecastLane[],
  campaign: ForecastCampaign,
): { likelyMs: number; earliestMs: number; latestMs: number; lanes: LaneForecast[] } | null {
  const counts = lanes.map(({ people }) => people.reduce((sum, { known, fresh }) => sum + known + fresh, 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const simulate = (by: typeof WORSE) => {
    const ends = lanes.map((lane, at) =>
      forecastLane(scaled(lane, by), campaign, total === 0 ? 1 : (counts[at] ?? 0) / total),
    );
    return ends.every((end) => end !== null) ? { ends, lastMs: Math.max(campaign.nowMs, ...ends) } : null;
  };
  const [likely, better, worse] = [simulate(LIKELY), simulate(BETTER), simulate(WORSE)];
  if (likely === null || better === null || worse === null) return null;
  const spreadMs = (likely.lastMs - campaign.nowMs) * MIN_SPREAD;
  return {
    likelyMs: likely.lastMs,
    earliestMs: Math.min(better.lastMs, likely.lastMs - spreadMs),
    latestMs: Math.max(worse.lastMs, likely.lastMs + spreadMs),
    lanes: lanes.map(({ name }, at) => ({
      name,
      messages: counts[at] ?? 0,
      untilMs: likely.ends[at] ?? likely.lastMs,
    })),
  };
}

/**
 * The mean gap of a lane's messages, this many standard deviations from the likely one; gaps are distributed evenly.
 */
function gapOf({ rules: { gap }, ahead, people }: ForecastLane, deviations: number): number {
  if (!gap) return 0;
  const count = people.reduce((sum, { known, fresh }) => sum + known + fresh, ahead);
  const deviation = (gap.toMs - gap.fromMs) / Math.sqrt(12 * Math.max(1, count));
  return Math.max(gap.fromMs, (gap.fromMs + gap.toMs) / 2 + deviations * deviation);
}

/** Messages follow each other after the lane's gap, or after the duration of a send if that is longer. */
const scaled = (lane: ForecastLane, { messages, sendMs, gapDeviations }: typeof WORSE): ForecastLane => ({
  ...lane,
  ahead: lane.ahead * messages,
  people: lane.people.map((group) => ({ ...group, known: group.known * messages, fresh: group.fresh * messages })),
  sendMs: Math.max(1, lane.sendMs * sendMs, gapOf(lane, gapDeviations)),
});
