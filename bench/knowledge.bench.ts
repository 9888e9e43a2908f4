// What a question costs over PASSAGES passages (100,000) of one knowledge base. Words are as frequent as in a language: a few are in every passage, most in hardly any.
import { searchKnowledge } from '../apps/server/src/domains/knowledge/index.ts';
import { newId } from '../apps/server/src/platform/database/columns.ts';
import { startDatabaseServer } from './dispatch/server-under-test.ts';
import { tellMeasures } from './measurement.ts';

const PASSAGES = Number(process.env.PASSAGES ?? 100_000);
const WORDS_KNOWN = 20_000;
const WORDS_A_PASSAGE = 60;
const WORDS_A_QUESTION = 8;
const ASKS = 100;

/** A word of which the lower numbers are said more often, as by Zipf's law. */
const WORD = `'word' || floor(exp(random() * ln(${WORDS_KNOWN})))::int || 'ing'`;

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
         cross join lateral (select string_agg(${WORD}, ' ') as text from generate_series(1, ${WORDS_A_PASSAGE} + number * 0)) made`,
      [baseId, documentId, from, Math.min(from + 5_000, PASSAGES) - 1],
    );
  }
  const storedSeconds = Math.round((performance.now() - began) / 1_000);
  await pool.query('vacuum analyze knowledge_passages');
  const { rows: questions } = await pool.query<{ question: string }>(
    `select string_agg(${WORD}, ' ') as question from generate_series(1, ${ASKS * WORDS_A_QUESTION}) one group by one % ${ASKS}`,
  );
  const times: number[] = [];
  for (const { question } of questions) {
    const asked = performance.now();
    await searchKnowledge(db, workspaceId, { knowledgeBaseIds: [baseId], question, limit: 3 });
    times.push(performance.now() - asked);
  }
  times.sort((one, other) => one - other);
  tellMeasures('knowledge', {
    passages: PASSAGES,
    storedSeconds,
    searchP50Ms: Math.round(times[Math.floor(ASKS / 2)] ?? 0),
    searchP95Ms: Math.round(times[Math.floor(ASKS * 0.95)] ?? 0),
  });
  await database.close();
} finally {
  await postgres.stop();
}
