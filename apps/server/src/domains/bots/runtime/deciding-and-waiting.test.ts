import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBotRig, flowOf, onAny, onlySession, say, startBotServer } from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

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
    expect((await onlySession(rig)).vars).toEqual({ n: 42 });
  });

  test('fails the step with a clear reason when a value is missing', async () => {
    const rig = await createBotRig(server, branch('vars.nothing > 1'));
    await rig.write('hi');
    expect(await onlySession(rig)).toMatchObject({ status: 'failed', node_id: 'if' });
  });

  test('business hours: all week, or never', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const hours = (from: string, until: string) =>
      flowOf(
        [
          onAny,
          { id: 'if', kind: 'condition', test: 'hours', days, from, until },
          say('yes', 'Open'),
          { id: 'e', kind: 'end' },
          say('no', 'Closed'),
        ],
        ['if.no>no'],
      );
    // Also at midnight and at noon.
    const isMorning = new Date().getUTCHours() < 12;
    const open = await createBotRig(server, isMorning ? hours('00:00', '13:00') : hours('11:00', '01:00'));
    await open.write('hi');
    const closed = await createBotRig(server, hours('00:00', '00:00'));
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
  test('wait for reply stores what the contact writes, and continues after its time-out without one', async () => {
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

  test('a delay ends automatically; messages received meanwhile are recorded but answer nothing', async () => {
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

  test('go to flow continues in another bot’s deployed flow, and fails with a clear reason if that bot is undeployed', async () => {
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
      reason: expect.stringContaining('isn’t deployed'),
    });
  });

  test('two bots that call another server on the way are stopped too', async () => {
    const never = { ...onAny, on: 'keyword', keywords: ['never'] };
    const first = await createBotRig(server, flowOf([never, { id: 'e', kind: 'end' }]));
    // Not a public address, so the call is refused before it is made.
    const call = { id: 'call', kind: 'http', url: 'http://127.0.0.1/' };
    const goingTo = (trigger: typeof onAny, botId: string) =>
      flowOf([trigger, call, { id: 'go', kind: 'flow', botId }], ['call.failed>go']);
    const rig = await createBotRig(server, goingTo(onAny, first.bot._id), {}, { other: first.lane });
    await rig.call('PATCH', `/bots/${first.bot._id}`, { revision: 1, draft: goingTo(never, rig.bot._id) });
    expect((await rig.call('POST', `/bots/${first.bot._id}/deploy`, { settings: {} })).status).toBe(200);
    await rig.write('hi');
    expect(await onlySession(rig)).toMatchObject({
      status: 'failed',
      reason: 'It ran 300 steps without waiting.',
    });
  });

  test('two bots that go to each other’s flows forever are stopped with a clear reason', async () => {
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
    expect(await onlySession(rig)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('without waiting'),
    });
  });

  test('the bot is silent after a hand-over, and continues after that step when resumed', async () => {
    const rig = await createBotRig(
      server,
      flowOf([onAny, { id: 'person', kind: 'handover', note: 'Call back' }, say('back', 'I am back')]),
    );
    await rig.write('hi');
    await rig.write('anybody?');
    expect(await onlySession(rig)).toMatchObject({ status: 'paused', reason: 'Call back' });
    expect(await rig.sent()).toEqual([]);
    const { id } = await onlySession(rig);
    expect((await rig.call('POST', `/bot-sessions/${id}/resume`)).status).toBe(200);
    await rig.settle();
    expect(await rig.sent()).toEqual(['I am back']);
    expect(await onlySession(rig)).toMatchObject({ status: 'completed' });
  });
});
