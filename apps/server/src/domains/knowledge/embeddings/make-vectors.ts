import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { type Payer, paidVectors } from './paid-vectors.ts';
import type { Vector } from './vector.ts';

/** Texts per request: servers embed batches faster, and an error costs at most one batch. */
const AT_ONCE = 64;
const REQUEST_MS = 60_000;

/**
 * Makes the missing vectors of a base, saving each batch at once.
 * @param goesOn called before each batch; false stops
 * @returns `done` if none is missing; `interrupted` if `goesOn` stopped it; `credits` if none are left
 * @throws ModelError, or the signal's reason
 */
export async function makeVectors(
  db: Db,
  knowledgeBaseId: string,
  payer: Payer,
  { signal, goesOn }: { signal: AbortSignal; goesOn: () => Promise<boolean> },
): Promise<'done' | 'interrupted' | 'credits'> {
  const { model } = payer.endpoint;
  for (;;) {
    const missing = await findMissingVectors(db, knowledgeBaseId, model);
    if (missing.length === 0) return 'done';
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      if (!(await goesOn())) return 'interrupted';
      const passages = await readTexts(db, missing.slice(from, from + AT_ONCE));
      if (passages.length === 0) continue;
      const texts = passages.map(({ text }) => text);
      const vectors = await paidVectors(db, payer, texts, { timeoutMs: REQUEST_MS, signal });
      if (vectors === null) return 'credits';
      await saveVectors(
        db,
        model,
        vectors.map((vector, at) => ({ id: passages[at]?.id ?? '', ...vector })),
      );
    }
  }
}

async function findMissingVectors(db: Db, knowledgeBaseId: string, model: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from knowledge_passages p
    where p.knowledge_base_id = ${knowledgeBaseId} and not exists (
      select from knowledge_vectors v where v.passage_id = p.id and v.model = ${model})`);
  return rows.map(({ id }) => id);
}

/** Passages with their heading and the question they answer; a file's name says nothing. */
async function readTexts(db: Db, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select p.id, concat_ws(E'\n', entry.title, p.heading, p.text) as text
    from knowledge_passages p left join knowledge_entries entry on entry.id = p.entry_id
    where p.id = any (${sql.param([...ids])}::uuid[])`);
  return rows;
}

/** Skips passages that were deleted meanwhile. */
async function saveVectors(db: Db, model: string, vectors: readonly (Vector & { id: string })[]): Promise<void> {
  const column = <Value>(of: (vector: Vector & { id: string }) => Value) => sql.param(vectors.map(of));
  await db.execute(sql`
    insert into knowledge_vectors (passage_id, knowledge_base_id, model, signs, numbers)
    select p.id, p.knowledge_base_id, ${model}, given.signs::varbit, given.numbers
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ signs }) => signs)}::text[], ${column(({ numbers }) => numbers)}::bytea[])
      as given (id, signs, numbers) join knowledge_passages p using (id)
    for key share of p
    on conflict (passage_id) do update set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers`);
}
