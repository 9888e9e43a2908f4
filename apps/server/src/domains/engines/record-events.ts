import type { eventsRequest } from '@switchyard/contracts/engine/protocol';
import type { EngineTrouble } from '@switchyard/contracts/engines/trouble';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import type { EngineIdentity } from './engine-token.ts';
import { engineLanes, engines } from './engines.schema.ts';
import { recordSessionEvents } from './record-session-events.ts';

/**
 * Stores what an engine process reports about itself: its events, status, QR text and number, in one transaction,
 * fenced by its lease.
 * @returns the engine's workspace; null if the generation or token is no longer valid (then nothing was stored)
 */
export async function recordEvents(
  db: Db,
  { engineId, tokenVersion }: EngineIdentity,
  report: z.infer<typeof eventsRequest>,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    // The lock keeps a new holder out until these are stored, so that an old process's status never overwrites a new
    // one's.
    const [lane] = await tx
      .select({ workspaceId: engines.workspaceId, engineType: engines.engineType, podName: engineLanes.holder })
      .from(engineLanes)
      .innerJoin(engines, eq(engines.id, engineLanes.engineId))
      .where(
        and(
          eq(engineLanes.engineId, engineId),
          eq(engineLanes.generation, report.generation),
          isNotNull(engineLanes.expiresAt),
          eq(engines.tokenVersion, tokenVersion),
        ),
      )
      .for('share', { of: engineLanes });
    if (!lane) return null;

    await recordSessionEvents(tx, { ...lane, id: engineId }, report.events);
    const { status, qrcode, qrcodeLifeMs, phoneNumber } = report;
    if (status !== undefined || qrcode !== undefined || phoneNumber !== undefined) {
      await tx
        .update(engines)
        .set({
          ...(status === undefined ? {} : { status, statusGeneration: report.generation }),
          ...(status === 'connected'
            ? { connectedAt: sql`coalesce(${engines.connectedAt}, now())`, trouble: null }
            : {}),
          ...(status !== undefined && status !== 'connected' ? reportedTrouble(report.events) : {}),
          ...(status !== undefined && status !== 'connected' ? { connectedAt: null } : {}),
          ...(qrcode === undefined ? {} : { qrcode, qrcodeUntil: qrcodeExpiry(qrcode, qrcodeLifeMs) }),
          ...(phoneNumber === undefined ? {} : { phoneNumber }),
          updatedAt: sql`now()`,
        })
        // The last reports of a process that is being replaced or was stopped no longer set the engine's status.
        .where(and(eq(engines.id, engineId), sql`coalesce(${engines.statusGeneration} <= ${report.generation}, true)`));
    }
    return lane.workspaceId;
  });
}

/** By the database's clock, like every other time of an engine. */
const qrcodeExpiry = (qrcode: string | null, lifeMs: number | undefined) =>
  qrcode === null || lifeMs === undefined ? null : sql`now() + ${lifeMs} * interval '1 millisecond'`;

/** The engine's own explanation of why it is not connected: the reason of its latest event that has one. */
function reportedTrouble(events: z.infer<typeof eventsRequest>['events']): { trouble?: EngineTrouble } {
  const reasons = events.map(({ details }) => details.reason).filter((reason) => typeof reason === 'string');
  const reason = reasons.at(-1);
  if (reason === undefined) return {};
  const known = (['logged-out', 'replaced'] as const).find((cause) => cause === reason);
  return { trouble: { cause: known ?? 'said', detail: known ? null : reason, exitCode: null, endedAt: null } };
}
