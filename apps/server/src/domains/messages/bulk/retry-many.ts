import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { BulkResult, MessageSelection, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import type { Action } from '../../../platform/action.ts';
import { keepFiles } from '../../files/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { messagesStale } from '../messages.events.ts';
import { resendRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
import { numbersFor } from '../numbers/choose-number.ts';
import { type DueMoment, isFault, readDueMoment } from '../write/due-moment.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { inheritedContent } from '../write/message-content.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, recordSoonest } from './move-many.ts';

/**
 * Retries failed messages: each as a new message, due now, in the lane the number rule picks for its recipient now (a
 * group's in its own lane) and under that lane's rules. The failed message doesn't change, and can be retried once.
 * Opted-out recipients are skipped whoever wrote the message, because a bulk action shows no warning per message.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const retryMany: Action<{ selection: MessageSelection }, BulkResult> = ({ db, clock }, actor, { selection }) =>
  db.transaction(async (tx) => {
    // Taken before any message is locked: storing an opt-out waits for this lock, and locks messages later.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const now = clock.now();
    const soonest = new Map<string, Date>();
    const spec = { action: 'message.retry-many' as const, refusal: resendRefusal };
    const { result } = await changeMany(tx, actor, selection, spec, async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const retries = await findRetries(db, ids);
      const mobiles = rows.map(({ recipient }) => recipient);
      const suppressed = await isSuppressed(db, actor.workspaceId, mobiles);
      const left: UnchangedReason[] = [];
      const retried = rows.filter((row) => {
        const reason = retries.has(row.id)
          ? 'retried'
          : suppressed.has(row.recipient)
            ? 'unwanted'
            : isOrphan(row)
              ? 'engine_gone'
              : null;
        if (reason !== null) left.push(reason);
        return reason === null;
      });
      await keepFiles(
        db,
        retried.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      );
      const numbers = await numbersFor(
        db,
        actor.workspaceId,
        retried.map(({ recipient }) => recipient),
      );
      const newMessages = retried.map((row) => {
        const engineId = isGroupId(row.recipient) ? row.engineId : (numbers.of(row.recipient)?.id ?? null);
        return newRetry(row, actor.userId, engineId, now);
      });
      for (const { engineId = null } of newMessages) recordSoonest(soonest, engineId, now);
      if (newMessages.length > 0) await insertMessages(db, newMessages);
      return { ids: retried.map(({ id }) => id), left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });

/** A group message has lost its engine: no other is known to be in the group. */
const isOrphan = ({ recipient, engineId }: MessageRow): boolean => isGroupId(recipient) && engineId === null;

function newRetry(row: MessageRow, createdBy: string | null, engineId: string | null, now: Date): NewMessage {
  return {
    ...inheritedContent(row),
    createdBy,
    engineId,
    quote: row.quote,
    status: 'pending',
    ...dueNow(row.zone, now),
    retryCount: row.retryCount + 1,
    retryOf: row.id,
    isRecurring: row.isRecurring,
  };
}

function dueNow(zone: string, now: Date): DueMoment {
  const due = readDueMoment({ dueDate: undefined, zone, past: 'record' }, now.getTime());
  if (isFault(due)) throw new Error(due.message);
  return due;
}
