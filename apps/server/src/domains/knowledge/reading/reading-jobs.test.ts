import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { failReading } from './read-document.ts';
import { prepareReadings, requestReading, startReadings } from './reading-jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await prepareReadings(server.platform.jobs);
});
afterAll(() => server.stop());

async function addDocument() {
  const { database } = server;
  const { workspaceId } = await createLaneFixture(database);
  const [baseId, documentId, readingId] = [newId(), newId(), newId()];
  await database.pool.query(`insert into knowledge_bases (id, workspace_id, name) values ($1, $2, 'Shop')`, [
    baseId,
    workspaceId,
  ]);
  // Nothing is fetched: the server may not call this address.
  await database.pool.query(
    `insert into knowledge_documents (id, workspace_id, knowledge_base_id, title, url, state, reading_id)
     values ($1, $2, $3, 'Prices', 'http://127.0.0.1:9/', 'reading', $4)`,
    [documentId, workspaceId, baseId, readingId],
  );
  return { documentId, readingId };
}
const standing = async (documentId: string) =>
  (await server.database.pool.query('select state, fault from knowledge_documents where id = $1', [documentId]))
    .rows[0];

/**
 * A document whose reading was retried this many times, the last one ending with `output`.
 * @returns the resulting state
 */
async function readAfter(retryCount: number, output: object): Promise<{ state: string; fault: string | null }> {
  const { database, platform } = server;
  const { documentId, readingId } = await addDocument();
  await database.db.transaction((tx) => requestReading(platform.jobs, tx, { documentId, readingId }));
  await database.pool.query(
    `update pgboss.job set retry_count = $2, output = $3 where name = 'read-document' and data ->> 'documentId' = $1`,
    [documentId, retryCount, JSON.stringify(output)],
  );
  const worker = await startReadings(platform);
  try {
    return await vi.waitFor(
      async () => {
        const now = await standing(documentId);
        expect(now?.state).toBe('failed');
        return now;
      },
      { timeout: 20_000 },
    );
  } finally {
    await worker.stop();
  }
}

const SILENT = { value: { message: 'job heartbeat timeout' } };

test('does not read a document a third time after two workers fell silent', async () => {
  expect(await readAfter(2, SILENT)).toEqual({ state: 'failed', fault: 'too-much-memory' });
});

test.each<[string, number, object]>([
  ['once', 1, SILENT],
  ['never, while the database was often unavailable', 9, { message: 'the database is away' }],
])('one at which a worker fell silent %s is read', async (_times, retryCount, output) => {
  expect(await readAfter(retryCount, output)).toEqual({ state: 'failed', fault: 'address' });
});

test('giving up a reading affects neither a later reading nor one that is done', async () => {
  const { documentId, readingId } = await addDocument();
  const earlier = newId();
  await failReading(server.platform, { documentId, readingId: earlier });
  expect(await standing(documentId)).toEqual({ state: 'reading', fault: null });
  await server.database.pool.query(`update knowledge_documents set state = 'ready' where id = $1`, [documentId]);
  await failReading(server.platform, { documentId, readingId });
  expect(await standing(documentId)).toEqual({ state: 'ready', fault: null });
});
