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
import { SORTED_CHARACTERS } from './message-texts.schema.ts';
import { messageSeries } from './series.schema.ts';
import { contentColumns } from './write/message-content.ts';

/**
 * A scheduled message: the source of truth about it (docs/mechanisms/lane.md). Invariants: `waMessageId` stands for one
 * content and one recipient: editing either, possible only while nothing can have been sent, makes a new id; `status`
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
    /** Name of the deleted engine it waited for: it goes to no other engine until a person chooses one. */
    goneEngine: text(),
    ...contentColumns(),
    /** The message it replies to. */
    quote: jsonb().$type<QuotedMessage>(),
    status: text().$type<MessageStatus>().notNull().default('pending'),
    ack: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** When the user wants it to go out. */
    dueAt: instant().notNull(),
    dueLocal: text().notNull(),
    zone: text().notNull(),
    /** When the lane may claim it: `dueAt` at first, later after a retry's backoff or the end of quiet hours. */
    claimableAt: instant().notNull(),
    /**
     * Why the row does not simply go out at `dueAt`. `retry_backoff` and `quiet_hours` explain a later `claimableAt`;
     * `first_contact` rows wait in a line of their own, so that the main line never has to skip them; `reply` rows
     * answer somebody and have another line, though nothing holds them. `overdue` and `campaign_paused` rows are at the
     * end of the main line until they are released.
     */
    holdRule: text(),
    /** A person allowed it to go out in quiet hours; applies only to the due moment it had then. */
    quietExempt: boolean().notNull().default(false),
    waMessageId: text().notNull(),
    leaseGeneration: bigint({ mode: 'number' }),
    claimedAt: instant(),
    /** Number of the latest claim; it only rises, so that reports on earlier claims can be recognised. */
    attempt: integer().notNull().default(0),
    /** Number of send attempts: claims except those returned untouched or stopped by a hold. */
    tries: integer().notNull().default(0),
    /**
     * WhatsApp may have it whatever was reported since: only its own id settles that, so nobody may edit or cancel it.
     * A message that a person settled as failed stays in doubt while its engine may still send it.
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
    /** The campaign recipient it was made for. */
    campaignRecipientId: uuid(),
    isRecurring: boolean().notNull().default(false),
    /** Its series, and the occurrence's wall-clock time by the series' rule. */
    seriesId: uuid().references(() => messageSeries.id, { onDelete: 'set null' }),
    seriesSlot: text(),
    /** The failed message it retries; each failed message is retried once. */
    retryOf: uuid(),
    importId: uuid(),
    importRow: integer(),
    /** Key of the request that made it: repeating the request makes no second message. */
    idempotencyKey: uuid(),
    deleted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /**
     * When the row last changed, except by receipts of a sent message: they have times of their own and then write to
     * no index.
     */
    updatedAt: updatedAt(),
  },
  // Each index adds a microsecond to every send, even if it holds none of the rows: its condition is evaluated on each
  // update.
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
    // Each message being sent would be written to this index twice; the few there are get sorted on read.
    index('messages_updated_at')
      .on(table.workspaceId, table.updatedAt, table.dueAt, table.id)
      .where(sql`status <> 'sending' and not deleted`),
    index('messages_sent_at')
      .on(table.workspaceId, table.sentAt, table.dueAt, table.id)
      .where(sql`sent_at is not null and not deleted`),
    // Messages that an import declared as sent.
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
    // Few ended messages lack a reason or a retry: this index finds them without scanning the others.
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
    // Pending messages of a chat.
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

/** The schedule of a message before a bulk change, and the version the change gave it. */
export interface MovedMessage {
  id: string;
  version: number;
  dueAt: string;
  dueLocal: string;
  zone: string;
}

/** Undo state of bulk moves and cancels; kept for a day. */
export const messageMoves = pgTable(
  'message_moves',
  {
    id: uuid().notNull(),
    /** Rows are changed in parts of some thousand. */
    part: integer().notNull(),
    workspaceId: ofWorkspace(),
    rows: jsonb().$type<MovedMessage[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.part] }),
    index('message_moves_age').on(table.workspaceId, table.createdAt),
  ],
);
