import { type ForecastCampaign, type ForecastLane, forecastLane } from './forecast-lane.ts';

/** When a lane will have sent its part. */
export interface LaneForecast {
  name: string;
  messages: number;
  untilMs: number;
}

/** Every send may have to be tried again, and may take longer than the latest did. */
const WORSE = { messages: 1.1, sendMs: 2, gapDeviations: 2 };
const LIKELY = { messages: 1, sendMs: 1, gapDeviations: 0 };
const BETTER = { messages: 1, sendMs: 0.5, gapDeviations: -2 };

/** Nothing goes as evenly as it flows here: so much of the time ahead, either way, it is never surer than. */
const MIN_SPREAD = 0.02;

/** When a campaign will have ended, and between which moments; null: not within 120 days, as things are. */
export function forecast(
  lanes: readonly ForecastLane[],
  campaign: ForecastCampaign,
): { likelyMs: number; earliestMs: number; latestMs: number; lanes: LaneForecast[] } | null {
  const counts = lanes.map(({ people }) => people.reduce((sum, { known, fresh }) => sum + known + fresh, 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const walk = (by: typeof WORSE) => {
    const ends = lanes.map((lane, at) =>
      forecastLane(scaled(lane, by), campaign, total === 0 ? 1 : (counts[at] ?? 0) / total),
    );
    return ends.every((end) => end !== null) ? { ends, lastMs: Math.max(campaign.nowMs, ...ends) } : null;
  };
  const [likely, better, worse] = [walk(LIKELY), walk(BETTER), walk(WORSE)];
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

/** The mean gap of so many messages, so many standard deviations from the likely one; gaps are drawn evenly. */
function gapOf({ rules: { gap }, ahead, people }: ForecastLane, deviations: number): number {
  if (!gap) return 0;
  const count = people.reduce((sum, { known, fresh }) => sum + known + fresh, ahead);
  const deviation = (gap.toMs - gap.fromMs) / Math.sqrt(12 * Math.max(1, count));
  return Math.max(gap.fromMs, (gap.fromMs + gap.toMs) / 2 + deviations * deviation);
}

/** One message follows another after the gap of their lane, or after what a send takes where that is longer. */
const scaled = (lane: ForecastLane, { messages, sendMs, gapDeviations }: typeof WORSE): ForecastLane => ({
  ...lane,
  ahead: lane.ahead * messages,
  people: lane.people.map((person) => ({ ...person, known: person.known * messages, fresh: person.fresh * messages })),
  sendMs: Math.max(1, lane.sendMs * sendMs, gapOf(lane, gapDeviations)),
});
