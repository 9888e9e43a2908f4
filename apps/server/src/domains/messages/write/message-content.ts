import type { ContactEntry } from '@switchyard/contracts/messages/message';
import { boolean, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { pick } from '../../../platform/pick.ts';
import { files } from '../../files/files.schema.ts';
import type { Attachment } from './attachment.ts';

/** Columns for content and recipient, shared by messages and series. */
export const contentColumns = () => ({
  contactName: text().notNull(),
  contactList: jsonb().$type<ContactEntry[]>().notNull(),
  /** E.164. */
  recipient: text().notNull(),
  /** The text, the caption of a file or the question of a poll. */
  body: text().notNull(),
  /** The file or poll. Null: none. */
  attachment: jsonb().$type<Attachment>(),
  /** The attachment's file; marks the file as in use. */
  fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
  campaignId: text(),
  verifyContact: boolean().notNull().default(false),
});

type Inherited = keyof ReturnType<typeof contentColumns> | 'workspaceId' | 'sentWith' | 'origin';
const INHERITED = [...Object.keys(contentColumns()), 'workspaceId', 'sentWith', 'origin'] as Inherited[];

/** What a series copies from its first message, each message from its series, and a retry from the failed message. */
export const inheritedContent = <Row extends { [Name in Inherited]?: unknown }>(row: Row) =>
  pick(row, INHERITED) as { [Name in Inherited]: Exclude<Row[Name], undefined> };
