import { alertOutcome, isAlert } from '@switchyard/cluster-rules/forecast-alerts';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Log } from '../../../platform/logging/log.ts';
import type { ClusterConsole } from '../state/cluster-console.ts';
import { stalenessReason } from '../state/staleness-reason.ts';
import { findOpenAlerts, findRelieved, raiseAlert, saveMinute, settleAlert } from './forecast.queries.ts';

const POLL_MS = 15_000;
const MINUTE_MS = 60_000;

type Deps = { db: Db; console: Pick<ClusterConsole, 'clusterState' | 'histories'> };

/** Saves the last hour of every node, raises alerts and determines their outcomes. Runs in one process at a time. */
export const watchForecast = (deps: Deps, log: Log): Stoppable =>
  runRepeatedly(async () => {
    await updateForecast(deps, Date.now()).catch((error: unknown) => log.warn({ err: error }, 'no forecast'));
    return POLL_MS;
  });

/** Checks every node once. A node has at most one open alert. */
export async function updateForecast({ db, console: { clusterState, histories } }: Deps, nowMs: number): Promise<void> {
  const lastWhole = Math.floor(nowMs / MINUTE_MS) - 1;
  const nodes = histories.minute(lastWhole);
  if (Object.keys(nodes).length > 0) await saveMinute(db, { minute: lastWhole, nodes });
  const open = await findOpenAlerts(db);
  const relieved = await findRelieved(db, open);
  const now = new Date(nowMs);
  const alerted = new Set<string>();
  for (const alert of open) {
    const outcome = alertOutcome(
      { raisedAtMs: alert.raisedAt.getTime() },
      measuredNow(clusterState, histories, alert),
      relieved.has(alert.id),
      nowMs,
    );
    if (outcome) await settleAlert(db, alert.id, outcome, now);
    else alerted.add(alert.nodeUid);
  }
  if (stalenessReason(clusterState, nowMs) !== null) return;
  for (const { name, uid, capacityBytes } of clusterState.nodes()) {
    const memoryBytes = clusterState.nodeUsage(name)?.[2];
    if (memoryBytes === undefined || alerted.has(uid)) continue;
    const forecast = histories.forecast({ uid, capacityBytes }, nowMs);
    if (!forecast || !isAlert(forecast, memoryBytes, capacityBytes)) continue;
    await raiseAlert(db, { name, uid, memoryBytes, capacityBytes }, forecast, now);
  }
}

function measuredNow(
  clusterState: Deps['console']['clusterState'],
  histories: Deps['console']['histories'],
  { nodeName, nodeUid }: { nodeName: string; nodeUid: string },
) {
  const node = clusterState.node(nodeName);
  const atMs = histories.measuredAtMs(nodeUid);
  if (node?.uid !== nodeUid || atMs === null) return null;
  // A node without a current measurement has neither gone nor crossed the limit; the age of its last measurement
  // decides.
  return { atMs, memoryBytes: clusterState.nodeUsage(nodeName)?.[2] ?? 0, capacityBytes: node.capacityBytes };
}
