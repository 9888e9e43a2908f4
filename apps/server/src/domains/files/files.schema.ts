import type { MediaType } from '@switchyard/contracts/messages/body';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * What is in a file, once for each workspace however often it was uploaded. Without `sha256` it is not whole: an upload
 * is under way, or ended in the middle.
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
     * Of a picture: a small JPEG, and the size of the whole as it is shown. Null: no picture, or none that could be
     * read.
     */
    preview: bytes(),
    width: integer(),
    height: integer(),
  },
  (table) => [uniqueIndex('file_contents_known').on(table.workspaceId, table.sha256)],
);

/** Contents in pieces, so that neither an upload nor a download is ever whole in memory. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    contentId: uuid()
      .notNull()
      .references(() => fileContents.id, { onDelete: 'cascade' }),
    /** From 0. */
    number: integer().notNull(),
    chunk: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.number] })],
);

/** A file as its owner named it. */
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
    /** Since when no message refers to it; null: one does, as far as the last look knows. */
    unusedSince: instant().defaultNow(),
  },
  (table) => [index().on(table.contentId), index().on(table.unusedSince)],
);
