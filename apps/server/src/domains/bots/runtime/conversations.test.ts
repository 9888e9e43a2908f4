import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { ANN, BEN, type BotRig, createBotRig, flowOf, OURS, onAny } from '../../../../test/bot-rig.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chatsDomain } from '../../chats/index.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { knowledgeDomain } from '../../knowledge/index.ts';
import { messagesDomain } from '../../messages/index.ts';
import { botsDomain } from '../index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, contactsDomain, messagesDomain, chatsDomain, knowledgeDomain, botsDomain],
  });
});
afterAll(() => server.stop());

const say = (id: string, text: string) => ({ id, kind: 'send', text });
const only = async (rig: BotRig) => {
  const all = await rig.sessions();
  expect(all).toHaveLength(1);
  return all[0] as NonNullable<(typeof all)[0]>;
};

describe('trigger', () => {
  test('any message starts a conversation, which ends with the flow', async () => {
    const rig = await createBotRig(server, flowOf([onAny, say('hello', 'Hello {firstName|there}')]));
    await rig.write('hi');
    expect(await rig.sent()).toEqual([`Hello ${ANN}`]);
    expect(await only(rig)).toMatchObject({ status: 'completed', node_id: 'hello' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'session_completed']);
  });

  test('a keyword starts one, as a whole word and in any case; other words do not', async () => {
    const onWord = { ...onAny, on: 'keyword', keywords: ['Join us', 'שלום'] };
    const rig = await createBotRig(server, flowOf([onWord, say('hello', 'Welcome')]));
    await rig.write('rejoin use');
    expect(await rig.sessions()).toEqual([]);
    await rig.write('Please JOIN us!');
    await rig.write('שלום', { chat: BEN, from: BEN });
    expect(await rig.sent()).toEqual(['Welcome', 'Welcome']);
  });

  test('so does an emoji, and several first messages at once start one conversation', async () => {
    const rig = await createBotRig(
      server,
      flowOf([
        { ...onAny, on: 'keyword', keywords: ['👍', 'hi'] },
        // So many that none of what is told at once ends the conversation.
        { id: 'wait', kind: 'wait' },
        { id: 'again', kind: 'wait' },
        { id: 'once more', kind: 'wait' },
      ]),
    );
    await rig.write('👎');
    await rig.write('so so 👍', { chat: BEN, from: BEN });
    await Promise.all([rig.tell({ text: 'hi' }), rig.tell({ text: 'hi' }), rig.tell({ text: 'hi' })]);
    await rig.settle();
    expect(await rig.sessions()).toHaveLength(2);
  });

  test('a pattern starts one, and one that would run for ever elsewhere ends at once', async () => {
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

describe('send', () => {
  test('a choice is a poll where the driver has polls', async () => {
    const rig = await createBotRig(server, flowOf([onAny, { ...say('which', 'Which?'), options: ['Red', 'Blue'] }]));
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Which? [Red | Blue]']);
  });

  test('and a numbered list where it has none', async () => {
    const flow = flowOf([onAny, { ...say('which', 'Which?'), options: ['Red', 'Blue'] }]);
    const rig = await createBotRig(server, flow, {}, { driver: 'cloud-api' });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Which?\n1. Red\n2. Blue']);
  });

  test('a file that is gone fails the step by name', async () => {
    const attachment = { fileId: '01920000-0000-7000-8000-00000000c0de' };
    const rig = await createBotRig(server, flowOf([onAny, { ...say('file', 'Here'), attachment }]));
    await rig.write('hi');
    expect(await only(rig)).toMatchObject({
      status: 'failed',
      node_id: 'file',
      reason: expect.stringContaining('not there any more'),
    });
    expect(await rig.events()).toEqual(['session_started', 'node_failed', 'session_failed']);
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
  ])('%s: %s is %s', async (answer, written, kept) => {
    const rig = await createBotRig(server, asks(answer));
    await rig.write('hi');
    await rig.write(written);
    expect(await rig.sent()).toEqual(['Well?', `Got ${kept}`]);
    expect((await only(rig)).status).toBe('completed');
  });

  test.each([
    ['number', 'many'],
    ['date', '31.02.2026'],
    ['email', 'ann at example'],
    ['phone', 'call me'],
    ['choice', 'Green'],
    ['file', 'no file'],
  ])('%s: %s is none; it asks again, and then goes on as without', async (answer, written) => {
    const rig = await createBotRig(server, asks(answer, { options: ['Red', 'Blue'] }));
    await rig.write('hi');
    await rig.write(written);
    await rig.write(written);
    const sent = await rig.sent();
    expect(sent.map((text) => text.replace(/ \[.*/, ''))).toEqual(['Well?', 'Again?', 'Sorry']);
    expect(await rig.events()).toContain('answer_invalid');
  });

  test.each([
    ['its words', { text: 'blue' }],
    ['its number', { text: '2' }],
    ['a vote', { kind: 'vote', text: 'Blue', choices: ['Blue'] }],
  ])('a choice is made by %s', async (_how, written) => {
    const rig = await createBotRig(server, asks('choice', { options: ['Red', 'Blue'] }));
    await rig.write('hi');
    await rig.tell(written);
    await rig.settle();
    expect((await only(rig)).vars).toEqual({ it: 'Blue' });
  });

  test('a file is taken by its name', async () => {
    const rig = await createBotRig(server, asks('file'));
    await rig.write('hi');
    await rig.write('', { kind: 'media', media: { mimeType: 'text/plain', fileName: 'a.txt' } });
    expect((await only(rig)).status).toBe('completed');
  });

  test('nobody answers: it goes on by the time-out, and expires where that leads nowhere', async () => {
    const rig = await createBotRig(server, asks('text'));
    await rig.write('hi');
    await rig.passTime();
    expect(await rig.sent()).toEqual(['Well?', 'Too late']);
    const bare = await createBotRig(server, flowOf([onAny, { id: 'ask', kind: 'ask', text: 'Well?' }]));
    await bare.write('hi');
    await bare.passTime();
    expect(await only(bare)).toMatchObject({ status: 'expired' });
    expect(await bare.events()).toEqual(['session_started', 'question_asked', 'wait_timed_out', 'session_expired']);
  });
});

describe('condition, switch and set', () => {
  const branch = (expression: string) =>
    flowOf(
      [
        onAny,
        { id: 'set', kind: 'set', variable: 'n', expression: '40 + 2' },
        { id: 'if', kind: 'condition', expression },
        say('yes', 'Yes'),
        { id: 'e', kind: 'end' },
        say('no', 'No'),
      ],
      ['if.no>no'],
    );
  test.each([
    ['vars.n % 2 == 0 && message.text.matches("^h")', 'Yes'],
    ['vars.n > 42', 'No'],
    ['has(vars.nothing)', 'No'],
    ['contact.mobile == "+447700900001"', 'Yes'],
  ])('%s: %s', async (expression, expected) => {
    const rig = await createBotRig(server, branch(expression));
    await rig.write('hi');
    expect(await rig.sent()).toEqual([expected]);
    expect((await only(rig)).vars).toEqual({ n: 42 });
  });

  test('a value that is not there fails the step by name', async () => {
    const rig = await createBotRig(server, branch('vars.nothing > 1'));
    await rig.write('hi');
    expect(await only(rig)).toMatchObject({ status: 'failed', node_id: 'if' });
  });

  test('business hours: all week, or never', async () => {
    const hours = (days: number[], until: string) =>
      flowOf(
        [
          onAny,
          { id: 'if', kind: 'condition', test: 'hours', days, from: '00:00', until },
          say('yes', 'Open'),
          { id: 'e', kind: 'end' },
          say('no', 'Closed'),
        ],
        ['if.no>no'],
      );
    const open = await createBotRig(server, hours([1, 2, 3, 4, 5, 6, 7], '23:59'));
    await open.write('hi');
    const closed = await createBotRig(server, hours([1, 2, 3, 4, 5, 6, 7], '00:00'));
    await closed.write('hi');
    expect([await open.sent(), await closed.sent()]).toEqual([['Open'], ['Closed']]);
  });

  test.each([
    ['Red', 'Warm'],
    [' blue ', 'Cold'],
    ['grey', 'Neither'],
  ])('switch: %s is %s', async (written, expected) => {
    const cases = [
      { id: 'red', value: 'red' },
      { id: 'blue', value: 'Blue' },
    ];
    const end = (id: string) => ({ id, kind: 'end' });
    const flow = flowOf(
      [
        onAny,
        { id: 'sw', kind: 'switch', expression: 'message.text', cases },
        say('n', 'Neither'),
        end('e1'),
        say('w', 'Warm'),
        end('e2'),
        say('c', 'Cold'),
      ],
      ['sw.red>w', 'sw.blue>c'],
    );
    const rig = await createBotRig(server, flow);
    await rig.write(written);
    expect(await rig.sent()).toEqual([expected]);
  });
});

describe('wait, delay, flow, hand over, end', () => {
  test('wait for reply keeps what was said; without one it goes on when its time is over', async () => {
    const flow = flowOf(
      [
        onAny,
        { id: 'wait', kind: 'wait', saveAs: 'said' },
        say('echo', 'You said {said}'),
        { id: 'e', kind: 'end' },
        say('late', 'Still there?'),
      ],
      ['wait.timeout>late'],
    );
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    await rig.write('a word');
    const other = await createBotRig(server, flow);
    await other.write('hi');
    await other.passTime();
    expect([await rig.sent(), await other.sent()]).toEqual([['You said a word'], ['Still there?']]);
  });

  test('a delay ends by itself; what is written meanwhile is told, and answers nothing', async () => {
    const rig = await createBotRig(
      server,
      flowOf([onAny, { id: 'delay', kind: 'delay', seconds: 3600 }, say('later', 'Now')]),
    );
    await rig.write('hi');
    await rig.write('well?');
    expect(await rig.sent()).toEqual([]);
    await rig.passTime();
    expect(await rig.sent()).toEqual(['Now']);
    expect(await rig.events()).toEqual([
      'session_started',
      'delay_started',
      'message_not_awaited',
      'delay_ended',
      'message_sent',
      'session_completed',
    ]);
  });

  test('go to flow goes on in the flow that another bot has deployed; one that is taken off fails by name', async () => {
    const second = await createBotRig(
      server,
      flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('there', 'From the other')]),
    );
    const flow = flowOf([onAny, { id: 'go', kind: 'flow', botId: second.bot._id }]);
    const rig = await createBotRig(server, flow, {}, { other: second.lane });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['From the other']);
    await rig.call('POST', `/bots/${second.bot._id}/undeploy`, {});
    await rig.write('hi again');
    expect((await rig.sessions())[1]).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('not deployed'),
    });
  });

  test('two bots that go on to each other for ever are stopped by name', async () => {
    const first = await createBotRig(
      server,
      flowOf([
        { ...onAny, on: 'keyword', keywords: ['never'] },
        { id: 'e', kind: 'end' },
      ]),
    );
    const rig = await createBotRig(
      server,
      flowOf([onAny, { id: 'go', kind: 'flow', botId: first.bot._id }]),
      {},
      { other: first.lane },
    );
    const draft = flowOf([
      { ...onAny, on: 'keyword', keywords: ['never'] },
      { id: 'back', kind: 'flow', botId: rig.bot._id },
    ]);
    await rig.call('PATCH', `/bots/${first.bot._id}`, { revision: 1, draft });
    expect((await rig.call('POST', `/bots/${first.bot._id}/deploy`, { settings: {} })).status).toBe(200);
    await rig.write('hi');
    expect(await only(rig)).toMatchObject({ status: 'failed', reason: expect.stringContaining('without waiting') });
  });

  test('handed over, the bot keeps silent; resumed, it goes on behind', async () => {
    const rig = await createBotRig(
      server,
      flowOf([onAny, { id: 'person', kind: 'handover', note: 'Call back' }, say('back', 'I am back')]),
    );
    await rig.write('hi');
    await rig.write('anybody?');
    expect(await only(rig)).toMatchObject({ status: 'paused', reason: 'Call back' });
    expect(await rig.sent()).toEqual([]);
    const { id } = await only(rig);
    expect((await rig.call('POST', `/bot-sessions/${id}/resume`)).status).toBe(200);
    await rig.settle();
    expect(await rig.sent()).toEqual(['I am back']);
    expect(await only(rig)).toMatchObject({ status: 'completed' });
  });
});

describe('people and limits', () => {
  const twice = flowOf([onAny, say('one', 'One'), { id: 'wait', kind: 'wait' }, say('two', 'Two')]);

  test('a person on the phone takes over: the bot is paused, and what it was about to say is dropped', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    await rig.tell({ text: 'I am here', from: OURS, fromMe: true });
    await rig.write('a reply');
    expect(await rig.sent()).toEqual([]);
    expect(await only(rig)).toMatchObject({ status: 'paused', reason: 'Somebody answered on the phone.' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'person_took_over']);
  });

  test('and so does one in the product; after the hours that were chosen it goes on by itself', async () => {
    const rig = await createBotRig(server, twice, { resumeAfterHours: 1 });
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['One']);
    await rig.call('POST', '/messages', { message: 'Let me', contactList: [{ mobile: ANN }] });
    expect(await only(rig)).toMatchObject({ status: 'paused' });
    await server.database.pool.query('update bot_sessions set wake_at = now() where workspace_id = $1', [
      rig.lane.workspaceId,
    ]);
    await rig.settle();
    expect(await only(rig)).toMatchObject({ status: 'waiting', node_id: 'wait' });
    await rig.write('a reply');
    expect(await rig.sent()).toEqual(['Let me', 'Two']);
  });

  test('messages within the time to gather are one input; one told again starts nothing', async () => {
    const flow = flowOf([onAny, { id: 'wait', kind: 'wait', saveAs: 'said' }, say('echo', '{said}')]);
    const rig = await createBotRig(server, flow, { gatherSeconds: 60 });
    const due = () =>
      server.database.pool.query(
        'update bot_sessions set wake_at = now() where workspace_id = $1 and wake_at is not null',
        [rig.lane.workspaceId],
      );
    await rig.tell({ text: 'hi', waMessageId: 'first' });
    await rig.settle();
    expect(await rig.events()).toEqual([]);
    await due();
    await rig.settle();
    await rig.tell({ text: 'one' });
    await rig.tell({ text: 'two' });
    await due();
    await rig.settle();
    expect(await rig.sent()).toEqual(['one\ntwo']);
    await rig.tell({ text: 'hi', waMessageId: 'first' });
    await rig.settle();
    expect(await rig.sessions()).toHaveLength(1);
  });

  test('the same words a fourth time in a row are not sent: it is paused with a reason', async () => {
    const flow = flowOf([onAny, { id: 'ask', kind: 'ask', text: 'Number?', answer: 'number', retries: 5 }]);
    const rig = await createBotRig(server, flow);
    for (const word of ['a', 'b', 'c', 'd', 'e']) await rig.write(word);
    expect(await rig.sent()).toEqual(['Number?', 'Number?', 'Number?']);
    expect(await only(rig)).toMatchObject({ status: 'paused', reason: expect.stringContaining('3 times in a row') });
    expect(await rig.events()).toContain('limit_reached');
  });

  test('the 21st message within ten minutes is not sent', async () => {
    const nodes = Array.from({ length: 25 }, (_, at) => say(`n${at}`, `Message ${at}`));
    const rig = await createBotRig(server, flowOf([onAny, ...nodes]));
    await rig.write('hi');
    expect(await rig.sent()).toHaveLength(20);
    expect(await only(rig)).toMatchObject({ status: 'paused', node_id: 'n20' });
  });

  test('another bot of ours is not answered', async () => {
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

  test('STOP ends it, and starts nothing', async () => {
    const rig = await createBotRig(server, twice);
    await rig.write('hi');
    await rig.write('STOP');
    expect(await only(rig)).toMatchObject({ status: 'ended' });
    expect(await rig.events()).toEqual(['session_started', 'message_sent', 'contact_opted_out', 'session_ended']);
    // What was said and has not left is taken back, and whoever wants no messages starts nothing any more.
    await rig.write('hi');
    expect(await rig.sessions()).toHaveLength(1);
    expect(await rig.sent()).toEqual([]);
  });

  test('groups are off; chosen, it speaks when its number is mentioned', async () => {
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

  test('it answers whom it is allowed to', async () => {
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

describe('label contact', () => {
  const flow = flowOf([onAny, { id: 'label', kind: 'label', label: 'Asked' }, say('done', 'Done')]);
  test('makes a contact of the number, and labels it', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    expect(await rig.sent()).toEqual(['Done']);
    const { rows } = await server.database.pool.query(
      `select labels.name, contacts.mobile from contact_labels join labels on labels.id = contact_labels.collection_id
       join contacts on contacts.id = contact_labels.contact_id where contacts.workspace_id = $1`,
      [rig.lane.workspaceId],
    );
    expect(rows).toEqual([{ name: 'Asked', mobile: ANN }]);
  });

  test('a second time changes nothing; a group is left alone', async () => {
    const rig = await createBotRig(server, flow, { groups: 'mentioned' });
    await rig.write('hi');
    await rig.write('hi');
    await rig.write(`hi @${OURS.slice(1)}`, { chat: '123@g.us' });
    expect(await rig.sent()).toHaveLength(3);
    const { rows } = await server.database.pool.query('select mobile from contacts where workspace_id = $1', [
      rig.lane.workspaceId,
    ]);
    expect(rows).toEqual([{ mobile: ANN }]);
  });
});

describe('knowledge answer', () => {
  test('says the passage with its source, and notes a question that nothing answers', async () => {
    const rig = await createBotRig(server, flowOf([{ ...onAny, on: 'keyword', keywords: ['never'] }, say('a', 'a')]));
    const base = await rig.call<{ _id: string }>('POST', '/knowledge-bases', { name: 'Shop' });
    const knowledgeBaseIds = [base.body._id];
    await rig.call('POST', `/knowledge-bases/${base.body._id}/entries`, {
      kind: 'answer',
      title: 'When do you open?',
      text: 'We open at nine on weekdays.',
    });
    const flow = flowOf(
      [
        onAny,
        { id: 'look', kind: 'knowledge', knowledgeBaseIds },
        { id: 'e', kind: 'end' },
        say('sorry', 'I do not know that.'),
      ],
      ['look.answered>e', 'look.unknown>sorry'],
    );
    const answering = await createBotRig(server, flow, {}, { other: rig.lane });
    await answering.write('When do you open?');
    await answering.write('Do giraffes sleep standing?');
    const [known, unknown] = await answering.sent();
    expect(known).toContain('We open at nine on weekdays.');
    expect(known).toContain('(When do you open?');
    expect(unknown).toBe('I do not know that.');
    expect(await answering.events()).toEqual(expect.arrayContaining(['knowledge_answered', 'knowledge_unknown']));
    const { rows } = await server.database.pool.query(
      'select question from knowledge_questions where knowledge_base_id = $1',
      [base.body._id],
    );
    expect(rows).toEqual([{ question: 'Do giraffes sleep standing?' }]);
  });
});
