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

/** A knowledge base that a workspace's bots answer from. */
export const knowledgeBases = pgTable(
  'knowledge_bases',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    /**
     * When to look for passages without a vector; while a worker makes them, when another takes over. Null if none are
     * missing.
     */
    vectorsDueAt: instant(),
    /** The model whose vectors all passages are searched by; null if there is none yet. */
    vectorModel: text(),
    /** Minimum similarity, for this model, at which a passage counts as an answer. */
    nearEnough: real(),
    /** Why the last attempt to make vectors failed. */
    vectorFault: text().$type<MeaningFault>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.workspaceId),
    index('knowledge_bases_vectors_due').on(table.vectorsDueAt).where(sql`${table.vectorsDueAt} is not null`),
  ],
);

/** A file or a web page, read by a job. */
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
    /** The current reading; earlier ones change nothing. */
    readingId: uuid().notNull(),
    /** When the current text was read; null if never. */
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.knowledgeBaseId),
    index().on(table.fileId),
    check('knowledge_documents_one_source', sql`(${table.fileId} is null) <> (${table.url} is null)`),
  ],
);

/** A text, or a question with its answer, written by a person. */
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

/** A searchable piece of a document or an entry. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    id: id(),
    knowledgeBaseId: ofBase(),
    documentId: uuid().references(() => knowledgeDocuments.id, { onDelete: 'cascade' }),
    entryId: uuid().references(() => knowledgeEntries.id, { onDelete: 'cascade' }),
    /** From 0, in text order. */
    number: integer().notNull(),
    heading: text(),
    page: integer(),
    text: text().notNull(),
    /** How its words were stemmed: a PostgreSQL text search configuration, or `grams`. */
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

/** A passage's embedding vector. */
export const knowledgeVectors = pgTable(
  'knowledge_vectors',
  {
    passageId: uuid()
      .primaryKey()
      .references(() => knowledgePassages.id, { onDelete: 'cascade' }),
    knowledgeBaseId: ofBase(),
    model: text().notNull(),
    /** The sign of each component, 1 if positive. Passages that differ too much in these are not compared further. */
    signs: bits().notNull(),
    /** One signed byte per component. */
    numbers: bytes().notNull(),
  },
  // Each question reads the signs of a whole base: from the index, without loading the components.
  (table) => [index('knowledge_vectors_signs').on(table.knowledgeBaseId, table.model, table.signs, table.passageId)],
);

/** A question that was asked and had no answer. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    knowledgeBaseId: ofBase(),
    question: text().notNull(),
    /** Identifies repetitions of the question. */
    folded: text().notNull(),
    times: integer().notNull().default(1),
    lastAskedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('knowledge_questions_once').on(table.knowledgeBaseId, table.folded),
    index().on(table.knowledgeBaseId, table.lastAskedAt),
  ],
);
