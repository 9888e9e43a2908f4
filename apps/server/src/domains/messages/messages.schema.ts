import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import type { MessageOrigin } from '@switchyard/contracts/messages/message';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';
import { contentColumns } from './write/message-content.ts';
import { SORTED_CHARACTERS } from './message-texts.schema.ts';
import { messageSeries } from './series.schema.ts';

/**
 * A scheduled message: the only truth about it (docs/mechanisms/lane.md). Invariants: `waMessageId` stands for one
 * content to one recipient: an edit of either, possible only while nothing can have left, makes a new one; `status`
 * leaves `pending` only by a claim, a cancel or a past import; every change raises `version`; only the holder of
 * `leaseGeneration` may report on a row in `sending`.
 */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The lane; null while the workspace has no engine. */
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    /**
     * The name of the engine that it waited for, which was deleted: it goes to no other until a person says to which.
     */
    goneEngine: text(),
    ...contentColumns(),
    /** The message that it answers. */
    quote: jsonb().$type<QuotedMessage>(),
    status: text().$type<MessageStatus>().notNull().default('pending'),
    ack: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** When the user meant it to go out. */
    dueAt: instant().notNull(),
    dueLocal: text().notNull(),
    zone: text().notNull(),
    /** When the lane may take it: `dueAt` at first, later after a retry's backoff or the end of quiet hours. */
    claimableAt: instant().notNull(),
    /**
     * Why the row does not simply go at `dueAt`: `retry_backoff` and `quiet_hours` explain a later `claimableAt`;
     * `first_contact` rows wait in a line of their own, so that the main line never has to step over them; `reply` rows
     * answer somebody and are in another, though nothing holds them. `overdue` and `campaign_paused` rows stand at the
     * end of the main line until somebody lets them go.
     */
    holdRule: text(),
    /** A person has said that it may go out in quiet hours; holds for the moment that it was then meant for. */
    quietExempt: boolean().notNull().default(false),
    waMessageId: text().notNull(),
    leaseGeneration: bigint({ mode: 'number' }),
    claimedAt: instant(),
    /** The number of the latest claim; only rises, so that a report on an earlier claim is known as such. */
    attempt: integer().notNull().default(0),
    /** Sends that were begun: claims without those that were given back untouched or met a hold. */
    tries: integer().notNull().default(0),
    /**
     * WhatsApp may have it, whatever it said since: only its own id settles that, so nobody may change it or call it
     * back. Of one that a person has settled as failed: its engine may send it still.
     */
    inDoubt: boolean().notNull().default(false),
    wireId: text(),
    sentAt: instant(),
    deliveredAt: instant(),
    readAt: instant(),
    sendFailureReason: textValue(),
    sentWith: text().notNull().default('whatsapp'),
    origin: text().$type<MessageOrigin>().notNull().default('web'),
    retryCount: integer().notNull().default(0),
    /** The recipient of a campaign that it was made for. */
    campaignRecipientId: uuid(),
    isRecurring: boolean().notNull().default(false),
    /** The series that it is an occurrence of, and the occurrence's wall-clock time by the rule. */
    seriesId: uuid().references(() => messageSeries.id, { onDelete: 'set null' }),
    seriesSlot: text(),
    /**
     * The message that did not arrive and that this one tries again: many that failed are then tried again once each.
     */
    retryOf: uuid(),
    importId: uuid(),
    importRow: integer(),
    /** Of the request that made it: the same request again makes no other. */
    idempotencyKey: uuid(),
    deleted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Receipts of a sent message, which have times of their own, leave it: then they write to no index. */
    updatedAt: updatedAt(),
  },
  // Each index costs whatever is sent a microsecond, though it holds none of it: whether it does is asked whenever a
  // message changes.
  (table) => [
    index('messages_lane')
      .on(table.engineId, table.claimableAt, table.id)
      .where(sql`status = 'pending' and hold_rule is distinct from 'first_contact'`),
    // Lines beside the main one.
    index('messages_side_lines')
      .on(table.engineId, table.holdRule, table.claimableAt, table.id)
      .where(sql`status = 'pending' and hold_rule in ('first_contact', 'reply')`),
    index('messages_first_contact_recipients')
      .on(table.engineId, table.recipient)
      .where(sql`status = 'pending' and hold_rule = 'first_contact'`),
    index('messages_unasked')
      .on(table.workspaceId, table.recipient)
      .where(sql`status = 'pending' and (origin in ('campaign', 'bot') or series_id is not null)`),
    index('messages_held')
      .on(table.holdRule, table.workspaceId, table.recipient)
      .where(sql`status = 'pending' and hold_rule in ('quiet_hours', 'overdue')`),
    index('messages_without_engine')
      .on(table.workspaceId)
      .where(sql`status = 'pending' and engine_id is null and gone_engine is null`),
    index('messages_of_gone_engine').on(table.workspaceId).where(sql`status = 'pending' and gone_engine is not null`),
    index('messages_in_flight').on(table.engineId, table.claimedAt).where(sql`status = 'sending'`),
    index('messages_in_doubt').on(table.engineId).where(sql`in_doubt`),
    uniqueIndex('messages_wa_message_id').on(table.waMessageId),
    index('messages_by_status').on(table.workspaceId, table.status, table.dueAt, table.id).where(sql`not deleted`),
    index('messages_deleted').on(table.updatedAt).where(sql`deleted`),
    // Of the few that are being sent each would be written here twice while it is sent; they are sorted when they are
    // asked for.
    index('messages_updated_at')
      .on(table.workspaceId, table.updatedAt, table.dueAt, table.id)
      .where(sql`status <> 'sending' and not deleted`),
    index('messages_sent_at')
      .on(table.workspaceId, table.sentAt, table.dueAt, table.id)
      .where(sql`sent_at is not null and not deleted`),
    // Sent as far as an import said.
    index('messages_sent_before')
      .on(table.workspaceId, table.dueAt, table.id)
      .where(sql`status = 'sent' and sent_at is null and not deleted`),
    index('messages_failure_reason')
      .on(
        table.workspaceId,
        sql`left(lower(${table.sendFailureReason} collate "und-x-icu"), ${sql.raw(String(SORTED_CHARACTERS))})`,
        table.dueAt,
        table.id,
      )
      .where(sql`send_failure_reason is not null and not deleted`),
    // Of what sending has ended with, few lack a reason or a second try: those who lack it are found without passing
    // over the others.
    index('messages_ended_without_reason')
      .on(table.workspaceId, table.status, table.dueAt, table.id)
      .where(sql`status in ('failed', 'cancelled', 'unknown') and send_failure_reason is null and not deleted`),
    index('messages_ended_at_once')
      .on(table.workspaceId, table.status, table.dueAt, table.id)
      .where(sql`status in ('failed', 'cancelled', 'unknown') and retry_count = 0 and not deleted`),
    index('messages_retried')
      .on(table.workspaceId, table.retryCount, table.dueAt, table.id)
      .where(sql`retry_count > 0 and not deleted`),
    index('messages_chat')
      .on(table.engineId, table.recipient, table.sentAt, table.id)
      .where(sql`status = 'sent' and sent_at is not null and not deleted`),
    // What waits for a chat.
    index('messages_chat_pending')
      .on(table.engineId, table.recipient, table.dueAt, table.id)
      .where(sql`status = 'pending'`),
    index('messages_file').on(table.fileId).where(sql`file_id is not null`),
    index('messages_retry_of').on(table.retryOf).where(sql`retry_of is not null`),
    index('messages_series').on(table.seriesId, table.seriesSlot).where(sql`series_id is not null`),
    uniqueIndex('messages_import_row')
      .on(table.workspaceId, table.importId, table.importRow)
      .where(sql`import_id is not null`),
    uniqueIndex('messages_idempotency_key')
      .on(table.workspaceId, table.idempotencyKey)
      .where(sql`idempotency_key is not null`),
  ],
);

/** What a message was before it was changed with others, and the version that the change gave it. */
export interface Moved {
  id: string;
  version: number;
  dueAt: string;
  dueLocal: string;
  zone: string;
}

/**
 * What messages were before a person moved or cancelled many of them at once, so that it can be undone; kept for a day.
 */
export const messageMoves = pgTable(
  'message_moves',
  {
    id: uuid().notNull(),
    /** Rows are changed some thousand at a time. */
    part: integer().notNull(),
    workspaceId: ofWorkspace(),
    rows: jsonb().$type<Moved[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    index('message_moves_age').on(table.workspaceId, table.createdAt),
  ],
);
