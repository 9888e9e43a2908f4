import { randomUUID } from 'node:crypto';
import { text } from '@switchyard/contracts/text/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { callTool } from '../../../platform/call-tool.ts';
import { newId } from '../../../platform/database/columns.ts';
import { issueEngineToken } from '../../engines/engine-token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Has an engine report that a message failed. @returns the reason as shown to people and programs */
async function failedFor(reason: unknown) {
  const { pool } = server.database;
  const lane = await createLaneFixture(server.database);
  const { token } = await server.signUp();
  const asPerson = <Body>(path: string) => server.call<Body>('GET', path, undefined, { token });
  const me = await asPerson<{ _id: string; workspace: { _id: string } }>('/api/me');
  const workspaceId = me.body.workspace._id;
  await pool.query('update engines set workspace_id = $2 where id = $1', [lane.engineId, workspaceId]);
  const id = await lane.add();
  await pool.query('update messages set workspace_id = $2 where id = $1', [id, workspaceId]);

  const asEngine = <Body>(path: string, body: unknown) =>
    server.call<Body>('POST', `/engine/${path}`, body, {
      token: issueEngineToken(server.platform.secret, lane.identity),
    });
  const { generation } = (
    await asEngine<{ generation: number }>('lease', { holder: 'pod-a', instanceId: randomUUID() })
  ).body;
  await asEngine('claim', { generation, limit: 10 });
  const outcome = { kind: 'rejected', code: 'refused', reason, next: 'never' };
  const response = await asEngine('report', { generation, results: [{ _id: id, attempt: 1, outcome }] });

  const actor = {
    userId: me.body._id,
    fullName: 'Someone',
    workspaceId,
    role: 'user',
    workspaceRole: 'owner',
    onBehalfOf: null,
    via: 'session',
    scopes: null,
    sessionId: newId(),
  } as never;
  const filter = (words: string) =>
    asPerson<{ total: number }>(`/api/messages?sendFailureReason=${encodeURIComponent(words)}`);
  return {
    response,
    shown: (await asPerson<{ sendFailureReason: unknown }>(`/api/messages/${id}`)).body.sendFailureReason,
    ofTool: await callTool(server.platform, actor, 'get_message', { id }),
    async found(words: string) {
      return (await filter(words)).body.total;
    },
  };
}

test('a reason is sent to people as a value, to tools in English, and found by its text', async () => {
  const reason = text('whatsappRefused', { code: '408' });
  const { shown, ofTool, found } = await failedFor(reason);
  expect(shown).toEqual(reason);
  expect(ofTool).toMatchObject({ ok: true, result: { sendFailureReason: 'WhatsApp refused the message (408)' } });
  expect(await Promise.all(['whatsapp REFUSED', '408', '409', 'code'].map(found))).toEqual([1, 1, 0, 0]);
});

test('an older engine’s sentence stays as it is', async () => {
  const { shown, ofTool, found } = await failedFor('WhatsApp said no');
  expect(shown).toBe('WhatsApp said no');
  expect(ofTool).toMatchObject({ ok: true, result: { sendFailureReason: 'WhatsApp said no' } });
  expect(await Promise.all(['SAID no', 'yes'].map(found))).toEqual([1, 0]);
});

test('an unknown code of a newer engine is kept for pages that know it', async () => {
  const { shown } = await failedFor({ code: 'ofALaterVersion', data: { times: 3 } });
  expect(shown).toEqual({ code: 'ofALaterVersion', data: { times: 3 } });
});

test('text that looks like a value is none', async () => {
  const { shown } = await failedFor('{"code":"whatsappSilent"}');
  expect(shown).toBe(' {"code":"whatsappSilent"}');
  const { response } = await failedFor({ code: 'x'.repeat(65) });
  expect(response).toMatchObject({ status: 422, body: { code: 'INVALID' } });
});
