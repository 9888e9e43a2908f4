import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ANN,
  BEN,
  createBotRig,
  flowOf,
  OURS,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { purgeBotTraces } from '../purge-bot-traces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

describe('people and limits', () => {
  const twice = flowOf([onAny, say('one', 'One'), { id: 'wait', kind: 'wait' }, say('two', 'Two')]);

  test('a person’s message on the phone takes over: the bot pauses, and its pending messages are withdrawn', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    await rig.reportMessages({ text: 'I am here', from: OURS, fromMe: true });
    await rig.write('a reply');
    expect(await rig.sent()).toEqual([]);
    expect(await onlySession(rig)).toMatchObject({ status: 'paused', reason: 'Someone replied on the phone.' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'person_took_over']);
  });

  test('so does one in the product; the bot resumes automatically after the configured hours', async () => {
    const rig = await createBotRig(server, twice, { resumeAfterHours: 1 });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['One']);
    await rig.call('POST', '/messages', { message: 'Let me', contactList: [{ mobile: ANN }] });
    expect(await onlySession(rig)).toMatchObject({ status: 'paused' });
    await server.database.pool.query('update bot_sessions set wake_at = now() where workspace_id = $1', [
      rig.lane.workspaceId,
    ]);
    await rig.settle();
    expect(await onlySession(rig)).toMatchObject({ status: 'waiting', node_id: 'wait' });
    await rig.write('a reply');
    expect(await rig.sent()).toEqual(['Let me', 'Two']);
  });

  test('withdraws the bot’s last messages, too, if a person writes before they are sent', async () => {
    const rig = await createBotRig(server, flowOf([onAny, say('one', 'One')]));
    await rig.write('hi');
    await rig.write('hi', { chat: BEN, from: BEN });
    await rig.reportMessages({ text: 'I am here', from: OURS, fromMe: true });
    expect((await rig.sessions()).map(({ status }) => status)).toEqual(['completed', 'completed']);
    const { rows } = await server.database.pool.query<{ recipient: string; status: string }>(
      `select recipient, status from messages where workspace_id = $1 and origin = 'bot' order by recipient`,
      [rig.lane.workspaceId],
    );
    expect(rows).toEqual([
      { recipient: ANN, status: 'cancelled' },
      { recipient: BEN, status: 'pending' },
    ]);
  });

  test('also withdraws messages that have waited days for their engine', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    await purgeBotTraces(server.database.pool, new Date(Date.now() + 5 * 86_400_000));
    await rig.reportMessages({ text: 'I am here', from: OURS, fromMe: true });
    expect(await rig.sent()).toEqual([]);
  });

  test('merges messages within the gather time into one input; a repeated delivery starts nothing', async () => {
    const flow = flowOf([onAny, { id: 'wait', kind: 'wait', saveAs: 'said' }, say('echo', '{said}')]);
    const rig = await createBotRig(server, flow, { gatherSeconds: 60 });
    const due = () =>
      server.database.pool.query(
        'update bot_sessions set wake_at = now() where workspace_id = $1 and wake_at is not null',
        [rig.lane.workspaceId],
      );
    await rig.reportMessages({ text: 'hi', waMessageId: 'first' });
    await rig.settle();
    expect(await rig.events()).toEqual([]);
    await due();
    await rig.settle();
    await rig.reportMessages({ text: 'one' });
    await rig.reportMessages({ text: 'two' });
    await due();
    await rig.settle();
    expect(await rig.sent()).toEqual(['one\ntwo']);
    await rig.reportMessages({ text: 'hi', waMessageId: 'first' });
    await rig.settle();
    expect(await rig.sessions()).toHaveLength(1);
  });

  test('a contact who keeps writing is answered after five gather times, and not before', async () => {
    const flow = flowOf([onAny, { id: 'wait', kind: 'wait' }, say('echo', 'Got it')]);
    const rig = await createBotRig(server, flow, { gatherSeconds: 60 });
    const { pool } = server.database;
    const { workspaceId } = rig.lane;
    /** Backdates the first received message. */
    const beganAgo = (seconds: number) =>
      pool.query(
        `update bot_sessions set inbox = jsonb_set(inbox, '{0,heardAt}', to_jsonb(now() - make_interval(secs => $2))) where workspace_id = $1`,
        [workspaceId, seconds],
      );
    const dueInSeconds = async () => {
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from wake_at - (inbox->0->>'heardAt')::timestamptz)::float as seconds from bot_sessions where workspace_id = $1`,
        [workspaceId],
      );
      return rows[0]?.seconds ?? 0;
    };
    await rig.reportMessages({ text: 'hi' });
    expect(await dueInSeconds()).toBeCloseTo(60, 0);
    await beganAgo(200);
    await rig.reportMessages({ text: 'and' });
    expect(await dueInSeconds()).toBeGreaterThanOrEqual(260);
    await beganAgo(280);
    await rig.reportMessages({ text: 'one more thing' });
    expect(await dueInSeconds()).toBeCloseTo(300, 0);
    await rig.settle();
    expect(await rig.events()).toEqual([]);
    await beganAgo(400);
    await rig.reportMessages({ text: 'still there?' });
    await rig.settle();
    expect(await rig.events()).toContain('session_started');
  });

  test('does not send the same text a fourth time in a row, but pauses with a reason', async () => {
    const flow = flowOf([onAny, { id: 'ask', kind: 'ask', text: 'Number?', answer: 'number', retries: 5 }]);
    const rig = await createBotRig(server, flow);
    for (const word of ['a', 'b', 'c', 'd', 'e']) await rig.write(word);
    expect(await rig.sent()).toEqual(['Number?', 'Number?', 'Number?']);
    expect(await onlySession(rig)).toMatchObject({
      status: 'paused',
      reason: expect.stringContaining('3 times in a row'),
    });
    expect(await rig.events()).toContain('limit_reached');
    // A person resumes it, and the count of identical messages restarts. Without a person, it stays paused.
    const resume = () => rig.call('POST', `/bot-sessions/${id}/resume`);
    const { id } = await onlySession(rig);
    await resume();
    await rig.settle();
    expect(await rig.sent()).toEqual(['Number?']);
    for (const word of ['f', 'g', 'h']) await rig.write(word);
    expect(await rig.sent()).toEqual(['Number?', 'Number?']);
    expect(await onlySession(rig)).toMatchObject({ status: 'paused' });
  });

  test('does not send the 21st message within ten minutes', async () => {
    const nodes = Array.from({ length: 25 }, (_, at) => say(`n${at}`, `Message ${at}`));
    const rig = await createBotRig(server, flowOf([onAny, ...nodes]));
    await rig.write('hi');
    expect(await rig.sent()).toHaveLength(20);
    expect(await onlySession(rig)).toMatchObject({ status: 'paused', node_id: 'n20' });
  });

  test('does not answer another bot of this installation', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    const { rows } = await server.database.pool.query<{ wa_message_id: string }>(
      `select wa_message_id from messages where workspace_id = $1 and origin = 'bot'`,
      [rig.lane.workspaceId],
    );
    const facing = await createBotRig(server, twice);
    await facing.write('One', { waMessageId: rows[0]?.wa_message_id });
    expect(await facing.sessions()).toEqual([]);
    await facing.write('hi');
    await facing.write('Two', { waMessageId: rows[0]?.wa_message_id, chat: ANN });
    expect(await facing.events()).not.toContain('reply_received');
  });

  test('STOP ends the conversation, and starts none', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    await rig.write('STOP');
    expect(await onlySession(rig)).toMatchObject({ status: 'ended' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'contact_opted_out', 'session_ended']);
    // Unsent messages are withdrawn, and a contact who opted out starts no conversation.
    await rig.write('hi');
    expect(await rig.sessions()).toHaveLength(1);
    expect(await rig.sent()).toEqual([]);
  });

  test('ignores groups by default; if enabled, the bot answers when its number is mentioned', async () => {
    const group = { chat: '123@g.us' };
    const off = await createBotRig(server, twice);
    await off.write(`hi @${OURS.slice(1)}`, group);
    expect(await off.sessions()).toEqual([]);
    const on = await createBotRig(server, twice, { groups: 'mentioned' });
    await on.write('hi all', group);
    expect(await on.sessions()).toEqual([]);
    await on.write(`hi @${OURS.slice(1)}`, group);
    expect(await on.sessions()).toHaveLength(1);
  });

  test('in a group, the bot receives only messages that mention it, also while it waits', async () => {
    const group = { chat: '123@g.us' };
    const flow = flowOf([
      onAny,
      { id: 'ask', kind: 'ask', text: 'Colour?', answer: 'choice', options: ['Red', 'Blue'], saveAs: 'it' },
    ]);
    const rig = await createBotRig(server, flow, { groups: 'mentioned' });
    await rig.write(`@${OURS.slice(1)} hi`, group);
    await rig.write('Did you see that?', group);
    await rig.write('STOP it, Ben', { ...group, from: BEN });
    await rig.write('stop', { ...group, from: BEN });
    expect(await onlySession(rig)).toMatchObject({ status: 'waiting', vars: {} });
    expect(await rig.sent()).toHaveLength(1);
    await rig.write(`@${OURS.slice(1)} blue`, group);
    expect(await onlySession(rig)).toMatchObject({ status: 'completed', vars: { it: 'Blue' } });
  });

  test('a vote answers its own poll’s question; a vote changed later answers no other', async () => {
    const choice = { kind: 'ask', answer: 'choice', options: ['Yes', 'No'] };
    const flow = flowOf([
      onAny,
      { ...choice, id: 'come', text: 'Will you come?', saveAs: 'coming' },
      { id: 'name', kind: 'ask', text: 'Your name?', saveAs: 'name' },
    ]);
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    const { rows } = await server.database.pool.query<{ wa_message_id: string }>(
      `select wa_message_id from messages where workspace_id = $1 and origin = 'bot'`,
      [rig.lane.workspaceId],
    );
    const vote = (...choices: string[]) =>
      rig.write(choices.join(', '), { kind: 'vote', choices, quotedId: rows[0]?.wa_message_id });
    await vote('Yes');
    await vote('No');
    await vote();
    await rig.write('Red', { kind: 'vote', choices: ['Red'], quotedId: 'a poll of somebody' });
    expect(await onlySession(rig)).toMatchObject({ status: 'waiting', node_id: 'name', vars: { coming: 'Yes' } });
    await rig.write('Ann');
    expect(await onlySession(rig)).toMatchObject({ status: 'completed', vars: { coming: 'Yes', name: 'Ann' } });
  });

  test('answers only the contacts it is allowed to', async () => {
    const allowed = await createBotRig(server, twice, { contactRule: 'only', numbers: ['07700 900001'] });
    await allowed.write('hi', { chat: BEN, from: BEN });
    expect(await allowed.sessions()).toEqual([]);
    await allowed.write('hi');
    expect(await allowed.sessions()).toHaveLength(1);
    const blocked = await createBotRig(server, twice, { contactRule: 'except', numbers: [ANN] });
    await blocked.write('hi');
    expect(await blocked.sessions()).toEqual([]);
  });
});
