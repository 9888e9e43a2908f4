import type { ChatMessage } from '@switchyard/contracts/chats/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { ChatDrawer } from './chat-drawer.tsx';

const ENGINE = '019a0000-0000-7000-8000-0000000000e1';
const FILE = '019a0000-0000-7000-8000-0000000000f1';
const GROUP = '120363000000000001@g.us';
const MESSAGES = `GET /api/engines/${ENGINE}/chats/messages`;

const server = fakeServer();
let made = 0;
const aMessage = (of: Partial<ChatMessage> = {}): ChatMessage => {
  made += 1;
  return {
    _id: `019a0000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    waMessageId: `wa${made}`,
    fromMe: false,
    via: null,
    from: '+447700900001',
    fromName: 'Annie',
    kind: 'text',
    text: `text ${made}`,
    at: '2026-11-16T08:00:00.000Z',
    isEdited: false,
    isDeleted: false,
    media: null,
    quotedId: null,
    quotedText: null,
    isForwarded: false,
    isStarred: false,
    earlier: [],
    options: null,
    choices: null,
    ack: null,
    ...of,
  };
};
const aFile = (of: Partial<NonNullable<ChatMessage['media']>> = {}): ChatMessage['media'] => ({
  mimeType: 'image/png',
  fileName: 'holiday.png',
  media: 'image',
  bytes: 20_000,
  state: 'fetchable',
  fileId: null,
  ...of,
});
const renderChat = async (messages: ChatMessage[], chat = '+447700900001') => {
  server.on(MESSAGES, () => ({ data: messages, next: null }));
  const shown = { chat, name: chat === GROUP ? 'Choir' : 'Annie', pictureFileId: null };
  const { user } = await renderPart(<ChatDrawer engineId={ENGINE} chat={shown} onClose={vi.fn()} />);
  await screen.findByRole('list', { name: 'Messages, latest first' });
  return user;
};
const bubble = (text: string) => {
  const found = screen.getByText(text).closest('li');
  if (!found) throw new Error(`no message says ${text}`);
  return found;
};

describe('a chat', () => {
  it('shows what became of messages', async () => {
    await renderChat([
      aMessage({ isDeleted: true, text: '' }),
      aMessage({
        text: 'Noon',
        isEdited: true,
        earlier: [{ text: 'One', at: '2026-11-16T08:00:00.000Z' }],
        isStarred: true,
      }),
      aMessage({ text: 'Typed', fromMe: true, via: 'phone', from: null, fromName: null }),
      aMessage({ text: 'Look', isForwarded: true }),
    ]);
    expect(screen.getByText('This message was deleted')).toBeTruthy();
    expect(within(bubble('Noon')).getByText('Edited')).toBeTruthy();
    expect(within(bubble('Noon')).getByText('One')).toBeTruthy();
    expect(within(bubble('Noon')).getByLabelText('Starred')).toBeTruthy();
    expect(within(bubble('Typed')).getByText('On the phone')).toBeTruthy();
    expect(within(bubble('Look')).getByText('Forwarded')).toBeTruthy();
  });

  it('names authors in a group and counts votes', async () => {
    await renderChat(
      [
        aMessage({ kind: 'vote', quotedId: 'poll', choices: ['Tea'], text: 'Tea' }),
        aMessage({ kind: 'vote', quotedId: 'poll', choices: null, from: '+447700900002', fromName: null }),
        aMessage({ kind: 'poll', waMessageId: 'poll', text: 'Which?', options: ['Tea', 'Coffee'] }),
      ],
      GROUP,
    );
    // The question is also shown above the votes.
    const poll = screen.getByText('Coffee').closest('ul')?.parentElement as HTMLElement;
    expect(within(poll).getByText('Annie')).toBeTruthy();
    expect(
      within(poll)
        .getAllByRole('listitem')
        .map((element) => element.textContent),
    ).toEqual(['Tea1 vote', 'Coffee0 votes']);
    expect(screen.getByText('could not be read')).toBeTruthy();
  });

  it('jumps from a reply to the quoted message, loading older ones until it is found', async () => {
    const old = aMessage({ waMessageId: 'old', text: 'Where?' });
    const answer = aMessage({ quotedId: 'old', quotedText: 'Where?', text: 'Here' });
    server.on(MESSAGES, ({ url }) =>
      url.searchParams.get('before') === 'p2' ? { data: [old], next: null } : { data: [answer], next: 'p2' },
    );
    const { user } = await renderPart(
      <ChatDrawer
        engineId={ENGINE}
        chat={{ chat: '+447700900001', name: null, pictureFileId: null }}
        onClose={vi.fn()}
      />,
    );
    Element.prototype.scrollIntoView = vi.fn();
    await user.click(await screen.findByRole('button', { name: 'Where?' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('data-wa-message-id')).toBe('old'));
  });

  it('says when a quoted message is not stored', async () => {
    const user = await renderChat([aMessage({ quotedId: 'lost', quotedText: 'Once' })]);
    await user.click(screen.getByRole('button', { name: 'Once' }));
    expect(await screen.findByText('That message isn’t stored here.')).toBeTruthy();
  });
});

describe('a file', () => {
  it('is fetched on request and can then be saved', async () => {
    const message = aMessage({ kind: 'media', text: '', media: aFile() });
    server.on(`POST /api/engines/${ENGINE}/chats/fetch-file`, () => {
      message.media = aFile({ state: 'fetched', fileId: FILE });
      return message.media;
    });
    server.on(`GET /api/files/${FILE}`, () => new Response('bytes'));
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL: vi.fn() }));
    const user = await renderChat([message]);
    await user.click(screen.getByRole('button', { name: 'Fetch file' }));
    expect(await screen.findByRole('img', { name: 'Picture holiday.png' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
    expect(server.sent(`POST /api/engines/${ENGINE}/chats/fetch-file`).map(({ body }) => body)).toEqual([
      { messageId: message._id },
    ]);
  });

  it('shows why it could not be fetched, including deleted and unknown files', async () => {
    server.on(`POST /api/engines/${ENGINE}/chats/fetch-file`, () =>
      refusal(409, 'ENGINE_AWAY', {}, 'The engine has not brought it yet.'),
    );
    const user = await renderChat([
      aMessage({ kind: 'media', media: aFile() }),
      aMessage({ kind: 'media', media: aFile({ state: 'gone' }) }),
      aMessage({ kind: 'media', media: aFile({ state: 'unknown', bytes: null, fileName: null }) }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Fetch file' }));
    expect(await screen.findByText('The engine has not brought it yet.')).toBeTruthy();
    expect(screen.getByText('WhatsApp no longer has this file.')).toBeTruthy();
    expect(screen.getByText('This file can’t be fetched.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Fetch file' })).toHaveLength(1);
  });
});

it('loads a group’s members on request', async () => {
  const user = await renderChat([aMessage()], GROUP);
  server.on(`GET /api/engines/${ENGINE}/groups/info`, () => ({
    subject: 'Choir',
    description: null,
    size: 1500,
    members: [{ number: '+447700900001', name: 'Annie', isAdmin: true }],
  }));
  await user.click(screen.getByRole('button', { name: 'Members' }));
  const panel = screen.getByRole('region', { name: 'Members of Choir' });
  expect(await within(panel).findByText('Annie · +447700900001')).toBeTruthy();
  expect(within(panel).getByText('Admin')).toBeTruthy();
  // Only the first of very many are listed.
  expect(within(panel).getByText('1500 members')).toBeTruthy();
  expect(within(panel).getByText('Showing the first one.')).toBeTruthy();
});
