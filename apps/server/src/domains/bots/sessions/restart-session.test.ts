import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ANN,
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

const ask = { id: 'ask', kind: 'ask', text: 'Who are you?', saveAs: 'who' };
const flow = flowOf([onAny, say('hello', 'Hello'), ask, say('thanks', 'Thanks, {who}')]);

const restart = async (rig: BotRig, at = 0) => {
  const { id = '' } = (await rig.sessions())[at] ?? {};
  const answer = await rig.call<{ message: string }>('POST', `/bot-sessions/${id}/restart`);
  await rig.settle();
  return answer;
};
const refusal = (status: number, message: string) => ({ status, body: { message } });

describe('a conversation is not restarted', () => {
  test('with a contact who said STOP', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    await rig.write('STOP');
    expect(await restart(rig)).toMatchObject(refusal(409, 'The contact has opted out.'));
    expect(await onlySession(rig)).toMatchObject({ status: 'ended' });
    expect(await rig.sent()).toEqual([]);
  });

  test('while the chat has another live conversation', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    await rig.write('Ann');
    await rig.write('again');
    await rig.sent();
    expect(await restart(rig)).toMatchObject(
      refusal(409, 'A bot is already active in this chat. End that conversation first.'),
    );
    expect((await rig.sessions()).map(({ status }) => status)).toEqual(['completed', 'waiting']);
    expect(await rig.sent()).toEqual([]);
    // The live conversation itself can be restarted.
    expect(await restart(rig, 1)).toMatchObject({ status: 200 });
    expect(await rig.sent()).toEqual(['Hello', 'Who are you?']);
  });

  test('while another starts in the chat at the same moment', async () => {
    const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
    await rig.write('hi');
    await rig.write('again');
    const [, other] = await rig.sessions();
    const { pool } = server.database;
    const connection = await pool.connect();
    await connection.query('begin');
    await connection.query(`update bot_sessions set status = 'active' where id = $1`, [other?.id]);
    const restarting = restart(rig);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), 10_000);
    await connection.query('commit');
    connection.release();
    expect(await restarting).toMatchObject(
      refusal(409, 'A bot is already active in this chat. End that conversation first.'),
    );
  });

  test('by an undeployed or deleted bot', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    const off = refusal(409, 'The bot is offline and doesn’t start conversations.');
    await rig.call('POST', `/bots/${rig.bot._id}/undeploy`, { running: 'end' });
    expect(await restart(rig)).toMatchObject(off);
    await rig.call('DELETE', `/bots/${rig.bot._id}`);
    expect(await restart(rig)).toMatchObject(off);
    expect(await rig.sent()).toEqual([]);
  });
});

test('no conversation, however started, sends anything to a contact who has opted out', async () => {
  const rig = await createBotRig(server, flow);
  await rig.write('hi');
  await rig.sent();
  // Inserted directly, as if the opt-out arrived while the conversation started.
  await server.database.pool.query(
    `insert into suppressions (id, workspace_id, mobile, cause) values (uuidv7(), $1, $2, 'stop-word')`,
    [rig.lane.workspaceId, ANN],
  );
  await rig.write('Ann');
  expect(await onlySession(rig)).toMatchObject({
    status: 'ended',
    reason: 'The contact opted out.',
    vars: {},
  });
  expect((await rig.events()).slice(-2)).toEqual(['contact_opted_out', 'session_ended']);
  expect(await rig.sent()).toEqual([]);
});

test('a restart withdraws messages that are not on their way', async () => {
  const rig = await createBotRig(server, flow);
  await rig.write('hi');
  await restart(rig);
  expect(await rig.sent()).toEqual(['Hello', 'Who are you?']);
});

describe('a conversation that moved on to another bot’s flow', () => {
  const others = flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, ask, say('theirs', 'Other {who}')]);
  async function goneOn() {
    const other = await createBotRig(server, others);
    const own = flowOf([onAny, say('hello', 'Hello'), { id: 'go', kind: 'flow', botId: other.bot._id }]);
    const rig = await createBotRig(server, own, {}, { other: other.lane });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Hello', 'Who are you?']);
    return { rig, own };
  }

  test('restarts with its own flow', async () => {
    const { rig } = await goneOn();
    await restart(rig);
    expect(await rig.sent()).toEqual(['Hello', 'Who are you?']);
  });

  test('is not moved to its own flow because both have a step of the same name', async () => {
    const { rig } = await goneOn();
    const { revision } = (await rig.call<BotDetail>('GET', `/bots/${rig.bot._id}`)).body;
    const draft = flowOf([onAny, ask, say('own', 'Own {who}')]);
    await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision, draft });
    const settings = { gatherSeconds: 0 };
    const next = await rig.call<{ versionId: string }>('POST', `/bots/${rig.bot._id}/deploy`, {
      settings,
      running: 'move',
    });
    expect(next.status).toBe(200);
    const { id } = await onlySession(rig);
    const { versionId } = next.body;
    expect((await rig.call('POST', `/bot-sessions/${id}/move`, { versionId })).status).toBe(422);
    await rig.write('Ann');
    expect(await rig.sent()).toEqual(['Other Ann']);
  });
});
