import type { FieldFault } from '@switchyard/contracts/errors';
import type { MessageOrigin } from '@switchyard/contracts/message';
import { type CreateMessage, createMessage } from '@switchyard/contracts/new-message';
import type { Action } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, faultsOf, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { keepFiles } from '../files/index.ts';
import { type Draft, readDraft } from './draft.ts';
import { draftContext } from './draft-context.ts';
import { insertMessages, type NewMessage } from './insert-messages.ts';
import { laneDue, messagesStale } from './messages.events.ts';
import { maySchedule } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { findMessage, importedIds } from './messages.queries.ts';

/** What our own actions say of a message, and nobody else. */
interface Ours {
  origin?: MessageOrigin;
  /** The failed message that it tries again. */
  retryOf?: string;
}

/**
 * Stores one message; its lane takes it when it is due.
 * @throws Refusal `INVALID` naming each field, `FORBIDDEN`
 */
export const scheduleMessage: Action<CreateMessage & Ours, MessageRow> = ({ db, clock }, actor, payload) =>
  db.transaction(async (tx) => {
    authorize(maySchedule(actor));
    const engine = await sendingEngineOf(tx, actor.workspaceId);
    const context = await draftContext(tx, actor.workspaceId, [payload], engine?.driver ?? null, clock.now().getTime());
    const draft = readDraft(payload, context);
    if (Array.isArray(draft)) throw invalid(draft);
    await keepFiles(tx, draft.fileId === null ? [] : [draft.fileId]);
    const message = newMessage(actor, engine?.id ?? null, payload, draft, payload.origin ?? 'web');
    const [id] = await insertMessages(tx, [{ ...message, retryOf: payload.retryOf ?? null }]);
    const row = id ? await findMessage(tx, actor.workspaceId, id) : null;
    if (!row) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'message.schedule', subject: row.id });
    return { result: row, events: tellsOf(actor.workspaceId, [row]) };
  });

export type RowResult = { row: number; _id: string } | { row: number; faults: FieldFault[] };

/**
 * Stores the rows of an import that can be stored, in one statement; the others answer with their faults. The same import and row number again
 * creates nothing and answers with the id of the first time.
 */
export const scheduleBatch: Action<
  { importId: string; rows: { row: number; message?: unknown }[] },
  RowResult[]
> = async ({ db, clock }, actor, { importId, rows }) => {
  authorize(maySchedule(actor));
  const parsed = rows.map(({ row, message }) => ({ row, given: createMessage.safeParse(message) }));
  const payloads = parsed.flatMap(({ given }) => (given.success ? [given.data] : []));
  return db.transaction(async (tx) => {
    const engine = await sendingEngineOf(tx, actor.workspaceId);
    const engineId = engine?.id ?? null;
    const context = await draftContext(tx, actor.workspaceId, payloads, engine?.driver ?? null, clock.now().getTime());

    const results = new Map<number, RowResult>();
    const accepted = new Map<number, NewMessage>();
    for (const { row, given } of parsed) {
      if (results.has(row) || accepted.has(row)) {
        results.set(row, { row, faults: [{ field: 'row', message: `Row ${row} is in this batch twice.` }] });
        accepted.delete(row);
        continue;
      }
      if (!given.success) {
        results.set(row, { row, faults: faultsOf(given.error.issues) });
        continue;
      }
      const draft = readDraft(given.data, context);
      if (Array.isArray(draft)) results.set(row, { row, faults: draft });
      else
        accepted.set(
          row,
          Object.assign(newMessage(actor, engineId, given.data, draft, 'import'), { importId, importRow: row }),
        );
    }

    await keepFiles(
      tx,
      [...accepted.values()].flatMap(({ fileId }) => (fileId ? [fileId] : [])),
    );
    const numbers = [...accepted.keys()];
    const ids = accepted.size > 0 ? await insertMessages(tx, [...accepted.values()]) : [];
    const repeated = numbers.filter((_, at) => ids[at] === null);
    const earlier = repeated.length > 0 ? await importedIds(tx, actor.workspaceId, importId, repeated) : new Map();
    for (const [at, row] of numbers.entries()) results.set(row, { row, _id: ids[at] ?? earlier.get(row) ?? '' });

    const stored = numbers.length - repeated.length;
    if (stored > 0) await writeAudit(tx, actor, { action: 'message.import', subject: importId, details: { stored } });
    return {
      result: rows.map(
        ({ row }) => results.get(row) ?? { row, faults: [{ field: 'row', message: 'It was not read.' }] },
      ),
      events: stored > 0 ? tellsOf(actor.workspaceId, [...accepted.values()]) : [],
    };
  });
};

type Stored = Pick<NewMessage, 'status' | 'dueAt' | 'engineId'>;

function tellsOf(workspaceId: string, stored: readonly Stored[]): DomainEvent[] {
  const [first] = stored
    .filter(({ status }) => status === 'pending')
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  const due = first ? [laneDue(workspaceId, { engineId: first.engineId ?? null, dueAt: first.dueAt })] : [];
  return [messagesStale(workspaceId), ...due];
}

function newMessage(
  actor: Actor,
  engineId: string | null,
  payload: CreateMessage,
  draft: Draft,
  origin: MessageOrigin,
): NewMessage {
  return {
    workspaceId: actor.workspaceId,
    createdBy: actor.userId,
    engineId,
    contactName: draft.contactName,
    contactList: draft.contactList,
    recipient: draft.mobile,
    body: draft.body,
    attachment: draft.attachment,
    fileId: draft.fileId,
    quote: draft.quote,
    status: payload.status,
    dueAt: draft.dueAt,
    dueLocal: draft.dueLocal,
    zone: draft.zone,
    sentWith: payload.sentWith.replaceAll('\0', ''),
    origin,
    retryCount: payload.retryCount,
    campaignId: payload.campaignId?.replaceAll('\0', '') ?? null,
    isRecurring: payload.isRecurring,
    verifyContact: payload.verifyContact,
    importId: null,
    importRow: null,
  };
}
