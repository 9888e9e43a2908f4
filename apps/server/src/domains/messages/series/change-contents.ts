import { isDeepStrictEqual } from 'node:util';
import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Changes } from '../change/change-message.ts';
import { HAS_PERSISTENT_HOLD } from '../holds/persistent-holds.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type SeriesRow, updateSeries } from './series.queries.ts';

/**
 * Groups of columns that a person edits as one: they change together, and the first column shows whether somebody has
 * edited it for a single message.
 */
const COLUMN_GROUPS = [
  ['body'],
  ['attachment', 'fileId'],
  ['recipient', 'contactName', 'contactList', 'engineId'],
  ['contactName'],
] as const satisfies (keyof SeriesRow & keyof MessageRow)[][];
type Column = (typeof COLUMN_GROUPS)[number][number];

/** Makes a new id for each row whose content changes, like `newWaMessageId`. */
const NEW_WA_MESSAGE_ID = sql`'3EB0' || upper(substr(md5(gen_random_uuid()::text), 1, 18))`;

/**
 * Changes the content of a series and its pending messages. Individual edits of single messages are kept, except for
 * the one edited now.
 * @param waiting its pending messages, locked
 * @param editedId the message the person sees
 * @returns the updated series
 */
export async function changeContents(
  tx: Db,
  series: SeriesRow,
  changes: Changes,
  waiting: readonly MessageRow[],
  editedId: string,
): Promise<SeriesRow> {
  const changedGroups = COLUMN_GROUPS.filter(([first]) => changes[first] !== undefined);
  const updates = new Map<string, { ids: string[]; set: Partial<SeriesRow> }>();
  for (const row of waiting) {
    const applicable = changedGroups.filter(
      ([first]) =>
        !isDeepStrictEqual(row[first], changes[first]) &&
        (row.id === editedId || isDeepStrictEqual(row[first], series[first])),
    );
    const key = applicable.map(([first]) => first).join();
    const group = updates.get(key) ?? { ids: [], set: pick(changes, applicable.flat()) };
    group.ids.push(row.id);
    updates.set(key, group);
  }
  for (const { ids, set } of updates.values()) {
    if (Object.keys(set).length === 0) continue;
    const hasNewContent = Object.keys(set).some((column) => column !== 'contactName');
    await tx
      .update(messages)
      .set({
        ...set,
        ...(hasNewContent && { waMessageId: NEW_WA_MESSAGE_ID }),
        // The new recipient may be a first contact or in another zone, so the lane must evaluate the message again.
        ...('recipient' in set && {
          holdRule: sql`case when ${HAS_PERSISTENT_HOLD} then hold_rule end`,
          claimableAt: sql`case when ${HAS_PERSISTENT_HOLD} then claimable_at else greatest(due_at, now()) end`,
        }),
        ...(set.engineId && { goneEngine: null }),
        version: sql`version + 1`,
        updatedAt: sql`now()`,
      })
      .where(inArray(messages.id, ids));
  }
  const seriesChanges = pick(changes, changedGroups.flat());
  const { recipient = series.recipient } = seriesChanges;
  return updateSeries(tx, series.id, {
    ...seriesChanges,
    // The engine that sends to people is not always in the group.
    engineId: isGroupId(series.recipient) && !isGroupId(recipient) ? null : (seriesChanges.engineId ?? series.engineId),
  });
}

function pick(changes: Changes, columns: readonly Column[]): Partial<SeriesRow> {
  const entries = columns.filter((column) => changes[column] !== undefined).map((column) => [column, changes[column]]);
  return Object.fromEntries(entries);
}
