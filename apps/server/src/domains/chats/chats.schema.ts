import type { RECEIVED_KINDS } from '@switchyard/contracts/engine-protocol';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/database/columns.ts';
import { engines } from '../engines/engines.schema.ts';

/** A message that came in, as its engine told it. Kept `RECEIVED_KEEP_DAYS` long. What was sent is in `messages`. */
export const receivedMessages = pgTable(
  'received_messages',
  {
    id: id(),
    engineId: uuid()
      .notNull()
      .references(() => engines.id, { onDelete: 'cascade' }),
    /** E.164, or a group's id. */
    chat: text().notNull(),
    /** E.164 of whoever wrote it. */
    writer: text().notNull(),
    /** By chat and writer a message of its own: WhatsApp clients choose their ids. */
    waMessageId: text().notNull(),
    kind: text().$type<(typeof RECEIVED_KINDS)[number]>().notNull(),
    body: text().notNull(),
    media: jsonb().$type<{ mimeType: string; fileName: string | null }>(),
    quotedId: text(),
    /** When it was written, by WhatsApp. */
    writtenAt: instant().notNull(),
    receivedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('received_messages_known').on(table.engineId, table.chat, table.writer, table.waMessageId),
    index('received_messages_chat').on(table.engineId, table.chat, table.writtenAt, table.id),
    index('received_messages_age').on(table.receivedAt),
  ],
);
