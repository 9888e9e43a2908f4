import type { LaneState } from '@switchyard/contracts/messages/lane';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { readLaneState } from './lane-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterAll(() => server.stop());

test('counts pending messages, names what holds the next one, and lists the latest acknowledgements', async () => {
  const lane = await createLaneFixture(server.database);
  const engine = { id: lane.engineId, workspaceId: lane.workspaceId };
  expect(await readLaneState(server.database, engine, () => null)).toEqual({
    pending: 0,
    due: 0,
    sending: 0,
    unknown: 0,
    next: null,
    acknowledgements: [],
  });
  const due = await lane.add();
  await lane.add({ due: `now() + interval '1 day'` });
  const read = await lane.add({ due: `now() - interval '1 hour'` });
  await server.database.pool.query(
    `update messages set status = 'sent', ack = 3, sent_at = now() - interval '50 minutes', read_at = now() - interval '40 minutes' where id = $1`,
    [read],
  );
  const state = await readLaneState(server.database, engine, () => null);
  expect(state).toMatchObject({ pending: 2, due: 1, sending: 0, unknown: 0, next: { _id: due } });
  expect(state.next?.holds.map((hold) => hold.rule)).toEqual(['engine_offline']);
  expect(state.acknowledgements).toMatchObject([{ _id: read, ack: 3 }]);
});

test('hides engines of another workspace; a platform admin sees them', async () => {
  const lane = await createLaneFixture(server.database);
  const person = await server.signUp();
  const ask = () =>
    server.call<LaneState>('GET', `/api/engines/${lane.engineId}/lane`, undefined, { token: person.token });
  expect((await ask()).status).toBe(404);
  await server.database.pool.query(`update users set role = 'admin' where email = $1`, [person.email]);
  expect(await ask()).toMatchObject({ status: 200, body: { pending: 0 } });
});
