import type { FieldFault } from '@switchyard/contracts/errors';
import { type CreateMessage, createMessage } from '@switchyard/contracts/messages';
import type { Actor } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { keepFiles } from '../files/index.ts';
import { type Draft, readDraft } from './draft.ts';
import { draftContext } from './draft-context.ts';
import { insertMessages, type NewMessage } from './insert-messages.ts';
import { pokeLane } from './lane/poke.ts';
import { tellStale } from './messages.events.ts';
import type { MessageRow } from './messages.present.ts';
import { findMessage, importedIds } from './messages.queries.ts';
import { invalid, notFound } from './messages.refusal.ts';

type Scheduler = Pick<Actor, 'userId' | 'workspaceId'>;

/**
 * Stores one message; its lane takes it when it is due.
 * @throws `INVALID` naming each field
 */
export async function scheduleMessage(
  platform: Platform,
  actor: Scheduler,
  payload: CreateMessage,
): Promise<MessageRow> {
  const { db, pool } = platform.database;
  const engine = await sendingEngineOf(db, actor.workspaceId);
  const context = await draftContext(db, actor.workspaceId, [payload], engine?.driver ?? null, Date.now());
  const draft = readDraft(payload, context);
  if (Array.isArray(draft)) throw invalid(draft);
  await keepFiles(db, draft.fileId === null ? [] : [draft.fileId]);
  const [id] = await insertMessages(pool, [newMessage(actor, engine?.id ?? null, payload, draft)]);
  const row = id ? await findMessage(db, actor.workspaceId, id) : null;
  if (!row) throw notFound();
  tellStale(platform.live, actor.workspaceId);
  if (row.status === 'pending') pokeLane(platform, row.engineId, row.dueAt);
  return row;
}

export type RowResult = { row: number; _id: string } | { row: number; faults: FieldFault[] };

/**
 * Stores the rows of an import that can be stored, in one statement; the others answer with their faults. The same import and row number again
 * creates nothing and answers with the id of the first time.
 */
export async function scheduleBatch(
  platform: Platform,
  actor: Scheduler,
  { importId, rows }: { importId: string; rows: { row: number; message?: unknown }[] },
): Promise<RowResult[]> {
  const { db, pool } = platform.database;
  const parsed = rows.map(({ row, message }) => ({ row, given: createMessage.safeParse(message) }));
  const payloads = parsed.flatMap(({ given }) => (given.success ? [given.data] : []));
  const engine = await sendingEngineOf(db, actor.workspaceId);
  const engineId = engine?.id ?? null;
  const context = await draftContext(db, actor.workspaceId, payloads, engine?.driver ?? null, Date.now());

  const results = new Map<number, RowResult>();
  const accepted = new Map<number, NewMessage>();
  for (const { row, given } of parsed) {
    if (results.has(row) || accepted.has(row)) {
      results.set(row, { row, faults: [{ field: 'row', message: `Row ${row} is in this batch twice.` }] });
      accepted.delete(row);
      continue;
    }
    if (!given.success) {
      results.set(row, {
        row,
        faults: given.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      });
      continue;
    }
    const draft = readDraft(given.data, context);
    if (Array.isArray(draft)) results.set(row, { row, faults: draft });
    else accepted.set(row, { ...newMessage(actor, engineId, given.data, draft), importId, importRow: row });
  }

  await keepFiles(
    db,
    [...accepted.values()].flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
  );
  const numbers = [...accepted.keys()];
  const ids = accepted.size > 0 ? await insertMessages(pool, [...accepted.values()]) : [];
  const repeated = numbers.filter((_, at) => ids[at] === null);
  const earlier = repeated.length > 0 ? await importedIds(db, actor.workspaceId, importId, repeated) : new Map();
  for (const [at, row] of numbers.entries()) results.set(row, { row, _id: ids[at] ?? earlier.get(row) ?? '' });

  if (repeated.length < numbers.length) {
    tellStale(platform.live, actor.workspaceId);
    const pending = [...accepted.values()].filter((one) => one.status === 'pending').map((one) => one.dueAt.getTime());
    if (pending.length > 0) pokeLane(platform, engineId, new Date(Math.min(...pending)));
  }
  return rows.map(({ row }) => results.get(row) ?? { row, faults: [{ field: 'row', message: 'It was not read.' }] });
}

function newMessage(actor: Scheduler, engineId: string | null, payload: CreateMessage, draft: Draft): NewMessage {
  return {
    ...draft,
    workspaceId: actor.workspaceId,
    createdBy: actor.userId,
    engineId,
    status: payload.status,
    sentWith: payload.sentWith.replaceAll('\0', ''),
    retryCount: payload.retryCount,
    campaignId: payload.campaignId?.replaceAll('\0', '') ?? null,
    isRecurring: payload.isRecurring,
    verifyContact: payload.verifyContact,
    importId: null,
    importRow: null,
  };
}
