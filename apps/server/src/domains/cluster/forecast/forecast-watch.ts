import { alertOutcome, isAlert } from '@switchyard/cluster-rules/forecast-alerts';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Log } from '../../../platform/logging/log.ts';
import type { ClusterConsole } from '../picture/cluster-console.ts';
import { stalenessReason } from '../picture/staleness-reason.ts';
import { findOpenAlerts, findRelieved, keepMinute, raiseAlert, settleAlert } from './forecast.queries.ts';

const LOOK_MS = 15_000;
const MINUTE_MS = 60_000;

type Deps = { db: Db; console: Pick<ClusterConsole, 'picture' | 'histories'> };

/** Keeps the last hour of every node, raises alerts and finds out what became of them: in one process at a time. */
export const watchForecast = (deps: Deps, log: Log): Stoppable =>
  runRepeatedly(async () => {
    await lookAtForecast(deps, Date.now()).catch((error: unknown) => log.warn({ err: error }, 'no forecast'));
    return LOOK_MS;
  });

/** One look at every node. Nothing is raised twice: a node has one open alert at most. */
export async function lookAtForecast({ db, console: { picture, histories } }: Deps, nowMs: number): Promise<void> {
  const lastWhole = Math.floor(nowMs / MINUTE_MS) - 1;
  const nodes = histories.minute(lastWhole);
  if (Object.keys(nodes).length > 0) await keepMinute(db, { minute: lastWhole, nodes });
  const open = await findOpenAlerts(db);
  const relieved = await findRelieved(db, open);
  const now = new Date(nowMs);
  const alerted = new Set<string>();
  for (const alert of open) {
    const outcome = alertOutcome(
      { raisedAtMs: alert.raisedAt.getTime() },
      measuredNow(picture, histories, alert),
      relieved.has(alert.id),
      nowMs,
    );
    if (outcome) await settleAlert(db, alert.id, outcome, now);
    else alerted.add(alert.nodeUid);
  }
  if (stalenessReason(picture, nowMs) !== null) return;
  for (const { name, uid, capacityBytes } of picture.nodes()) {
    const memoryBytes = picture.nodeUsage(name)?.[2];
    if (memoryBytes === undefined || alerted.has(uid)) continue;
    const forecast = histories.forecast({ uid, capacityBytes }, nowMs);
    if (!forecast || !isAlert(forecast, memoryBytes, capacityBytes)) continue;
    await raiseAlert(db, { name, uid, memoryBytes, capacityBytes }, forecast, now);
  }
}

function measuredNow(
  picture: Deps['console']['picture'],
  histories: Deps['console']['histories'],
  { nodeName, nodeUid }: { nodeName: string; nodeUid: string },
) {
  const node = picture.node(nodeName);
  const atMs = histories.measuredAtMs(nodeUid);
  if (node?.uid !== nodeUid || atMs === null) return null;
  // One that is not measured just now has not gone, nor reached anything: how old its last measurement is tells the
  // rest.
  return { atMs, memoryBytes: picture.nodeUsage(nodeName)?.[2] ?? 0, capacityBytes: node.capacityBytes };
}
