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
 * A recurring message: content and schedule of its upcoming messages (docs/mechanisms/recurrence.md). Its messages are
 * ordinary rows of `messages`. Changing the series, or making messages of it, requires the row's lock.
 */
export const messageSeries = pgTable(
  'message_series',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The engine in its group, or the engine chosen for it. Null: picked by the rule whenever a message is made. */
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    ...contentColumns(),
    sentWith: text().notNull(),
    origin: text().$type<MessageOrigin>().notNull(),
    /** The series it was split from by an edit of following occurrences. Null: it was not split. */
    partedFrom: uuid().references((): AnyPgColumn => messageSeries.id, { onDelete: 'set null' }),
    /** RRULE, from `start` on, in wall-clock time of `zone`. */
    rule: text().notNull(),
    start: text().notNull(),
    zone: text().notNull(),
    /**
     * It has no occurrences from this wall-clock time on: another series may continue it. Null: only the rule decides.
     */
    endsBefore: text(),
    state: text().$type<(typeof SERIES_STATES)[number]>().notNull().default('active'),
    pausedBecause: textValue(),
    /** The first occurrence not yet in `series_occurrences`. Null: there is none. */
    nextSlot: text(),
    /** When to make the next messages. Null: never, as things are. */
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
 * Outcome of an occurrence: a message was `made`; it was `skipped` (an exception) or `missed` (not made in time); or
 * its message was `stopped` with the series and may resume with it.
 */
export type OccurrenceState = 'made' | 'skipped' | 'missed' | 'stopped';

/** Occurrences that were decided on. The key makes each happen once, however often and wherever messages are made. */
export const seriesOccurrences = pgTable(
  'series_occurrences',
  {
    seriesId: uuid()
      .notNull()
      .references(() => messageSeries.id, { onDelete: 'cascade' }),
    /** Its wall-clock time by the rule, even if that hour does not exist that day. */
    slot: text().notNull(),
    state: text().$type<OccurrenceState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.slot] })],
);
