import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentMessage, AgentReply } from '@switchyard/contracts/agent/operations';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { BtgptPage } from './btgpt-page.tsx';

const ID = '019a0000-0000-7000-8000-00000000c0de';
const server = fakeServer();

/** The server's stored messages of the conversation, latest first. */
let stored: AgentMessage[] = [];
const message = (role: AgentMessage['role'], content: string, more: Partial<AgentMessage> = {}): AgentMessage => ({
  _id: `019a0000-0000-7000-8000-${String(stored.length).padStart(12, '0')}`,
  role,
  content,
  toolResults: {},
  widgets: [],
  totals: {},
  state: 'done',
  createdAt: '2026-11-25T10:00:00.000Z',
  ...more,
});
const answers = (reply: Partial<AgentReply>) => {
  server.on('POST /btgpt', ({ body }) => {
    stored = [message('user', (body as { message: string }).message), ...stored];
    const made = message('agent', reply.content ?? '', reply as Partial<AgentMessage>);
    stored = [made, ...stored];
    return { ...made, conversationId: ID, messageId: made._id };
  });
};

async function open(messages: AgentMessage[] = []) {
  stored = messages;
  server.on('GET /api/agent/conversations', () => ({
    data: [{ _id: ID, title: 'x', createdAt: '2026-11-25T10:00:00.000Z', updatedAt: '2026-11-25T10:00:00.000Z' }],
    total: 1,
  }));
  server.on(`GET /api/agent/conversations/${ID}/messages`, () => ({ data: stored, total: stored.length }));
  const part = await renderPart(<BtgptPage />);
  const field = await screen.findByRole('textbox', { name: 'Message to the assistant' });
  return { ...part, field };
}

describe('spec 002 section 5: the input', () => {
  test('Enter sends, Shift+Enter starts a new line, white space is not sent; the call is that of section 7', async () => {
    answers({ content: 'Here you are.' });
    const { user, field } = await open();
    await user.type(field, '  {Enter}');
    expect(server.sent('POST /btgpt')).toEqual([]);
    await user.clear(field);
    await user.type(field, 'one{Shift>}{Enter}{/Shift}two');
    expect(server.sent('POST /btgpt')).toEqual([]);
    await user.keyboard('{Enter}');
    await screen.findByText('Here you are.');
    const [call] = server.sent('POST /btgpt');
    expect(call?.body).toEqual({ message: 'one\ntwo', stream: false });
    expect(call?.headers.get('content-type')).toBe('application/json');
    expect(call?.headers.get('x-socket-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a failed conversation says so in its place, and the input still works', async () => {
    let isFailing = true;
    const earlier = message('agent', 'What was said before.');
    server.on('GET /api/agent/conversations', () => ({
      data: [{ _id: ID, title: 'x', createdAt: '2026-11-25T10:00:00.000Z', updatedAt: '2026-11-25T10:00:00.000Z' }],
      total: 1,
    }));
    server.on(`GET /api/agent/conversations/${ID}/messages`, () =>
      isFailing ? new Response('', { status: 503 }) : { data: [earlier], total: 1 },
    );
    const { user } = await renderPart(<BtgptPage />);
    await screen.findByText('The conversation couldn’t be loaded');
    const field = screen.getByRole('textbox', { name: 'Message to the assistant' });
    expect(field.hasAttribute('disabled')).toBe(false);
    isFailing = false;
    await user.click(screen.getByRole('button', { name: /again/i }));
    await screen.findByText('What was said before.');
    expect(screen.getByRole('textbox', { name: 'Message to the assistant' })).toBe(field);
  });

  test('while a reply is pending the input is disabled and Thinking... is shown', async () => {
    let answer: (() => void) | undefined;
    const { user, field } = await open();
    server.on(
      'POST /btgpt',
      () =>
        new Promise((resolve) => {
          answer = () =>
            resolve(
              Response.json({
                content: 'Done.',
                toolResults: {},
                widgets: [],
                totals: {},
                conversationId: ID,
                messageId: ID,
              }),
            );
        }),
    );
    await user.type(field, 'hello{Enter}');
    expect(await screen.findByText('Thinking...')).toBeTruthy();
    expect(field.hasAttribute('disabled')).toBe(true);
    answer?.();
    await expect.poll(() => field.hasAttribute('disabled')).toBe(false);
    expect(screen.queryByText('Thinking...')).toBeNull();
  });

  test('reopening a pending reply shows its text so far, and Stop', async () => {
    await open([message('agent', 'So far', { state: 'pending' })]);
    expect(await screen.findByText('So far')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  });
});

test('tool results appear while the reply is made, each below the previous, and once when it is finished', async () => {
  let answer: ((response: Response) => void) | undefined;
  const { user, field, tell } = await open([message('user', 'earlier')]);
  server.on(
    'POST /btgpt',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await user.type(field, 'look around{Enter}');
  await screen.findByText('Thinking...');
  const reply = message('agent', '', { _id: '019a0000-0000-7000-8000-000000000009', state: 'pending' });
  const request = message('user', 'look around', { _id: '019a0000-0000-7000-8000-000000000008' });
  const progress = { type: 'agent.progress', conversationId: ID, messageId: reply._id, state: 'pending' } as const;
  const shows = (more: Partial<AgentMessage>) => (stored = [{ ...reply, ...more }, request, ...stored.slice(-1)]);

  const undo = { type: 'Card', children: [{ type: 'Text', value: 'Take it back?' }] };
  shows({ toolResults: { get_contacts: [] } });
  tell({ ...progress, isMoreShown: true });
  const contacts = await screen.findByText('No contacts');
  expect(screen.getByText('Thinking...')).toBeTruthy();
  expect(screen.getAllByText('look around')).toHaveLength(1);
  shows({ toolResults: { get_chats: [], get_contacts: [] }, widgets: [undo] });
  tell({ ...progress, isMoreShown: true });
  const chats = await screen.findByText('No chats');
  const inOrder = () => expect(contacts.compareDocumentPosition(chats)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  inOrder();
  expect(screen.getByText('Take it back?')).toBeTruthy();

  const all = { content: 'Nothing there.', toolResults: { get_chats: [], get_contacts: [] }, widgets: [undo] };
  shows({ ...all, state: 'done' });
  tell({ ...progress, state: 'done' });
  answer?.(Response.json({ ...all, totals: {}, conversationId: ID, messageId: reply._id }));
  await screen.findByText('Nothing there.');
  await expect.poll(() => screen.queryByText('Thinking...')).toBeNull();
  // The same elements, not rendered again.
  expect(screen.getAllByText('No contacts')).toEqual([contacts]);
  expect(screen.getAllByText('No chats')).toEqual([chats]);
  inOrder();
  for (const text of ['Take it back?', 'look around', 'Nothing there.'])
    expect(screen.getAllByText(text)).toHaveLength(1);
});

describe('spec 002 section 8: error texts', () => {
  test.each([
    [
      'a status that is not OK',
      () => refusal(503, 'UNAVAILABLE', {}, 'Not available right now.'),
      'I encountered an error while processing your request: Not available right now.',
    ],
    [
      'no answer',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'I encountered an error while processing your request: Failed to fetch',
    ],
    [
      '30 seconds',
      () => Promise.reject(new DOMException('timed out', 'TimeoutError')),
      'The request took longer than expected (30 seconds). Please try again or try a simpler request.',
    ],
    [
      'a reply that cannot be read',
      () => new Response('{"content":', { status: 200 }),
      'Sorry, I encountered an error processing your request. Please try again.',
    ],
  ])('%s', async (_name, answer, text) => {
    const { user, field } = await open();
    server.on('POST /btgpt', answer);
    await user.type(field, 'hello{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('spec 002 section 2: contents of a reply', () => {
  test('each result widget has its empty state', async () => {
    answers({
      content: 'Nothing.',
      toolResults: {
        get_chats: [],
        get_contacts: [],
        get_messages: [],
        get_scheduled_messages: [],
        get_profile_pic: [],
      },
    });
    const { user, field } = await open();
    await user.type(field, 'show{Enter}');
    for (const empty of ['No chats', 'No contacts', 'No messages', 'No scheduled messages', 'No profile pictures'])
      expect(await screen.findByText(empty)).toBeTruthy();
  });

  test('pending messages offer Edit and Cancel; sent, failed and cancelled ones do not', async () => {
    const row = (id: number, status: 'pending' | 'sent' | 'failed' | 'cancelled') => ({
      id: `019a0000-0000-7000-8000-00000000000${id}`,
      recipientId: '447700900101@c.us',
      recipientName: `Person ${id}`,
      scheduledAt: '2030-01-01T09:00:00.000Z',
      status,
      message: 'Hello',
      mediaUrl: null,
      mediaType: null,
      rrule: null,
      createdAt: '2026-11-25T10:00:00.000Z',
      zone: 'Europe/Berlin',
      dueLocal: '2030-01-01T10:00',
      version: 1,
      failureReason: null,
      canEdit: status === 'pending',
      canCancel: status === 'pending',
      canRetry: status === 'failed',
    });
    const rows = [row(1, 'pending'), row(2, 'sent'), row(3, 'failed'), row(4, 'cancelled')];
    answers({
      content: 'Here.',
      toolResults: { get_scheduled_messages: rows },
      totals: { get_scheduled_messages: { shown: 4, total: 9, page: '/import-messages' } },
    });
    server.on('GET /api/agent/scheduled-messages', () => ({ data: rows, total: 4 }));
    const { user, field } = await open();
    await user.type(field, 'show{Enter}');
    await screen.findByText('Here.');
    expect(screen.getAllByText('Edit').length).toBe(1);
    expect(screen.getAllByText('Cancel').length).toBe(1);
    expect(screen.getByText('4 of 9')).toBeTruthy();
    expect(screen.getByText('Show all').getAttribute('href')).toBe('/import-messages');
  });

  test('a list shown on several pages links to each', async () => {
    const pages = [
      { name: 'Shop', total: 7, page: '/engine-explorer/a?tab=chats&waiting=us' },
      { name: 'Service', total: 2, page: '/engine-explorer/b?tab=chats&waiting=us' },
    ];
    answers({
      content: 'Here.',
      toolResults: { get_chats: [] },
      totals: { get_chats: { shown: 0, total: 9, page: null, pages } },
    });
    const { user, field } = await open();
    await user.type(field, 'show{Enter}');
    await screen.findByText('0 of 9');
    for (const { name, total, page } of pages)
      expect(screen.getByRole('link', { name: `${name} (${total})` }).getAttribute('href')).toBe(page);
  });

  test('acks are ticks: 0 pending, 1 sent, 2 delivered, 3 read (section 3)', async () => {
    const written = (ack: number) => ({
      id: { _serialized: `true_1@c.us_${ack}` },
      body: `Ack ${ack}`,
      fromMe: true,
      timestamp: 1_764_000_000,
      type: 'chat',
      author: null,
      authorName: null,
      ack,
      isForwarded: false,
      isStarred: false,
      hasMedia: false,
      hasQuotedMsg: false,
    });
    answers({ content: 'Here.', toolResults: { get_messages: [0, 1, 2, 3].map(written) } });
    const { user, field } = await open();
    await user.type(field, 'show{Enter}');
    for (const [ack, word] of ['Pending', 'Sent', 'Delivered', 'Read'].entries()) {
      const bubble = (await screen.findByText(`Ack ${ack}`)).closest('li') as HTMLElement;
      expect(within(bubble).getByRole('img', { name: word })).toBeTruthy();
    }
  });

  test('profile pictures are three per row (section 9)', () => {
    const css = readFileSync(join(import.meta.dirname, '../results/results.module.css'), 'utf8');
    expect(/\.pictures \{[^}]*repeat\((\d+),/.exec(css)?.[1]).toBe('3');
  });

  test('profile pictures, an unknown widget, and a button that sends a request', async () => {
    answers({
      content: 'Look.',
      toolResults: {
        get_profile_pic: [
          {
            contactId: '1@c.us',
            contactName: 'Dana',
            profilePic: { eurl: 'https://evil.example/x.png', stale: false },
          },
        ],
      },
      widgets: [
        { type: 'Title', value: 'x' },
        {
          type: 'Card',
          children: [
            {
              type: 'Button',
              label: 'Yes, Dana',
              onClickAction: { type: 'agent.ask', payload: { message: 'for Dana' } },
            },
            { type: 'Button', label: 'Nobody knows', onClickAction: { type: 'other' } },
          ],
        },
      ],
    });
    const { user, field, container } = await open();
    await user.type(field, 'show{Enter}');
    await screen.findByText('Unknown widget: Title');
    // A foreign address is not fetched.
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('button', { name: 'Nobody knows' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Yes, Dana' }));
    expect(server.sent('POST /btgpt').at(-1)?.body).toEqual({ message: 'for Dana', stream: false });
  });
});
