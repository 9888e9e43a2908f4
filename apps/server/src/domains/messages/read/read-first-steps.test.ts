import type { FirstSteps } from '@switchyard/contracts/messages/first-steps';
import { expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { messagesApi, useMessages } from '../../../../test/messages-api.ts';

const { rig, call, create } = useMessages();

const firstSteps = async (ask = call) => (await ask<FirstSteps>('GET', '/first-steps')).body;
test('in a new workspace nothing is done, and nothing waits', async () => {
  expect(await firstSteps()).toEqual({ steps: { message: false, import: false }, waiting: 0 });
});

test('each step is done once the server has seen it in this workspace', async () => {
  await create({ dueDate: '2031-06-01T09:30' });
  expect(await firstSteps()).toEqual({ steps: { message: true, import: false }, waiting: 1 });
  await rig.server.database.pool.query(
    `update messages set origin = 'import', status = 'sent' where workspace_id = $1`,
    [rig.lane.workspaceId],
  );
  expect(await firstSteps()).toEqual({ steps: { message: true, import: true }, waiting: 0 });
  const other = messagesApi(rig.server, await createLaneFixture(rig.server.database));
  expect((await firstSteps(other.call)).steps).toEqual({ message: false, import: false });
});

test('a workspace with 25 messages is not new; pending ones are counted up to a thousand', async () => {
  await rig.lane.addMany(24);
  expect(await firstSteps()).toEqual({ steps: { message: true, import: false }, waiting: 24 });
  await rig.lane.addMany(1);
  expect(await firstSteps()).toEqual({ steps: null, waiting: 25 });
  await rig.lane.addMany(976);
  expect(await firstSteps()).toEqual({ steps: null, waiting: 1_000 });
});
