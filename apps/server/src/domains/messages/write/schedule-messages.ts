import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import { type CreateMessage, createMessage, FIELDS_AS_GIVEN } from '@switchyard/contracts/messages/new-message';
import { faultAt } from '@switchyard/contracts/text/faults';
import { writeRule } from '@switchyard/recurrence/rule';
import type { Action, ActionDeps, Outcome } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { LoopShare } from '../../../platform/loop-share.ts';
import { pick } from '../../../platform/pick.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parseInput } from '../../../platform/read-input.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { keepFiles } from '../../files/index.ts';
import { isSuppressed } from '../../suppression/index.ts';
import { SUPPRESSED_FAULT } from '../automated/automated.ts';
import { chatMessagesStored } from '../chats/chat-messages-stored.ts';
import type { NewChatMessage, StoredChatMessages } from '../chats/stored-chat-messages.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findMessage, importedIds } from '../messages.queries.ts';
import { importSeries, type RecurringRow } from '../series/import-series.ts';
import { cachedRuleReader, type ParsedRecurrence, readRecurrence } from '../series/read-recurrence.ts';
import { scheduleSeries } from '../series/schedule-series.ts';
import { type Draft, type DraftContext, readDraft } from './draft.ts';
import { draftContext } from './draft-context.ts';
import { insertMessages, type NewMessage } from './insert-messages.ts';
import { makeOnce } from './make-once.ts';

/** Fields that only our own actions set. */
interface InternalFields {
  origin?: MessageOrigin;
  /** The failed message this one retries. */
  retryOf?: string;
  /** The engine to send through if several are in the group. */
  groupEngineId?: string | null;
  /** Key of the request: repeating it makes no second message. */
  idempotencyKey?: string | undefined;
}

/** Stores one message; its lane sends it when it is due. @throws Refusal `INVALID` naming each field, `FORBIDDEN` */
export const scheduleMessage: Action<CreateMessage & InternalFields, MessageRow, SchedulingDeps> = (
  deps,
  actor,
  payload,
) =>
  deps.db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    return makeOnce(tx, actor.workspaceId, payload.idempotencyKey, async () => {
      const context = await schedulingContext(tx, actor, [payload], deps.clock.now());
      return scheduleIn({ ...deps, db: tx }, actor, payload, context);
    });
  });

export type SchedulingDeps = ActionDeps & Partial<Pick<Platform, 'hooks' | 'log'>>;

/** Loads what these payloads are checked against, in a fixed number of queries. */
export function schedulingContext(
  tx: Db,
  { workspaceId }: Actor,
  payloads: readonly (CreateMessage & InternalFields)[],
  now: Date,
): Promise<DraftContext> {
  const groupEngineId = payloads.find((payload) => payload.groupEngineId)?.groupEngineId ?? null;
  return draftContext(tx, workspaceId, payloads, { groupEngineId }, now.getTime());
}

/**
 * Stores one message in the transaction of the caller, which has checked the policy.
 * @throws Refusal `INVALID`; nothing has been written then
 */
export async function scheduleIn(
  { db: tx, clock, hooks, log }: SchedulingDeps,
  actor: Actor,
  payload: CreateMessage & InternalFields,
  context: DraftContext,
): Promise<Outcome<MessageRow>> {
  const draft = readDraft(payload, context);
  if (Array.isArray(draft)) throw invalid(draft);
  const now = clock.now();
  const recurrence = readRecurrence(payload, draft, now.getTime());
  if (Array.isArray(recurrence)) throw invalid(recurrence);
  if (recurrence && (await isSuppressed(tx, actor.workspaceId, [draft.mobile])).size > 0)
    throw invalid([SUPPRESSED_FAULT]);
  await keepFiles(tx, draft.fileId === null ? [] : [draft.fileId]);
  const message = newMessage(actor, payload, draft, payload.origin ?? 'web');
  const { result: row, events } = recurrence
    ? await storeSeries(tx, actor, message, { recurrence, keepsEngine: keepsEngine(payload, draft), now })
    : await storeMessage(tx, actor, { ...message, retryOf: payload.retryOf ?? null });
  const chatMessages = hooks && log ? toChatMessages(row, now) : null;
  const hookEvents =
    hooks && log && chatMessages ? await chatMessagesStored.call({ hooks, log }, tx, chatMessages) : [];
  return { result: row, events: [...events, ...hookEvents] };
}

async function storeMessage(tx: Db, actor: Actor, message: NewMessage): Promise<Outcome<MessageRow>> {
  const [id] = await insertMessages(tx, [message]);
  const row = id ? await findMessage(tx, actor, id) : null;
  if (!row) throw new Refusal('NOT_FOUND');
  await writeAudit(tx, actor, { action: 'message.schedule', subject: row.id });
  return { result: row, events: scheduledEvents(actor.workspaceId, [row]) };
}

/** Stores a new series with its first messages. */
async function storeSeries(
  tx: Db,
  actor: Actor,
  message: NewMessage,
  { recurrence, keepsEngine, now }: { recurrence: ParsedRecurrence; keepsEngine: boolean; now: Date },
): Promise<Outcome<MessageRow>> {
  const { row, seriesId, made, events } = await scheduleSeries(tx, message, recurrence, keepsEngine, now);
  const details = { rule: writeRule(recurrence.rule), start: recurrence.start, zone: row.zone, made };
  await writeAudit(tx, actor, { action: 'series.schedule', subject: seriesId, details });
  return { result: row, events };
}

/**
 * A message that a person sends immediately appears in the chat at once; a scheduled one, or one made by an import or a
 * program, does not.
 */
function toChatMessages(row: MessageRow, now: Date): StoredChatMessages | null {
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

/** Event-loop time for the recurrence rules of one batch: a thousand times what real rules take. */
const MAX_RULES_MS = 3_000;

export type RowResult = { row: number; _id: string } | { row: number; faults: FieldFault[] };

/**
 * Stores the valid rows of an import in one statement; the others return their faults. Repeating an import and row
 * number creates nothing and returns the first id.
 */
export const scheduleBatch: Action<
  { importId: string; rows: { row: number; message?: unknown }[] },
  RowResult[]
> = async ({ db, clock }, actor, { importId, rows }) => {
  authorize(scheduleRefusal(actor));
  const parsed = rows.map(({ row, message }) => ({ row, given: parseInput(createMessage, message) }));
  const payloads = parsed.flatMap(({ given }) => given.data ?? []);
  return db.transaction(async (tx) => {
    const context = await schedulingContext(tx, actor, payloads, clock.now());

    const results = new Map<number, RowResult>();
    const accepted = new Map<number, NewMessage>();
    const recurring = new Map<number, RecurringRow>();
    const readRule = cachedRuleReader();
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

    const suppressed = await isSuppressed(
      tx,
      actor.workspaceId,
      [...recurring.values()].map(({ message }) => message.recipient),
    );
    for (const [row, { message }] of recurring) {
      if (!suppressed.has(message.recipient)) continue;
      results.set(row, { row, faults: [SUPPRESSED_FAULT] });
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
      events: stored > 0 ? [...scheduledEvents(actor.workspaceId, [...accepted.values()]), ...series.events] : [],
    };
  });
};

type ScheduledRow = Pick<NewMessage, 'status' | 'dueAt' | 'engineId'>;

function scheduledEvents(workspaceId: string, stored: readonly ScheduledRow[]): DomainEvent[] {
  const waiting = stored
    .filter(({ status }) => status === 'pending')
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  // Messages to groups may have other engines.
  const firstDueByEngine = new Map(waiting.toReversed().map(({ engineId = null, dueAt }) => [engineId, dueAt]));
  const due = [...firstDueByEngine].map(([engineId, dueAt]) => laneDue(workspaceId, { engineId, dueAt }));
  return [messagesStale(workspaceId), ...due];
}

/** Whether a series always goes out through the engine of its first message: that of its group, or the chosen one. */
const keepsEngine = (payload: CreateMessage, draft: Draft): boolean =>
  isGroupId(draft.mobile) || typeof payload.engineId === 'string';

function newMessage(actor: Actor, payload: CreateMessage, draft: Draft, origin: MessageOrigin): NewMessage {
  const { mobile: recipient, ...content } = draft;
  return {
    ...content,
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
