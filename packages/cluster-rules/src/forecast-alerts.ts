import { PRESSURE_PERCENT } from './memory-pressure.ts';
import { ALERT_CONFIDENCE, FORECAST_HORIZON_MS, type NodeForecast } from './pressure-forecast.ts';

/**
 * Outcome of an alert. `came-true`: the node reached 90% within 30 minutes. `acted-on`: somebody relieved the node in
 * the meantime, so the forecast can't be judged. `unknown`: the node disappeared, or wasn't measured to the end.
 */
export type AlertOutcome = 'came-true' | 'did-not' | 'acted-on' | 'unknown';

/** A node counts as still measured if its last measurement is at most this old. */
const MEASURED_WITHIN_MS = 3 * 60_000;

/**
 * Alerts require a crossing within this time, less than the horizon, because a crossing forecast for the last minutes
 * before the horizon is as likely to happen after it. The alert is raised a little later, with more confidence.
 */
const EXPECTED_WITHIN_MS = 25 * 60_000;

/** Whether to alert about a node. One that has already reached 90% needs no forecast. */
export function isAlert(forecast: NodeForecast, memoryBytes: number, capacityBytes: number): boolean {
  const { confidence, crossesInMs } = forecast;
  if (isUnderPressure(memoryBytes, capacityBytes) || crossesInMs === null) return false;
  return confidence >= ALERT_CONFIDENCE && crossesInMs <= EXPECTED_WITHIN_MS;
}

export function isUnderPressure(memoryBytes: number, capacityBytes: number): boolean {
  return capacityBytes > 0 && memoryBytes >= capacityBytes * (PRESSURE_PERCENT / 100);
}

/**
 * Outcome of an alert; null while it is still open.
 * @param measured the node's last measurement; null if the node is gone
 */
export function alertOutcome(
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
