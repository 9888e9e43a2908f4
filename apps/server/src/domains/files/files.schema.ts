import type { MediaType } from '@switchyard/contracts/messages/body';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * Contents of files, stored once per workspace however often uploaded. Without `sha256` they are incomplete: the upload
 * is running or was interrupted.
 */
export const fileContents = pgTable(
  'file_contents',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    sha256: bytes(),
    bytes: integer().notNull().default(0),
    createdAt: createdAt(),
    /**
     * A small JPEG preview of a picture, and the displayed size of the original. Null: not a picture, or unreadable.
     */
    preview: bytes(),
    width: integer(),
    height: integer(),
  },
  (table) => [uniqueIndex('file_contents_known').on(table.workspaceId, table.sha256)],
);

/** Contents in chunks, so that neither uploads nor downloads are ever whole in memory. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    contentId: uuid()
      .notNull()
      .references(() => fileContents.id, { onDelete: 'cascade' }),
    /** Counts from 0. */
    number: integer().notNull(),
    chunk: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.number] })],
);

/** A file with the name its owner gave it. */
export const files = pgTable(
  'files',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    contentId: uuid()
      .notNull()
      .references(() => fileContents.id),
    name: text().notNull(),
    mimeType: text().notNull(),
    media: text().$type<MediaType>().notNull(),
    createdAt: createdAt(),
    /** Since when nothing has referred to it. Null: it is in use, as of the last check. */
    unusedSince: instant().defaultNow(),
  },
  (table) => [index().on(table.contentId), index().on(table.unusedSince)],
);
