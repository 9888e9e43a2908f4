import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { workspace, step, report } = campaignRig(() => server);
const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function completed(status: string) {
  const rig = await workspace(3);
  const { body } = await rig.launch();
  await report(rig.workspaceId, status);
  await step();
  const done = await rig.get(body._id);
  expect(done).toMatchObject({ state: 'completed', counts: { [status]: 3 } });
  return { ...rig, id: body._id };
}

test('receipts and settled outcomes after a campaign’s end are counted', async () => {
  const { get, id, workspaceId } = await completed('sent');
  await run('update messages set ack = 3 where workspace_id = $1', workspaceId);
  await step(inMinutes(5));
  expect(await get(id)).toMatchObject({ state: 'completed', delivered: 3, read: 3 });

  const unclear = await completed('unknown');
  await run(`update messages set status = 'sent', sent_at = now() where workspace_id = $1`, unclear.workspaceId);
  await step(inMinutes(5));
  expect(await unclear.get(unclear.id)).toMatchObject({ state: 'completed', counts: { unknown: 0, sent: 3 } });
});

test('a retry of failed recipients skips those who received the message after all', async () => {
  const { ask, messages, id, workspaceId } = await completed('failed');
  await run(
    `update messages set status = 'sent', sent_at = now() where id in (select id from messages where workspace_id = $1 limit 1)`,
    workspaceId,
  );
  const { body } = await ask('POST', `/api/campaigns/${id}/retry-failed`);
  expect(body).toMatchObject({ state: 'running', counts: { sent: 1 } });
  await step();
  expect(await messages()).toHaveLength(5);
});

test('undoing a cancel after a campaign’s end reopens it, so that the counts add up', async () => {
  const { ask, get, id, messages, workspaceId } = await completed('cancelled');
  const [first] = await messages();
  expect((await ask('POST', `/api/messages/${first?.id}/restore`, { version: 1 })).status).toBe(200);
  // Its campaign releases it.
  expect(await report(workspaceId, 'sent')).toMatchObject({ rowCount: 0 });
  await step(inMinutes(5));
  expect(await get(id)).toMatchObject({ state: 'running', counts: { 'under-way': 1, cancelled: 2 } });
  await step();
  await report(workspaceId, 'sent');
  await step();
  expect(await get(id)).toMatchObject({ state: 'completed', counts: { sent: 1, cancelled: 2 } });
});

test('a restored message follows its campaign: held while paused, not restored if cancelled', async () => {
  const { ask, launch, messages, workspaceId, get } = await workspace(2);
  const { body } = await launch();
  await ask('POST', `/api/campaigns/${body._id}/pause`);
  const [first, second] = await messages();
  const ids = [first?.id, second?.id];
  const cancelled = await ask<{ cancelId: string }>('POST', '/api/messages/bulk/cancel', { selection: { ids } });
  await step(inMinutes(5));
  expect((await get(body._id)).counts).toMatchObject({ cancelled: 2 });
  await ask('POST', `/api/messages/bulk/cancel/${cancelled.body.cancelId}/undo`, {});
  expect(await report(workspaceId, 'sent')).toMatchObject({ rowCount: 0 });
  await ask('POST', `/api/campaigns/${body._id}/cancel`);
  await step();
  await step(inMinutes(5));
  expect(new Set((await messages()).map(({ status }) => status))).toEqual(new Set(['cancelled']));
  expect(await get(body._id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 2 } });
});

test('a message retried by its campaign cannot be retried manually', async () => {
  const { ask, messages, id } = await completed('failed');
  const [first, second] = await messages();
  await ask('POST', `/api/campaigns/${id}/retry-failed`);
  expect(await ask('POST', `/api/messages/${first?.id}/resend`, { version: 1 })).toMatchObject({ status: 422 });
  const { body } = await ask('POST', '/api/messages/bulk/retry', { selection: { ids: [second?.id] } });
  expect(body).toMatchObject({ changed: 0, left: [{ why: 'retried', count: 1 }] });
  expect(await messages()).toHaveLength(6);
});

test('a recipient whom a person retries first, or who received the message after all, gets no second one', async () => {
  const { ask, get, launch, messages, workspaceId } = await workspace(3);
  const { _id: id } = (await launch()).body;
  await report(workspaceId, 'failed', 2);
  await step();
  await ask('POST', `/api/campaigns/${id}/pause`);
  const [byHand, arrived] = (await messages()).filter(({ status }) => status === 'failed');
  await ask('POST', `/api/campaigns/${id}/retry-failed`);
  expect((await get(id)).counts).toMatchObject({ waiting: 2, 'under-way': 1 });
  expect(await ask('POST', `/api/messages/${byHand?.id}/resend`, { version: 1 })).toMatchObject({ status: 201 });
  await run(`update messages set status = 'sent', sent_at = now() where id = $1`, arrived?.id);
  await ask('POST', `/api/campaigns/${id}/resume`);
  expect((await get(id)).counts).toMatchObject({ waiting: 0 });
  await report(workspaceId, 'sent');
  await step();
  expect(await get(id)).toMatchObject({ state: 'completed', counts: { sent: 3 } });
  const sent = (await messages()).filter(({ status }) => status === 'sent').map(({ recipient }) => recipient);
  expect([sent.length, new Set(sent).size]).toEqual([3, 3]);
});

test('a recipient whose manual retry was not made is retried by the campaign', async () => {
  const { ask, get, launch, messages, workspaceId } = await workspace(2);
  const { _id: id } = (await launch()).body;
  await report(workspaceId, 'failed', 1);
  await step();
  await ask('POST', `/api/campaigns/${id}/pause`);
  const failed = (await messages()).find(({ status }) => status === 'failed');
  await ask('POST', `/api/campaigns/${id}/retry-failed`);
  const { body } = await ask<{ _id: string }>('POST', `/api/messages/${failed?.id}/resend`, { version: 1 });
  expect((await ask('POST', `/api/messages/${body._id}/cancel`, { version: 1 })).status).toBe(200);
  await ask('POST', `/api/campaigns/${id}/resume`);
  await report(workspaceId, 'sent');
  await step();
  expect(await get(id)).toMatchObject({ state: 'completed', counts: { sent: 2, cancelled: 0 } });
});

test('the cancel of a retry is not undone if another was made meanwhile', async () => {
  const { ask, messages, workspaceId } = await completed('failed');
  const [first, second] = await messages();
  const resend = async (id: string | undefined, version: number) =>
    (await ask('POST', `/api/messages/${id}/resend`, { version })).body._id;
  const [firstRetry, secondRetry] = [await resend(first?.id, 1), await resend(second?.id, 1)];
  await ask('POST', `/api/messages/${firstRetry}/cancel`, { version: 1 });
  const { body } = await ask<{ cancelId: string }>('POST', '/api/messages/bulk/cancel', {
    selection: { ids: [secondRetry] },
  });
  await resend(first?.id, 2);
  await resend(second?.id, 2);
  expect(await ask('POST', `/api/messages/${firstRetry}/restore`, { version: 2 })).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'id' }] } },
  });
  const undone = await ask('POST', `/api/messages/bulk/cancel/${body.cancelId}/undo`, {});
  expect(undone.body).toMatchObject({ changed: 0, left: [{ why: 'retried', count: 1 }] });
  expect(await report(workspaceId, 'sent')).toMatchObject({ rowCount: 2 });
});
