import type { MacroAction } from '@switchyard/contracts/inbox/macros';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { applyStep, type Change, type Step, steps } from './change-conversation.ts';
import { conversationChanged } from './inbox.events.ts';
import { actRefusal, runMacroRefusal } from './inbox.policy.ts';
import type { ConversationRow } from './inbox.present.ts';
import { readChanged } from './inbox.queries.ts';
import { type conversations, inboxMacros } from './inbox.schema.ts';
import { lockConversation } from './lock-conversation.ts';
import { findQuickReply } from './macros.ts';

type Row = typeof conversations.$inferSelect;
type TakenStep = Awaited<ReturnType<typeof applyStep>>;

/**
 * Runs a macro on a conversation: each action with its event, one audit entry, all or nothing. Sends nothing: the text
 * of a quick reply is for the author to send.
 * @throws Refusal `NOT_FOUND`; `TOO_LATE`; `INVALID` if one of its people, teams or quick replies was deleted
 */
export const runMacro: Action<Change & { macroId: string }, { conversation: ConversationRow; text: string | null }> = (
  { db, clock },
  actor,
  { id, version, macroId },
) =>
  db.transaction(async (tx) => {
    const isMacro = and(eq(inboxMacros.id, macroId), eq(inboxMacros.workspaceId, actor.workspaceId));
    const [macro] = await tx.select().from(inboxMacros).where(isMacro);
    if (!macro) throw new Refusal('NOT_FOUND');
    authorize(runMacroRefusal(actor, macro));
    let row = await lockConversation(tx, actor, id);
    authorize(actRefusal(actor, 'label', row, version));
    const now = clock.now();
    let text: string | null = null;
    const events: DomainEvent[] = [];
    for (const action of macro.actions) {
      if (action.kind === 'insertReply') {
        const reply = await findQuickReply(tx, actor, action.quickReplyId);
        if (!reply) throw invalid([faultAt('macroId', 'choice')]);
        text = text === null ? reply.text : `${text}\n${reply.text}`;
        continue;
      }
      const applied = await applyAction(tx, { actor, row, now }, action);
      if (!applied) continue;
      row = applied.row;
      events.push(...applied.events);
    }
    await writeAudit(tx, actor, { action: 'conversation.macro', subject: id, details: { name: macro.name } });
    return {
      // Even if the actor can no longer see it.
      result: { conversation: await readChanged(tx, actor, id), text },
      events: [conversationChanged(actor.workspaceId, row), ...events],
    };
  });

/** @returns null if it is already in that state */
async function applyAction(
  tx: Db,
  of: { actor: Actor; row: Row; now: Date },
  action: Exclude<MacroAction, { kind: 'insertReply' }>,
): Promise<TakenStep | null> {
  const { actor, row } = of;
  const step = <Input>(applied: Step<Input>, input: Input): Promise<TakenStep> => {
    authorize(actRefusal(actor, applied.act, row, row.version));
    return applyStep(tx, applied, { ...of, input });
  };
  switch (action.kind) {
    case 'assign': {
      const userId = action.userId === 'me' ? actor.userId : action.userId;
      return userId === row.assigneeId ? null : step(steps.assign, { userId });
    }
    case 'assignTeam':
      return action.teamId === row.teamId ? null : step(steps.moveToTeam, { teamId: action.teamId });
    case 'addLabels': {
      const labels = [...new Set([...row.labels, ...action.labels])];
      return labels.length === row.labels.length ? null : step(steps.label, { labels });
    }
    case 'prioritize':
      return action.priority === row.priority ? null : step(steps.prioritize, { priority: action.priority });
    case 'snooze':
      return step(steps.snooze, { until: await dayAfter(tx, of, action), wakesOnReply: action.wakesOnReply });
    case 'resolve':
      return row.status === 'resolved' ? null : step(steps.resolve, {});
    case 'reopen':
      return row.status === 'resolved' ? step(steps.reopen, {}) : null;
  }
}

/** A number of days from now at a time of day in the workspace's zone, in the format of `snooze`. */
async function dayAfter(
  tx: Db,
  { actor, now }: { actor: Actor; now: Date },
  { days, at }: { days: number; at: string },
): Promise<string> {
  const workspace = await findWorkspace(tx, actor.workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(workspace.zone).toPlainDate();
  return `${today.add({ days }).toString()}T${at}`;
}
