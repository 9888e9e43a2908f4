import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { ALERT_CONFIDENCE, FORECAST_HORIZON_MS, type NodeForecast } from './pressure-forecast.ts';

/**
 * What became of an alert. `came-true`: the node reached 90% within 30 minutes. `acted-on`: somebody relieved the node
 * meanwhile, so nobody can tell. `unknown`: the node went, or was not measured to the end.
 */
export type AlertOutcome = 'came-true' | 'did-not' | 'acted-on' | 'unknown';

/** A node is still measured when its last measurement is no older than this. */
const MEASURED_WITHIN_MS = 3 * 60_000;

/**
 * What is expected for the last minutes before the horizon comes as often after it: an alert is raised a little later,
 * and surer.
 */
const EXPECTED_WITHIN_MS = 25 * 60_000;

/** Whether a node that is below 90% is told of. One that is there already needs no forecast. */
export function isAlert(forecast: NodeForecast, memoryBytes: number, capacityBytes: number): boolean {
  const { confidence, crossesInMs } = forecast;
  if (isUnderPressure(memoryBytes, capacityBytes) || crossesInMs === null) return false;
  return confidence >= ALERT_CONFIDENCE && crossesInMs <= EXPECTED_WITHIN_MS;
}

export function isUnderPressure(memoryBytes: number, capacityBytes: number): boolean {
  return capacityBytes > 0 && memoryBytes >= capacityBytes * (PRESSURE_PERCENT / 100);
}

/**
 * How an alert stands; null: it is still open.
 * @param measured what the node used at its last measurement; null: it is gone
 */
export function outcomeOf(
  alert: { raisedAtMs: number },
  measured: { atMs: number; memoryBytes: number; capacityBytes: number } | null,
  isActedOn: boolean,
  nowMs: number,
): AlertOutcome | null {
  if (!measured) return isActedOn ? 'acted-on' : 'unknown';
  const isInTime = measured.atMs - alert.raisedAtMs <= FORECAST_HORIZON_MS;
  if (isInTime && isUnderPressure(measured.memoryBytes, measured.capacityBytes)) return 'came-true';
  if (nowMs - alert.raisedAtMs < FORECAST_HORIZON_MS) return null;
  if (isActedOn) return 'acted-on';
  return nowMs - measured.atMs <= MEASURED_WITHIN_MS ? 'did-not' : 'unknown';
}
