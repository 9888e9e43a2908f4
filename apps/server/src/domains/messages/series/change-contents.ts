import { isDeepStrictEqual } from 'node:util';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Changes } from '../change/change-message.ts';
import { IS_HELD } from '../holds/persistent-holds.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type SeriesRow, updateSeries } from './series.queries.ts';

/**
 * What is one thing to whoever edits: its columns change together, and the first tells whether somebody has changed it
 * of one message alone.
 */
const PARTS = [
  ['body'],
  ['attachment', 'fileId'],
  ['recipient', 'contactName', 'contactList', 'engineId'],
  ['contactName'],
] as const satisfies (keyof SeriesRow & keyof MessageRow)[][];
type Column = (typeof PARTS)[number][number];

/** A new id for each row that is another message now, as `newWaMessageId` makes them. */
const NEW_WA_MESSAGE_ID = sql`'3EB0' || upper(substr(md5(gen_random_uuid()::text), 1, 18))`;

/**
 * Gives a series and its messages that wait other contents. What somebody has changed of one message alone stays, but
 * for the one that is edited now.
 * @param waiting its messages, locked
 * @param editedId the one that the person sees
 * @returns the series as it is now
 */
export async function changeContents(
  tx: Db,
  series: SeriesRow,
  changes: Changes,
  waiting: readonly MessageRow[],
  editedId: string,
): Promise<SeriesRow> {
  const given = PARTS.filter(([first]) => changes[first] !== undefined);
  const alike = new Map<string, { ids: string[]; set: Partial<SeriesRow> }>();
  for (const row of waiting) {
    const mine = given.filter(
      ([first]) =>
        !isDeepStrictEqual(row[first], changes[first]) &&
        (row.id === editedId || isDeepStrictEqual(row[first], series[first])),
    );
    const key = mine.map(([first]) => first).join();
    const group = alike.get(key) ?? { ids: [], set: pick(changes, mine.flat()) };
    group.ids.push(row.id);
    alike.set(key, group);
  }
  for (const { ids, set } of alike.values()) {
    if (Object.keys(set).length === 0) continue;
    const isAnother = Object.keys(set).some((column) => column !== 'contactName');
    await tx
      .update(messages)
      .set({
        ...set,
        ...(isAnother && { waMessageId: NEW_WA_MESSAGE_ID }),
        // Another recipient may be no first contact, and in another zone: the lane looks at it anew.
        ...('recipient' in set && {
          holdRule: sql`case when ${IS_HELD} then hold_rule end`,
          claimableAt: sql`case when ${IS_HELD} then claimable_at else greatest(due_at, now()) end`,
        }),
        ...(set.engineId && { goneEngine: null }),
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where(inArray(messages.id, ids));
  }
  const kept = pick(changes, given.flat());
  const { recipient = series.recipient } = kept;
  return updateSeries(tx, series.id, {
    ...kept,
    // What sends to people need not be what is in the group.
    engineId: isGroupId(series.recipient) && !isGroupId(recipient) ? null : (kept.engineId ?? series.engineId),
  });
}

function pick(changes: Changes, columns: readonly Column[]): Partial<SeriesRow> {
  const entries = columns.filter((column) => changes[column] !== undefined).map((column) => [column, changes[column]]);
  return Object.fromEntries(entries);
}
