import type { ServerResponse } from 'node:http';
import { AGENT_TIMEOUT_MS, type AgentMessage, type AgentReply } from '@switchyard/contracts/agent/operations';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { type ModelServer, type Next, startModelServer } from '../../../test/model-server.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { runTurn, stopTurn } from './turn.ts';

/** Two servers over one database: one makes the reply, and the stop may reach the other. */
let model: ModelServer;
let firstServer: TestServer;
let otherServer: TestServer;
beforeAll(async () => {
  model = await startModelServer();
  const config = { rateLimitPerMinute: 0, aiBaseUrl: model.baseUrl, aiModel: 'm', aiPrivateEndpoints: true };
  firstServer = await startTestServer({ config });
  otherServer = await startTestServer({ config: { ...config, databaseUrl: firstServer.database.url } });
});
afterAll(async () => {
  await otherServer.stop();
  await firstServer.stop();
  await model.close();
});

const words = (content: string) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { role: 'assistant', content } }] })}\n\n`;
const FINISHED = (reason: string) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`;
const CALL = {
  index: 0,
  id: 'call-0',
  type: 'function',
  function: {
    name: 'schedule_message',
    arguments: '{"contactList":[{"mobile":"+447700900101"}],"message":"Hello","dueDate":"2030-06-03T09:00"}',
  },
};

/** Has the model respond with `first` and some words, and then hang until the test continues the response. */
function hold(...first: Next[]): Promise<ServerResponse> {
  return new Promise((resolve) => {
    model.script(...first, (response: ServerResponse) => {
      response.on('error', () => undefined);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(words('Looking it up'), () => resolve(response));
    });
  });
}

/** A person who lets the assistant act without confirmation. */
async function signInAsker() {
  const { token } = await firstServer.signUp();
  const call = <Body>(method: string, path: string, body?: unknown, server = firstServer) =>
    server.call<Body>(method, path, body, { token });
  await call('POST', '/api/agent/tools/schedule_message/permission', {
    name: 'schedule_message',
    permission: 'allow',
  });
  const { body } = await call<{ _id: string }>('POST', '/api/agent/conversations');
  const publish = vi.spyOn(firstServer.platform.broker, 'publish').mockClear();
  const held = hold();
  const answer = call<AgentReply>('POST', '/btgpt', { message: 'schedule it', stream: false });
  const response = await held;
  // The server has received the model's text so far.
  await expect
    .poll(() => publish.mock.calls.some(([, payload]) => String(payload).includes('Looking it up')))
    .toBe(true);
  const last = async () => {
    const page = await call<{ data: AgentMessage[] }>('GET', `/api/agent/conversations/${body._id}/messages?limit=1`);
    return page.body.data[0];
  };
  const messages = async () => (await call<{ total: number }>('GET', '/api/messages')).body.total;
  return { id: body._id, token, call, answer, response, last, messages };
}

test('Stop works on either server: nothing acts after it, and the text so far stays, marked as stopped', async () => {
  const { id, call, answer, response, last, messages } = await signInAsker();
  // After a reload, either server shows the text so far.
  await expect.poll(last).toMatchObject({ state: 'pending', content: 'Looking it up' });
  const stopped = await call<{ isStopped: boolean }>(
    'POST',
    `/api/agent/conversations/${id}/stop`,
    undefined,
    otherServer,
  );
  expect(stopped.body.isStopped).toBe(true);
  // The model continues before its server can have polled.
  response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { tool_calls: [CALL] } }] })}\n\n`);
  response.end(FINISHED('tool_calls'));
  const { body } = await answer;
  expect(body.content).toBe('Looking it up\nYou stopped this reply.');
  expect(await last()).toMatchObject({ state: 'stopped', content: body.content });
  expect(await messages()).toBe(0);
  const again = await call<{ isStopped: boolean }>(
    'POST',
    `/api/agent/conversations/${id}/stop`,
    undefined,
    otherServer,
  );
  expect(again.body.isStopped).toBe(false);
});

test('shows a tool’s results while the reply is made, also after a reload, and unchanged once finished', async () => {
  const { token } = await firstServer.signUp();
  const call = <Body>(method: string, path: string, body?: unknown, server = firstServer) =>
    server.call<Body>(method, path, body, { token });
  await call('POST', '/api/contacts', { name: 'Dana Cole', mobile: '+447700900101' });
  const { body } = await call<{ _id: string }>('POST', '/api/agent/conversations');
  const publish = vi.spyOn(firstServer.platform.broker, 'publish').mockClear();
  const held = hold({ calls: [{ name: 'get_contacts', args: {} }] });
  const answer = call<AgentReply>('POST', '/btgpt', { message: 'who is there?', stream: false });
  const response = await held;
  const lastReply = async (server: TestServer) => {
    const path = `/api/agent/conversations/${body._id}/messages?limit=1`;
    return (await call<{ data: AgentMessage[] }>('GET', path, undefined, server)).body.data[0];
  };
  const shown = {
    toolResults: { get_contacts: [expect.objectContaining({ name: 'Dana Cole', number: '+447700900101' })] },
    totals: { get_contacts: { shown: 1, total: 1, page: '/contacts' } },
    widgets: [],
  };
  expect(publish.mock.calls.some(([, payload]) => String(payload).includes('"isMoreShown":true'))).toBe(true);
  expect(await lastReply(otherServer)).toMatchObject({ state: 'pending', ...shown });
  response.end(FINISHED('stop'));
  expect((await answer).body).toMatchObject({ content: 'Looking it up', ...shown });
  expect(await lastReply(firstServer)).toMatchObject({ state: 'done', ...shown });
});

test('revoking a sign-in ends the reply that it requested', async () => {
  const { call, answer } = await signInAsker();
  expect((await call('POST', '/api/auth/sign-out', undefined, otherServer)).status).toBe(200);
  expect((await answer).status).toBe(401);
  const { rows } = await firstServer.database.pool.query(
    `select state, content from agent_messages where role = 'agent' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ state: 'failed', content: 'This reply ended because its sign-in has ended.' }]);
});

test('refuses a second request while a reply is pending, from another window too', async () => {
  const { id, token, answer, response } = await signInAsker();
  const second = { message: 'and another', stream: false };
  const busy = await otherServer.call<{ code: string }>('POST', '/btgpt', second, {
    token,
    headers: { 'x-conversation-id': id },
  });
  expect([busy.status, busy.body.code]).toEqual([409, 'AGENT_BUSY']);
  response.end(FINISHED('stop'));
  expect((await answer).body.content).toBe('Looking it up');
});

test('a reply ends on the server after its time limit, with the text of spec 002 section 8', async () => {
  expect(AGENT_TIMEOUT_MS).toBe(30_000);
  const lane = await createLaneFixture(firstServer.database);
  // A model that never answers.
  model.script(() => undefined);
  const asks = { conversationId: null, message: 'schedule it', timeoutMs: 500 };
  const { content, messageId } = await runTurn(firstServer.platform, memberOf(lane), asks);
  const words = 'The request took longer than expected (30 seconds). Please try again or try a simpler request.';
  expect(content).toBe(words);
  const { rows } = await firstServer.database.pool.query('select state, content from agent_messages where id = $1', [
    messageId,
  ]);
  expect(rows).toEqual([{ state: 'timeout', content: words }]);
});

/** A person who lets the assistant use this tool without confirmation. */
async function allowTool(tool: string) {
  const lane = await createLaneFixture(firstServer.database);
  await firstServer.database.pool.query(
    `insert into agent_permissions (workspace_id, subject, tool, permission) values ($1, $2, $3, 'allow')`,
    [lane.workspaceId, lane.userId, tool],
  );
  return lane;
}

test.each([
  ['Stop', 'stopped'],
  ['its time limit', 'timeout'],
] as const)('after %s a reply reports what was done by then, with undo', async (_, state) => {
  const lane = await allowTool('schedule_message');
  const args = { contactList: [{ mobile: '+447700900101' }], message: 'Hello', dueDate: '2030-06-03T09:00' };
  const held = hold({ calls: [{ name: 'schedule_message', args }] });
  const turn = runTurn(firstServer.platform, memberOf(lane), {
    conversationId: null,
    message: 'schedule it',
    timeoutMs: state === 'timeout' ? 3_000 : 30_000,
  });
  await held;
  const { pool, db } = otherServer.platform.database;
  const storedReply = async () =>
    (await pool.query(`select * from agent_messages where role = 'agent' order by id desc limit 1`)).rows[0];
  if (state === 'stopped') await stopTurn(db, memberOf(lane), (await storedReply()).conversation_id);
  const { content, widgets } = await turn;
  expect(content).toContain('Scheduled 1 message to +447700900101');
  expect(content).toMatch(state === 'stopped' ? /You stopped this reply\.$/ : /The request took longer than expected/);
  expect(JSON.stringify(widgets)).toContain('agent.undo');
  // The model's answers until then are charged.
  const spent = `select credits::int from credit_entries where workspace_id = $1 and kind = 'ai'`;
  await expect.poll(async () => (await pool.query(spent, [lane.workspaceId])).rows).toEqual([{ credits: 1 }]);
  expect(await storedReply()).toMatchObject({ state, content, widgets });
});

test('an action that started before the time limit and did not finish is not done', async () => {
  const lane = await allowTool('cancel_message');
  const { pool } = firstServer.database;
  const id = await lane.add({ due: `now() + interval '1 day'` });
  model.script({ calls: [{ name: 'cancel_message', args: { id } }] });
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from messages where id = $1 for update', [id]);
    const turn = runTurn(firstServer.platform, memberOf(lane), {
      conversationId: null,
      message: 'cancel it',
      timeoutMs: 1_500,
    });
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    await new Promise<void>((resolve) => AbortSignal.timeout(1_600).addEventListener('abort', () => resolve()));
    await holder.query('rollback');
    expect((await turn).content).toMatch(/^The request took longer than expected/);
  } finally {
    holder.release();
  }
  const { rows } = await pool.query('select status from messages where id = $1', [id]);
  expect(rows).toEqual([{ status: 'pending' }]);
});
