import { faultOf } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { HookDeps } from '../../../platform/hooks.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { buildRefusal } from '../bots.policy.ts';
import { findBot } from '../bots.queries.ts';
import { botSessions } from '../bots.schema.ts';
import type { SessionRow } from '../runtime/execution.ts';
import { recordBotEvents } from '../runtime/record.ts';
import { workOn } from '../runtime/run-session.ts';
import { type InboxMessage, newState } from '../runtime/session-state.ts';
import { findDeploymentFaults } from '../secrets/find-deployment-faults.ts';
import { lockSession } from './session.queries.ts';

/** Retention of tests. */
const TEST_RETENTION_MS = 24 * 3_600_000;

/**
 * Starts a test of a bot's draft: the same runtime, but nothing is sent.
 * @throws Refusal `INVALID` with the draft's faults
 */
export const startTest: Action<{ id: string; text: string }, SessionRow, HookDeps> = (
  { db, clock, hooks },
  actor,
  { id, text: words },
) =>
  db.transaction(async (tx) => {
    authorize(buildRefusal(actor));
    const bot = await findBot(tx, actor.workspaceId, id);
    if (!bot) throw new Refusal('NOT_FOUND');
    const faults = await findDeploymentFaults(tx, actor.workspaceId, bot.draft);
    if (faults.length > 0) {
      throw invalid(faults.map(({ nodeId, field, message }) => faultOf(`draft.${nodeId ?? ''}.${field}`, message)));
    }
    const now = clock.now();
    await tx
      .delete(botSessions)
      .where(
        and(
          eq(botSessions.botId, id),
          isNotNull(botSessions.testFlow),
          lt(botSessions.createdAt, new Date(now.getTime() - TEST_RETENTION_MS)),
        ),
      );
    const sessionId = newId();
    await tx.insert(botSessions).values({
      id: sessionId,
      workspaceId: actor.workspaceId,
      botId: id,
      testFlow: bot.draft,
      chat: 'test',
      contactName: actor.fullName,
      status: 'active',
      nodeId: bot.draft.nodes.find(({ kind }) => kind === 'trigger')?.id ?? null,
      state: newState(),
      inbox: [toInboxMessage(words, now)],
      wakeAt: now,
    });
    return { result: await runTest({ db: tx, hooks }, actor.workspaceId, sessionId, now), events: [] };
  });

/** Adds a message to a test; a delay in progress ends at once. @throws Refusal `TOO_LATE` if it is over */
export const sayInTest: Action<{ id: string; text: string }, SessionRow, HookDeps> = (
  { db, clock, hooks },
  actor,
  { id, text: words },
) =>
  db.transaction(async (tx) => {
    authorize(buildRefusal(actor));
    const session = await lockSession(tx, actor.workspaceId, id);
    if (session.testFlow === null) throw new Refusal('NOT_FOUND');
    if (!['active', 'waiting'].includes(session.status)) {
      throw new Refusal('TOO_LATE', { status: session.status, version: session.step }, text('testOver'));
    }
    const now = clock.now();
    const { wait } = session.state;
    if (wait?.kind === 'call') {
      await recordBotEvents(tx, { ...session, isTest: true }, [{ process: 'message_not_awaited' }]);
      return { result: session, events: [] };
    }
    const passed =
      wait?.kind === 'delay' ? { state: { ...session.state, wait: { ...wait, until: now.toISOString() } } } : {};
    const inbox = wait?.kind === 'delay' ? [] : [...session.inbox, toInboxMessage(words, now)];
    await tx
      .update(botSessions)
      .set({ ...passed, inbox, wakeAt: now })
      .where(eq(botSessions.id, id));
    return { result: await runTest({ db: tx, hooks }, actor.workspaceId, id, now), events: [] };
  });

async function runTest(
  deps: Pick<HookDeps, 'db' | 'hooks'>,
  workspaceId: string,
  sessionId: string,
  now: Date,
): Promise<SessionRow> {
  await workOn(deps, [sessionId], now);
  return lockSession(deps.db, workspaceId, sessionId);
}

const toInboxMessage = (text: string, now: Date): InboxMessage => ({
  id: newId(),
  kind: 'text',
  text,
  choices: null,
  fileName: null,
  at: now.toISOString(),
  heardAt: now.toISOString(),
});
