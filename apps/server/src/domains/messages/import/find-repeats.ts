import { createMessage } from '@switchyard/contracts/messages/new-message';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Actor, readTextsRefusal } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize } from '../../../platform/refusal.ts';
import { messages } from '../messages.schema.ts';
import { readDraft } from '../write/draft.ts';
import { draftContext } from '../write/draft-context.ts';

/** Messages of earlier imports that count for repeats. Cancelled and failed ones may be imported again. */
export const fromEarlierImport = and(
  eq(messages.deleted, false),
  isNotNull(messages.importId),
  inArray(messages.status, ['pending', 'sending', 'sent', 'unknown']),
);

/**
 * A row without a date is due when it is imported: it repeats a message that an import in the last days sent at once.
 */
const WAS_SENT_AT_ONCE = sql`${messages.dueAt} between now() - interval '7 days' and now() and ${messages.dueAt} <= ${messages.createdAt} + interval '1 minute'`;

/**
 * Finds rows with the same recipient, text and due moment as a row of an earlier import.
 * @returns their row numbers
 * @throws `SUPPORT_NO_TEXTS` because the result reveals whether a text exists
 */
export async function findRepeats(
  db: Db,
  actor: Actor,
  rows: readonly { row: number; message?: unknown }[],
  now: Date,
): Promise<number[]> {
  authorize(readTextsRefusal(actor));
  const { workspaceId } = actor;
  const parsed = rows.flatMap(({ row, message }) => {
    const { data } = createMessage.safeParse(message);
    return data ? [{ row, message: data }] : [];
  });
  const context = await draftContext(
    db,
    workspaceId,
    parsed.map(({ message }) => message),
    'none',
    now.getTime(),
  );
  const candidates = parsed.flatMap(({ row, message }) => {
    // Read as history, so that a moment that has passed meanwhile is not a fault.
    const draft = readDraft({ ...message, status: 'sent', engineId: null }, context);
    if (Array.isArray(draft)) return [];
    return [
      { row, recipient: draft.mobile, body: draft.body, dated: message.dueDate !== undefined, due_at: draft.dueAt },
    ];
  });
  const candidateRows = sql`json_to_recordset(${JSON.stringify(candidates)}::json) as given(row int, recipient text, body text, dated boolean, due_at timestamptz)`;
  const hasSameContent = sql`${messages.recipient} = given.recipient and ${messages.body} = given.body`;
  const moments = [...new Set(candidates.filter(({ dated }) => dated).map(({ due_at }) => due_at.toISOString()))];
  const imported = and(eq(messages.workspaceId, workspaceId), fromEarlierImport);
  const repeats: { row: number }[] = [];
  if (moments.length > 0) {
    const query = db
      .selectDistinct({ row: sql<number>`given.row` })
      .from(messages)
      .innerJoin(candidateRows, sql`given.dated and ${messages.dueAt} = given.due_at and ${hasSameContent}`);
    // Repeats the moments as a condition, so that the planner always uses the index of due dates.
    const isDueThen = sql`${messages.dueAt} = any(${sql.param(moments)}::timestamptz[])`;
    repeats.push(...(await query.where(and(imported, isDueThen))));
  }
  if (candidates.some(({ dated }) => !dated)) {
    const query = db.selectDistinct({ row: sql<number>`given.row` }).from(messages);
    const matches = query.innerJoin(candidateRows, sql`not given.dated and ${hasSameContent}`);
    repeats.push(...(await matches.where(and(imported, WAS_SENT_AT_ONCE))));
  }
  return repeats.map(({ row }) => row).sort((a, b) => a - b);
}
