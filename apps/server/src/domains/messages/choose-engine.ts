import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { Refusal } from '../../platform/refusal.ts';
import { choosableEngines, isBrowserAway, writableGroups } from '../engines/index.ts';
import { changeMany } from './bulk/change-many.ts';
import { NEW_WA_MESSAGE_ID } from './insert-messages.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from './lasting-holds.ts';
import { laneDue, messagesStale } from './messages.events.ts';
import { editRefusal } from './messages.policy.ts';
import { findMessage } from './messages.queries.ts';
import { messages } from './messages.schema.ts';

interface RowSelection {
  /** A message whose engine was deleted or is in a browser that is closed, or that has none. */
  id: string;
  /** Also the others that waited for the same engine, or for any. */
  others: boolean;
  engineId: string;
}

/**
 * Gives messages whose engine was deleted or is in a browser that is closed, or that have none, one by a person's word.
 * What that browser may have sent stays its own. What has become late by an hour meanwhile is asked about before it
 * goes; a group's is left where the other number is not in the group.
 * @throws Refusal `NOT_FOUND` (no such message, or no such engine that sends), `TOO_LATE` (it has an engine),
 *   `FORBIDDEN`
 */
export const chooseEngine: Action<RowSelection, BulkResult> = ({ db, clock }, actor, { id, others, engineId }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const message = await findMessage(tx, actor, id);
    const choosable = await choosableEngines(tx, workspaceId, [engineId]);
    if (!message || !choosable.has(engineId)) throw new Refusal('NOT_FOUND');
    const { goneEngine, status, version } = message;
    const { engineId: formerId } = message;
    const isFree =
      formerId === null || (formerId !== engineId && !message.inDoubt && (await isBrowserAway(tx, formerId)));
    if (!isFree || status !== 'pending') throw new Refusal('TOO_LATE', { status, version });
    const isSame = goneEngine === null ? isNull(messages.goneEngine) : eq(messages.goneEngine, goneEngine);
    const isThere =
      formerId === null ? isNull(messages.engineId) : and(eq(messages.engineId, formerId), eq(messages.inDoubt, false));
    const isWaiting = and(eq(messages.status, 'pending'), isThere, isSame);
    const where = others ? isWaiting : and(isWaiting, eq(messages.id, id));
    const act = { action: 'message.choose-engine' as const, may: editRefusal, details: { engineId, goneEngine } };
    const { result } = await changeMany(tx, actor, { where }, act, async (part, rows) => {
      const waiting = rows.filter((row) => row.engineId === formerId && row.goneEngine === goneEngine);
      const groups = waiting.map(({ recipient }) => recipient).filter(isGroupId);
      const open = await writableGroups(part, engineId, groups);
      const ids = waiting.filter(({ recipient }) => !isGroupId(recipient) || open.has(recipient)).map(({ id }) => id);
      const left = waiting.slice(ids.length).map((): UnchangedReason => 'engine_gone');
      const isLate = sql`m.due_at < now() - ${`${OVERDUE_AFTER_MS} milliseconds`}::interval`;
      await part.execute(sql`
        update messages m set engine_id = ${engineId}, gone_engine = null,
          hold_rule = case when ${isLate} then ${OVERDUE_HOLD} when m.campaign_recipient_id is not null then ${CAMPAIGN_HOLD} end,
          claimable_at = case when ${isLate} or m.campaign_recipient_id is not null then ${NEVER}::timestamptz else greatest(m.due_at, now()) end,
          wa_message_id = case when m.attempt > 0 then ${sql.raw(NEW_WA_MESSAGE_ID)} else m.wa_message_id end,
          version = m.version + 1, updated_at = now()
        where m.id = any (${sql.param(ids)}::uuid[])`);
      return { ids, left };
    });
    return { result, events: [messagesStale(workspaceId), laneDue(workspaceId, { engineId, dueAt: clock.now() })] };
  });
