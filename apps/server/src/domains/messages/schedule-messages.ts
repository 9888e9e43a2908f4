import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import { type CreateMessage, createMessage, FIELDS_AS_GIVEN } from '@switchyard/contracts/messages/new-message';
import { faultAt } from '@switchyard/contracts/text/faults';
import { writeRule } from '@switchyard/recurrence/rule';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { LoopShare } from '../../platform/loop-share.ts';
import { pick } from '../../platform/pick.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseInput } from '../../platform/read-input.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { keepFiles } from '../files/index.ts';
import { isSuppressed } from '../suppression/index.ts';
import { UNWANTED } from './by-rule.ts';
import { chatMessagesStored } from './chat-messages-stored.ts';
import { type Draft, type DraftContext, readDraft } from './draft.ts';
import { draftContext } from './draft-context.ts';
import { insertMessages, type NewMessage } from './insert-messages.ts';
import { makeOnce } from './make-once.ts';
import { laneDue, messagesStale } from './messages.events.ts';
import { scheduleRefusal } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { findMessage, importedIds } from './messages.queries.ts';
import { importSeries, type RecurringRow } from './series/import-series.ts';
import { type ReadRecurrence, readRecurrence, rememberRules } from './series/read-recurrence.ts';
import { scheduleSeries } from './series/schedule-series.ts';
import type { NewChatMessage, StoredChatMessages } from './written-messages.ts';

/** What our own actions say of a message, and nobody else. */
interface Ours {
  origin?: MessageOrigin;
  /** The failed message that it tries again. */
  retryOf?: string;
  /** Of several engines in a group, the one to send through. */
  groupEngineId?: string | null;
  /** Of the request: the same again makes nothing. */
  idempotencyKey?: string | undefined;
}

/**
 * Stores one message; its lane takes it when it is due.
 * @throws Refusal `INVALID` naming each field, `FORBIDDEN`
 */
export const scheduleMessage: Action<CreateMessage & Ours, MessageRow, SchedulingDeps> = (deps, actor, payload) =>
  deps.db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    return makeOnce(tx, actor.workspaceId, payload.idempotencyKey, async () => {
      const setting = await settingOf(tx, actor, [payload], deps.clock.now());
      return scheduleIn({ ...deps, db: tx }, actor, payload, setting);
    });
  });

export type SchedulingDeps = ActionDeps & Partial<Pick<Platform, 'hooks' | 'log'>>;

/** What these payloads are read against: a fixed number of queries for any number of them. */
export function settingOf(
  tx: Db,
  { workspaceId }: Actor,
  payloads: readonly (CreateMessage & Ours)[],
  now: Date,
): Promise<DraftContext> {
  const groupEngineId = payloads.find((payload) => payload.groupEngineId)?.groupEngineId ?? null;
  return draftContext(tx, workspaceId, payloads, { groupEngineId }, now.getTime());
}

/**
 * Stores one message in the caller's transaction, who has asked the policy.
 * @throws Refusal `INVALID`; nothing was written then
 */
export async function scheduleIn(
  { db: tx, clock, hooks, log }: SchedulingDeps,
  actor: Actor,
  payload: CreateMessage & Ours,
  context: DraftContext,
): Promise<Outcome<MessageRow>> {
  const draft = readDraft(payload, context);
  if (Array.isArray(draft)) throw invalid(draft);
  const now = clock.now();
  const recurrence = readRecurrence(payload, draft, now.getTime());
  if (Array.isArray(recurrence)) throw invalid(recurrence);
  if (recurrence && (await isSuppressed(tx, actor.workspaceId, [draft.mobile])).size > 0) throw invalid([UNWANTED]);
  await keepFiles(tx, draft.fileId === null ? [] : [draft.fileId]);
  const message = newMessage(actor, payload, draft, payload.origin ?? 'web');
  const { result: row, events } = recurrence
    ? await storeSeries(tx, actor, message, { recurrence, keepsEngine: keepsEngine(payload, draft), now })
    : await storeOne(tx, actor, { ...message, retryOf: payload.retryOf ?? null });
  const written = hooks && log ? writtenNow(row, now) : null;
  const said = hooks && log && written ? await chatMessagesStored.call({ hooks, log }, tx, written) : [];
  return { result: row, events: [...events, ...said] };
}

async function storeOne(tx: Db, actor: Actor, message: NewMessage): Promise<Outcome<MessageRow>> {
  const [id] = await insertMessages(tx, [message]);
  const row = id ? await findMessage(tx, actor, id) : null;
  if (!row) throw new Refusal('NOT_FOUND');
  await writeAudit(tx, actor, { action: 'message.schedule', subject: row.id });
  return { result: row, events: tellsOf(actor.workspaceId, [row]) };
}

/** The first message of a new series, with what makes it one. */
async function storeSeries(
  tx: Db,
  actor: Actor,
  message: NewMessage,
  { recurrence, keepsEngine, now }: { recurrence: ReadRecurrence; keepsEngine: boolean; now: Date },
): Promise<Outcome<MessageRow>> {
  const { row, seriesId, made, events } = await scheduleSeries(tx, message, recurrence, keepsEngine, now);
  const details = { rule: writeRule(recurrence.rule), start: recurrence.start, zone: row.zone, made };
  await writeAudit(tx, actor, { action: 'series.schedule', subject: seriesId, details });
  return { result: row, events };
}

/**
 * What a person writes to go out at once is said in the chat; what is scheduled, or made by an import or a program, is
 * not.
 */
function writtenNow(row: MessageRow, now: Date): StoredChatMessages | null {
  const { engineId, workspaceId, recipient: chat } = row;
  if (row.origin !== 'web' || row.status !== 'pending' || row.dueAt > now || engineId === null) return null;
  const message: NewChatMessage = {
    id: row.id,
    by: 'product',
    from: null,
    waMessageId: row.waMessageId,
    kind: row.attachment?.kind ?? 'text',
    text: row.body,
    choices: null,
    quotedId: row.quote?.waMessageId ?? null,
    at: now,
  };
  return { workspaceId, engineId, chat, messages: [message] };
}

/** Of the event loop's time, for the rules of one batch: a thousand times what those of people take. */
const MAX_RULES_MS = 3_000;

export type RowResult = { row: number; _id: string } | { row: number; faults: FieldFault[] };

/**
 * Stores the rows of an import that can be stored, in one statement; the others answer with their faults. The same
 * import and row number again creates nothing and answers with the id of the first time.
 */
export const scheduleBatch: Action<
  { importId: string; rows: { row: number; message?: unknown }[] },
  RowResult[]
> = async ({ db, clock }, actor, { importId, rows }) => {
  authorize(scheduleRefusal(actor));
  const parsed = rows.map(({ row, message }) => ({ row, given: parseInput(createMessage, message) }));
  const payloads = parsed.flatMap(({ given }) => given.data ?? []);
  return db.transaction(async (tx) => {
    const context = await settingOf(tx, actor, payloads, clock.now());

    const results = new Map<number, RowResult>();
    const accepted = new Map<number, NewMessage>();
    const recurring = new Map<number, RecurringRow>();
    const readRule = rememberRules();
    const share = new LoopShare();
    for (const { row, given } of parsed) {
      await share.pause();
      if (results.has(row) || accepted.has(row) || recurring.has(row)) {
        results.set(row, { row, faults: [{ field: 'row', message: `Row ${row} is in this batch twice.` }] });
        accepted.delete(row);
        recurring.delete(row);
        continue;
      }
      if (given.faults) {
        results.set(row, { row, faults: given.faults });
        continue;
      }
      const draft = readDraft(given.data, context);
      if (Array.isArray(draft)) {
        results.set(row, { row, faults: draft });
        continue;
      }
      if (given.data.recurrence && share.heldMs > MAX_RULES_MS) {
        results.set(row, { row, faults: [faultAt('recurrence.rule', 'rulesTooSlow')] });
        continue;
      }
      const recurrence = readRecurrence(given.data, draft, clock.now().getTime(), readRule);
      const message = newMessage(actor, given.data, draft, 'import');
      if (Array.isArray(recurrence)) results.set(row, { row, faults: recurrence });
      else if (recurrence) recurring.set(row, { message, recurrence, keepsEngine: keepsEngine(given.data, draft) });
      else accepted.set(row, Object.assign(message, { importId, importRow: row }));
    }

    const wishes = await isSuppressed(
      tx,
      actor.workspaceId,
      [...recurring.values()].map(({ message }) => message.recipient),
    );
    for (const [row, { message }] of recurring) {
      if (!wishes.has(message.recipient)) continue;
      results.set(row, { row, faults: [UNWANTED] });
      recurring.delete(row);
    }
    await keepFiles(
      tx,
      [...accepted.values(), ...[...recurring.values()].map(({ message }) => message)].flatMap(({ fileId }) =>
        fileId ? [fileId] : [],
      ),
    );
    const series = await importSeries(tx, actor.workspaceId, importId, recurring, clock.now());
    for (const [row, id] of series.ids) results.set(row, { row, _id: id });
    const numbers = [...accepted.keys()];
    const ids = accepted.size > 0 ? await insertMessages(tx, [...accepted.values()]) : [];
    const repeated = numbers.filter((_, at) => ids[at] === null);
    const earlier = repeated.length > 0 ? await importedIds(tx, actor.workspaceId, importId, repeated) : new Map();
    for (const [at, row] of numbers.entries()) results.set(row, { row, _id: ids[at] ?? earlier.get(row) ?? '' });

    const stored = numbers.length - repeated.length + series.stored;
    if (stored > 0) await writeAudit(tx, actor, { action: 'message.import', subject: importId, details: { stored } });
    return {
      result: rows.map(
        ({ row }) => results.get(row) ?? { row, faults: [{ field: 'row', message: 'It was not read.' }] },
      ),
      events: stored > 0 ? [...tellsOf(actor.workspaceId, [...accepted.values()]), ...series.events] : [],
    };
  });
};

type Stored = Pick<NewMessage, 'status' | 'dueAt' | 'engineId'>;

function tellsOf(workspaceId: string, stored: readonly Stored[]): DomainEvent[] {
  const waiting = stored
    .filter(({ status }) => status === 'pending')
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  // Groups have engines of their own.
  const firstOfEach = new Map(waiting.toReversed().map(({ engineId = null, dueAt }) => [engineId, dueAt]));
  const due = [...firstOfEach].map(([engineId, dueAt]) => laneDue(workspaceId, { engineId, dueAt }));
  return [messagesStale(workspaceId), ...due];
}

/** Whether all of a series go out through the engine of its first message: that of its group, or the chosen one. */
const keepsEngine = (payload: CreateMessage, draft: Draft): boolean =>
  isGroupId(draft.mobile) || typeof payload.engineId === 'string';

function newMessage(actor: Actor, payload: CreateMessage, draft: Draft, origin: MessageOrigin): NewMessage {
  const { mobile: recipient, ...said } = draft;
  return {
    ...said,
    ...pick(payload, FIELDS_AS_GIVEN),
    recipient,
    workspaceId: actor.workspaceId,
    createdBy: actor.userId,
    sentWith: payload.sentWith.replaceAll('\0', ''),
    origin,
    campaignId: payload.campaignId?.replaceAll('\0', '') ?? null,
    importId: null,
    importRow: null,
  };
}
