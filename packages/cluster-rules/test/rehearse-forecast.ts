import { alertOutcome, isAlert, isUnderPressure } from '../src/forecast-alerts.ts';
import { type MemoryMinute, withMeasurement } from '../src/memory-history.ts';
import { forecastNode } from '../src/pressure-forecast.ts';
import { MEASURE_MS, type RehearsedNode, rehearseFleet } from './rehearsed-fleet.ts';

const MINUTE_MS = 60_000;
/** A virtual morning. */
const BEGAN_MS = Date.UTC(2026, 0, 1);
/** Crossings within this time of each other count as one: a node at the limit oscillates around it. */
const SAME_CROSSING_MS = 10 * MINUTE_MS;
/** Crossings before this are not counted, because there is no history yet. */
const WARM_UP_MS = 25 * MINUTE_MS;
/** An alert later than this is of no use. */
const MIN_LEAD_MS = MINUTE_MS;

export interface ForecastScore {
  alerts: number;
  cameTrue: number;
  crossings: number;
  foreseen: number;
  leadMinutes: number[];
  /** Alerts that came true within the range they gave. */
  withinRange: number;
}

/** Simulates a fleet minute by minute with the forecast running, and counts as the product does. */
export function rehearseForecast(seed: number, nodeCount: number, hours: number): ForecastScore {
  const score: ForecastScore = {
    alerts: 0,
    cameTrue: 0,
    crossings: 0,
    foreseen: 0,
    leadMinutes: [],
    withinRange: 0,
  };
  for (const node of rehearseFleet(seed, nodeCount, hours)) simulate(node, hours, score);
  return score;
}

function simulate(node: RehearsedNode, hours: number, score: ForecastScore): void {
  const { capacityBytes } = node;
  let history: MemoryMinute[] = [];
  let open: { raisedAtMs: number; earliestInMs: number; latestInMs: number } | null = null;
  let lastFullMs = Number.NEGATIVE_INFINITY;
  for (let atMs = 0; atMs < hours * 60 * MINUTE_MS; atMs += MEASURE_MS) {
    const memoryBytes = node.measure(atMs);
    const nowMs = BEGAN_MS + atMs;
    history = withMeasurement(history, nowMs, memoryBytes);
    const isFull = isUnderPressure(memoryBytes, capacityBytes);
    if (isFull && atMs - lastFullMs > SAME_CROSSING_MS && atMs > WARM_UP_MS) {
      score.crossings += 1;
      if (open && nowMs - open.raisedAtMs >= MIN_LEAD_MS) {
        score.foreseen += 1;
        score.leadMinutes.push((nowMs - open.raisedAtMs) / MINUTE_MS);
      }
    }
    if (isFull) lastFullMs = atMs;
    if (open) {
      const outcome = alertOutcome(open, { atMs: nowMs, memoryBytes, capacityBytes }, false, nowMs);
      if (outcome === 'came-true') {
        score.cameTrue += 1;
        const tookMs = nowMs - open.raisedAtMs;
        if (tookMs >= open.earliestInMs - MINUTE_MS && tookMs <= open.latestInMs + MINUTE_MS) score.withinRange += 1;
      }
      if (outcome) open = null;
    }
    if (open || atMs - lastFullMs <= SAME_CROSSING_MS || atMs % MINUTE_MS !== 0) continue;
    const forecast = forecastNode(history, capacityBytes, nowMs);
    if (!forecast || !isAlert(forecast, memoryBytes, capacityBytes)) continue;
    score.alerts += 1;
    open = {
      raisedAtMs: nowMs,
      earliestInMs: forecast.earliestInMs ?? 0,
      latestInMs: forecast.latestInMs ?? Number.POSITIVE_INFINITY,
    };
  }
  // An alert still open at the end is undecided.
  if (open) score.alerts -= 1;
}
