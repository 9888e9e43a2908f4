import type { MessageOrigin, SERIES_STATES } from '@switchyard/contracts/messages/message';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';
import { contentColumns } from './write/message-content.ts';

/**
 * A recurring message: what its next messages will say, and when (docs/mechanisms/recurrence.md). Its messages are rows
 * of `messages` like any others. Whoever changes the series or makes messages of it holds the row's lock.
 */
export const messageSeries = pgTable(
  'message_series',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /**
     * The engine whose account is in its group, or the one that was chosen for it. Null: whichever the rule picks when
     * a message is made.
     */
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    ...contentColumns(),
    sentWith: text().notNull(),
    origin: text().$type<MessageOrigin>().notNull(),
    /**
     * The series that it and others were parted of, by edits of what follows; null: it is one from its beginning on.
     */
    partedFrom: uuid().references((): AnyPgColumn => messageSeries.id, { onDelete: 'set null' }),
    /** RRULE, from `start` on, in wall-clock time of `zone`. */
    rule: text().notNull(),
    start: text().notNull(),
    zone: text().notNull(),
    /**
     * It has no occurrence from this wall-clock time on: another series goes on, or nothing. Null: the rule alone says.
     */
    endsBefore: text(),
    state: text().$type<(typeof SERIES_STATES)[number]>().notNull().default('active'),
    pausedBecause: textValue(),
    /** The first occurrence that is not in `series_occurrences` yet; null: there is none. */
    nextSlot: text(),
    /** When the next messages are to be made; null: never, as things are. */
    extendAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('message_series_extend').on(table.extendAt).where(sql`extend_at is not null`),
    index('message_series_listing').on(table.workspaceId, table.id.desc()),
    index('message_series_file').on(table.fileId).where(sql`file_id is not null`),
  ],
);

/**
 * What became of an occurrence: a message was `made` of it, it was left out (`skipped`: an exception; `missed`: nobody
 * made it in time), or its message was `stopped` with the whole series and may go on with it.
 */
export type OccurrenceState = 'made' | 'skipped' | 'missed' | 'stopped';

/**
 * The occurrences of a series that were decided on. The key makes each one happen once, whoever makes messages, and
 * however often.
 */
export const seriesOccurrences = pgTable(
  'series_occurrences',
  {
    seriesId: uuid()
      .notNull()
      .references(() => messageSeries.id, { onDelete: 'cascade' }),
    /** Its wall-clock time by the rule, also where that hour does not exist that day. */
    slot: text().notNull(),
    state: text().$type<OccurrenceState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.slot] })],
);
