import { isAlert, isUnderPressure } from '@switchyard/cluster-rules/forecast-alerts';
import { MIN_HISTORY_MINUTES } from '@switchyard/cluster-rules/pressure-forecast';
import type { PressureAlert, PressureForecast } from '@switchyard/contracts/cluster/forecast';
import type { NodeRow, PodRow } from '@switchyard/contracts/cluster/rows';
import type { Db } from '../../../platform/database/database.ts';
import { findAffectedSessions } from '../plan/plan.queries.ts';
import type { ClusterConsole } from '../state/cluster-console.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { stalenessReason } from '../state/staleness-reason.ts';
import { scoreAlerts } from './forecast.queries.ts';

/** The forecast for operators: nodes at 90% now or soon, soonest first, and the accuracy of earlier alerts. */
export async function readForecast(
  db: Db,
  { clusterState, histories, placements }: Pick<ClusterConsole, 'clusterState' | 'histories' | 'placements'>,
  nowMs: number,
): Promise<PressureForecast> {
  const alerts: (PressureAlert & { heaviest: null })[] = [];
  let judged = 0;
  let waiting = 0;
  const unknown = stalenessReason(clusterState, nowMs);
  for (const node of clusterState.nodes()) {
    const memoryBytes = clusterState.nodeUsage(node.name)?.[2];
    const forecast = histories.forecast(node, nowMs);
    if (forecast) judged += 1;
    else waiting += 1;
    if (memoryBytes === undefined || unknown !== null) continue;
    const hasCrossed = isUnderPressure(memoryBytes, node.capacityBytes);
    if (!hasCrossed && !(forecast && isAlert(forecast, memoryBytes, node.capacityBytes))) continue;
    alerts.push({
      nodeName: node.name,
      isCordoned: isCordoned(node),
      memoryBytes,
      capacityBytes: node.capacityBytes,
      growthBytesPerMinute: forecast?.growthBytesPerMinute ?? null,
      crossesInMs: hasCrossed ? 0 : (forecast?.crossesInMs ?? null),
      earliestInMs: hasCrossed ? 0 : (forecast?.earliestInMs ?? null),
      latestInMs: hasCrossed ? 0 : (forecast?.latestInMs ?? null),
      confidence: hasCrossed ? 1 : (forecast?.confidence ?? 0),
      heaviest: null,
    });
  }
  const last = Number.POSITIVE_INFINITY;
  alerts.sort((a, b) => (a.crossesInMs ?? last) - (b.crossesInMs ?? last));
  const heaviest = heaviestMovable(clusterState, placements, new Set(alerts.map((alert) => alert.nodeName)));
  const sessions = await findAffectedSessions(
    db,
    [...heaviest.values()].map(({ pod }) => pod.name),
  );
  return {
    unknown,
    alerts: alerts.map((alert) => {
      const found = heaviest.get(alert.nodeName);
      if (!found) return alert;
      const { uid, name, namespace } = found.pod;
      const users = (sessions.get(name) ?? []).map((session) => session.user || session.name);
      return { ...alert, heaviest: { uid, name, namespace, memoryBytes: found.memoryBytes, sessions: users } };
    }),
    judged,
    waiting,
    neededMinutes: MIN_HISTORY_MINUTES,
    score: await scoreAlerts(db, nowMs),
  };
}

export const isCordoned = (node: Pick<NodeRow, 'status'>): boolean => node.status.includes('SchedulingDisabled');

/** The heaviest movable Running pod of each of these nodes. */
function heaviestMovable(
  clusterState: ClusterState,
  placements: ClusterConsole['placements'],
  nodeNames: ReadonlySet<string>,
): Map<string, { pod: PodRow; memoryBytes: number }> {
  const heaviest = new Map<string, { pod: PodRow; memoryBytes: number }>();
  for (const pod of clusterState.pods()) {
    if (!nodeNames.has(pod.nodeName) || pod.status !== 'Running' || placements.pod(pod.uid).stays) continue;
    const memoryBytes = clusterState.podUsage(pod.uid)?.[2] ?? 0;
    if (memoryBytes > (heaviest.get(pod.nodeName)?.memoryBytes ?? 0)) heaviest.set(pod.nodeName, { pod, memoryBytes });
  }
  return heaviest;
}
