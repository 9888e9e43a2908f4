import { isAlert, isUnderPressure } from '@switchyard/cluster-rules/forecast-alerts';
import { MIN_HISTORY_MINUTES } from '@switchyard/cluster-rules/pressure-forecast';
import type { PressureAlert, PressureForecast } from '@switchyard/contracts/cluster/forecast';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../../platform/database/database.ts';
import type { ClusterConsole } from '../picture/cluster-console.ts';
import type { ClusterState } from '../picture/cluster-state.ts';
import { stalenessReason } from '../picture/staleness-reason.ts';
import { findTouchedSessions } from '../plan/plan.queries.ts';
import { scoreAlerts } from './forecast.queries.ts';

/** What operators are told: nodes at 90% now or soon, the soonest first, and how often such word was right. */
export async function readForecast(
  db: Db,
  { picture, histories, placements }: Pick<ClusterConsole, 'picture' | 'histories' | 'placements'>,
  nowMs: number,
): Promise<PressureForecast> {
  const alerts: (PressureAlert & { heaviest: null })[] = [];
  let judged = 0;
  let waiting = 0;
  const unknown = stalenessReason(picture, nowMs);
  for (const node of picture.nodes()) {
    const memoryBytes = picture.nodeUsage(node.name)?.[2];
    const forecast = histories.forecast(node, nowMs);
    if (forecast) judged += 1;
    else waiting += 1;
    if (memoryBytes === undefined || unknown !== null) continue;
    const isThere = isUnderPressure(memoryBytes, node.capacityBytes);
    if (!isThere && !(forecast && isAlert(forecast, memoryBytes, node.capacityBytes))) continue;
    alerts.push({
      nodeName: node.name,
      isCordoned: isCordoned(node),
      memoryBytes,
      capacityBytes: node.capacityBytes,
      growthBytesPerMinute: forecast?.growthBytesPerMinute ?? null,
      crossesInMs: isThere ? 0 : (forecast?.crossesInMs ?? null),
      earliestInMs: isThere ? 0 : (forecast?.earliestInMs ?? null),
      latestInMs: isThere ? 0 : (forecast?.latestInMs ?? null),
      confidence: isThere ? 1 : (forecast?.confidence ?? 0),
      heaviest: null,
    });
  }
  const last = Number.POSITIVE_INFINITY;
  alerts.sort((one, other) => (one.crossesInMs ?? last) - (other.crossesInMs ?? last));
  const heaviest = heaviestMovable(picture, placements, new Set(alerts.map((alert) => alert.nodeName)));
  const sessions = await findTouchedSessions(
    db,
    [...heaviest.values()].map(({ pod }) => pod.name),
  );
  return {
    unknown,
    alerts: alerts.map((alert) => {
      const found = heaviest.get(alert.nodeName);
      if (!found) return alert;
      const { uid, name, namespace } = found.pod;
      const users = (sessions.get(name) ?? []).map((one) => one.user || one.name);
      return { ...alert, heaviest: { uid, name, namespace, memoryBytes: found.memoryBytes, sessions: users } };
    }),
    judged,
    waiting,
    neededMinutes: MIN_HISTORY_MINUTES,
    score: await scoreAlerts(db, nowMs),
  };
}

export const isCordoned = (node: Pick<NodeRow, 'status'>): boolean => node.status.includes('SchedulingDisabled');

/** Of each of these nodes, the heaviest Running pod that may be moved. */
function heaviestMovable(
  picture: ClusterState,
  placements: ClusterConsole['placements'],
  nodeNames: ReadonlySet<string>,
): Map<string, { pod: PodRow; memoryBytes: number }> {
  const heaviest = new Map<string, { pod: PodRow; memoryBytes: number }>();
  for (const pod of picture.pods()) {
    if (!nodeNames.has(pod.nodeName) || pod.status !== 'Running' || placements.pod(pod.uid).stays) continue;
    const memoryBytes = picture.podUsage(pod.uid)?.[2] ?? 0;
    if (memoryBytes > (heaviest.get(pod.nodeName)?.memoryBytes ?? 0)) heaviest.set(pod.nodeName, { pod, memoryBytes });
  }
  return heaviest;
}
