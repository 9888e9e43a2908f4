import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { readEngineToken } from './engine-token.ts';
import { hostedEngines } from './hosted-engines.ts';

const secret = 'a secret of at least thirty-two characters';
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

async function createEngineIn(podName: string | null, desired: string): Promise<string> {
  const { engineId } = await createLaneFixture(database);
  await database.pool.query('update engines set pod_name = $2, desired = $3, token_version = 4 where id = $1', [
    engineId,
    podName,
    desired,
  ]);
  return engineId;
}

test('a host gets the engines of its own pod that should run, with their current tokens, and no others', async () => {
  const running = [await createEngineIn('host-a', 'running'), await createEngineIn('host-a', 'running')];
  for (const desired of ['absent', 'until-kept']) await createEngineIn('host-a', desired);
  await createEngineIn('host-b', 'running');
  await createEngineIn(null, 'running');
  const hosted = await hostedEngines({ database, secret }, 'host-a');
  expect(hosted.map(({ _id }) => _id)).toEqual(running);
  expect(hosted.map(({ token }) => readEngineToken(secret, token))).toEqual(
    running.map((engineId) => ({ engineId, tokenVersion: 4 })),
  );
  expect(await hostedEngines({ database, secret }, 'host-none')).toEqual([]);
});
