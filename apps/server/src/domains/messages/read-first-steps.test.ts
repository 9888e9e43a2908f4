import type { FirstSteps } from '@switchyard/contracts/first-steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorByHeader } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { enginesDomain } from '../engines/index.ts';
import { messagesDomain } from './messages.domain.ts';

let server: TestServer;
let lane: LaneFixture;
let call: MessagesApi['call'];
let create: MessagesApi['create'];
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, messagesDomain],
    config: { rateLimitPerMinute: 0 },
  });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call, create } = messagesApi(server, lane));
});
afterAll(() => server.stop());

const firstSteps = async () => (await call<FirstSteps>('GET', '/first-steps')).body;
test('nothing is done in a new workspace, and nothing waits', async () => {
  expect(await firstSteps()).toEqual({ steps: { message: false, import: false }, waiting: 0 });
});

test('each step is done once the server has seen it done, in this workspace', async () => {
  await create({ dueDate: '2031-06-01T09:30' });
  expect(await firstSteps()).toEqual({ steps: { message: true, import: false }, waiting: 1 });
  await server.database.pool.query(`update messages set origin = 'import', status = 'sent' where workspace_id = $1`, [
    lane.workspaceId,
  ]);
  expect(await firstSteps()).toEqual({ steps: { message: true, import: true }, waiting: 0 });
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call } = messagesApi(server, lane));
  expect((await firstSteps()).steps).toEqual({ message: false, import: false });
});

test('a workspace of 25 messages is not new; what waits is counted up to a thousand', async () => {
  await lane.addMany(24);
  expect(await firstSteps()).toEqual({ steps: { message: true, import: false }, waiting: 24 });
  await lane.addMany(1);
  expect(await firstSteps()).toEqual({ steps: null, waiting: 25 });
  await lane.addMany(976);
  expect(await firstSteps()).toEqual({ steps: null, waiting: 1_000 });
});
