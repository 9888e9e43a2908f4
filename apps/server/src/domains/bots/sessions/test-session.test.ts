import type { Bot } from '@switchyard/contracts/bots/operations';
import type { BotSessionDetail } from '@switchyard/contracts/bots/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BotRig, createBotRig, flowOf, onAny, say, startBotServer } from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

const never = { ...onAny, on: 'keyword', keywords: ['never'] };
const ask = { id: 'ask', kind: 'ask', text: 'Who are you?', saveAs: 'who' };

/** Holds a conversation with a draft. @returns the messages in it */
async function converse(rig: BotRig, bot: Bot, [first, ...more]: string[]): Promise<string[]> {
  const { _id } = (await rig.call<{ _id: string }>('POST', `/bots/${bot._id}/test`, { text: first })).body;
  for (const text of more) await rig.call('POST', `/bot-sessions/${_id}/say`, { text });
  const { lines } = (await rig.call<BotSessionDetail>('GET', `/bot-sessions/${_id}`)).body;
  return (lines ?? []).map(({ text }) => text);
}
const draft = async (rig: BotRig, flow: object) =>
  (await rig.call<Bot>('POST', '/bots', { name: 'A draft', flow })).body;

test('a test that goes on to another bot’s flow is answered by that flow, whatever steps its own draft has', async () => {
  const rig = await createBotRig(server, flowOf([never, ask, say('theirs', 'Other {who}')]));
  const own = await draft(
    rig,
    flowOf(
      [
        onAny,
        { id: 'which', kind: 'condition', expression: 'message.text == "other"' },
        { id: 'go', kind: 'flow', botId: rig.bot._id },
        ask,
        say('own', 'Own {who}'),
      ],
      ['which.no>ask'],
    ),
  );
  expect(await converse(rig, own, ['hi', 'Ann'])).toEqual(['hi', 'Who are you?', 'Ann', 'Own Ann']);
  expect(await converse(rig, own, ['other', 'Ann'])).toEqual(['other', 'Who are you?', 'Ann', 'Other Ann']);
});

test('a test that returns to its own bot is answered by the draft, not by the deployed version', async () => {
  const back = (rig: BotRig, text: string) =>
    flowOf([onAny, { ...ask, text }, { id: 'back', kind: 'flow', botId: rig.bot._id }]);
  const rig = await createBotRig(server, flowOf([onAny, ask]));
  await rig.call('PATCH', `/bots/${rig.bot._id}`, { revision: 1, draft: back(rig, 'And now?') });
  expect(await converse(rig, rig.bot, ['hi', 'one', 'two'])).toEqual([
    'hi',
    'And now?',
    'one',
    'And now?',
    'two',
    'And now?',
  ]);
});

test('ignores input during an external call, and doesn’t lose the call’s answer', async () => {
  const rig = await createBotRig(server, flowOf([onAny, ask]));
  // Not a public address, so the call is refused before it is made.
  const call = { id: 'call', kind: 'http', url: 'http://127.0.0.1/', timeoutSeconds: 30 };
  const own = await draft(
    rig,
    flowOf([onAny, call, say('ok', 'Asked'), say('no', 'Refused')], ['call.failed>no', 'call.ok>ok']),
  );
  const { _id } = (await rig.call<{ _id: string }>('POST', `/bots/${own._id}/test`, { text: 'hi' })).body;
  for (const text of ['well?', 'hello?']) {
    expect((await rig.call('POST', `/bot-sessions/${_id}/say`, { text })).status).toBe(200);
  }
  await rig.settle();
  const session = (await rig.call<BotSessionDetail>('GET', `/bot-sessions/${_id}`)).body;
  expect(session).toMatchObject({ status: 'completed', lines: [{ text: 'hi' }, { text: 'Refused' }] });
});
