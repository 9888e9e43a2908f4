import { sql } from 'drizzle-orm';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { recordset } from '../../../platform/database/recordset.ts';
import { scheduleBaseVectors } from '../embeddings/prepare-meaning.ts';
import { knowledgePassages } from '../knowledge.schema.ts';
import type { PreparedText } from './prepare-passages.ts';
import { GRAMS } from './terms.ts';

/** The document or entry that owns the passages. */
export type PassageOwner = { knowledgeBaseId: string } & ({ documentId: string } | { entryId: string });

/** Rows per statement, few enough to stay within the statement time-out. */
const AT_ONCE = 500;

/** Passages sampled to determine a base's language. */
const SAMPLED = 1_000;

/** The language of most passages of a base, excluding one document or entry; null if it has no others. */
export async function languageOfBase(db: Db, knowledgeBaseId: string, exceptId: string): Promise<string | null> {
  const { rows } = await db.execute<{ language: string }>(sql`
    select language from (
      select language from knowledge_passages
      where knowledge_base_id = ${knowledgeBaseId} and coalesce(document_id, entry_id) <> ${exceptId} limit ${SAMPLED}
    ) sampled group by language order by count(*) desc, language limit 1`);
  return rows[0]?.language ?? null;
}

/**
 * Replaces the passages of a document or entry in one transaction, so that either the old or the new ones are found.
 */
export async function replacePassages(
  tx: Db,
  owner: PassageOwner,
  { language, passages }: PreparedText,
): Promise<void> {
  const { documentId, entryId } = { documentId: null, entryId: null, ...owner };
  const { rows: earlier } = await tx.execute<{ id: string }>(
    documentId === null
      ? sql`select id from knowledge_passages where entry_id = ${entryId}`
      : sql`select id from knowledge_passages where document_id = ${documentId}`,
  );
  const words =
    language === GRAMS
      ? sql`array_to_tsvector(string_to_array(nullif(given.plain, ''), ' '))`
      : sql`to_tsvector(${language}::regconfig, given.plain) || to_tsvector(${language}::regconfig, given.folded)`;
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const some = passages
      .slice(from, from + AT_ONCE)
      .map((passage, at) => ({ id: newId(), number: from + at, ...passage }));
    await tx.execute(sql`
      insert into knowledge_passages (id, knowledge_base_id, document_id, entry_id, number, heading, page, text, language, words)
      select given.id, ${owner.knowledgeBaseId}, ${documentId}, ${entryId}, given.number, given.heading, given.page, given.text,
        ${language}, coalesce(${words}, ''::tsvector)
      from ${recordset(knowledgePassages, some)}`);
  }
  if (earlier.length > 0) {
    await replaceEarlier(
      tx,
      earlier.map(({ id }) => id),
    );
  }
  await scheduleBaseVectors(tx, owner.knowledgeBaseId);
}

/** Moves the vectors of unchanged passages to their new rows, and deletes the earlier passages. */
async function replaceEarlier(tx: Db, ids: readonly string[]): Promise<void> {
  const earlier = sql.param([...ids]);
  await tx.execute(sql`
    insert into knowledge_vectors (passage_id, knowledge_base_id, model, signs, numbers)
    select distinct on (later.id) later.id, later.knowledge_base_id, v.model, v.signs, v.numbers
    from knowledge_passages former join knowledge_vectors v on v.passage_id = former.id
      join knowledge_passages later on later.document_id = former.document_id and later.text = former.text
        and later.heading is not distinct from former.heading and later.id <> all (${earlier}::uuid[])
    where former.id = any (${earlier}::uuid[])`);
  await tx.execute(sql`delete from knowledge_passages where id = any (${earlier}::uuid[])`);
}
