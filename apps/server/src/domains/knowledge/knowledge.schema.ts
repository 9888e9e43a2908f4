import type {
  DOCUMENT_STATES,
  DocumentFault,
  ENTRY_KINDS,
  MeaningFault,
} from '@switchyard/contracts/knowledge/operations';
import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { files } from '../files/files.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' });
const bits = customType<{ data: string }>({ dataType: () => 'bit varying' });
const ofBase = () =>
  uuid()
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: 'cascade' });

/** What a workspace's bots answer from. */
export const knowledgeBases = pgTable(
  'knowledge_bases',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    /**
     * From when on passages without a vector are looked for; while somebody makes them: when another takes over. Null:
     * there are none.
     */
    vectorsDueAt: instant(),
    /** By whose vectors all passages are found; null: by nobody's yet. */
    vectorModel: text(),
    /** From which likeness on a passage answers, to that model. */
    nearEnough: real(),
    /** Why the last attempt to make vectors ended. */
    vectorFault: text().$type<MeaningFault>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId),
    index('knowledge_bases_vectors_due').on(table.vectorsDueAt).where(sql`${table.vectorsDueAt} is not null`),
  ],
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

/** What a passage means, as an embedding model has it. */
export const knowledgeVectors = pgTable(
  'knowledge_vectors',
  {
    passageId: uuid()
      .primaryKey()
      .references(() => knowledgePassages.id, { onDelete: 'cascade' }),
    knowledgeBaseId: ofBase(),
    model: text().notNull(),
    /** Of each of its numbers: 1 where it is above zero. What is far away by these alone is not looked at further. */
    signs: bits().notNull(),
    /** A signed byte for each number. */
    numbers: bytes().notNull(),
  },
  // The signs of a whole base are read for each question: from the index, without the numbers beside them.
  (table) => [index('knowledge_vectors_signs').on(table.knowledgeBaseId, table.model, table.signs, table.passageId)],
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
