import type { EngineStatus } from '@switchyard/contracts/engine/protocol';
import { ENGINE_LIFECYCLE, effectiveStatus } from '@switchyard/contracts/engines/lifecycle';
import type { EnginePresence } from '@switchyard/contracts/live/topics';
import { sql } from 'drizzle-orm';
import { isProcessOffline } from './engine-presence.ts';
import type { EngineRow } from './engines.queries.ts';
import { engineLanes, engines } from './engines.schema.ts';

/**
 * An engine that has been starting for longer than this may be restarted again, because whatever it waits for is not
 * coming.
 */
const STUCK_AFTER_MS = 3 * 60_000;

type Facts = Pick<
  EngineRow,
  'status' | 'statusGeneration' | 'desired' | 'leaseInstanceId' | 'leaseGeneration' | 'leaseRenewedAt' | 'leaseIsLive'
>;

/** The columns {@link engineState} needs, for a query of engines with their lanes left-joined. */
export const standingColumns = {
  status: engines.status,
  statusGeneration: engines.statusGeneration,
  desired: engines.desired,
  leaseInstanceId: engineLanes.instanceId,
  leaseGeneration: sql<number>`coalesce(${engineLanes.generation}, 0)`.mapWith(engineLanes.generation),
  leaseRenewedAt:
    sql<Date | null>`${engineLanes.expiresAt} - ${engineLanes.leaseMs} * interval '1 millisecond'`.mapWith(
      engineLanes.expiresAt,
    ),
  leaseIsLive: sql<boolean>`coalesce(${engineLanes.expiresAt} > now(), false)`,
};

interface EngineState {
  status: EngineStatus;
  isLive: boolean;
  /**
   * Since when a process that holds the lease, or lost it without releasing it, has been silent; null if it is alive or
   * there should be none.
   */
  silentSince: Date | null;
}

/**
 * The status to show for an engine, and whether its process is alive. It counts as alive while its lease is valid,
 * unless the broker says that this very process is offline. So an unavailable broker does not make every engine look
 * disconnected, and a hung process does not look connected just because the broker has not noticed yet.
 *
 * A status belongs to one generation: a process that is being replaced no longer counts, and its last status does not
 * apply to a successor that has taken the lease but not reported yet.
 */
export function engineState(row: Facts, presence: EnginePresence | null): EngineState {
  const wordOf = row.statusGeneration ?? row.leaseGeneration;
  const isOutgoing = row.leaseGeneration < wordOf;
  const isLive = row.leaseIsLive && !isProcessOffline(presence, row.leaseInstanceId) && !isOutgoing;
  const isYetToSpeak = isLive && row.leaseGeneration > wordOf && row.desired === 'running';
  return {
    isLive,
    status: isYetToSpeak ? 'initializing' : effectiveStatus(row.status as EngineStatus, isLive),
    silentSince: row.desired === 'running' && !isLive && !isOutgoing ? row.leaseRenewedAt : null,
  };
}

/** Whether a restart now would only delay an engine that is already starting. */
export const isStarting = (row: Facts & Pick<EngineRow, 'unchangedForMs' | 'trouble'>): boolean =>
  row.desired === 'running' &&
  ENGINE_LIFECYCLE[engineState(row, null).status].startingUp &&
  row.unchangedForMs < STUCK_AFTER_MS &&
  // No pod is on its way until the engine is restarted.
  row.trouble?.cause !== 'name-taken';

/** Whether a restart was requested so recently that the requester may not have seen its outcome yet. */
export const wasRestartedLately = ({ lastRestart }: Pick<EngineRow, 'lastRestart'>, now: Date): boolean =>
  lastRestart !== null && now.getTime() - lastRestart.getTime() < STUCK_AFTER_MS;
