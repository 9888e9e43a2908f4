import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueEngineToken, issueHostToken } from './engine-token.ts';
import { enginesDomain } from './index.ts';

const secret = 'a secret of at least thirty-two characters';

let database: Database;
let drop: () => Promise<void>;
let [lane, other] = [] as unknown as [LaneFixture, LaneFixture];
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  [lane, other] = [await createLaneFixture(database), await createLaneFixture(database)];
});
afterAll(() => drop());

const rightsOf = (username: string, password: string) =>
  enginesDomain.topicRights?.({ username, password }, { database, secret } as Platform);
const tokenOf = ({ identity }: LaneFixture, tokenVersion = 1) =>
  issueEngineToken(secret, { ...identity, tokenVersion });

test('an engine’s token opens only its own topics', async () => {
  const { engineId } = lane;
  expect(await rightsOf(engineId, tokenOf(lane))).toEqual({
    workspaceId: lane.workspaceId,
    publish: [`engine/${engineId}/presence`, `engine/${engineId}/reply`],
    subscribe: [`engine/${engineId}/#`],
  });
});

test('a valid token opens nothing under another engine’s name or one that covers many', async () => {
  for (const username of [other.engineId, '', '+', '#', `${lane.engineId}/+`]) {
    expect(await rightsOf(username, tokenOf(lane))).toBeNull();
  }
});

test('a revoked token opens nothing', async () => {
  expect(await rightsOf(lane.engineId, tokenOf(lane, 2))).toBeNull();
});

test('a host’s token opens the poke of its own pod, and nothing under another pod’s or an engine’s name', async () => {
  const token = issueHostToken(secret, 'engines-a');
  expect(await rightsOf('engines-a', token)).toEqual({ publish: [], subscribe: ['host/engines-a/poke'] });
  for (const username of ['engines-b', lane.engineId, '+', '#']) expect(await rightsOf(username, token)).toBeNull();
});
