import { createMessage } from '@switchyard/contracts/messages/new-message';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Actor, readTextsRefusal } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize } from '../../../platform/refusal.ts';
import { readDraft } from '../write/draft.ts';
import { draftContext } from '../write/draft-context.ts';
import { messages } from '../messages.schema.ts';

/**
 * What an import brought and nobody took back: a row like it would be the same message twice. One that failed may be
 * imported again.
 */
export const fromEarlierImport = and(
  eq(messages.deleted, false),
  isNotNull(messages.importId),
  inArray(messages.status, ['pending', 'sending', 'sent', 'unknown']),
);

/** A row without a date is due whenever it is imported: it repeats one that an import of these days sent at once. */
const AT_ONCE = sql`${messages.dueAt} between now() - interval '7 days' and now() and ${messages.dueAt} <= ${messages.createdAt} + interval '1 minute'`;

/**
 * Rows whose recipient, text and due moment are those of a row that an earlier import brought.
 * @returns their numbers
 * @throws `SUPPORT_NO_TEXTS`: it tells whether a text is there
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
    return data ? [{ row, given: data }] : [];
  });
  const context = await draftContext(
    db,
    workspaceId,
    parsed.map(({ given }) => given),
    'none',
    now.getTime(),
  );
  const wanted = parsed.flatMap(({ row, given }) => {
    // As history, so that a moment that has passed meanwhile is no fault.
    const draft = readDraft({ ...given, status: 'sent', engineId: null }, context);
    if (Array.isArray(draft)) return [];
    return [
      { row, recipient: draft.mobile, body: draft.body, dated: given.dueDate !== undefined, due_at: draft.dueAt },
    ];
  });
  const given = sql`json_to_recordset(${JSON.stringify(wanted)}::json) as given(row int, recipient text, body text, dated boolean, due_at timestamptz)`;
  const same = sql`${messages.recipient} = given.recipient and ${messages.body} = given.body`;
  const moments = [...new Set(wanted.filter(({ dated }) => dated).map(({ due_at }) => due_at.toISOString()))];
  const ours = and(eq(messages.workspaceId, workspaceId), fromEarlierImport);
  const repeats: { row: number }[] = [];
  if (moments.length > 0) {
    const query = db
      .selectDistinct({ row: sql<number>`given.row` })
      .from(messages)
      .innerJoin(given, sql`given.dated and ${messages.dueAt} = given.due_at and ${same}`);
    // The moments once more, by which the index of due dates finds the rows, whatever the planner thinks of the list.
    const then = sql`${messages.dueAt} = any(${sql.param(moments)}::timestamptz[])`;
    repeats.push(...(await query.where(and(ours, then))));
  }
  if (wanted.some(({ dated }) => !dated)) {
    const query = db.selectDistinct({ row: sql<number>`given.row` }).from(messages);
    repeats.push(...(await query.innerJoin(given, sql`not given.dated and ${same}`).where(and(ours, AT_ONCE))));
  }
  return repeats.map(({ row }) => row).sort((one, other) => one - other);
}
