import type { ClusterAct } from '@switchyard/contracts/cluster/audit-log';
import { operations } from '../../../platform/http/operations.ts';
import { type ActRecord, findActs, findOwners } from './find-acts.ts';

/** The audit log of the cluster. */
export const auditRouter = {
  audit: operations.cluster.audit.handler(async ({ input, context: { db } }) => {
    const { rows, total } = await findActs(db, input);
    const owners = await findOwners(db, [...new Set(rows.flatMap((row) => row.sessions))]);
    return { data: rows.map((row) => presentAct(row, owners)), total };
  }),
};

function presentAct(row: ActRecord, owners: ReadonlyMap<string, string>): ClusterAct {
  const { id, at, actorId, actorName, sessions, via, outcome, ...rest } = row;
  return {
    _id: id,
    at: at.toISOString(),
    ...rest,
    via: via as ClusterAct['via'],
    outcome: outcome as ClusterAct['outcome'],
    actor: { _id: actorId, name: actorName },
    hit: sessions.map((engineId) => ({
      engineId,
      user: owners.get(engineId) ?? '',
      exists: owners.has(engineId),
    })),
  };
}
