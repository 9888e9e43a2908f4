import type { EngineStatus } from '@switchyard/contracts/engine/protocol';
import { ENGINE_LIFECYCLE, effectiveStatus } from '@switchyard/contracts/engines/lifecycle';
import type { EnginePresence } from '@switchyard/contracts/live/topics';
import { sql } from 'drizzle-orm';
import { isProcessOffline } from './engine-presence.ts';
import type { EngineRow } from './engines.queries.ts';
import { engineLanes, engines } from './engines.schema.ts';

/**
 * An engine that has been starting for longer than this may be restarted again: whatever it waits for is not coming.
 */
const STUCK_AFTER_MS = 3 * 60_000;

type Facts = Pick<
  EngineRow,
  'status' | 'statusGeneration' | 'desired' | 'leaseInstanceId' | 'leaseGeneration' | 'leaseRenewedAt' | 'leaseIsLive'
>;

/** What {@link engineState} needs, for a query of engines with their lanes left-joined. */
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
   * Since when a process that has the lease, or had it and never gave it back, has not been heard of; null: it is
   * heard, or there should be none.
   */
  silentSince: Date | null;
}

/**
 * How an engine is to be shown, and whether a process of it is there. It is live while its lease is, as its lane sees
 * it, unless the broker says that this very process is gone. A broker that is away thus does not paint every engine
 * disconnected, and a process that stands still is not shown as connected because its connection to the broker has not
 * been missed yet.
 *
 * A status is the word of one generation: a process that is being replaced is not there any more, and what an earlier
 * one said last is not said of one that has just taken the lease and not spoken yet.
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

/** Whether a restart now would only keep it from arriving. */
export const isStarting = (row: Facts & Pick<EngineRow, 'unchangedForMs' | 'trouble'>): boolean =>
  row.desired === 'running' &&
  ENGINE_LIFECYCLE[engineState(row, null).status].startingUp &&
  row.unchangedForMs < STUCK_AFTER_MS &&
  // No pod is on its way until it is restarted.
  row.trouble?.cause !== 'name-taken';

/** Whether a restart was asked for so lately that who asked may not have heard yet how it went. */
export const wasRestartedLately = ({ lastRestart }: Pick<EngineRow, 'lastRestart'>, now: Date): boolean =>
  lastRestart !== null && now.getTime() - lastRestart.getTime() < STUCK_AFTER_MS;
