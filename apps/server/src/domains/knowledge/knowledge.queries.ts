import type { ListQuery } from '@switchyard/contracts/entity';
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/page-of.ts';
import { containsText } from '../../platform/database/text-search.ts';
import { Refusal } from '../../platform/refusal.ts';
import { fileContents, files } from '../files/files.schema.ts';
import {
  knowledgeBases as bases,
  knowledgeDocuments as documents,
  knowledgeEntries as entries,
  knowledgePassages as passages,
  knowledgeQuestions as questions,
} from './knowledge.schema.ts';

type Paging = Pick<ListQuery, 'limit' | 'skip'>;

const countOf = (table: PgTable, condition?: SQL) =>
  sql<number>`(select count(*)::integer from ${table} counted where counted.knowledge_base_id = knowledge_bases.id ${condition ?? sql``})`;

const selectBases = (db: Db) =>
  db
    .select({
      ...getTableColumns(bases),
      documents: countOf(documents),
      reading: countOf(documents, sql`and counted.state in ('waiting', 'reading')`),
      failed: countOf(documents, sql`and counted.state = 'failed'`),
      entries: countOf(entries),
      openQuestions: countOf(questions),
    })
    .from(bases);
export type BaseRow = Awaited<ReturnType<typeof selectBases>>[number];

/** One page of a workspace's knowledge bases by name, and the total that match. */
export async function listBases(
  db: Db,
  workspaceId: string,
  { limit, skip, search }: Paging & { search?: string | undefined },
): Promise<{ rows: BaseRow[]; total: number }> {
  const matches = and(eq(bases.workspaceId, workspaceId), search ? containsText(bases.name, search) : undefined);
  const rows = await selectBases(db).where(matches).orderBy(asc(bases.name), asc(bases.id)).limit(limit).offset(skip);
  return { rows, total: await db.$count(bases, matches) };
}

/** The subset of these ids that the workspace has. */
export async function existingBases(db: Db, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const ofThese = and(eq(bases.workspaceId, workspaceId), inArray(bases.id, [...ids]));
  return new Set((await db.select({ id: bases.id }).from(bases).where(ofThese)).map(({ id }) => id));
}

/** @throws Refusal `NOT_FOUND` */
export async function findBase(db: Db, workspaceId: string, id: string): Promise<BaseRow> {
  const [row] = await selectBases(db).where(and(eq(bases.workspaceId, workspaceId), eq(bases.id, id)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const selectDocuments = (db: Db) =>
  db
    .select({
      ...getTableColumns(documents),
      bytes: fileContents.bytes,
      passages: sql<number>`(select count(*)::integer from ${passages} where ${passages.documentId} = ${documents.id})`,
    })
    .from(documents)
    .leftJoin(files, eq(files.id, documents.fileId))
    .leftJoin(fileContents, eq(fileContents.id, files.contentId));
export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

/** Newest first. @throws Refusal `NOT_FOUND` */
export async function listDocuments(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: DocumentRow[]; total: number }> {
  await findBase(db, workspaceId, id);
  const ofBase = eq(documents.knowledgeBaseId, id);
  const rows = await selectDocuments(db).where(ofBase).orderBy(desc(documents.id)).limit(limit).offset(skip);
  return { rows, total: await db.$count(documents, ofBase) };
}

/** @throws Refusal `NOT_FOUND` */
export async function findDocument(db: Db, workspaceId: string, id: string): Promise<DocumentRow> {
  const [row] = await selectDocuments(db).where(and(eq(documents.workspaceId, workspaceId), eq(documents.id, id)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export type PassageRow = Pick<typeof passages.$inferSelect, 'id' | 'heading' | 'page' | 'text'>;

/** A document's passages, in order. @throws Refusal `NOT_FOUND` */
export async function listPassages(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ document: DocumentRow; rows: PassageRow[]; total: number }> {
  const document = await findDocument(db, workspaceId, id);
  const ofDocument = eq(passages.documentId, id);
  const { id: passageId, heading, page, text } = passages;
  const rows = await db
    .select({ id: passageId, heading, page, text })
    .from(passages)
    .where(ofDocument)
    .orderBy(asc(passages.number))
    .limit(limit)
    .offset(skip);
  return { document, rows, total: document.passages };
}

export type EntryRow = typeof entries.$inferSelect;

/** Newest first. @throws Refusal `NOT_FOUND` */
export async function listEntries(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: EntryRow[]; total: number }> {
  await findBase(db, workspaceId, id);
  const ofBase = eq(entries.knowledgeBaseId, id);
  return pageOf(db, entries, ofBase, { limit, skip }, desc(entries.id));
}

/** @throws Refusal `NOT_FOUND` */
export async function findEntry(db: Db, workspaceId: string, id: string): Promise<EntryRow> {
  const [row] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.workspaceId, workspaceId), eq(entries.id, id)));
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export type QuestionRow = typeof questions.$inferSelect;

/** Latest first. @throws Refusal `NOT_FOUND` */
export async function listQuestions(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: QuestionRow[]; total: number }> {
  await findBase(db, workspaceId, id);
  const ofBase = eq(questions.knowledgeBaseId, id);
  const order = [desc(questions.lastAskedAt), desc(questions.id)];
  return pageOf(db, questions, ofBase, { limit, skip }, ...order);
}
