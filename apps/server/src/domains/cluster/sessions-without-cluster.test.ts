import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Domain } from '../../platform/domain.ts';
import { clusterDomain } from './index.ts';

let lane: LaneFixture;
const anAdmin: Domain = {
  name: 'an-admin',
  resolveActor: async () => ({ ...memberOf(lane), role: 'admin' }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [anAdmin, clusterDomain] });
  lane = await createLaneFixture(server.database);
});
afterAll(() => server.stop());

it('says nothing about the pods of sessions while the cluster cannot be reached', async () => {
  const read = async () => {
    const { body } = await server.call<{ data: EngineSessionRow[] }>('GET', '/api/cluster/sessions');
    return body.data.map(({ podId, podExists }) => ({ podId, podExists }));
  };
  expect(await read()).toEqual([{ podId: null, podExists: false }]);
  await server.database.pool.query(`update engines set pod_name = 'engine-1' where id = $1`, [lane.engineId]);
  expect(await read()).toEqual([{ podId: 'engine-1', podExists: null }]);
});
