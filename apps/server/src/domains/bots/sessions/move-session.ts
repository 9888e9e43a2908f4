import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNull } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { botSessionsChanged } from '../bots.events.ts';
import { moveRefusal } from '../bots.policy.ts';
import { botDeployments, botSessions, botVersions } from '../bots.schema.ts';
import type { SessionRow } from '../runtime/execution.ts';
import { recordBotEvents } from '../runtime/record.ts';
import { lockSession } from './session.queries.ts';

/**
 * Moves a conversation to another version of its bot, at its current step. Its wait and variables are retained.
 * @throws Refusal `TOO_LATE` if it is over; `INVALID` if its step is not in that version; `NOT_FOUND`: no such version
 */
export const moveSession: Action<{ id: string; versionId: string }, SessionRow> = ({ db, clock }, actor, given) =>
  db.transaction(async (tx) => {
    const session = await lockSession(tx, actor.workspaceId, given.id);
    authorize(moveRefusal(actor, session));
    const [version] = await tx
      .select()
      .from(botVersions)
      .where(and(eq(botVersions.id, given.versionId), eq(botVersions.botId, session.botId)));
    if (!version) throw new Refusal('NOT_FOUND');
    const standsIn = and(eq(botVersions.id, session.versionId ?? version.id), eq(botVersions.botId, session.botId));
    const isInOwnFlow = (await tx.$count(botVersions, standsIn)) > 0;
    if (!isInOwnFlow || !version.flow.nodes.some(({ id }) => id === session.nodeId)) {
      throw invalid([faultAt('versionId', 'notInVersion', { number: version.number })]);
    }
    // From now on that deployment's settings apply, if it is the active one.
    const [deployment] = await tx
      .select({ id: botDeployments.id })
      .from(botDeployments)
      .where(and(eq(botDeployments.versionId, version.id), isNull(botDeployments.endedAt)));
    await tx
      .update(botSessions)
      .set({
        versionId: version.id,
        deploymentId: deployment?.id ?? session.deploymentId,
        updatedAt: clock.now(),
      })
      .where(eq(botSessions.id, session.id));
    const details = { version: version.number };
    await recordBotEvents(tx, { ...session, isTest: false }, [{ process: 'session_moved', details }]);
    await writeAudit(tx, actor, { action: 'bot-session.move', subject: session.id, details });
    return {
      result: await lockSession(tx, actor.workspaceId, session.id),
      events: [botSessionsChanged(session.workspaceId, session.botId)],
    };
  });
