import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { choosableEngines, isBrowserAway, writableGroups } from '../../engines/index.ts';
import { changeMany } from '../bulk/change-many.ts';
import { CAMPAIGN_HOLD, NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { editRefusal } from '../messages.policy.ts';
import { findMessage } from '../messages.queries.ts';
import { messages } from '../messages.schema.ts';
import { NEW_WA_MESSAGE_ID } from '../write/insert-messages.ts';

interface EngineChoice {
  /** A message without an engine, or whose engine was deleted or is in a closed browser. */
  id: string;
  /** Also applies to the other messages that waited for the same engine, or for any. */
  others: boolean;
  engineId: string;
}

/**
 * Assigns an engine that a person chose to messages whose engine was deleted, is in a closed browser, or was never set.
 * Messages that the browser may have sent stay with it. For those an hour late or more, a person decides before they
 * are sent; group messages are skipped if the new number is not in the group.
 * @throws Refusal `NOT_FOUND` (no such message, or no such engine that sends), `TOO_LATE` (it has an engine),
 *   `FORBIDDEN`
 */
export const chooseEngine: Action<EngineChoice, BulkResult> = ({ db, clock }, actor, { id, others, engineId }) =>
  db.transaction(async (tx) => {
    const { workspaceId } = actor;
    const message = await findMessage(tx, actor, id);
    const choosable = await choosableEngines(tx, workspaceId, [engineId]);
    if (!message || !choosable.has(engineId)) throw new Refusal('NOT_FOUND');
    const { goneEngine, status, version } = message;
    const { engineId: formerId } = message;
    const isChoosable =
      formerId === null || (formerId !== engineId && !message.inDoubt && (await isBrowserAway(tx, formerId)));
    if (!isChoosable || status !== 'pending') throw new Refusal('TOO_LATE', { status, version });
    const hasSameFormerName = goneEngine === null ? isNull(messages.goneEngine) : eq(messages.goneEngine, goneEngine);
    const hasSameEngine =
      formerId === null ? isNull(messages.engineId) : and(eq(messages.engineId, formerId), eq(messages.inDoubt, false));
    const isWaiting = and(eq(messages.status, 'pending'), hasSameEngine, hasSameFormerName);
    const where = others ? isWaiting : and(isWaiting, eq(messages.id, id));
    const spec = { action: 'message.choose-engine' as const, refusal: editRefusal, details: { engineId, goneEngine } };
    const { result } = await changeMany(tx, actor, { where }, spec, async (part, rows) => {
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
