import type { DOCUMENT_STATES, DocumentFault, ENTRY_KINDS } from '@switchyard/contracts/knowledge';
import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { files } from '../files/files.schema.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';

const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' });

const ofWorkspace = () =>
  uuid()
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });
const ofBase = () =>
  uuid()
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: 'cascade' });

/** What a workspace's bots answer from. */
export const knowledgeBases = pgTable(
  'knowledge_bases',
  { id: id(), workspaceId: ofWorkspace(), name: text().notNull(), createdAt: createdAt(), updatedAt: updatedAt() },
  (table) => [index().on(table.workspaceId)],
);

/** A file or a web page: its text is read by a job. */
export const knowledgeDocuments = pgTable(
  'knowledge_documents',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    knowledgeBaseId: ofBase(),
    title: text().notNull(),
    fileId: uuid().references(() => files.id),
    url: text(),
    state: text().$type<(typeof DOCUMENT_STATES)[number]>().notNull().default('waiting'),
    fault: text().$type<DocumentFault>(),
    percent: integer().notNull().default(0),
    /** Which reading is meant to end: one that was overtaken by another changes nothing. */
    readingId: uuid().notNull(),
    /** Of the text that is found; null: none was read yet. */
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.knowledgeBaseId),
    index().on(table.fileId),
    check('knowledge_documents_one_source', sql`(${table.fileId} is null) <> (${table.url} is null)`),
  ],
);

/** A text, or a question with its answer, that a person wrote. */
export const knowledgeEntries = pgTable(
  'knowledge_entries',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    knowledgeBaseId: ofBase(),
    kind: text().$type<(typeof ENTRY_KINDS)[number]>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.knowledgeBaseId)],
);

/** A piece of a document or of an entry, as it is found. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    id: id(),
    knowledgeBaseId: ofBase(),
    documentId: uuid().references(() => knowledgeDocuments.id, { onDelete: 'cascade' }),
    entryId: uuid().references(() => knowledgeEntries.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the text. */
    number: integer().notNull(),
    heading: text(),
    page: integer(),
    text: text().notNull(),
    /** By which its words were brought to their stems: a text search configuration of PostgreSQL, or `grams`. */
    language: text().notNull(),
    words: lexemes().notNull(),
  },
  (table) => [
    index('knowledge_passages_words').using('gin', table.words),
    index().on(table.knowledgeBaseId, table.language),
    index().on(table.documentId, table.number),
    index().on(table.entryId),
    check('knowledge_passages_one_source', sql`(${table.documentId} is null) <> (${table.entryId} is null)`),
  ],
);

/** A question that was asked and that nothing answered. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    knowledgeBaseId: ofBase(),
    question: text().notNull(),
    /** By which the same question is known again. */
    folded: text().notNull(),
    times: integer().notNull().default(1),
    lastAskedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('knowledge_questions_once').on(table.knowledgeBaseId, table.folded),
    index().on(table.knowledgeBaseId, table.lastAskedAt),
  ],
);
