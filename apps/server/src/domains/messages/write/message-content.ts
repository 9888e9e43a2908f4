import type { ContactEntry } from '@switchyard/contracts/messages/message';
import { boolean, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { pick } from '../../../platform/pick.ts';
import { files } from '../../files/files.schema.ts';
import type { Attachment } from './attachment.ts';

/** Columns of what is said and to whom, which a message and a series have alike. */
export const contentColumns = () => ({
  contactName: text().notNull(),
  contactList: jsonb().$type<ContactEntry[]>().notNull(),
  /** E.164. */
  recipient: text().notNull(),
  /** The words: the text, the caption of a file, the question of a poll. */
  body: text().notNull(),
  /** What it carries beside words; null: nothing. */
  attachment: jsonb().$type<Attachment>(),
  /** The file of the attachment, by which it is known to be in use. */
  fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
  campaignId: text(),
  verifyContact: boolean().notNull().default(false),
});

type Inherited = keyof ReturnType<typeof contentColumns> | 'workspaceId' | 'sentWith' | 'origin';
const INHERITED = [...Object.keys(contentColumns()), 'workspaceId', 'sentWith', 'origin'] as Inherited[];

/** What a series has of its first message, each of its messages of the series, and another try of the one that failed. */
export const inheritedContent = <Row extends { [Name in Inherited]?: unknown }>(row: Row) =>
  pick(row, INHERITED) as { [Name in Inherited]: Exclude<Row[Name], undefined> };
