// Cost of a question over PASSAGES passages (100,000) of one knowledge base, with natural word frequencies: a few words
// are in every passage, most in hardly any. Then the same with vectors like those of an embedding model, for a tenth of
// the passages and for all; the model itself is not called.
import { searchKnowledge } from '../apps/server/src/domains/knowledge/index.ts';
import { packVector } from '../apps/server/src/domains/knowledge/meaning/vector.ts';
import { newId } from '../apps/server/src/platform/database/columns.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';

const PASSAGES = Number(process.env.PASSAGES ?? 100_000);
const VOCABULARY_SIZE = 20_000;
const WORDS_PER_PASSAGE = 60;
const WORDS_PER_QUESTION = 8;
const QUESTIONS = 100;
const QUESTIONS_WITH_VECTORS = 50;
/** Dimensions, as in widely used models. */
const DIMENSIONS = 1_024;

/** A random word whose frequency follows Zipf's law: lower numbers are more frequent. */
const WORD = `'word' || floor(exp(random() * ln(${VOCABULARY_SIZE})))::int || 'ing'`;

const randomVector = () => packVector(Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5));
const p95 = (times: number[]) => Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0);

const postgres = await startDatabaseServer();
try {
  const database = await postgres.createDatabase('knowledge', 4);
  const [workspaceId, baseId, documentId, fileId] = [newId(), newId(), newId(), newId()];
  const { pool, db } = database;
  await pool.query(`insert into workspaces (id, name, slug, zone, plan) values ($1, 'Ours', 'ours', 'UTC', 'pro')`, [
    workspaceId,
  ]);
  await pool.query(`insert into knowledge_bases (id, workspace_id, name) values ($1, $2, 'All')`, [
    baseId,
    workspaceId,
  ]);
  await pool.query(
    `insert into knowledge_documents (id, workspace_id, knowledge_base_id, title, url, state, reading_id) values ($1, $2, $3, 'All', 'https://example.test/', 'ready', $4)`,
    [documentId, workspaceId, baseId, fileId],
  );
  const began = performance.now();
  await pool.query(`set statement_timeout = 0`);
  for (let from = 0; from < PASSAGES; from += 5_000) {
    await pool.query(
      `insert into knowledge_passages (id, knowledge_base_id, document_id, number, text, language, words)
       select uuidv7(), $1, $2, number, text, 'english', to_tsvector('english', text)
       from generate_series($3::int, $4::int) number
         cross join lateral (select string_agg(${WORD}, ' ') as text from generate_series(1, ${WORDS_PER_PASSAGE} + number * 0)) made`,
      [baseId, documentId, from, Math.min(from + 5_000, PASSAGES) - 1],
    );
  }
  const storedSeconds = Math.round((performance.now() - began) / 1_000);
  await pool.query('vacuum analyze knowledge_passages');
  const { rows: questions } = await pool.query<{ question: string }>(
    `select string_agg(${WORD}, ' ') as question from generate_series(1, ${QUESTIONS * WORDS_PER_QUESTION}) one group by one % ${QUESTIONS}`,
  );
  const times: number[] = [];
  for (const { question } of questions) {
    const began = performance.now();
    await searchKnowledge(db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });
    times.push(performance.now() - began);
  }
  const byMeaning = async (vectors: number) => {
    await addVectors(vectors);
    const taken: number[] = [];
    for (const { question } of questions.slice(0, QUESTIONS_WITH_VECTORS)) {
      const meaning = { model: 'bench', vector: randomVector() };
      const began = performance.now();
      await searchKnowledge(db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 }, meaning);
      taken.push(performance.now() - began);
    }
    return p95(taken);
  };
  reportMeasurements('knowledge', {
    passages: PASSAGES,
    storedSeconds,
    searchP50Ms: Math.round(times.sort((a, b) => a - b)[Math.floor(QUESTIONS / 2)] ?? 0),
    searchP95Ms: p95(times),
    withVectorsOfATenthP95Ms: await byMeaning(PASSAGES / 10),
    withVectorsOfAllP95Ms: await byMeaning(PASSAGES),
  });

  /** Adds vectors until this many passages have one. */
  async function addVectors(count: number): Promise<void> {
    await pool.query(`update knowledge_bases set vector_model = 'bench', near_enough = 0.9`);
    const { rows } = await pool.query<{ id: string }>(
      `select id from knowledge_passages p where not exists (select from knowledge_vectors v where v.passage_id = p.id)
       order by id limit $1 - (select count(*) from knowledge_vectors)`,
      [count],
    );
    for (let from = 0; from < rows.length; from += 1_000) {
      const batch = rows.slice(from, from + 1_000).map(({ id }) => ({ id, ...randomVector() }));
      await pool.query(
        `insert into knowledge_vectors (passage_id, knowledge_base_id, model, signs, numbers)
         select id, $1, 'bench', signs::varbit, numbers from unnest($2::uuid[], $3::text[], $4::bytea[]) as given (id, signs, numbers)`,
        [baseId, batch.map(({ id }) => id), batch.map(({ signs }) => signs), batch.map(({ numbers }) => numbers)],
      );
    }
    await pool.query('vacuum analyze knowledge_vectors');
  }
  await database.close();
} finally {
  await postgres.stop();
}
