import type { BotSessionDetail } from '@switchyard/contracts/bots/sessions';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { TestChat } from './test-chat.tsx';
import { useTestChat } from './use-test-chat.ts';

const server = fakeServer();
const BOT = '019a0000-0000-7000-8000-000000000010';
const [FIRST, SECOND] = ['019a0000-0000-7000-8000-000000000011', '019a0000-0000-7000-8000-000000000012'];
const at = '2026-11-20T09:00:00.000Z';

function Chat() {
  const chat = useTestChat(BOT, async () => undefined);
  return <TestChat chat={chat} hasFaults={false} />;
}

const line = (text: string): NonNullable<BotSessionDetail['lines']>[number] => ({
  _id: `019a0000-0000-7000-8000-${text.padStart(12, '0')}`,
  by: 'bot',
  nodeId: 'ask',
  text,
  options: [],
  fileName: null,
  messageStatus: null,
  at,
});

function answer(id: string, more: () => Partial<BotSessionDetail>): void {
  server.on(`GET /api/bot-sessions/${id}`, () => ({
    _id: id,
    botId: BOT,
    status: 'waiting',
    createdAt: at,
    updatedAt: at,
    chat: 'test',
    contactName: 'Ann',
    reason: null,
    versionNumber: 0,
    botName: 'A bot',
    workspaceId: BOT,
    engineId: null,
    nodeId: 'ask',
    nodeName: 'Ask',
    wakesAt: null,
    isTest: true,
    variables: {},
    abilities: { pause: true, resume: false, end: true, restart: true, move: false },
    ...more(),
  }));
  server.on(`GET /api/bot-sessions/${id}/events`, () => ({ data: [], total: 0 }));
}

function say(text: string): void {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
}

it('keeps an earlier test’s answer out of later tests', async () => {
  let tests = 0;
  server.on(`POST /api/bots/${BOT}/test`, () => {
    tests += 1;
    return { _id: tests === 1 ? FIRST : SECOND, botId: BOT, status: 'waiting', createdAt: at, updatedAt: at };
  });
  const late = Promise.withResolvers<void>();
  server.on(`POST /api/bot-sessions/${FIRST}/say`, async () => {
    await late.promise;
    return { _id: FIRST, botId: BOT, status: 'waiting', createdAt: at, updatedAt: at };
  });
  answer(FIRST, () => ({ lines: [line('Of the first')] }));
  answer(SECOND, () => ({ lines: [line('Of the second')] }));
  await renderPart(<Chat />);
  say('hi');
  await screen.findByText('Of the first');
  say('and?');
  fireEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  say('hi');
  await screen.findByText('Of the second');
  late.resolve();
  // Requested later on the same connection: once these are read, the answer is too.
  for (let count = 0; count < 3; count += 1) await act(async () => (await fetch(`/api/bot-sessions/${SECOND}`)).json());
  expect(screen.queryByText('Of the first')).toBeNull();
});

it.each([
  ['delay_started', true],
  ['question_asked', false],
])('says that writing skips the wait only for timed waits: %s', async (eventType, isHintShown) => {
  server.on(`POST /api/bots/${BOT}/test`, () => ({
    _id: FIRST,
    botId: BOT,
    status: 'waiting',
    createdAt: at,
    updatedAt: at,
  }));
  answer(FIRST, () => ({ wakesAt: '2026-11-21T09:00:00.000Z', lines: [line('Of the first')] }));
  const event = {
    _id: SECOND,
    botId: BOT,
    sessionId: FIRST,
    at,
    nodeId: 'ask',
    nodeType: 'ask',
    nodeName: '',
    eventType,
  };
  server.on(`GET /api/bot-sessions/${FIRST}/events`, () => ({
    data: [{ ...event, processType: null, isError: false, details: {}, values: null }],
    total: 1,
  }));
  await renderPart(<Chat />);
  say('hi');
  await screen.findByText('Of the first');
  await waitFor(() => expect(server.sent(`GET /api/bot-sessions/${FIRST}/events`)).not.toEqual([]));
  const hint = 'It’s waiting. Write anything to skip the wait.';
  if (isHintShown) await screen.findByText(hint);
  else expect(screen.queryByText(hint)).toBeNull();
});

it('shows an answer that another server has yet to return', async () => {
  server.on(`POST /api/bots/${BOT}/test`, () => ({
    _id: FIRST,
    botId: BOT,
    status: 'active',
    createdAt: at,
    updatedAt: at,
  }));
  let requests = 0;
  answer(FIRST, () => {
    requests += 1;
    return requests === 1 ? { status: 'active', lines: [] } : { status: 'completed', lines: [line('It costs 12')] };
  });
  await renderPart(<Chat />);
  say('hi');
  await screen.findByText('It costs 12');
});
