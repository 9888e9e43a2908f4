import { inEnglish, readText } from '@switchyard/contracts/text/registry';
import '@switchyard/contracts/text/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BotRig,
  createBotRig,
  flowOf,
  onAny,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { registerEndpointSource } from '../../../platform/models/endpoint.ts';

let model: ModelServer;
let server: TestServer;
const choice = { endpoint: null as { baseUrl: string; apiKey: null; model: string } | null, sendsChats: false };
beforeAll(async () => {
  model = await startModelServer();
  server = await startBotServer();
  registerEndpointSource(server.platform, async () => choice);
});
beforeEach(() => {
  choice.endpoint = { baseUrl: model.baseUrl, apiKey: null, model: 'm' };
  choice.sendsChats = false;
  model.script();
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

const spent = async ({ lane }: BotRig) =>
  (
    await server.database.pool.query<{ credits: number; subject: string }>(
      'select credits, subject from credit_entries where workspace_id = $1',
      [lane.workspaceId],
    )
  ).rows;
const errors = async (rig: BotRig) =>
  (
    await server.database.pool.query<{ message: string }>(
      `select details->>'message' as message from bot_node_events where workspace_id = $1 and event_type = 'model_failed'`,
      [rig.lane.workspaceId],
    )
  ).rows.map(({ message }) => inEnglish(readText(message)));

describe('AI reply', () => {
  const flow = (more: object = {}) =>
    flowOf(
      [
        onAny,
        { id: 'ask', kind: 'ask', text: 'What is it about?', saveAs: 'about' },
        {
          id: 'ai',
          kind: 'aiReply',
          instructions: 'Answer {firstName|them} about {about}.',
          saveAs: 'answer',
          ...more,
        },
        { id: 'wait', kind: 'wait' },
        { id: 'end', kind: 'end' },
        say('sorry', 'Somebody will answer you.'),
      ],
      ['ai.failed>sorry'],
    );

  test('sends what the model writes about the conversation, for one credit', async () => {
    model.script({ text: ' We open at nine. ' });
    const rig = await createBotRig(server, flow());
    await rig.write('hi');
    await rig.write('opening hours');
    expect(await rig.sent()).toEqual(['What is it about?', 'We open at nine.']);
    const [asked] = model.requests;
    expect(asked?.messages[0]?.content).toContain('about opening hours.');
    expect(asked?.messages.slice(1)).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'What is it about?' },
      { role: 'user', content: 'opening hours' },
    ]);
    const { vars, status } = await onlySession(rig);
    expect({ vars, status }).toEqual({
      vars: { about: 'opening hours', answer: 'We open at nine.' },
      status: 'waiting',
    });
    expect(await rig.events()).toEqual(expect.arrayContaining(['model_asked', 'model_answered']));
    expect(await spent(rig)).toEqual([{ credits: 1, subject: 'A bot' }]);
  });

  test('describes a voice message as such, and passes its caption as text', async () => {
    model.script({ text: 'Please write it.' });
    const rig = await createBotRig(server, flowOf([onAny, { id: 'ai', kind: 'aiReply', instructions: 'Help.' }]));
    await rig.reportMessages(
      { kind: 'media', media: { mimeType: 'audio/ogg', fileName: null, media: 'voice' } },
      { text: 'and this', kind: 'media', media: { mimeType: 'image/png', fileName: null, media: 'image' } },
    );
    await rig.settle();
    expect(model.requests[0]?.messages.slice(1)).toEqual([
      { role: 'user', content: '(sent a file: voice message)' },
      { role: 'user', content: 'and this\n(sent a file: picture)' },
    ]);
  });

  test('stores the reply without sending it if so configured', async () => {
    model.script({ text: 'A summary' });
    const rig = await createBotRig(server, flow({ isSaid: false }));
    await rig.write('hi');
    await rig.write('much');
    expect(await rig.sent()).toEqual(['What is it about?']);
    expect((await onlySession(rig)).vars).toMatchObject({ answer: 'A summary' });
  });

  test.each<[string, () => void, RegExp]>([
    ['the model is down', () => model.script((response) => void response.writeHead(500).end()), /can’t be reached/],
    ['it refuses the key', () => model.script((response) => void response.writeHead(401).end()), /rejected the key/],
    ['it answers with nothing', () => model.script({ text: ' ' }), /can’t be reached/],
    ['there is none', () => Object.assign(choice, { endpoint: null }), /No language model/],
    [
      'it is external, and chats must stay here',
      () => Object.assign(choice, { endpoint: { baseUrl: 'https://models.example.com/v1', apiKey: null, model: 'm' } }),
      /no owner has allowed/,
    ],
  ])('%s: it goes on by the way for failures, which is told', async (_, given, reason) => {
    given();
    const rig = await createBotRig(server, flow());
    await rig.write('hi');
    await rig.write('opening hours');
    expect(await rig.sent()).toEqual(['What is it about?', 'Somebody will answer you.']);
    expect(await errors(rig)).toEqual([expect.stringMatching(reason)]);
    expect(await spent(rig)).toEqual([]);
  });

  test('fails the conversation with a clear reason when the model is down and no failure branch follows', async () => {
    choice.endpoint = null;
    const fullFlow = flow();
    const rig = await createBotRig(server, {
      ...fullFlow,
      nodes: fullFlow.nodes.filter(({ id }) => id !== 'sorry'),
      edges: fullFlow.edges.filter(({ to }) => to !== 'sorry'),
    });
    await rig.write('hi');
    await rig.write('opening hours');
    expect(await onlySession(rig)).toMatchObject({
      status: 'failed',
      node_id: 'ai',
      reason: expect.stringContaining('No language model'),
    });
  });

  test('does not call the model without credits', async () => {
    const rig = await createBotRig(server, flow());
    await server.database.pool.query(
      `insert into credit_months (workspace_id, month, spent) values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1000000000)`,
      [rig.lane.workspaceId],
    );
    await rig.write('hi');
    await rig.write('opening hours');
    expect(await rig.sent()).toEqual(['What is it about?', 'Somebody will answer you.']);
    expect(model.requests).toEqual([]);
    expect(await errors(rig)).toEqual([expect.stringContaining('no credits')]);
  });
});

describe('AI extract', () => {
  const flow = flowOf(
    [
      onAny,
      {
        id: 'read',
        kind: 'aiExtract',
        fields: [
          { variable: 'people', type: 'number', description: 'how many people come' },
          { variable: 'on', type: 'date', description: 'which day' },
          { variable: 'vegan', type: 'yesno', description: 'whether they eat vegan' },
        ],
      },
      say('booked', '{people} on {on}, vegan: {vegan}'),
      { id: 'end', kind: 'end' },
      say('more', 'For {people|how many}, and when?'),
      { id: 'end2', kind: 'end' },
      say('sorry', 'Somebody will answer you.'),
    ],
    ['read.incomplete>more', 'read.failed>sorry'],
  );
  const answered = async (text: string) => {
    model.script({ text });
    const rig = await createBotRig(server, flow);
    await rig.write('a table for four tomorrow');
    return { rig, sent: await rig.sent() };
  };

  test('stores the values that the model reads, with their types', async () => {
    const { rig, sent } = await answered('{"people": 4, "on": "2026-11-23", "vegan": false}');
    expect(sent).toEqual(['4 on 2026-11-23, vegan: false']);
    expect((await onlySession(rig)).vars).toEqual({ people: 4, on: '2026-11-23', vegan: false });
    expect(model.requests[0]?.messages.at(-1)?.content).toBe('a table for four tomorrow');
    expect(model.requests[0]?.messages[0]?.content).toContain('people (number): how many people come');
    expect(await spent(rig)).toHaveLength(1);
  });

  test('invents no missing values, and takes the incomplete branch', async () => {
    const { rig, sent } = await answered('{"people": 4, "on": null, "vegan": null}');
    expect(sent).toEqual(['For 4, and when?']);
    expect((await onlySession(rig)).vars).toEqual({ people: 4 });
  });

  test('rejects an answer of another shape', async () => {
    const { rig, sent } = await answered('{"people": "four", "on": "tomorrow"}');
    expect(sent).toEqual(['Somebody will answer you.']);
    expect(await errors(rig)).toHaveLength(1);
  });
});

test('drops the model’s answer when a person writes in the meantime', async () => {
  const flow = flowOf([onAny, { id: 'ai', kind: 'aiReply', instructions: 'Answer.' }]);
  const rig = await createBotRig(server, flow);
  model.script((response) => {
    void rig.reportMessages({ text: 'I am here', from: '+447700900009', fromMe: true }).then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices: [{ index: 0, message: { role: 'assistant', content: 'Too late' }, finish_reason: 'stop' }],
        }),
      );
    });
  });
  await rig.write('hi');
  expect(await rig.sent()).toEqual([]);
  expect(await onlySession(rig)).toMatchObject({ status: 'paused', reason: 'Someone replied on the phone.' });
});
