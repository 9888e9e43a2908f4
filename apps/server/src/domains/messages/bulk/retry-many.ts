import type { BulkResult, LeftReason, MessageSelection } from '@switchyard/contracts/message-bulk';
import type { Action } from '../../../platform/action.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { keepFiles } from '../../files/index.ts';
import { type DueMoment, isFault, readDueMoment } from '../due-moment.ts';
import { insertMessages, type NewMessage } from '../insert-messages.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { mayResend } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
import { changeMany } from './change-many.ts';

/**
 * Tries failed messages again: each as a new message, due now, in the lane of the engine that sends for the workspace now and under its rules. The failed one
 * stays as it is, and is tried again once.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const retryMany: Action<{ selection: MessageSelection }, BulkResult> = ({ db, clock }, actor, { selection }) =>
  db.transaction(async (tx) => {
    const engine = await sendingEngineOf(tx, actor.workspaceId);
    const engineId = engine?.id ?? null;
    const now = clock.now();
    const act = { action: 'message.retry-many', may: mayResend };
    const { result } = await changeMany(tx, actor, selection, act, async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const again = await findRetries(db, ids);
      const fresh = rows.filter(({ id }) => !again.has(id));
      const left: LeftReason[] = rows.filter(({ id }) => again.has(id)).map(() => 'retried');
      await keepFiles(
        db,
        fresh.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      );
      if (fresh.length > 0) {
        await insertMessages(
          db,
          fresh.map((row) => anotherTry(row, actor.userId, engineId, now)),
        );
      }
      return { ids: fresh.map(({ id }) => id), left };
    });
    const due = result.changed > 0 ? [laneDue(actor.workspaceId, { engineId, dueAt: now })] : [];
    return { result, events: [messagesStale(actor.workspaceId), ...due] };
  });

function anotherTry(row: MessageRow, createdBy: string | null, engineId: string | null, now: Date): NewMessage {
  return {
    workspaceId: row.workspaceId,
    createdBy,
    engineId,
    contactName: row.contactName,
    contactList: row.contactList,
    recipient: row.recipient,
    body: row.body,
    attachment: row.attachment,
    fileId: row.fileId,
    quote: row.quote,
    status: 'pending',
    ...dueNow(row.zone, now),
    sentWith: row.sentWith,
    origin: row.origin,
    retryCount: row.retryCount + 1,
    retryOf: row.id,
    campaignId: row.campaignId,
    isRecurring: row.isRecurring,
    verifyContact: row.verifyContact,
  };
}

function dueNow(zone: string, now: Date): DueMoment {
  const due = readDueMoment({ dueDate: undefined, zone, past: 'record' }, now.getTime());
  if (isFault(due)) throw new Error(due.message);
  return due;
}
