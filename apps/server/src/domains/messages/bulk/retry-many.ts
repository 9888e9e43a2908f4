import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { BulkResult, MessageSelection, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import type { Action } from '../../../platform/action.ts';
import { keepFiles } from '../../files/index.ts';
import { isSuppressed, lockSuppressionsShared } from '../../suppression/index.ts';
import { numbersFor } from '../numbers/choose-number.ts';
import { type DueMoment, isFault, readDueMoment } from '../write/due-moment.ts';
import { insertMessages, type NewMessage } from '../write/insert-messages.ts';
import { inheritedContent } from '../write/message-content.ts';
import { messagesStale } from '../messages.events.ts';
import { resendRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, noteSoonest } from './move-many.ts';

/**
 * Tries failed messages again: each as a new message, due now, in the lane of the number that the rule picks for its
 * recipient now (a group's in that of its own) and under its rules. The failed one stays as it is, and is tried again
 * once. Who has asked for no more is left out, whoever wrote it: nobody is warned of one among many.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const retryMany: Action<{ selection: MessageSelection }, BulkResult> = ({ db, clock }, actor, { selection }) =>
  db.transaction(async (tx) => {
    // Before any message is locked: whoever stores a wish waits for those that wait.
    await lockSuppressionsShared(tx, actor.workspaceId);
    const now = clock.now();
    const soonest = new Map<string, Date>();
    const act = { action: 'message.retry-many' as const, may: resendRefusal };
    const { result } = await changeMany(tx, actor, selection, act, async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const again = await findRetries(db, ids);
      const mobiles = rows.map(({ recipient }) => recipient);
      const unwanted = await isSuppressed(db, actor.workspaceId, mobiles);
      const left: UnchangedReason[] = [];
      const fresh = rows.filter((row) => {
        const why = again.has(row.id)
          ? 'retried'
          : unwanted.has(row.recipient)
            ? 'unwanted'
            : isOrphan(row)
              ? 'engine_gone'
              : null;
        if (why !== null) left.push(why);
        return why === null;
      });
      await keepFiles(
        db,
        fresh.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      );
      const numbers = await numbersFor(
        db,
        actor.workspaceId,
        fresh.map(({ recipient }) => recipient),
      );
      const tries = fresh.map((row) => {
        const engineId = isGroupId(row.recipient) ? row.engineId : (numbers.of(row.recipient)?.id ?? null);
        return anotherTry(row, actor.userId, engineId, now);
      });
      for (const one of tries) noteSoonest(soonest, one.engineId ?? null, now);
      if (tries.length > 0) await insertMessages(db, tries);
      return { ids: fresh.map(({ id }) => id), left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });

/** Only the engine that it was meant for is known to be in its group. */
const isOrphan = ({ recipient, engineId }: MessageRow): boolean => isGroupId(recipient) && engineId === null;

function anotherTry(row: MessageRow, createdBy: string | null, engineId: string | null, now: Date): NewMessage {
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
