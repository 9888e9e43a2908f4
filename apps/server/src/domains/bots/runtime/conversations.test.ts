import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEN, createBotRig, flowOf, onAny, onlySession, say, startBotServer } from '../../../../test/bot-rig.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import type { TestServer } from '../../../../test/test-server.ts';

const NOWHERE = '01920000-0000-7000-8000-00000000c0de';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

describe('trigger', () => {
  test('any message starts a conversation, which ends with the flow', async () => {
    const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello {firstName|there}')]));
    await rig.write('hi');
    // Someone who is not a contact is known only by number, and a greeting doesn't use that.
    expect(await rig.sent()).toEqual(['Hello there']);
    expect(await onlySession(rig)).toMatchObject({ status: 'completed', node_id: 'hello' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'session_completed']);
  });

  test('a keyword starts a conversation as a whole word in any case; other words do not', async () => {
    const onWord = { ...onAny, on: 'keyword', keywords: ['Join us', 'שלום'] };
    const rig = await createBotRig(server, flowOf([onWord, say('hello', 'Welcome')]));
    await rig.write('rejoin use');
    expect(await rig.sessions()).toEqual([]);
    await rig.write('Please JOIN us!');
    await rig.write('שלום', { chat: BEN, from: BEN });
    expect(await rig.sent()).toEqual(['Welcome', 'Welcome']);
  });

  test('an emoji starts one too, and several first messages at once start only one', async () => {
    const rig = await createBotRig(
      server,
      flowOf([
        { ...onAny, on: 'keyword', keywords: ['👍', 'hi'] },
        // Enough waits that the messages sent at once don't end the conversation.
        { id: 'wait', kind: 'wait' },
        { id: 'again', kind: 'wait' },
        { id: 'once more', kind: 'wait' },
      ]),
    );
    await rig.write('👎');
    await rig.write('so so 👍', { chat: BEN, from: BEN });
    await Promise.all([
      rig.reportMessages({ text: 'hi' }),
      rig.reportMessages({ text: 'hi' }),
      rig.reportMessages({ text: 'hi' }),
    ]);
    await rig.settle();
    expect(await rig.sessions()).toHaveLength(2);
  });

  test('a pattern starts a conversation, and one prone to catastrophic backtracking finishes at once', async () => {
    const rig = await createBotRig(
      server,
      flowOf([{ ...onAny, on: 'pattern', pattern: '^(a+)+$|order [0-9]{3}' }, say('hello', 'Found')]),
    );
    await rig.write(`${'a'.repeat(5_000)}!`);
    expect(await rig.sent()).toEqual([]);
    await rig.write('my order 123 please');
    expect(await rig.sent()).toEqual(['Found']);
  });
});

describe('an invalid flow', () => {
  test.each([
    ['without a trigger', flowOf([say('a', 'A')]), 'no trigger'],
    [
      'with a cycle that never waits',
      flowOf([onAny, say('a', 'A'), say('b', 'B')], ['a.next>b', 'b.next>a']),
      'loop without waiting',
    ],
    [
      'with an unreachable node',
      flowOf([onAny, { id: 'end', kind: 'end' }, say('a', 'A')]),
      'This step isn’t connected',
    ],
    [
      'with a deleted file',
      flowOf([onAny, { ...say('a', 'A'), attachment: { fileId: NOWHERE } }]),
      'The file no longer exists',
    ],
    [
      'with a deleted knowledge base',
      flowOf([onAny, { id: 'look', kind: 'knowledge', knowledgeBaseIds: [NOWHERE] }]),
      'A knowledge base no longer exists',
    ],
  ])(
    '%s is saved as a draft but not deployed: no bot answers, or the earlier version does',
    async (_what, draft, fault) => {
      const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello')]));
      const deploy = (id: string) => rig.call('POST', `/bots/${id}/deploy`, { settings: { gatherSeconds: 0 } });
      await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision: 1, draft });
      const again = await deploy(rig.bot._id);
      expect([again.status, JSON.stringify(again.body)]).toEqual([422, expect.stringContaining(fault)]);
      await rig.write('hi');
      expect(await rig.sent()).toEqual(['Hello']);
      await rig.call('POST', `/bots/${rig.bot._id}/undeploy`, {});
      const other = await rig.call<{ _id: string }>('POST', '/bots', { name: 'Other', flow: draft });
      const refused = await deploy(other.body._id);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining(fault)]);
      await rig.write('hi');
      expect(await rig.sent()).toEqual([]);
      expect(await rig.sessions()).toHaveLength(1);
    },
  );
});

describe('send', () => {
  /** A stored file of the workspace, complete enough for a bot to send. */
  async function storeFile({ workspaceId }: LaneFixture) {
    const { pool } = server.database;
    const { rows } = await pool.query<{ fileId: string }>(
      `with content as (insert into file_contents (id, workspace_id) values (uuidv7(), $1) returning id)
       insert into files (id, workspace_id, content_id, name, mime_type, media)
       select uuidv7(), $1, id, 'prices.pdf', 'application/pdf', 'document' from content returning id as "fileId"`,
      [workspaceId],
    );
    const attachment = { fileId: rows[0]?.fileId ?? '' };
    return { attachment, remove: () => pool.query('delete from files where id = $1', [attachment.fileId]) };
  }

  test('sends a choice as a poll if the driver supports polls', async () => {
    const rig = await createBotRig(server, flowOf([onAny, { ...say('which', 'Which?'), options: ['Red', 'Blue'] }]));
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Which? [Red | Blue]']);
  });

  test('sends a choice as a numbered list otherwise', async () => {
    const flow = flowOf([onAny, { ...say('which', 'Which?'), options: ['Red', 'Blue'] }]);
    const rig = await createBotRig(server, flow, {}, { driver: 'cloud-api' });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Which?\n1. Red\n2. Blue']);
  });

  test('fails the step with a clear reason when its file was deleted', async () => {
    const lane = await createLaneFixture(server.database);
    const { attachment, remove } = await storeFile(lane);
    const flow = flowOf([onAny, { ...say('file', 'Here'), attachment }]);
    const rig = await createBotRig(server, flow, {}, { other: lane });
    await remove();
    await rig.write('hi');
    expect(await onlySession(rig)).toMatchObject({
      status: 'failed',
      node_id: 'file',
      reason: expect.stringContaining('no longer exists'),
    });
    expect(await rig.events()).toEqual(['session_started', 'node_failed', 'session_failed']);
  });

  test('sends the messages that precede a deleted file', async () => {
    const lane = await createLaneFixture(server.database);
    const { attachment, remove } = await storeFile(lane);
    const flow = flowOf([
      onAny,
      { id: 'ask', kind: 'ask', text: 'The price list?' },
      say('here', 'Here it is'),
      { ...say('file', ''), attachment },
    ]);
    const rig = await createBotRig(server, flow, {}, { other: lane });
    await rig.write('hi');
    await remove();
    await rig.write('yes');
    expect(await rig.sent()).toEqual(['The price list?', 'Here it is']);
    expect(await onlySession(rig)).toMatchObject({ status: 'failed', node_id: 'file' });
  });

  test('a question whose engine is deleted expires without a message', async () => {
    const rig = await createBotRig(server, flowOf([onAny, { id: 'ask', kind: 'ask', text: 'Well?' }]));
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Well?']);
    expect((await rig.call('DELETE', `/sessions/${rig.lane.engineId}`)).status).toBe(200);
    await rig.passTime();
    expect(await onlySession(rig)).toMatchObject({ status: 'expired', node_id: 'ask' });
  });

  test('fails the step with a clear reason when the engine was deleted', async () => {
    const rig = await createBotRig(
      server,
      flowOf([onAny, { id: 'delay', kind: 'delay', seconds: 3600 }, say('later', 'Now')]),
    );
    await rig.write('hi');
    expect((await rig.call('DELETE', `/sessions/${rig.lane.engineId}`)).status).toBe(200);
    await rig.passTime();
    expect(await onlySession(rig)).toMatchObject({
      status: 'failed',
      node_id: 'later',
      reason: 'The connection of this conversation was deleted.',
    });
  });
});

describe('ask', () => {
  const asks = (answer: string, more: object = {}) =>
    flowOf(
      [
        onAny,
        { id: 'ask', kind: 'ask', text: 'Well?', answer, saveAs: 'it', retries: 1, retryText: 'Again?', ...more },
        say('thanks', 'Got {it}'),
        { id: 'done', kind: 'end' },
        say('sorry', 'Sorry'),
        { id: 'over', kind: 'end' },
        say('late', 'Too late'),
      ],
      ['ask.invalid>sorry', 'ask.timeout>late'],
    );

  test.each([
    ['text', 'some words', 'some words'],
    ['number', '1,200.5', '1200.5'],
    ['number', '١٢', '12'],
    ['date', '30.11.2026', '2026-11-30'],
    ['email', 'Ann@Example.test', 'ann@example.test'],
    ['phone', '07700 900123', '+447700900123'],
  ])('%s: %s is %s', async (answer, written, stored) => {
    const rig = await createBotRig(server, asks(answer));
    await rig.write('hi');
    await rig.write(written);
    expect(await rig.sent()).toEqual(['Well?', `Got ${stored}`]);
    expect((await onlySession(rig)).status).toBe('completed');
  });

  test.each([
    ['number', 'many'],
    ['date', '31.02.2026'],
    ['email', 'ann at example'],
    ['phone', 'call me'],
    ['choice', 'Green'],
    ['file', 'no file'],
  ])('%s: %s is invalid; the bot asks again, and then continues without an answer', async (answer, written) => {
    const rig = await createBotRig(server, asks(answer, { options: ['Red', 'Blue'] }));
    await rig.write('hi');
    await rig.write(written);
    await rig.write(written);
    const sent = await rig.sent();
    expect(sent.map((text) => text.replace(/ \[.*/, ''))).toEqual(['Well?', 'Again?', 'Sorry']);
    expect(await rig.events()).toContain('answer_invalid');
  });

  test.each([
    ['its text', { text: 'blue' }],
    ['its number', { text: '2' }],
    ['a vote', { kind: 'vote', text: 'Blue', choices: ['Blue'] }],
  ])('accepts a choice by %s', async (_how, written) => {
    const rig = await createBotRig(server, asks('choice', { options: ['Red', 'Blue'] }));
    await rig.write('hi');
    await rig.reportMessages(written);
    await rig.settle();
    expect((await onlySession(rig)).vars).toEqual({ it: 'Blue' });
  });

  test.each([
    ['a.txt', 'without a caption', '', { mimeType: 'text/plain', fileName: 'a.txt' }],
    ['a.txt', 'with a caption, which is ignored', 'my file', { mimeType: 'text/plain', fileName: 'a.txt' }],
    ['voice message', 'which has no file name', '', { mimeType: 'audio/ogg', fileName: null, media: 'voice' }],
    ['file', 'of an unknown kind', 'this', { mimeType: 'audio/ogg', fileName: null }],
  ])('accepts a file and stores its name: %s, %s', async (name, _how, text, media) => {
    const rig = await createBotRig(server, asks('file'));
    await rig.write('hi');
    await rig.reportMessages({ text, kind: 'media', media });
    await rig.settle();
    expect(await onlySession(rig)).toMatchObject({
      status: 'completed',
      vars: { it: { fileName: name, fileId: null } },
    });
  });

  test('without a reply, takes the time-out branch, and expires if there is none', async () => {
    const rig = await createBotRig(server, asks('text'));
    await rig.write('hi');
    await rig.passTime();
    expect(await rig.sent()).toEqual(['Well?', 'Too late']);
    const bare = await createBotRig(server, flowOf([onAny, { id: 'ask', kind: 'ask', text: 'Well?' }]));
    await bare.write('hi');
    await bare.passTime();
    expect(await onlySession(bare)).toMatchObject({ status: 'expired' });
    expect(await bare.events()).toEqual(['session_started', 'question_asked', 'wait_timed_out', 'session_expired']);
  });
});
