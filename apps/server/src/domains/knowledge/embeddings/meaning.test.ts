import type { KnowledgeDocument, KnowledgeMeaning } from '@switchyard/contracts/knowledge/operations';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { meaningVectors } from '../../../../test/meaning-vectors.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { type Endpoint, registerEndpointSource } from '../../../platform/models/endpoint.ts';
import { scheduleVectors } from '../index.ts';
import { findMinSimilarity } from './min-similarity.ts';
import { packVector } from './vector.ts';

const DOGS = 'Four-legged guests sleep in the garden rooms.';
const CARDS = 'We take plastic.';
const vectors = meaningVectors([
  [DOGS, 'May I bring my poodle?'],
  [CARDS, 'Is Visa fine?'],
]);

let model: ModelServer;
let server: TestServer;
let choice: { endpoint: Endpoint | null; sendsChats: boolean };
beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({ config: { roles: ['api', 'worker'] } });
  registerEndpointSource(server.platform, async () => choice);
});
beforeEach(() => {
  model.embed(vectors);
  choice = { endpoint: endpoint('one'), sendsChats: false };
});
afterAll(async () => {
  await server.stop();
  await model.close();
});
const endpoint = (embeddingModel: string): Endpoint => ({
  baseUrl: model.baseUrl,
  apiKey: null,
  model: 'm',
  embeddingModel,
});

/** A new user's base with these texts. */
async function createBase(...texts: string[]) {
  const { token } = await server.signUp();
  const call = async <Body>(method: string, path: string, body?: unknown) =>
    (await server.call<Body>(method, `/api${path}`, body, { token })).body;
  const { workspace } = await call<{ workspace: { _id: string } }>('GET', '/me');
  const { _id: id } = await call<{ _id: string }>('POST', '/knowledge-bases', { name: 'House' });
  const add = (text: string) =>
    call<{ _id: string }>('POST', `/knowledge-bases/${id}/entries`, { kind: 'text', title: '-', text });
  for (const text of texts) await add(text);
  const meaning = () => call<KnowledgeMeaning>('GET', `/knowledge-bases/${id}/meaning`);
  return {
    id,
    token,
    workspaceId: workspace._id,
    call,
    add,
    meaning,
    ask: (question: string) =>
      call<{ passages: { text: string; isMeant: boolean }[]; isKnown: boolean; meaning: string }>(
        'POST',
        `/knowledge-bases/${id}/test`,
        { question },
      ),
    /** Waits until no vectors are due. */
    settled: () =>
      vi.waitFor(
        async () => {
          const asked = server.database.pool.query(
            'select from knowledge_bases where id = $1 and vectors_due_at is null',
            [id],
          );
          expect((await asked).rowCount).toBe(1);
        },
        { timeout: 20_000, interval: 100 },
      ),
    until: (expected: Partial<KnowledgeMeaning>) =>
      vi.waitFor(async () => expect(await meaning()).toMatchObject(expected), { timeout: 20_000, interval: 100 }),
  };
}

test('finds by meaning a text that shares no word with the question, and reports an unrelated question as unknown', async () => {
  const base = await createBase(DOGS, CARDS);
  await base.until({ state: 'ready', model: 'one', passages: 2, ready: 2, fault: null });
  const found = await base.ask('May I bring my poodle?');
  expect(found).toMatchObject({ isKnown: true, meaning: 'used', passages: [{ text: DOGS, isMeant: true }, {}] });
  expect(found.passages[1]).toMatchObject({ text: CARDS, isMeant: false });
  expect(await base.ask('Who was Napoleon?')).toMatchObject({ isKnown: false, meaning: 'used' });
  // Found by its words, whatever its vector.
  expect(await base.ask('garden rooms')).toMatchObject({ isKnown: true, passages: [{ text: DOGS }, {}] });
});

test('when the model does not respond, searches by words alone, reports both, and tries the model again', async () => {
  const base = await createBase(DOGS);
  await base.until({ state: 'ready' });
  await base.settled();
  model.embed(null);
  expect(await base.ask('May I bring my poodle?')).toMatchObject({ isKnown: false, meaning: 'away' });
  expect(await base.ask('garden rooms')).toMatchObject({ isKnown: true, meaning: 'away' });
  await base.add(CARDS);
  await base.until({ state: 'failed', fault: 'away', passages: 2, ready: 1 });
  model.embed(vectors);
  await base.call('POST', `/knowledge-bases/${base.id}/meaning`);
  await base.until({ state: 'ready', fault: null, passages: 2, ready: 2 });
  await base.settled();
  expect(await base.ask('Is Visa fine?')).toMatchObject({ isKnown: true, meaning: 'used' });
});

test('vectors cost credits; without credits only words are searched, until there are some again', async () => {
  const { pool } = server.database;
  const base = await createBase(DOGS);
  await base.until({ state: 'ready' });
  await base.settled();
  await base.ask('May I bring my poodle?');
  const { rows } = await pool.query<{ credits: number; model: string }>(
    `select credits, details->>'model' as model from credit_entries where workspace_id = $1 and subject = $2`,
    [base.workspaceId, 'House'],
  );
  // For the probes, the passage and the question: each started credit counts in full.
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ credits: 1, model: 'one' })));

  const spent = 'update credit_months set spent = $2 where workspace_id = $1';
  await pool.query(spent, [base.workspaceId, 1_000_000]);
  model.embed(vectors);
  expect(await base.ask('May I bring my poodle?')).toMatchObject({ isKnown: false, meaning: 'credits' });
  expect(await base.ask('garden rooms')).toMatchObject({ isKnown: true, meaning: 'credits' });
  await base.add(CARDS);
  await base.until({ state: 'failed', fault: 'credits', passages: 2, ready: 1 });
  expect(model.embedded).toEqual([]);
  await pool.query(spent, [base.workspaceId, 0]);
  await base.call('POST', `/knowledge-bases/${base.id}/meaning`);
  await base.until({ state: 'ready', fault: null, passages: 2, ready: 2 });
});

test('another model remakes all vectors; with none, only words are searched', async () => {
  const base = await createBase(DOGS);
  await base.until({ state: 'ready', model: 'one' });
  choice.endpoint = endpoint('two');
  await scheduleVectors(server.database.db, base.workspaceId);
  await base.until({ state: 'ready', model: 'two', ready: 1 });
  expect(await base.ask('May I bring my poodle?')).toMatchObject({ isKnown: true, meaning: 'used' });
  choice.endpoint = { ...endpoint('two'), embeddingModel: null };
  expect(await base.meaning()).toMatchObject({ state: 'off', model: null, ready: 0 });
  expect(await base.ask('May I bring my poodle?')).toMatchObject({ isKnown: false, meaning: 'off' });
});

test('sends nothing to an external model until an owner allows chats to go there', async () => {
  choice.endpoint = { ...endpoint('one'), baseUrl: 'https://models.example.com/v1' };
  const base = await createBase(DOGS);
  expect(await base.meaning()).toMatchObject({ state: 'private', ready: 0 });
  expect(await base.ask('May I bring my poodle?')).toMatchObject({ isKnown: false, meaning: 'off' });
  expect(model.embedded).toEqual([]);
});

test('does not embed again what is unchanged in a document read again', async () => {
  const base = await createBase();
  const file = await fetch(`${server.url}/api/files?name=House.md`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${base.token}`,
      'content-type': 'text/markdown',
      origin: server.platform.config.publicUrl,
    },
    body: `# Dogs\n${DOGS}\n# Cards\n${CARDS}\n`,
  });
  const { _id: fileId } = (await file.json()) as { _id: string };
  const { _id: id } = await base.call<KnowledgeDocument>('POST', `/knowledge-bases/${base.id}/documents`, { fileId });
  await base.until({ state: 'ready', passages: 2, ready: 2 });
  await base.settled();
  const readAt = async () =>
    (await base.call<{ data: KnowledgeDocument[] }>('GET', `/knowledge-bases/${base.id}/documents`)).data[0]?.readAt;
  const first = await readAt();
  model.embed(vectors);
  await base.call('POST', `/knowledge-documents/${id}/read`);
  await vi.waitFor(async () => expect(await readAt()).not.toBe(first), { timeout: 20_000, interval: 100 });
  await base.settled();
  expect(await base.meaning()).toMatchObject({ state: 'ready', passages: 2, ready: 2 });
  expect(model.embedded).toEqual([]);
});

test('no passage counts as near for a model that cannot tell answers from non-answers', async () => {
  const vectorsOf = (vector: (text: string) => readonly number[]) => async (texts: readonly string[]) =>
    texts.map((text) => packVector(vector(text)));
  expect(await findMinSimilarity(vectorsOf(vectors))).toBeLessThanOrEqual(1);
  expect(await findMinSimilarity(vectorsOf(() => [1, 0]))).toBeGreaterThan(1);
});
