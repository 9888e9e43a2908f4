import { type PodDeletion, podDeletion } from '@switchyard/contracts/cluster/pod-deletions';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { presenter } from '../../platform/presenter.ts';
import { engineState, type PresenceLookup } from '../engines/index.ts';
import type { EngineSessionRecord } from './cluster.queries.ts';
import type { podDeletions } from './cluster.schema.ts';

/** What is needed beside an engine session's row to present it. */
export interface SessionContext {
  presence: PresenceLookup;
  /** Looks up a pod in the cluster; null if the cluster is unknown. */
  podExists: ((podName: string) => boolean) | null;
}

/** An engine session as operators see it. */
export function presentSession(record: EngineSessionRecord, { presence, podExists }: SessionContext): EngineSessionRow {
  // A living engine process renews the lease, so its last renewal is when the session was last seen.
  const lastSeen = record.leaseRenewedAt ?? record.connectedAt;
  return {
    _id: record.id,
    engineId: record.id,
    status: engineState(record, presence(record.id)).status,
    podId: record.podName,
    user: record.userId === null ? null : presentUser(record.userId, record.userName ?? '', record.userEmail ?? ''),
    active: record.active,
    lastSeen: lastSeen?.toISOString() ?? null,
    lastActive: record.updatedAt.toISOString(),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    lastRestart: record.lastRestart?.toISOString() ?? null,
    podExists: record.podName === null ? false : (podExists?.(record.podName) ?? null),
  };
}

function presentUser(_id: string, fullName: string, email: string): NonNullable<EngineSessionRow['user']> {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/);
  return { _id, email, fullName, firstName, lastName: rest.join(' ') };
}

const presentSharedFields = presenter(podDeletion);
/** An entry of the log of deletions. */
export const presentDeletion = (row: typeof podDeletions.$inferSelect): PodDeletion => ({
  ...presentSharedFields(row),
  cause: row.cause as PodDeletion['cause'],
  act: row.act as PodDeletion['act'],
  via: row.via as PodDeletion['via'],
  outcome: row.outcome as PodDeletion['outcome'],
  actor: { _id: row.actorId, email: row.actorEmail },
});
